"""Numbers with units, units by name, and short formulas as terms, so that `500ms`, `0.5 s` and `half a` line
apart spell the same thing.

Terms live behind `=#`, beside the wholes of `words.py`: `=#GPa` for a unit however it is written (`GPa`,
`gigapascals`, `giga pascal`, the end of `modulus_gpa`), `=#0.5s` for a value in base units (`500ms`, `500
milliseconds`), `=#e=mc^2` for a formula without blanks and multiplication signs. Invariants: pure; no term
holds white space; bounded work a byte. See design-decisions.md#quantities.
Source: units and prefixes of the SI brochure, 9th edition, and IEC 80000-13; a few that programs use (`rpm`,
`px`).
"""

from __future__ import annotations

import re
from decimal import Context, Decimal, InvalidOperation
from functools import lru_cache

from helix_lsp.text.regex import regex

_PREFIXES = {
    "T": ("tera", 12), "G": ("giga", 9), "M": ("mega", 6), "k": ("kilo", 3), "h": ("hecto", 2), "d": ("deci", -1), "c": ("centi", -2),
    "m": ("milli", -3), "u": ("micro", -6), "n": ("nano", -9), "p": ("pico", -12), "f": ("femto", -15),
}  # fmt: skip
_BINARY = {"Ki": ("kibi", 1), "Mi": ("mebi", 2), "Gi": ("gibi", 3), "Ti": ("tebi", 4)}
# symbol: (base symbol, factor, prefixes that are in use, names)
_UNITS: dict[str, tuple[str, str, str, str]] = {
    "m": ("m", "1", "kcdmunpf", "meter metre"), "s": ("s", "1", "munpf", "second sec"), "g": ("g", "1", "kmun", "gram gramme"),
    "A": ("A", "1", "kmun", "ampere amp"), "K": ("K", "1", "mk", "kelvin"), "mol": ("mol", "1", "kmun", "mole"),
    "Hz": ("Hz", "1", "TGMk", "hertz"), "N": ("N", "1", "MkmuG", "newton"), "Pa": ("Pa", "1", "TGMkhm", "pascal"),
    "J": ("J", "1", "TGMkmu", "joule"), "W": ("W", "1", "TGMkmun", "watt"), "V": ("V", "1", "Mkmun", "volt"), "F": ("F", "1", "munp", "farad"),
    "Ohm": ("Ohm", "1", "GMkm", "ohm"), "T": ("T", "1", "mun", "tesla"), "eV": ("eV", "1", "TGMkm", "electronvolt"), "bar": ("bar", "1", "km", "bar"),
    "L": ("L", "1", "mcdhun", "liter litre"), "B": ("B", "1", "TGMkP", "byte"), "bit": ("bit", "1", "TGMk", "bit"),
    "rad": ("rad", "1", "m", "radian"),
    "Wh": ("Wh", "1", "TGMkm", "watthour"), "Ah": ("Ah", "1", "km", ""), "cal": ("cal", "1", "k", "calorie"), "min": ("s", "60", "", "minute"),
    "h": ("s", "3600", "", "hour hr"), "day": ("s", "86400", "", "day"), "week": ("s", "604800", "", "week"),
    "deg": ("deg", "1", "", "degree"), "degC": ("degC", "1", "", "celsius"),
    "%": ("%", "1", "", "percent"), "ppm": ("ppm", "1", "", ""), "dB": ("dB", "1", "", "decibel"), "px": ("px", "1", "", "pixel"),
    "rpm": ("rpm", "1", "", ""), "ft": ("ft", "1", "", "foot feet"), "mi": ("mi", "1", "", "mile"), "inch": ("inch", "1", "", "inches"),
}  # fmt: skip
# Units that say something without a number beside them; the others are words or letters of their own.
_ALONE = frozenset(
    "GPa MPa kPa hPa kHz MHz GHz THz kB MB GB TB PB KiB MiB GiB TiB ms mm cm km nm kg mg kW MW GW kWh MWh mV kV mA mAh kJ MJ kN keV MeV GeV "
    "dB rpm ppm kcal mbar kbit Mbit Gbit mL".split()
)
_NUMBER_AND_UNIT = regex(
    rb"(?<![\w.,])(\d[\d_,]{0,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?)((?:[ -]|\xc2\xa0|\xe2\x80\xaf)?)"
    rb"(%|(?:\xc2\xb5|\xce\xbc|\xce\xa9|\xc2\xb0|[A-Za-z])[A-Za-z\xa9\xce]{0,14}(?:\^?-?\d(?!\d)|\xc2[\xb2\xb3])?"
    rb"(?:(?:/|\*|\xc2\xb7|\xe2\x8b\x85)[A-Za-z]{1,12}(?:\^?-?\d(?!\d)|\xc2[\xb2\xb3])?){0,3})(?!\w)"
)
_MAYBE = regex(rb"\d(?:[ -]|\xc2\xa0|\xe2\x80\xaf)?[A-Za-z%\xc2\xce]")
SPELLED = frozenset({"giga", "mega", "kilo", "milli", "micro", "nano", "tera", "centi"})
_TWO_WORDS = regex(
    rb"(?:(?<![\w.])(\d[\d_,]{0,30}(?:\.\d{1,30})?)[ -])?\b(giga|mega|kilo|milli|micro|nano|tera|centi)[ -]"
    rb"([a-z]{3,12})\b",
    re.IGNORECASE,
)
_PIECE = regex(r"([A-Za-z%°]+)(\^?-?\d)?([/*])?")
_ATOM = rb"\(?(?:\d{1,12}\.\d{1,12}|\w{1,12})\)?"
_FORMULA = regex(
    rb"(?<![\w.])([A-Za-z]\w{0,3}) ?= ?("
    + _ATOM
    + rb"(?: ?(?:\*\*|[*/+^-]|\xc2\xb7) ?"
    + _ATOM
    + rb"|\xc2[\xb2\xb3]){1,12})(?![\w(]|\.\w)"
)
_POWER = regex(rb"\^ ?-?\d|\*\* ?\d|\xc2[\xb2\xb3]")
_SKETCH = bytes(
    0x30
    if chr(c).isdigit()
    else 0x61
    if chr(c).isalpha()
    else 0x20
    if c in b" -"
    else 0x5F
    if c == 0x2C
    else c
    if c in b"._%"
    else 0x28
    for c in range(128)
) + bytes(128)
_SHORT = {
    b"\xc2\xb5": b"u", b"\xce\xbc": b"u", b"\xce\xa9": b"Ohm", b"\xc2\xb0": b"deg",
    b"\xc2\xb2": b"^2", b"\xc2\xb3": b"^3", b"\xc2\xb7": b"*", b"\xe2\x8b\x85": b"*",
}  # fmt: skip
_CONTEXT = Context(prec=12)
_LONGEST = 80
_MOST_DIGITS = 40


def _tables() -> tuple[dict[str, tuple[str, Decimal]], dict[str, str], dict[str, str]]:
    """Symbol -> (base, factor); written name -> symbol; lower-case symbol -> symbol where letter case tells
    nothing.
    """
    symbols: dict[str, tuple[str, Decimal]] = {}
    names: dict[str, str] = {}
    for symbol, (base, factor, prefixes, written) in _UNITS.items():
        symbols[symbol] = (base, Decimal(factor))
        spelled = [n + s for n in written.split() for s in ("", "s", "es")]
        names.update(dict.fromkeys(spelled, symbol))
        for prefix, (long, power) in _PREFIXES.items():
            if prefix in prefixes:
                symbols[prefix + symbol] = (base, Decimal(factor).scaleb(power))
                names.update({long + n: prefix + symbol for n in spelled})
        if symbol == "B":
            symbols["PB"] = (base, Decimal(1).scaleb(15))
            for prefix, (long, power) in _BINARY.items():
                symbols[prefix + symbol] = (base, Decimal(1024) ** power)
                names.update({long + n: prefix + symbol for n in spelled})
    lower: dict[str, list[str]] = {}
    for symbol in symbols:
        lower.setdefault(symbol.lower(), []).append(symbol)
    return symbols, names, {low: same[0] for low, same in lower.items() if len(same) == 1}


_SYMBOLS, _NAMES, _FOLDED = _tables()


def base_of(symbol: str) -> tuple[str, Decimal] | None:
    """(base symbol, factor) of the symbol of a unit (`ms`: `s`, 0.001); None where it is not in the table."""
    return _SYMBOLS.get(symbol)


_BY_WORD = {
    **{symbol: symbol for symbol in _ALONE},
    **{symbol.lower(): symbol for symbol in sorted(_ALONE) if _FOLDED.get(symbol.lower()) == symbol},
    **{symbol.upper(): symbol for symbol in sorted(_ALONE) if _FOLDED.get(symbol.lower()) == symbol},
    **{
        form: symbol
        for name, symbol in _NAMES.items()
        if symbol in _ALONE
        for form in (name, name.capitalize())
    },
}


def unit_term(word: str) -> str:
    """The term of a word that is a unit, or an identifier that ends in one (`timeout_ms`); `` for any other."""
    found = _BY_WORD.get(word)
    if found is None and "_" in word:
        found = _BY_WORD.get(word.rpartition("_")[2])
    return f"=#{found}" if found else ""


def sketch(data: bytes) -> bytes:
    """A text in ASCII with one sign for each sort of character that matters around a number: `0` a digit, `a` a
    letter, a blank also for `-`, `_` also for a comma, the dot and `%` themselves, `(` for all others. To look for
    two signs in it takes a fraction of the time of a pattern.
    """
    return data.translate(_SKETCH)


def quantities(data: bytes, *, spelled: bool = True, sketched: bytes | None = None) -> list[tuple[str, str]]:
    """(term, as written) of the numbers with units, the units written in two words and the formulas of a
    text, in reading order of each.

    A caller that knows that none of SPELLED is there says so with `spelled`, and gives the `sketch` of a text in ASCII
    if it has made it.
    """
    out: list[tuple[str, str]] = []
    if _MAYBE.search(data) if sketched is None else _may_measure(sketched):
        for match in _NUMBER_AND_UNIT.finditer(data):
            _measure(data, match, out)
    if spelled:
        for match in _TWO_WORDS.finditer(data):
            symbol = _NAMES.get((match[2] + match[3]).decode("ascii").lower())
            if symbol is not None:
                text = match[0].decode("ascii")
                if match[1] is not None and len(match[1]) <= _MOST_DIGITS:
                    base, factor = _SYMBOLS[symbol]
                    out.append(
                        (
                            f"=#{_digits(Decimal(match[1].decode('ascii').replace('_', '').replace(',', '')) * factor)}{base}",
                            text,
                        )
                    )
                out.append((f"=#{symbol}", text))
    if (b"^" in data or b"**" in data or b"\xc2" in data) and _POWER.search(data):
        out.extend(
            (f"=#{_squeezed(m[1])}={_squeezed(m[2])}", m[0].decode("utf-8", "replace"))
            for m in _FORMULA.finditer(data)
            if len(m[0]) <= _LONGEST and _POWER.search(m[2])
        )
    return out


def _may_measure(sketched: bytes) -> bool:
    """False where no digit begins a number, or none has a unit behind it."""
    return (
        b"0" in sketched
        and (b" 0" in sketched or b"(0" in sketched or b"%0" in sketched or sketched.startswith(b"0"))
        and (b"0a" in sketched or b"0 a" in sketched or b"0%" in sketched or b"0 %" in sketched)
    )


def _measure(data: bytes, match: re.Match[bytes], out: list[tuple[str, str]]) -> None:
    """The value in base units; the unit itself is a word, which `unit_term` knows."""
    number, gap, written = match.groups()
    found = _unit_of(written)
    if found is None or len(number) > _MOST_DIGITS:
        return
    start = match.start()
    if start and (data[start - 1 : start].isalnum() or data[start - 1] in b"_."):
        return
    if (
        written == b"%"
        and (gap or data[match.end() : match.end() + 1] == b"(")
        and not _is_share(data, match.end())
    ):
        return
    base, factor = found
    try:
        value = Decimal(number.decode("ascii").replace("_", "").replace(",", "")) * factor
    except InvalidOperation:
        return
    out.append((f"=#{_digits(value)}{base}", match[0].decode("utf-8", "replace")))


def _is_share(data: bytes, end: int) -> bool:
    """Whether `5 %` is a share and no remainder: nothing to divide by follows."""
    after = data[end : end + 6].lstrip(b" ")
    return not (after[:1].isalnum() or after.startswith((b"_", b"("))) or after.startswith(
        (b"of ", b"in ", b"per ")
    )


@lru_cache(20_000)
def _unit_of(written: bytes) -> tuple[str, Decimal] | None:
    """(base, factor) of a unit or of a product or quotient of some; the first alone where the others are no
    units.
    """
    base, factor, sign = "", Decimal(1), "*"
    first: tuple[str, Decimal] | None = None
    for match in _PIECE.finditer(_plain(written).decode("ascii", "ignore")):
        symbol = _symbol(match[1])
        if symbol is None:
            return first
        own, size = _SYMBOLS[symbol]
        power = int((match[2] or "1").lstrip("^"))
        factor *= size ** (-power if sign == "/" else power)
        base += ("" if not base else sign) + own + (str(power) if power != 1 else "")
        first = first or (base, factor)
        sign = match[3] or "*"
    return (base, factor) if base else None


def _symbol(written: str) -> str | None:
    if written in _SYMBOLS:
        return written
    if (named := _NAMES.get(written.lower())) is not None:
        return named
    return {
        "KB": "kB",
        "K": "K",
        "l": "L",
        "ml": "mL",
        "hr": "h",
        "hrs": "h",
        "secs": "s",
        "mins": "min",
        "msec": "ms",
    }.get(written, _FOLDED.get(written.lower()) if len(written) > 1 else None)


def _plain(written: bytes) -> bytes:
    for sign, short in _SHORT.items():
        written = written.replace(sign, short)
    return written


def _squeezed(text: bytes) -> str:
    plain = _plain(text).replace(b"**", b"^").replace(b" ", b"").replace(b"*", b"")
    return plain.decode("ascii", "replace").lower()


def _digits(value: Decimal) -> str:
    """One spelling for equal numbers; no exponent within 15 digits of the point."""
    short = _CONTEXT.plus(value).normalize()
    return f"{short:f}" if -15 <= short.adjusted() <= 15 else f"{short:E}"
