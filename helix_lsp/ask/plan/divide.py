"""A compound question taken apart, so that each part can be looked for alone.

    what is X and how does it relate to Y?   ->  what is X | how does X relate to Y | Y
    how does X relate to Y?                  ->  X | Y
    differences between X and Y              ->  X | Y

Invariants: pure, total; no part is the whole question; parts in the order of the question, each once. A list
of things (`register and look up handlers`) is one question: only a new question word after `and`, `;` or a
full stop begins a part.
"""

from __future__ import annotations

import re

from helix_lsp.text.regex import regex

_LONGEST = 2_000
_SUBJECT = regex(
    r"^\W*(?:(?:please|can you|could you)[ ,]+)*(?:explain|describe|define|show(?: me)?|tell me(?: about)?|"
    r"(?:what|who|where)(?:'s| is| are| does| do)|how (?:is|are|does|do)|why (?:is|are|does|do))\s+"
    r"(?:(?:the|an?|this|that)\s+)?(.+?)\s*(?:(?:work|mean|do|happen|used|defined|implemented)s?)?\W*$",
    re.I | re.S,
)
_ASKS = r"(?:what|how|why|where|when|which|who|whose|is|are|does|do|can|explain|describe|define|show|list|compare)"
_JOINT = regex(
    rf"\s*(?:[;?.]\s+(?:and\s+|also\s+|then\s+)?|,?\s+(?:and|but|or)\s+(?:also\s+|then\s+)?)(?={_ASKS}\b)",
    re.I,
)
_IT = regex(
    r"\b(?:it|they|them)\b|\b(?:this|that|these|those)\b"
    r"(?=\W*$|\s+(?:is|are|was|does|do|works?|relates?|compares?|differs?|interacts?|connects?|happens?|gets?|fits?)\b)",
    re.I,
)
_RELATIONS = (
    regex(
        r"\bhow (?:does|do|is|are|did|can) (?:the )?(.+?) (?:relates?|related|compares?|compared|connects?|connected|ties?|tied|linked|links?|maps?|"
        r"mapped|interacts?|differs?|differ|different|fits?|coupled|talks?) (?:to|with|from|into|together with) (?:the )?(.+?)\W*$", re.I | re.S),
    regex(r"\b(?:relations?|relationships?|differences?|connections?|links?|interactions?|dependenc(?:y|ies)|similarit(?:y|ies)|distinctions?) "
               r"between (?:the )?(.+?) and (?:the )?(.+?)\W*$", re.I | re.S),
    regex(r"\bcompare (?:the )?(.+?) (?:and|with|to|against) (?:the )?(.+?)\W*$", re.I | re.S),
    regex(r"^\W*(?:what is |explain )?(.+?) (?:vs\.?|versus) (?:the )?(.+?)\W*$", re.I | re.S),
)  # fmt: skip
_FEWEST_CHARS = 1


def divide(text: str, most: int) -> tuple[str, ...]:
    """At most `most` parts; empty for a question that is one. Only the first 2,000 characters of a longer one
    are looked at.
    """
    text = " ".join(text[:_LONGEST].split())
    pieces = _pieces(text)
    subject = _subject(pieces[0]) if len(pieces) > 1 else ""
    found: list[str] = []
    for at, piece in enumerate(pieces):
        own = _named(piece, subject) if at else piece
        if len(pieces) > 1:
            found.append(own)
        found += _sides(own)
    whole = _plain(text)
    kept: dict[str, str] = {}
    for part in found:
        key = _plain(part)
        if len(key) >= _FEWEST_CHARS and key != whole:
            kept.setdefault(key, part.strip(" ,;.?!"))
    return tuple(kept.values())[:most]


def _pieces(text: str) -> list[str]:
    out: list[str] = []
    start = 0
    for joint in _JOINT.finditer(text):
        if joint.start() > start:
            out.append(text[start : joint.start()])
            start = joint.end()
    return [p for p in (*out, text[start:]) if p.strip(" ,;.?!")]


def _subject(piece: str) -> str:
    found = _SUBJECT.match(piece)
    return found[1].strip(" ,;.?!") if found else ""


def _named(piece: str, subject: str) -> str:
    """The part with its first pronoun replaced by what the first part is about."""
    return _IT.sub(lambda _: subject, piece, count=1) if subject else piece


def _sides(piece: str) -> list[str]:
    """The two things that a relation is asked of."""
    for pattern in _RELATIONS:
        if found := pattern.search(piece):
            return [found[1].strip(" ,;.?!"), found[2].strip(" ,;.?!")]
    return []


def _plain(text: str) -> str:
    return text.strip(" ,;.?!").casefold()
