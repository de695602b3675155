"""Definition lint: an answer to `what is X` must define X, from a place that defines it.

A supported statement defines X when the place it cites lies in the definition or section that bears X's name,
or when the statement itself says what X is (`X is ...`, `X: ...`, `X means ...`) in words that its citation
carries. Questions for a value, a difference or a part (`the default of X`, `the difference between X and Y`)
are not questions for a definition and are left to coverage.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

import msgspec

from helix_lsp.config.documents import VerifyConfig
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, WORD, terms
from helix_lsp.verify.gates import Gate, skipped
from helix_lsp.verify.ledger import Cited, Weighed
from helix_lsp.verify.quantity import Quantity, converted, dimension, quantities, same_quantity, unit_at

_HERE = r"(?:\s+(?:in|inside|within|for|of) (?:this|the|our) (?:repo(?:sitory)?|code ?base|project|package|library))?"
_ASKED = regex(
    r"^\W*(?:please\s+)?(?:(?:can|could) you\s+)?(?:what(?:'s| is| are| was| were)|define|what (?:does|do)(?=.*\b(?:mean|stand for|refer to)\b)|"
    r"(?:what is )?the (?:meaning|definition) of)\s+(?:meant by\s+|the (?:meaning|definition) of\s+)?(?P<what>.+?)"
    rf"(?:\s+(?:means?|stand for|refer to))?{_HERE}\W*$",
    re.I | re.S,
)
_MORE = regex(
    r"\b(?:of|between|for|in|on|with|when|if|used|doing|called|about|from|to|by|default|value|unit|units|maximum|minimum|number|"
    r"difference|purpose|reason|point|or|and|versus|vs)\b",
    re.I,
)
_COPULA = regex(
    r"\s(?:is|are|means?|refers? to|stands? for|defines?|represents?|denotes?|describes?)\s|\s?[:=—–]\s|\s\((?:class|function|method)"
)
_MOST = 4


def asked_for(question: str) -> tuple[str, ...]:
    """The stems of the one thing that a question wants defined; empty for any other question."""
    found = _ASKED.match(question.strip())
    if found is None or _MORE.search(found["what"]):
        return ()
    words = [w for w in WORD.findall(found["what"]) if w.lower() not in STOP_WORDS]
    stems = tuple(dict.fromkeys(t for w in words for t in terms(w) if t[0] != "="))
    return stems if len(stems) <= _MOST else ()


def definition_lint(question: str, weighed: Iterable[Weighed]) -> Gate:
    """Fails with `label`: the answer stays, and says that it does not define what was asked. `value` is the
    share of X's words that the best statement defines.
    """
    wanted = asked_for(question)
    if not wanted:
        return skipped("definition", "no definition is asked for")
    held = [w for w in weighed if w.support.supported and w.claim.cited]
    if not held:
        return skipped("definition", "no supported statement")
    best = 0.0
    for w in held:
        subjects = [frozenset(terms(name)) for c in w.claim.cited for name in _bearers(c)]
        if copula := _COPULA.search(f" {w.claim.text} "):
            subjects.append(frozenset(terms(f" {w.claim.text} "[: copula.start()])))
        best = max([best, *(_share(wanted, s) for s in subjects)])
        if best >= 1.0:
            return Gate(
                name="definition", verdict="pass", value=1.0, threshold=1.0, detail=f"{w.claim.id} defines it"
            )
    return Gate(
        name="definition",
        verdict="fail",
        value=round(best, 6),
        threshold=1.0,
        detail=f"nothing cited defines {' '.join(wanted)}",
        act="label",
    )


def _bearers(cited: Cited) -> tuple[str, ...]:
    """The innermost definition and the innermost heading that the place lies in; for a place outside both,
    its path.
    """
    defined = [a.partition("\n")[0].rpartition(".")[2] for a in cited.around if "\n" in a]
    titled = [a for a in cited.around[1:] if "\n" not in a]
    return (*defined[-1:], *titled[-1:]) or cited.around[:1]


def _share(wanted: tuple[str, ...], held: frozenset[str]) -> float:
    """Share of X's words that a name holds; a name with as many other words again names something else."""
    held = frozenset(t for t in held if t[0] != "=")
    shared = sum(t in held for t in wanted)
    return shared / len(wanted) if 2 * shared >= len(held) else 0.0


# Which dimension a quantity has that is called by a name: the built-in table, and what a repository adds in
# `helix.toml`.
#
# The table holds words of physics and computing that have one dimension whatever the subject. A rule of a
# repository is a line `NAME: UNIT` or `NAME: UNIT LOW..HIGH` (`tile pressure: GPa 0.1..10`); it is data,
# and says what a statement about NAME may carry.

_TABLE = (
    "pressure: Pa", "temperature: K", "mass: kg", "frequency: Hz", "voltage: V", "wavelength: m", "thickness: m", "velocity: m/s",
    "acceleration: m/s^2", "torque: N*m", "duration: s", "timeout: s", "latency: s", "delay: s", "electric current: A", "resistance: ohm",
    "capacitance: F", "inductance: H", "magnetic field: T", "energy density: J/m^3", "power density: W/m^2", "surface area: m^2",
)  # fmt: skip
_BOUND = r"-?(?:\d{1,20}(?:\.\d{1,20})?|\.\d{1,20})(?:e-?\d{1,3})?"
_RULE = regex(
    rf"(?P<name>[^: ][^:]{{0,79}}?) ?: ?(?P<unit>[^ ]+)(?: (?P<low>{_BOUND})?\.\.(?P<high>{_BOUND})?)?", re.I
)
_LONGEST = 200
_ALSO = {"K": ("degC", "degF", "eV")}  # a temperature is also told in degrees and, in plasmas, as an energy


class QuantityRule(msgspec.Struct, frozen=True, kw_only=True):
    """`unit` is a symbol; `also` are units of another dimension that are in use for it; bounds are in `unit`,
    None where there is none.
    """

    name: str
    unit: str
    also: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    own: bool = False


@lru_cache(16)
def quantity_rules(lines: tuple[str, ...]) -> tuple[tuple[QuantityRule, ...], tuple[str, ...]]:
    """(rules, problems): a repository's own rules first, the longest names before shorter ones; a line that
    cannot be read is a problem.
    """
    own: list[QuantityRule] = []
    problems: list[str] = []
    for line in lines:
        rule = _rule(line, own=True)
        if rule is None:
            problems.append(
                f"verify.quantity_rules: {line[:_LONGEST]!r} is not a rule; write NAME: UNIT or NAME: UNIT LOW..HIGH"
            )
        else:
            own.append(rule)
    built_in = [r for line in _TABLE if (r := _rule(line, own=False)) is not None]
    ranked = sorted([*own, *built_in], key=lambda r: (not r.own, -len(r.name.split()), r.name))
    return tuple(ranked), tuple(problems)


def _rule(line: str, *, own: bool) -> QuantityRule | None:
    line = " ".join(line[: _LONGEST + 1].split())
    found = _RULE.fullmatch(line) if len(line) <= _LONGEST else None
    if found is None:
        return None
    unit, end = unit_at(found["unit"], 0)
    if found["unit"] in ("kg", "g"):
        unit, end = found["unit"], len(found["unit"])
    if not unit or end != len(found["unit"]):
        return None
    try:
        low, high = (float(found[k]) if found[k] else None for k in ("low", "high"))
    except ValueError:
        return None
    return QuantityRule(
        name=found["name"].lower(), unit=unit, also=_ALSO.get(unit, ()), low=low, high=high, own=own
    )


# Physics lint (design-decisions.md#quantities): units and dimensions of the quantities in an answer.
#
# Four faults: a number whose unit differs from its source (another prefix or another dimension); a quantity
# that is called by a name of another dimension (`a pressure of 3 GHz`); two quantities said to be equal
# that are not (`1 GPa (1e6 Pa)`); a value outside the bounds of a repository's rule. The first and third
# drop the statement; what the source itself says wrongly is kept and labelled.

_CODE = regex(r"`[^`]*`")
_JOIN = (
    r"\s*(?:=|≈|~|:|\bis\b|\bare\b|\bof\b|\bwas\b|\bat\b|\bequals\b|\bdefaults to\b|\bset to\b)"
    r"(?:\s*(?:about|approximately|roughly|around|only|~|≈))?\s*"
)
_EQUAL = regex(
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
