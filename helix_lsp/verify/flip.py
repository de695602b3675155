"""Does a sentence say the reverse of what carries it? Negation, modality, quantifiers and direction, each
compared at the same content word.

The comparison is with the pieces of evidence that share most words with the sentence (its carriers); a flip
found against every carrier is a flip. What no carrier speaks of is not a flip: that is for coverage to find.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

from helix_lsp.config.documents import VerifyConfig
from helix_lsp.text.arithmetic import worked
from helix_lsp.text.regex import regex
from helix_lsp.text.words import lower_parts
from helix_lsp.verify.claim.free.read import settings
from helix_lsp.verify.clauses.evidence import CARRIED, Ruled
from helix_lsp.verify.facts.value import agree
from helix_lsp.verify.quantity import Quantity, quantities, same_quantity
from helix_lsp.verify.reading import Reading, opposites, read

_NEAR = 0.9
_MOST = 0.6
_WEAK = frozenset({"some", "may"})


def flipped(claim: Reading, carriers: tuple[Reading, ...], around: Reading) -> tuple[str, Ruled]:
    """(family, why every carrier contradicts the claim); (``, carried) when one does not. `around` is what stands
    about the place.

    The family is `negation`, `modality`, `quantity` or `direction`.
    """
    family, reason = "", CARRIED
    for carrier in carriers:
        for name, told in (
            ("negation", _negation(claim, carrier, around)),
            ("modality", _strength(claim, carrier, "modality")),
            ("quantity", _strength(claim, carrier, "quantity")),
            ("direction", _turned_round(claim, carrier, around)),
        ):
            if told.id:
                family, reason = name, told
                break
        else:
            return "", CARRIED
    return family, reason


def _turned_round(claim: Reading, carrier: Reading, around: Reading) -> Ruled:
    told = _direction(claim, carrier, around)
    if told:
        return Ruled("direction", told)
    told = _exchanged(claim, carrier)
    return Ruled("exchanged", told) if told else CARRIED


def _negation(claim: Reading, carrier: Reading, around: Reading) -> Ruled:
    said = {c.anchor for c in claim.cues if c.family == "negation"}
    held = {c.anchor for c in carrier.cues if c.family == "negation"}
    if _near(claim, carrier) and _denials(claim) != _denials(carrier):
        if _denials(carrier) > _denials(claim):
            return Ruled("denied", "the evidence denies what is said")
        missing = "negation is not in the evidence" if not held else "the evidence does not deny what is said"
        return Ruled("not-denied", missing)
    if said and not held:
        return Ruled("negation-added", "negation is not in the evidence")
    plainly = carrier.plain | around.stems
    moved = (
        len(said) == len(held) and held <= claim.stems - claim.plain
    )  # `no handler is found`, `a handler is not found`
    for anchor in sorted(said - held - {""}):
        if anchor in plainly and not moved:
            return Ruled("negation-moved", f"the evidence does not deny `{_spelled(claim, anchor)}`")
    for anchor in sorted(held - said - {""}):
        if anchor in claim.plain and anchor not in plainly:
            return Ruled("negation-dropped", f"the evidence denies `{_spelled(carrier, anchor)}`")
    return CARRIED


def _spelled(reading: Reading, *stems: str) -> str:
    """Stems as the words that are written."""
    return " ".join(reading.written.get(stem, stem) for stem in stems)


def _near(claim: Reading, carrier: Reading) -> bool:
    """True when the claim is nearly the carrier's own words, so that one negation more or less is not way of
    putting it.
    """
    words, said = frozenset(carrier.words), frozenset(claim.words)
    shared = len(words & said)
    return shared >= _NEAR * len(words) and shared >= _MOST * len(said)


def _close(claim: Reading, carrier: Reading) -> bool:
    """True when most of what the carrier says is said by the claim."""
    return len(frozenset(carrier.words) & frozenset(claim.words)) >= _MOST * len(carrier.words)


def _exchanged(claim: Reading, carrier: Reading) -> str:
    """`the reducer calls the store`, `from left to right`: the same words the other way round; what one name
    is made of does not have an order.
    """
    three = frozenset(zip(carrier.order, carrier.order[1:], carrier.order[2:], strict=False))
    for at, (a, word, b) in enumerate(zip(claim.order, claim.order[1:], claim.order[2:], strict=False)):
        if (
            len(frozenset(claim.origin[at : at + 3])) == 3
            and a != b
            and (b, word, a) in three
            and (a, word, b) not in three
        ):
            return f"`{_spelled(claim, a, word, b)}` is `{_spelled(claim, b, word, a)}` in the evidence"
    two = frozenset(pairwise(carrier.order))
    for a, b in pairwise(claim.order):
        if (b, a) in two and (a, b) not in two and b in opposites(a):
            return f"`{_spelled(claim, a, b)}` is `{_spelled(claim, b, a)}` in the evidence"
    return ""


def _denials(reading: Reading) -> int:
    return sum(c.family == "negation" for c in reading.cues)


def _strength(claim: Reading, carrier: Reading, family: str) -> Ruled:
    """A modal or quantifier that is changed, added where it strengthens, or dropped where it weakened."""
    said = {(c.anchor, c.value) for c in claim.cues if c.family == family and c.anchor and not c.code}
    held = {(c.anchor, c.value) for c in carrier.cues if c.family == family and c.anchor and not c.code}
    borne = {(c.anchor, c.value) for c in carrier.cues if c.family == family and c.code}
    values = {c.value for c in carrier.cues if c.family == family}
    for anchor, value in sorted(said):
        there = {v for a, v in held if a == anchor}
        if value in there or (anchor, value) in borne:
            continue
        if there:
            said_of = _spelled(claim, anchor)
            return Ruled(
                f"{family}-other", f"`{value} {said_of}` is `{min(there)} {said_of}` in the evidence"
            )
        if value not in values and anchor in carrier.stems and (family == "modality" or value not in _WEAK):
            return Ruled(
                f"{family}-stronger", f"`{value} {_spelled(claim, anchor)}` is stronger than the evidence"
            )
    for anchor, value in sorted(held):
        spoken = (
            any(a == anchor for a, _ in said)
            or any(v == value for _, v in said)
            or not _close(claim, carrier)
        )
        if (
            not spoken
            and anchor in claim.stems
            and (family == "modality" or value in _WEAK or value == "only")
        ):
            return Ruled(
                f"{family}-dropped", f"the evidence's `{value} {_spelled(carrier, anchor)}` is left out"
            )
    return CARRIED


def _direction(claim: Reading, carrier: Reading, around: Reading) -> str:
    """A word whose opposite is in its place."""
    held = carrier.stems | around.stems
    for at, word in enumerate(claim.order):
        against = [o for o in opposites(word) if o in carrier.stems]
        if not against or any(o in claim.stems for o in against):
            continue  # where both are said, `_exchanged` compares their order
        after = _next(claim, at)
        if word not in held or (
            not _beside(word, after, carrier) and any(_beside(o, after, carrier) for o in against)
        ):
            return f"`{_spelled(claim, word)}` is `{_spelled(carrier, against[0])}` in the evidence"
    return ""


def _next(reading: Reading, at: int) -> str:
    return reading.order[at + 1] if at + 1 < len(reading.order) else ""


def _beside(word: str, after: str, reading: Reading) -> bool:
    return (word, after) in frozenset(pairwise(reading.order))


# Numbers that an answer works out: said only where the expression is in what is cited and in the sentence,
# and the sum is right.
#
# The gate does the sum itself. A length of time may be told in another unit; a plain number is a count of
# bytes only where what is cited names a unit of bytes.

_NAMED = {
    "ms": "ms", "millis": "ms", "milliseconds": "ms", "seconds": "s", "secs": "s", "sec": "s", "minutes": "min", "mins": "min", "hours": "h",
    "bytes": "B", "kib": "KiB", "mib": "MiB", "gib": "GiB",
}  # fmt: skip
_SPAN = regex(r"`[^`\n]{1,400}`")
_BYTES = regex(r"(?:\b|_)(?:[kmg]i?b|(?:kilo|mega|giga|kibi|mebi|gibi)?bytes?|octets?)(?:\b|_)|Bytes\b", re.I)


def worked_out(sentence: str, cited: str) -> tuple[Quantity, ...]:
    """The quantities that follow from the expressions of the cited text that the sentence shows in a code
    span.
    """
    shown = "\n".join(read(sentence).quoted)
    out: list[Quantity] = []
    for line in cited.splitlines():
        for sum_ in worked(line):
            if sum_.written not in shown:
                continue
            if sum_.plain:  # `timeout_ms = 5000` is 5 s
                unit = _named_unit(line)
                out += [Quantity(value=spelled(sum_.value), unit=unit, written=sum_.written)] if unit else []
                continue
            units = (sum_.unit,) if sum_.unit else ("", "B") if _BYTES.search(cited) else ("",)
            out += [Quantity(value=spelled(sum_.value), unit=unit, written=sum_.written) for unit in units]
    return tuple(out)


def _named_unit(line: str) -> str:
    """The symbol of the one unit of time or of bytes that the names of a line end in, `` for none."""
    named = {_NAMED[part] for part in lower_parts(line) if part in _NAMED}
    return named.pop() if len(named) == 1 else ""


def spelled(value: Fraction) -> str:
    """The value as `quantities` normalises it."""
    text = str(value.numerator) if value.denominator == 1 else f"{float(value):.10g}"
    return found[0].value if (found := quantities(text)) else text


def only_sums(sentence: str, sums: tuple[Quantity, ...], cfg: VerifyConfig) -> bool:
    """True where a sentence says nothing beside its code spans but the results of these sums."""
    said = read(_SPAN.sub(" ", sentence))
    if not sums or not said.quantities or said.words or said.identifiers or said.cues:
        return False
    return all(any(_is(q, s, cfg) for s in sums) for q in said.quantities)


def _is(quantity: Quantity, result: Quantity, cfg: VerifyConfig) -> bool:
    if quantity.unit == result.unit:
        return quantity.value == result.value
    return bool(quantity.unit and result.unit) and same_quantity(quantity, result, cfg.quantity_tolerance)


# The literal that a sentence says a name has, against those that code gives to this name.

_LONGEST = 40_000  # characters


def given(sentence: str, code: str) -> Ruled:
    """`a` is set to `1`: against where every literal that the code gives to `a` is another one."""
    for claim in settings(sentence) if code else ():
        from helix_lsp.verify.claim.free.scope import (
            slots,  # reads all kinds of facts; few sentences set a name
        )

        name = claim.subject.written.rpartition(".")[2]
        says = [
            agree(claim.object, value) for one, value in slots(code[:_LONGEST]) if one.lstrip("_$") == name
        ]
        if says and not claim.denied and all(s is False for s in says):
            return Ruled("value-other", f"`{name}` has another value in what is cited")
    return CARRIED
