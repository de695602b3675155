"""Physics lint (design-decisions.md#quantities): units and dimensions of the quantities in an answer.

Four faults: a number whose unit differs from its source (another prefix or another dimension); a quantity
that is called by a name of another dimension (`a pressure of 3 GHz`); two quantities said to be equal that
are not (`1 GPa (1e6 Pa)`); a value outside the bounds of a repository's rule. The first and third drop the
statement; what the source itself says wrongly is kept and labelled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from helix_lsp.config.verify import VerifyConfig
from helix_lsp.verify.dimension import converted, dimension, same_quantity
from helix_lsp.verify.gate import Gate, skipped
from helix_lsp.verify.quantity import Quantity, quantities
from helix_lsp.verify.quantity_rules import QuantityRule, quantity_rules
from helix_lsp.verify.weigh import Weighed

_CODE = re.compile(r"`[^`]*`")
_JOIN = (
    r"\s*(?:=|≈|~|:|\bis\b|\bare\b|\bof\b|\bwas\b|\bat\b|\bequals\b|\bdefaults to\b|\bset to\b)"
    r"(?:\s*(?:about|approximately|roughly|around|only|~|≈))?\s*"
)
_EQUAL = re.compile(
    r"^\s*(?:\(\s*(?:(?:=|≈|i\.e\.,?|or|that is,?)\s*)?|=\s*|(?:,\s+|(?<=\s))(?:i\.e\.|that is|equals|or),?\s+)$"
)


def physics_lint(weighed: Iterable[Weighed], cfg: VerifyConfig) -> Gate:
    """Skipped where no statement holds a number with a unit; then pint is never loaded."""
    told = [
        (w, spoken, found)
        for w in weighed
        if not w.claim.note
        for spoken in [_CODE.sub("`", w.claim.text)]
        if (found := [q for q in quantities(spoken) if q.unit])
    ]
    if not told:
        return skipped("physics", "no number with a unit")
    rules, _ = quantity_rules(cfg.quantity_rules)
    wrong: dict[str, str] = {}
    odd: dict[str, str] = {}
    for w, spoken, found in told:
        held = tuple(q for c in w.claim.cited for text in (c.text, *c.around) for q in quantities(text))
        for quantity in found:
            if reason := _unlike(quantity, held, cfg):
                wrong.setdefault(w.claim.id, reason)
            elif reason := _misnamed(quantity, spoken, rules):
                said = any(q.value == quantity.value and q.unit == quantity.unit for q in held)
                (odd if said else wrong).setdefault(w.claim.id, reason)
        if reason := _unequal(spoken, found, cfg):
            wrong.setdefault(w.claim.id, reason)
    count = sum(len(found) for *_, found in told)
    faults = wrong | odd
    if not faults:
        return Gate(name="physics", verdict="pass", detail=f"{count} quantities")
    detail = "; ".join(f"{claim}: {reason}" for claim, reason in faults.items())
    return Gate(
        name="physics",
        verdict="fail",
        value=float(len(faults)),
        detail=detail,
        act="drop" if wrong else "label",
        claims=tuple(wrong or odd),
        faults=tuple(faults.values()),
    )


def _unlike(quantity: Quantity, held: tuple[Quantity, ...], cfg: VerifyConfig) -> str:
    """The number is in the source with other units only."""
    same = [q for q in held if q.value == quantity.value and q.unit]
    if not same or any(q.unit == quantity.unit for q in same):
        return ""
    if any(q.unit and same_quantity(quantity, q, cfg.quantity_tolerance) for q in held):
        return ""
    other = same[0]
    kind = "prefix" if dimension(other.unit) == dimension(quantity.unit) else "dimension"
    return f"wrong {kind}: {quantity.written}, the source has {other.written}"


def _misnamed(quantity: Quantity, spoken: str, rules: tuple[QuantityRule, ...]) -> str:
    """The name directly before the quantity has another dimension, or bounds that the value is outside of."""
    lower = spoken.lower()
    for rule in rules:
        if rule.name not in lower:
            continue
        pattern = rf"\b{re.escape(rule.name)}{_JOIN}{re.escape(quantity.written)}"
        if not re.search(pattern, spoken, re.I) or quantity.unit in rule.also:
            continue
        here, wanted = dimension(quantity.unit), dimension(rule.unit)
        if not here or not wanted:
            return ""
        if here != wanted:
            return f"wrong dimension: {rule.name} of {quantity.written} is not measured in {rule.unit}"
        value = converted(quantity, rule.unit)
        if value is not None and (
            (rule.low is not None and value < rule.low) or (rule.high is not None and value > rule.high)
        ):
            bounds = f"{'' if rule.low is None else f'{rule.low:g}'}..{'' if rule.high is None else f'{rule.high:g}'}"
            return f"out of bounds: {rule.name} of {quantity.written} is outside {bounds} {rule.unit}"
        return ""
    return ""


def _unequal(spoken: str, found: list[Quantity], cfg: VerifyConfig) -> str:
    """`A (B)`, `A = B`: both of one dimension and not the same."""
    for one, other in pairwise(found):
        at = spoken.find(one.written)
        end = at + len(one.written)
        then = spoken.find(other.written, end)
        if at < 0 or then < 0 or not _EQUAL.match(spoken[end:then]) or one.unit == other.unit:
            continue
        if (
            dimension(one.unit)
            and dimension(one.unit) == dimension(other.unit)
            and not same_quantity(one, other, cfg.rounding)
        ):
            return f"{one.written} is not {other.written}"
    return ""
