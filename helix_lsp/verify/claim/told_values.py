"""Which values a cited text gives the subject of a claim about a value, in its prose and in its code.

Words beside each other cannot tell this: `True` and `defaults` stand in the paragraph of an option that defaults to
`False`. So a claim that no definition decides is carried by a text only where the text ties the value to the subject.
Nothing here raises, and the time is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from helix_lsp.text.regex import regex
from helix_lsp.verify.claim.claim import Claim
from helix_lsp.verify.claim.noun import object_of
from helix_lsp.verify.claim.read import read
from helix_lsp.verify.facts.value import Value, agree, code_value, said_value
from helix_lsp.verify.reading import segments

_LEFT = 2  # words
_LITERAL_KINDS = frozenset({"truth", "number", "text", "nothing"})
_COMMENT_MARK = regex(r"^[^\S\n]*(?://[/!]?|#+[!:]?|/\*\*?|\*/?|--+|;+)[^\S\n]?", re.M)
_PARAGRAPHS = regex(r"\n[^\S\n]*\n")
_DOUBLE = regex(r"``([^`\n]{1,120})``")
_WORD = regex(r"[A-Za-z_$][\w$]*")
_STATED = regex(r"default|initial", re.I)
_LITERAL = regex(
    r"`[^`\n]{1,120}`|\"[^\"\n]{0,120}\"|'[^'\n]{1,120}'|\b(?:true|false|none|null|nil|undefined)\b|(?<![\w.])-?\d[\w.,]*",
    re.I,
)
_GIVEN = (
    r"[\"'`\])]{0,2}\??[^\S\n]{0,8}(?::[^\n=,;]{0,80})?(?::?=|:|=>)[^\S\n]{0,8}(?P<value>[^\n,;)]{1,120})"
)


def values_said(sentence: str) -> tuple[Claim, ...]:
    """The claims of a sentence that give a named thing a literal: the only ones that are looked up here."""
    return tuple(
        c
        for c in read(sentence)
        if c.predicate in ("value", "default")
        and c.object.kind in _LITERAL_KINDS
        and c.subject.form in ("name", "words")
        and not c.denied
    )


def says_nothing_else(sentence: str, said: tuple[Claim, ...]) -> bool:
    """True where one such claim about a name is the whole sentence: at most two words are left behind its value."""
    if len(said) != 1 or said[0].subject.form != "name" or said[0].scope:
        return False
    return len(sentence[said[0].end :].split()) <= _LEFT


def told_values(claim: Claim, text: str, *, declares: bool) -> tuple[Value, ...]:
    """What `text` gives the subject, each value once, in the order of the text; of a claim of `values_said`. `declares`
    says that its code does: in a test or an example a value is what a caller chose.
    """
    name = _last(claim.subject.written)
    out: dict[tuple[str, str], Value] = {}
    coded = _in_code(name, text) if declares and claim.subject.form == "name" else ()
    for value in (*coded, *_in_prose(claim, name, text)):
        out.setdefault((value.kind, value.written.lower()), value)
    return tuple(out.values())


def tells(claim: Claim, text: str, *, declares: bool) -> bool:
    """Whether `text` gives the subject the value that is claimed. Of a subject that is told in words (*the smallest
    depth*), whether it does not give it another one: it may be put in other words.
    """
    told = told_values(claim, text, declares=declares)
    return any(agree(claim.object, value) for value in told) or (claim.subject.form == "words" and not told)


def gives_another(said: tuple[Claim, ...], text: str, *, declares: bool) -> bool:
    """Whether `text` gives a subject other values of the same kind, and none that is claimed."""
    return any(not tells(c, text, declares=declares) and _others(c, text, declares=declares) for c in said)


def say_untold(said: tuple[Claim, ...], text: str, *, declares: bool) -> str:
    """Why a text that does not tell all of these values does not carry them, in words."""
    claim = next(c for c in said if not tells(c, text, declares=declares))
    name, value = claim.subject.written, claim.object.written.strip("`")
    if others := _others(claim, text, declares=declares):
        return f"what is cited gives `{name}` the value {' or '.join(others)}, not {value}"
    return f"what is cited does not give `{name}` the value {value}"


def _others(claim: Claim, text: str, *, declares: bool) -> tuple[str, ...]:
    told = told_values(claim, text, declares=declares)
    return tuple(dict.fromkeys(v.written for v in told if v.kind == claim.object.kind))


def _in_code(name: str, text: str) -> Iterator[Value]:
    """`name = value`, `name: type = value`, `"name": value`."""
    for found in re.finditer(rf"(?<![\w$]){re.escape(name)}{_GIVEN}", text):
        value = code_value(found["value"], name)
        if value is not None and value.kind in _LITERAL_KINDS:
            yield value


def _in_prose(claim: Claim, name: str, text: str) -> Iterator[Value]:
    """What sentences say that name the subject, and those of a paragraph that begins with it."""
    worded = claim.subject.form == "words"
    for paragraph in _PARAGRAPHS.split(_COMMENT_MARK.sub("", text)):
        if not _names(name, paragraph):
            continue
        words = _WORD.search(paragraph)
        heads = not worded and words is not None and words[0].lower() == name.lower()
        for piece in segments(_DOUBLE.sub(r"`\1`", paragraph)):
            sentence = " ".join(piece.split())
            if not (heads or _names(name, sentence)):
                continue
            claims = [c for c in read(sentence, "" if worded else name) if _is_of(c, claim, name)]
            if claims:
                yield from (c.object for c in claims if not c.denied)
            elif _STATED.search(sentence) and not worded:
                found = [
                    v for m in _LITERAL.finditer(sentence) if (v := _said(sentence, m, name)) is not None
                ]
                if len({(v.kind, v.written.lower()) for v in found}) == 1:  # of several, none is surely meant
                    yield found[0]


def _is_of(told: Claim, said: Claim, name: str) -> bool:
    """Whether a claim of the text gives a value to the subject of what is said; `the initial value` is its own."""
    if told.predicate not in ("value", "default"):
        return False
    if said.subject.form == "words":
        return told.subject.form == "words" and told.subject.written.lower() == said.subject.written.lower()
    return (
        _last(told.subject.written) == name
        if told.subject.form == "name"
        else bool(_STATED.search(told.subject.written))
    )


def _said(sentence: str, found: re.Match[str], name: str) -> Value | None:
    told = object_of(sentence[found.start() :])
    value = told[0] if told is not None else said_value(found[0])
    return value if value is not None and value.kind in _LITERAL_KINDS and value.text != name else None


def _names(name: str, text: str) -> bool:
    said = [w.lower() for w in _WORD.findall(text)]
    return all(w.lower() in said for w in name.split())


def _last(name: str) -> str:
    return re.split(r"\.|::|#|->", name)[-1]
