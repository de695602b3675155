"""Settings, numbers and lists of a free sentence against the literals in the source of its subject."""

from __future__ import annotations

import re
from collections.abc import Iterator

from helix_lsp.align.live import Live
from helix_lsp.text.regex import regex
from helix_lsp.text.words import lower_parts, stem
from helix_lsp.verify.claim.claim import Claim, Seen, compared, ruled, unknown
from helix_lsp.verify.claim.evidence import followed, values_of
from helix_lsp.verify.claim.free.scope import (
    Scope,
    around,
    content,
    holds_text,
    numbers,
    scope_of,
    slots,
    unscoped,
)
from helix_lsp.verify.facts.subject import words_of
from helix_lsp.verify.facts.value import Value, agree, code_value

_WEAK = frozenset(
    stem(w) for w in "size limit max min count byte bytes num time ms millis second minute value unit".split()
)
_EXPANDED = (
    (
        regex(r"\b(?:at most|up to|maximum|caps?|capped|limit(?:s|ed)?|no more than)\b", re.I),
        ("max", "limit", "depth"),
    ),
    (regex(r"\b(?:at least|minimum|no less than)\b", re.I), ("min",)),
    (regex(r"\btimes? out\b", re.I), ("timeout",)),
    (regex(r"\b(?:holds|bytes|KiB|MiB|chunks?)\b"), ("size",)),
)
_MOST_AND_LEAST = (regex(r"\bat most|up to|caps?\b", re.I), regex(r"\bat least\b", re.I))
_STATUS = regex(r"\b(?:status|code|http|answers|responds)\b", re.I)
_STATUS_IN_CODE = regex(r"(?<![\w.])(?<![*/+-] )[1-5]\d\d(?![\w.]|\s?[*/+])")
_LISTED = regex(
    r"(?:%[wi]|~w)[\[({](?P<words>[^\[\](){}]{0,400})[\])}]|[\[({](?P<inner>[^\[\](){}]{0,1500})[\])}]"
)
_COMPARED = regex(
    r"(?<![\w$.])(?P<name>[A-Za-z_$][\w$.]{0,80})\s?(?P<sign>[<>]=?)\s?(?P<value>-?\d[\w.]{0,20}|[A-Za-z][\w.]{1,40}\([\w.]{1,20}\))"
)
_SIDES = (
    (regex(r"\b(?:below|under|(?:less|fewer|smaller|shorter) than|at least|minimum)\b", re.I), "<"),
    (
        regex(r"\b(?:above|over|exceeds?|(?:more|greater|larger|longer) than|at most|up to|maximum)\b", re.I),
        ">",
    ),
)
_REFUSES = regex(r"\b(?:rejects|refuses|forbids|(?P<takes>accepts|allows|permits))\b", re.I)
_SHORT, _NEAR = 40, 3  # lines
_RAISES = regex(r"\b(?:raise|throw|panic|Errorf)\b")
_LEAST = 3  # numbers below it are everywhere


def setting(claim: Claim, live: Live) -> Seen:
    """A name with its value: in the source of the owner, else where the project gives it a default."""
    subject = claim.subject
    given = tuple(f for f in values_of(subject, live) if f.sure) if subject.owner else ()
    if given:
        return compared(claim.object, [f.value for f in given], given)
    scope = scope_of(subject.owner, live) if subject.owner else None
    if scope is not None and (seen := _in_scope(claim, scope, live)) is not None:
        return seen
    facts = values_of(subject, live, default=True)
    if not facts:
        return unknown("value-unknown", word=subject.written)
    sure = tuple(f for f in facts if f.sure) or facts
    seen = compared(claim.object, [f.value for f in sure], sure)
    return seen if seen.holds is not False or all(f.sure for f in facts) else unknown("value-open", *facts)


def _in_scope(claim: Claim, scope: Scope, live: Live) -> Seen | None:
    """What the source of the owner gives to the name; None where it gives nothing."""
    wanted = claim.subject.written.rpartition(".")[2]
    every = [_real(v, live) for n, v in slots(scope.code) if n.lstrip("_$") == wanted]
    found = [v for v in every if v.kind != "name" or v.text.rpartition(".")[2].lstrip("_$") != wanted]
    if not found:
        return None
    fact = scope.fact("setting", ", ".join(dict.fromkeys(v.written for v in found)), live)
    if not _differ(found):
        return compared(claim.object, found, (fact,))
    if any(agree(claim.object, v) for v in found):
        return ruled(fact, True, "value", fact.value.text)
    return unknown("definitions-differ", fact)


def _real(value: Value, live: Live) -> Value:
    return followed(value, live) if value.kind == "name" and value.text else value


def _differ(values: list[Value]) -> bool:
    return len({(v.kind, v.number, v.unit, v.text) for v in values}) > 1


def number(claim: Claim, live: Live) -> Seen:
    """A number of the sentence: the literal that code gives to a name with words of the sentence, else one that
    is in the source at all.
    """
    if claim.subject.owner or claim.noun == "bracketed":
        seen = setting(claim, live)
        if seen.holds is not None or claim.subject.owner:
            return seen
    scope = scope_of(claim.subject.written, live)
    if scope is None:
        return unscoped(claim.subject.written, live)
    said = claim.object
    every = [v for v in numbers(scope.code) if agree(said, v)]
    there = every and [v for v in _numbers_beside(claim, scope) if agree(said, v)]
    side, bounds = _side(claim), [b for b in _bounds(scope.code) if _spoken(b[0], claim)]
    if side and bounds:
        mine = {v.written: v for _, sign, v in bounds if sign[0] == side}
        if same := [written for written, v in mine.items() if agree(said, v)]:
            return _found(scope, same[0], live)
        return _otherwise(scope, next(iter(mine)), live) if len(mine) == 1 else unknown("value-open")
    if len(bounds) == 1 and (verb := _REFUSES.search(claim.words)) and _RAISES.search(scope.code):
        _, sign, v = bounds[0]
        below = said.number < v.number if sign[0] == "<" else said.number > v.number
        refused = below or (sign.endswith("=") and said.number == v.number)
        judged = _found if refused is (verb["takes"] is None) else _otherwise
        return judged(scope, f"{sign} {v.written}", live)
    given = [(n, v) for n, v in slots(scope.code) if v.kind == "number"]
    matched = [v for n, v in given if _spoken(n, claim)]
    right = [v for v in matched if agree(said, v)]
    if right or (there and abs(said.number) >= _LEAST):
        return _found(scope, (right or there)[0].written, live)
    wrong = [v for v in matched if agree(said, v) is False]
    others = [
        v for n, v in given if agree(said, v) and not _spoken(n, claim)
    ]  # the number is that of another name
    if len(every) <= len(others) and wrong and len(wrong) == len(matched) and not _differ(wrong):
        return _otherwise(scope, wrong[0].written, live)
    codes = {m[0] for m in _STATUS_IN_CODE.finditer(scope.code)}
    if (
        not every
        and len(codes) == 1
        and 100 <= said.number < 600
        and not said.unit
        and _STATUS.search(claim.words)
    ):
        return _otherwise(scope, codes.pop(), live)
    if len(given) == 1 and not every and given[0][1].unit == said.unit and _alone(scope, given[0][0]):
        return _otherwise(scope, given[0][1].written, live)
    return unknown("value-unknown", word=claim.subject.written)


def _bounds(code: str) -> list[tuple[str, str, Value]]:
    """(name, `<`, `<=`, `>` or `>=`, number) wherever code compares a name with a number."""
    found = ((m, code_value(m["value"], m["name"])) for m in _COMPARED.finditer(code))
    return [
        (m["name"].rpartition(".")[2], m["sign"], v) for m, v in found if v is not None and v.kind == "number"
    ]


def _side(claim: Claim) -> str:
    """`<` or `>`: on which side of its bound a sentence puts a thing that code compares; `` where it names no side."""
    found = {sign for shape, sign in _SIDES if shape.search(claim.words)}
    return found.pop() if len(found) == 1 else ""


def _numbers_beside(claim: Claim, scope: Scope) -> Iterator[Value]:
    """The numbers of the source; of a long one, those near a line with a word of the sentence."""
    said, lines = content(claim.words) - content(claim.subject.written), scope.code.splitlines()
    for at, line in enumerate(lines):
        near = "\n".join(lines[max(0, at - _NEAR) : at + _NEAR + 1])
        if len(lines) <= _SHORT or said & content(near):
            yield from numbers(line)


def _found(scope: Scope, real: str, live: Live) -> Seen:
    return scope.seen("number", real, live, holds=True, why="value")


def _otherwise(scope: Scope, real: str, live: Live) -> Seen:
    return scope.seen("number", real, live, holds=False, why="value")


def _alone(scope: Scope, name: str) -> bool:
    """True for a definition that is one name with one number: a constant."""
    return len(scope.of) == 1 and scope.of[0].symbol.kind in ("constant", "variable", "field") and bool(name)


def _spoken(name: str, claim: Claim) -> bool:
    """True when the sentence has the words of a name: those that tell it, or its name in back-ticks."""
    if re.search(rf"`[^`]*\b{re.escape(name)}\b[^`]*`", claim.words):
        return name not in claim.subject.written
    words = {w for w in (stem(p) for p in _plain_words(name)) if w}
    if not words:
        return False
    said = {stem(w) for w in re.findall(r"[a-z]+", claim.words.lower())} | set(words_of(claim.words))
    for shape, more in _EXPANDED:
        if shape.search(claim.words):
            said |= {stem(w) for w in more}
    for (most, least), wrong in ((_MOST_AND_LEAST, "min"), (_MOST_AND_LEAST[::-1], "max")):
        if wrong in words and most.search(claim.words) and not least.search(claim.words):
            return False
    strong = words - _WEAK
    return (strong or words) <= said


def _plain_words(name: str) -> tuple[str, ...]:
    return tuple(w for w in lower_parts(name) if w.isalpha() and w != "default")


def listed(claim: Claim, live: Live) -> Seen:
    """Items that a sentence names together: they are in one list of the source, or all but one do."""
    scope = scope_of(claim.subject.written, live)
    if scope is None:
        return unscoped(claim.subject.written, live)
    said = claim.object.names
    lists = [
        _items(m["words"], None) if m["words"] is not None else _items(None, m["inner"])
        for m in _LISTED.finditer(scope.code)
    ]
    if claim.object.written == "before":
        for items in lists:
            if set(said) <= set(items):
                held = items.index(said[0]) < items.index(said[1])
                return scope.seen("list", ", ".join(items), live, holds=held)
        return unknown("value-unknown", word=claim.subject.written)
    for items in lists:
        if set(said) <= set(items):
            return scope.seen("list", ", ".join(items), live, holds=True)
    missing = [i for i in said if not holds_text(scope.code, i)]
    near = [items for items in lists if len(items) == len(said) and len(set(said) - set(items)) == 1]
    if missing and near:
        return scope.seen("list", ", ".join(near[0]), live, holds=False)
    every = scope.code + around(scope, live)
    if all(holds_text(every, i) for i in said) and all(len(i) > 2 for i in said):
        return scope.seen("list", ", ".join(said), live, holds=True)
    return unknown("value-unknown", word=claim.subject.written)


def _items(words: str | None, inner: str | None) -> list[str]:
    if words is not None:
        return words.split()
    return [i.strip().strip("\"'`:") for i in (inner or "").split(",") if i.strip()]


def flag(claim: Claim, live: Live) -> Seen:
    """`X is a daemon thread`: the truth that code gives to a name with that word (`isDaemon = true`)."""
    scope = scope_of(claim.subject.written, live)
    if scope is None:
        return unscoped(claim.subject.written, live)
    wanted = stem(claim.object.text.lower())
    found = [
        v
        for n, v in slots(scope.code)
        if v.kind == "truth"
        and [stem(w) for w in _plain_words(n) if w not in ("is", "has", "set")] == [wanted]
    ]
    if not found or _differ(found):
        return unknown("value-unknown", word=claim.object.text)
    return scope.seen("setting", found[0].written, live, holds=bool(found[0].number), why="flag")
