"""Which dimension a quantity has that is called by a name: the built-in table, and what a repository adds in
`helix.toml`.

The table holds words of physics and computing that have one dimension whatever the subject. A rule of a
repository is a line `NAME: UNIT` or `NAME: UNIT LOW..HIGH` (`tile pressure: GPa 0.1..10`); it is data, and
says what a statement about NAME may carry.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from helix_lsp.verify.unit_names import unit_at

_TABLE = (
    "pressure: Pa", "temperature: K", "mass: kg", "frequency: Hz", "voltage: V", "wavelength: m", "thickness: m", "velocity: m/s",
    "acceleration: m/s^2", "torque: N*m", "duration: s", "timeout: s", "latency: s", "delay: s", "electric current: A", "resistance: ohm",
    "capacitance: F", "inductance: H", "magnetic field: T", "energy density: J/m^3", "power density: W/m^2", "surface area: m^2",
)  # fmt: skip
_BOUND = r"-?(?:\d{1,20}(?:\.\d{1,20})?|\.\d{1,20})(?:e-?\d{1,3})?"
_RULE = re.compile(
    rf"(?P<name>[^: ][^:]{{0,79}}?) ?: ?(?P<unit>[^ ]+)(?: (?P<low>{_BOUND})?\.\.(?P<high>{_BOUND})?)?", re.I
)
_LONGEST = 200
_ALSO = {"K": ("degC", "degF", "eV")}  # a temperature is also told in degrees and, in plasmas, as an energy


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantityRule:
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
