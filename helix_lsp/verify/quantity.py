"""Numbers of a text with their units, so that two spellings of one quantity are one value.

A number keeps its sign where one is written before it; `2_000`, `2,000` and `2000` are one value; a dotted
version (`1.2.3`) is a word of its own; two to twelve may be written as words.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any, cast

import msgspec

from helix_lsp.text.quantities import base_of
from helix_lsp.text.regex import regex

# Spellings of units, each with one symbol: `gigapascals`, `giga pascal` and `GPa` are the same unit.
#
# Only spelling is settled here; what a unit measures and how units convert is said further below. Source: SI
# brochure (9th edition) for symbols and prefixes, IEC 80000-13 for binary prefixes.

_PREFIXES = {
    "peta": "P", "tera": "T", "giga": "G", "mega": "M", "kilo": "k", "hecto": "h", "centi": "c", "milli": "m", "micro": "u", "nano": "n",
    "pico": "p", "femto": "f",
}  # fmt: skip
_BINARY = {"kibi": "Ki", "mebi": "Mi", "gibi": "Gi", "tebi": "Ti"}
_PREFIXED = {
    "pascal": "Pa", "second": "s", "byte": "B", "bit": "bit", "metre": "m", "meter": "m", "gram": "g", "newton": "N", "joule": "J",
    "watt": "W", "volt": "V", "ampere": "A", "amp": "A", "hertz": "Hz", "kelvin": "K", "ohm": "ohm", "tesla": "T", "mole": "mol",
    "electronvolt": "eV", "litre": "L", "liter": "L", "farad": "F", "henry": "H", "coulomb": "C", "bar": "bar", "radian": "rad",
}  # fmt: skip
_PLAIN = {
    "minute": "min", "hour": "h", "day": "day", "week": "week", "month": "month", "year": "year", "degree": "deg", "percent": "%",
    "pixel": "px", "inch": "inch", "foot": "ft", "mile": "mile", "pound": "lb", "atmosphere": "atm", "celsius": "degC", "fahrenheit": "degF",
    "kilobit": "kbit", "octet": "B", "decibel": "dB",
}  # fmt: skip
_SHORT = {
    "sec": "s", "secs": "s", "msec": "ms", "msecs": "ms", "usec": "us", "µs": "us", "μs": "us", "µm": "um", "μm": "um", "min": "min",
    "mins": "min", "hr": "h", "hrs": "h", "h": "h", "°": "deg", "deg": "deg", "%": "%", "px": "px", "°C": "degC", "degC": "degC", "°F": "degF",
    "degF": "degF", "feet": "ft", "ft": "ft", "inches": "inch", "lb": "lb", "lbs": "lb", "psi": "psi", "atm": "atm", "dB": "dB", "KB": "kB",
    "Kb": "kbit", "Mb": "Mbit", "Gb": "Gbit", "Ω": "ohm", "eV": "eV", "rad": "rad", "mi": "mile", "mol": "mol",
}  # fmt: skip
_ALONE = ("s", "m", "g", "B", "N", "J", "W", "V", "A", "K", "L", "T", "C", "F", "H")


def _names() -> dict[str, str]:
    found: dict[str, str] = {}
    for name, symbol in _PREFIXED.items():
        for prefix, short in (
            ("", ""),
            *_PREFIXES.items(),
            *(_BINARY.items() if symbol in ("B", "bit") else ()),
        ):
            for spelled in (f"{prefix}{name}", f"{prefix} {name}" if prefix else name):
                found[spelled] = found[f"{spelled}s"] = short + symbol
            if short and symbol not in ("bar", "rad", "ohm"):
                found.setdefault(short + symbol, short + symbol)
    for name, symbol in _PLAIN.items():
        found[name] = found[f"{name}s"] = symbol
    found |= _SHORT
    for symbol in _ALONE:
        found.setdefault(symbol, symbol)
    found.setdefault("Pa", "Pa")
    found.setdefault("Hz", "Hz")
    found.setdefault("bar", "bar")
    return found


NAMES = _names()
_SIMPLE = r"[A-Za-zµμΩ°%]+"
_COMPOUND = regex(rf"({_SIMPLE})((?:\s?[*/·]\s?{_SIMPLE}(?:\^?-?[1-4]|²|³)?|\^?-?[1-4]|²|³)+)")
_SPELLED_PREFIX = regex(rf"(?:{'|'.join([*_PREFIXES, *_BINARY])}) ({_SIMPLE})")
_WORD_UNIT_NAMES = regex(_SIMPLE)
_POWERS = str.maketrans({"²": "^2", "³": "^3", "·": "*"})


def unit_at(text: str, at: int) -> tuple[str, int]:
    """(symbol, end) of the unit that begins at `at`; (``, at) when none does. Compounds keep their shape:
    `kg/m^3`, `m/s`.
    """
    found = _COMPOUND.match(text, at)
    if found and (symbol := _compound(found)) and not _goes_on(text, found.end()):
        return symbol, found.end()
    for pattern in (_SPELLED_PREFIX, _WORD_UNIT_NAMES):
        if (
            (found := pattern.match(text, at))
            and (symbol := named(found[0]))
            and not _goes_on(text, found.end())
        ):
            return symbol, found.end()
    return "", at


def named(word: str) -> str:
    """The symbol of one spelling, `` for what is not a unit. Long spellings are told in any case, symbols only
    in their own.
    """
    return NAMES.get(word, "") or (NAMES.get(word.lower(), "") if len(word) > 3 else "")


def _compound(found: re.Match[str]) -> str:
    text = found[0].replace(" ", "").translate(_POWERS)
    parts = re.findall(_SIMPLE, text)
    if not all(named(p) for p in parts):
        return ""
    out = re.sub(_SIMPLE, lambda m: named(m[0]), text)
    return re.sub(r"(?<=[A-Za-z])(-?\d)", r"^\1", out)


def _goes_on(text: str, end: int) -> bool:
    """True when what follows makes it another word (`5 m_total`, `3 s(x)`)."""
    return end < len(text) and (text[end].isalnum() or text[end] in "_(")


_NUMBER = regex(
    r"(?:(?<![\w.])|(?<=\d\.\.))(?P<sign>(?<![\w)\]])[-−])?(?P<body>\d+(?:\.\d+){2,}|0[xX][0-9a-fA-F]+|"
    r"(?:\d{1,3}(?:[,_]\d{3})+|\d[\d_]*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=$|[^\w]|[A-Za-zµμ°Ω%])"
)
NUMBER_WORDS = {
    w: n for n, w in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}
"""The one table of numbers that are written as words."""
_WORD = regex(rf"(?<![\w-])(?:{'|'.join(w for w, n in NUMBER_WORDS.items() if n > 1)})(?![\w])", re.I)
_LONGEST = 40
NUMBERED = regex(r"(?<![\w-])([A-Z]{2,10})-(\d{1,6})(?![\w-])")
"""A name that ends in a number (`SHA-1`, `UTF-8`): no quantity."""


class Quantity(msgspec.Struct, frozen=True, kw_only=True):
    """`value` is normalised text (`2000`, `0.5`, `1.2.3`); `unit` a symbol or ``; `written` is what is in
    the text.
    """

    value: str
    unit: str
    written: str


@lru_cache(4_096)
def quantities(text: str) -> tuple[Quantity, ...]:
    """All numbers in reading order, written words last."""
    out: list[Quantity] = []
    end = 0
    numbered = {m.start(2) for m in NUMBERED.finditer(text)}
    for match in _NUMBER.finditer(text):
        body = match["body"]
        if len(body) > _LONGEST or match.start() < end or match.start() in numbered:
            continue  # the exponent of the unit before, or the end of a name
        unit, end = _unit(text, match.end())
        if end == match.end() and end < len(text) and (text[end].isalnum() or text[end] == "_"):
            continue  # `3d`, `2nd`: a word, not a number
        value = _value(body)
        out.append(
            Quantity(
                value=f"-{value}" if match["sign"] and value != "0" else value,
                unit=unit,
                written=text[match.start() : end],
            )
        )
    for match in _WORD.finditer(text):
        unit, end = _unit(text, match.end())
        out.append(
            Quantity(value=str(NUMBER_WORDS[match[0].lower()]), unit=unit, written=text[match.start() : end])
        )
    return tuple(out)


def _unit(text: str, at: int) -> tuple[str, int]:
    """The unit directly behind a number, after one space or hyphen at most."""
    start = at + 1 if at < len(text) and text[at] in " -\u00a0\u202f" else at
    unit, end = unit_at(text, start)
    return (unit, end) if unit else ("", at)


def _value(body: str) -> str:
    plain = body.replace("_", "").replace(",", "")
    if plain[:2].lower() == "0x":
        return str(int(plain, 16))
    try:
        number = Decimal(plain)
    except InvalidOperation:
        return plain  # a version
    if not number:
        return "0"
    return format(number.normalize(), "f") if abs(number.adjusted()) < _LONGEST else str(number.normalize())


# What units measure and how they convert: a thin reading of pint, which is loaded when two units have to be compared
# whose base symbols in `text/quantities.py` differ.
#
# pint takes half a second to load and reads its own table of units from its package; nothing of the
# workspace is read.

_DIMENSIONS = {"s": "[time]", "m": "[length]", "g": "[mass]", "B": "dimensionless", "bit": "dimensionless"}
"""Of base symbols, as pint tells them."""

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
    base, _ = base_of(unit) or ("", 1)
    if base in _DIMENSIONS:
        return _DIMENSIONS[base]
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
    known, wanted = base_of(one.unit), base_of(other.unit)
    try:
        if known is not None and wanted is not None and known[0] == wanted[0]:
            here, there = float(one.value) * float(known[1]), float(other.value) * float(wanted[1])
        elif not dimension(one.unit) or dimension(one.unit) != dimension(other.unit):
            return False
        else:
            here = _registry().Quantity(float(one.value), _parsed(one.unit)).to_base_units().magnitude
            there = _registry().Quantity(float(other.value), _parsed(other.unit)).to_base_units().magnitude
    except (ValueError, ArithmeticError, TypeError):
        return False
    return abs(here - there) <= tolerance * max(abs(here), abs(there))
