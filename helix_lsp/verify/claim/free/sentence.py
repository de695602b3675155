"""A free sentence taken apart: its subject, the condition that it begins or ends with, its details.

A sentence that hedges, asks or tells of other times says nothing here, nor one whose main clause begins with anything
but a name of code in back-ticks, an article and one or two plain words around it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from helix_lsp.text.regex import regex
from helix_lsp.verify.claim.versions import LONGEST, hedged

_HEDGED = hedged(
    r"may(?! have at)|been(?! idle)|like|similar|now|want|need|can(?! be changed)|cannot|try|example"
)
_LEAD = regex(
    r"\A(?P<lead>(?:by default|if|when|whenever|unless|without|on|with|in|once|while|for|as|internally|here|currently|note that)\b[^,]{0,160}),\s+",
    re.I,
)
_OPENER = regex(
    r"\A(?:[^`,]{3,80}\smakes|by default|internally|currently|(?:on|for|in|after)\s+(?:the|an?)\s+(?:[\w-]{1,20}\s+){0,2}[\w-]{1,20})\s+(?=`|the\b)",
    re.I,
)
_NOUNS = r"(?:\s+(?!is\b|are\b|has\b|does\b|not\b|never\b|only\b|also\b|still\b|always\b)[a-z]{3,20}){0,2}?"
_CALLS = (
    r"(?:(?:the|an?|every|each|any)\s+)?(?:(?:[a-z]{3,12}\s+)?(?:calls?|instances?|objects?|invocations?|uses?|constructor|callers?)\s+"
    r"(?:of|to)\s+|calling\s+)?"
)
_SUBJECT = regex(
    r"\A" + _CALLS + r"(?:(?:the|an?|every|each)\s+)?(?:[a-z]{3,20}\s+){0,2}`(?P<name>[^`\n]{1,120})`"
    r"(?:\s+(?:[a-z]{4,12}\s+)?(?:of|in|on|from)\s+(?:the\s+)?`(?P<owner>[^`\n]{1,120})`)?(?P<rest>"
    + _NOUNS
    + r"\s+[a-z][a-z-]*\b.*)\Z",
    re.I | re.S,
)
_IT = regex(r"\A(?:it|they)(?P<rest>\s+[a-z][a-z-]*\b.*)\Z", re.I | re.S)
_BRACKETED = regex(r"\(`(?P<name>:?[A-Za-z_@$][\w.:@]{1,80})`\)\s*[.]?\s*\Z")
_CONDITION = regex(
    r",?\s+(?:but\s+)?(?:only\s+)?(?:unless|if|when|whenever|because|since|though|although|except|even if|even when|so that|which)\b.*\Z",
    re.I | re.S,
)
_TICKED = regex(r"`([^`\n]{1,120})`")
_NAME = regex(r"[:$@]{0,2}[A-Za-z_][\w$]*(?:(?:\.|::|#|\\|->)[A-Za-z_$][\w$]*){0,6}(?:\(\))?\Z")
_NOT = regex(r"\b(?:not|never|no|nor|neither|nothing|without|none)\b|n't\b", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """`text` is the sentence; `subject` a name of code, `` where the sentence has none; `main` and `condition` are the
    characters of the main clause behind the subject, and of what it is under.
    """

    text: str
    subject: str
    main: tuple[int, int]
    lead: tuple[int, int]
    condition: tuple[int, int]
    bracketed: bool = False

    @property
    def said(self) -> str:
        """The main clause behind the subject."""
        return self.text[slice(*self.main)]

    @property
    def denied(self) -> bool:
        """True when a word of denial is in the main clause, outside of code."""
        return _NOT.search(re.sub(r"`[^`]*`", " ", self.said)) is not None

    def ticked(self) -> tuple[tuple[str, int, int], ...]:
        """(code, first character, end) of the main clause and of the condition that it begins with."""
        return tuple(
            (m[1], m.start(), m.end())
            for m in _TICKED.finditer(self.text)
            if self.main[0] <= m.start() < self.main[1]
        )


def take_apart(text: str) -> Told | None:
    """None where the sentence says nothing for sure."""
    if len(text) > LONGEST or _HEDGED.search(re.sub(r"`[^`]*`", " ", text)):
        return None
    at = len(text) - len(text.lstrip(" *-"))
    m = _LEAD.match(text[at:])
    begin = at
    if m is not None:
        begin = at + m.end()
        lead_span = (at, at + m.end("lead"))
    else:
        lead_span = (at, at)
        if (opener := _OPENER.match(text[at:])) is not None:
            begin = at + opener.end()
            lead_span = (at, begin)
    subject = _SUBJECT.match(text[begin:])
    name = _name_of(subject) if subject is not None else ""
    if subject is None and (again := _IT.match(text[begin:])) is not None:
        first = next((m[1] for m in _TICKED.finditer(text[:begin]) if is_name(m[1])), "")
        subject, name = (again, plain(first)) if first else (None, "")
    bracketed = _BRACKETED.search(text)
    if subject is not None and name:
        main = begin + subject.start("rest")
        tail = _CONDITION.search(text, main)
        end = tail.start() if tail is not None else len(text)
        return Told(text=text, subject=name, main=(main, end), lead=lead_span, condition=(end, len(text)))
    if bracketed is not None:
        return Told(
            text=text,
            subject=plain(bracketed["name"]),
            main=(begin, bracketed.start()),
            lead=lead_span,
            condition=(bracketed.end(), len(text)),
            bracketed=True,
        )
    return Told(
        text=text, subject="", main=(begin, len(text)), lead=lead_span, condition=(len(text), len(text))
    )


_SECOND = regex(r"\s*(?:,|(?:and|or|nor|plus|as well as)\s)[^`.;]{0,24}`")
"""Another subject beside the first: the sentence is about neither alone."""


def _name_of(subject: re.Match[str]) -> str:
    """The name before a verb, with the one that it is said to be of; `` where it is none."""
    owner = subject["owner"] or ""
    if not is_name(subject["name"]) or (owner and not is_name(owner)) or _SECOND.match(subject["rest"]):
        return ""
    return f"{plain(owner)}.{plain(subject['name'])}" if owner else plain(subject["name"])


def is_name(code: str) -> bool:
    """True for what may name a definition or an option: `a.b`, `A::b`, `:sync`, `$delay`."""
    return _NAME.match(code.strip()) is not None


def plain(code: str) -> str:
    """A name without its marks: `:sync` is sync, `run()` is run."""
    return code.strip().removesuffix("()").lstrip(":$@").replace("->", ".")
