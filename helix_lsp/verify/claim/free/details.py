"""Settings, numbers and lists of a free sentence against the literals in the source of its subject."""

from __future__ import annotations

import re

from helix_lsp.align.drift.verdict import Reason
from helix_lsp.align.live import Live
from helix_lsp.text.identifiers import lower_parts
from helix_lsp.text.regex import regex
from helix_lsp.text.words import stem
from helix_lsp.verify.claim.claim import Claim, Seen, compared, unknown
from helix_lsp.verify.claim.evidence import followed, values_of
from helix_lsp.verify.claim.free.scope import Scope, around, holds_text, numbers, scope_of, slots, unscoped
from helix_lsp.verify.facts.subject import words_of
from helix_lsp.verify.facts.value import Value, agree

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
        return Seen(facts=(fact,), holds=True, why=Reason("value", (("real", fact.value.text),)))
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
    there = [v for v in numbers(scope.code) if agree(said, v)]
    given = [(n, v) for n, v in slots(scope.code) if v.kind == "number"]
    matched = [v for n, v in given if _spoken(n, claim)]
    right = [v for v in matched if agree(said, v)]
    if right or (there and abs(said.number) >= _LEAST):
        fact = scope.fact("number", (right or there)[0].written, live)
        return Seen(facts=(fact,), holds=True, why=Reason("value", (("real", fact.value.text),)))
    wrong = [v for v in matched if agree(said, v) is False]
    if not there and wrong and len(wrong) == len(matched) and not _differ(wrong):
        return _otherwise(scope, wrong[0].written, live)
    codes = {m[0] for m in _STATUS_IN_CODE.finditer(scope.code)}
    if (
        not there
        and len(codes) == 1
        and 100 <= said.number < 600
        and not said.unit
        and _STATUS.search(claim.words)
    ):
        return _otherwise(scope, codes.pop(), live)
    if len(given) == 1 and not there and given[0][1].unit == said.unit and _alone(scope, given[0][0]):
        return _otherwise(scope, given[0][1].written, live)
    return unknown("value-unknown", word=claim.subject.written)


def _otherwise(scope: Scope, real: str, live: Live) -> Seen:
    return Seen(
        facts=(scope.fact("number", real, live),), holds=False, why=Reason("value", (("real", real),))
    )


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
                real = ", ".join(items)
                return Seen(
                    facts=(scope.fact("list", real, live),), holds=held, why=Reason("list", (("real", real),))
                )
        return unknown("value-unknown", word=claim.subject.written)
    for items in lists:
        if set(said) <= set(items):
            real = ", ".join(items)
            return Seen(
                facts=(scope.fact("list", real, live),), holds=True, why=Reason("list", (("real", real),))
            )
    missing = [i for i in said if not holds_text(scope.code, i)]
    near = [items for items in lists if len(items) == len(said) and len(set(said) - set(items)) == 1]
    if missing and near:
        real = ", ".join(near[0])
        return Seen(
            facts=(scope.fact("list", real, live),), holds=False, why=Reason("list", (("real", real),))
        )
    every = scope.code + around(scope, live)
    if all(holds_text(every, i) for i in said) and all(len(i) > 2 for i in said):
        return Seen(facts=(scope.fact("list", ", ".join(said), live),), holds=True, why=Reason("list"))
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
    held = bool(found[0].number)
    fact = scope.fact("setting", found[0].written, live)
    return Seen(facts=(fact,), holds=held, why=Reason("flag", (("real", found[0].written),)))
