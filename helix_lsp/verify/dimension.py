"""What units measure and how they convert: a thin reading of pint, which is loaded when two different units
have to be compared.

pint takes a quarter of a second to load and reads its own table of units from its package; nothing of the
workspace is read.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from helix_lsp.verify.quantity import Quantity

_SPELLED = {
    "%": "percent",
    "B": "byte",
    "kB": "kilobyte",
    "h": "hour",
    "deg": "degree",
    "px": "pixel",
    "ohm": "ohm",
    "lb": "pound",
    "L": "liter",
    "C": "coulomb",
    "F": "farad",
    "H": "henry",
    "T": "tesla",
}


@lru_cache(1)
def _registry() -> Any:
    from pint import UnitRegistry

    return cast("Any", UnitRegistry(cache_folder=None))  # pyright: ignore[reportUnknownMemberType]


@lru_cache(512)
def dimension(unit: str) -> str:
    """The dimension of a symbol as text (`[mass] / [length] / [time] ** 2`), `dimensionless`, or `` for what
    pint does not know.
    """
    parsed = _parsed(unit)
    return "" if parsed is None else str(parsed.dimensionality)


@lru_cache(512)
def _parsed(unit: str) -> Any:
    registry = _registry()
    try:
        return registry.parse_units(_SPELLED.get(unit, unit))
    except Exception:  # noqa: BLE001  a unit is text of a repository: whatever it does to the parser, it is not a unit then
        return None


def converted(quantity: Quantity, unit: str) -> float | None:
    """The value of a quantity in another unit of its dimension, else None."""
    here, there = _parsed(quantity.unit), _parsed(unit)
    try:
        return float(_registry().Quantity(float(quantity.value), here).to(there).magnitude)
    except Exception:  # noqa: BLE001  a version, an unknown unit or another dimension: pint has an exception of its own for each
        return None


def same_quantity(one: Quantity, other: Quantity, tolerance: float) -> bool:
    """True when both are one quantity in different units, within the relative tolerance: `1 GPa` and `1e9
    Pa`.
    """
    if one.unit == other.unit:
        return one.value == other.value
    left, right = _parsed(one.unit), _parsed(other.unit)
    if left is None or right is None or left.dimensionality != right.dimensionality:
        return False
    try:
        here = _registry().Quantity(float(one.value), left).to_base_units().magnitude
        there = _registry().Quantity(float(other.value), right).to_base_units().magnitude
    except (ValueError, ArithmeticError, TypeError):
        return False
    return abs(here - there) <= tolerance * max(abs(here), abs(there))
