"""Does a sentence say the reverse of what carries it? Negation, modality, quantifiers and direction, each
compared at the same content word.

The comparison is with the pieces of evidence that share most words with the sentence (its carriers); a flip
found against every carrier is a flip. What no carrier speaks of is not a flip: that is for coverage to find.
"""

from __future__ import annotations

from itertools import pairwise

from helix_lsp.verify.clauses.aligned import CARRIED, Ruled
from helix_lsp.verify.cue_words import opposites
from helix_lsp.verify.reading import Reading

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
            return Ruled("negation-moved", f"the evidence does not deny `{anchor}`")
    for anchor in sorted(held - said - {""}):
        if anchor in claim.plain and anchor not in plainly:
            return Ruled("negation-dropped", f"the evidence denies `{anchor}`")
    return CARRIED


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
            return f"`{a} {word} {b}` is `{b} {word} {a}` in the evidence"
    two = frozenset(pairwise(carrier.order))
    for a, b in pairwise(claim.order):
        if (b, a) in two and (a, b) not in two and b in opposites(a):
            return f"`{a} {b}` is `{b} {a}` in the evidence"
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
            return Ruled(f"{family}-other", f"`{value} {anchor}` is `{min(there)} {anchor}` in the evidence")
        if value not in values and anchor in carrier.stems and (family == "modality" or value not in _WEAK):
            return Ruled(f"{family}-stronger", f"`{value} {anchor}` is stronger than the evidence")
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
            return Ruled(f"{family}-dropped", f"the evidence's `{value} {anchor}` is left out")
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
            return f"`{word}` is `{against[0]}` in the evidence"
    return ""


def _next(reading: Reading, at: int) -> str:
    return reading.order[at + 1] if at + 1 < len(reading.order) else ""


def _beside(word: str, after: str, reading: Reading) -> bool:
    return (word, after) in frozenset(pairwise(reading.order))
