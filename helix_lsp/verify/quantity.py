"""Numbers of a text with their units, so that two spellings of one quantity are one value.

A number keeps its sign where one is written before it; `2_000`, `2,000` and `2000` are one value; a dotted
version (`1.2.3`) is a word of its own; two to twelve may be written as words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from helix_lsp.verify.unit_names import unit_at

_NUMBER = re.compile(
    r"(?:(?<![\w.])|(?<=\d\.\.))(?P<sign>(?<![\w)\]])[-−])?(?P<body>\d+(?:\.\d+){2,}|0[xX][0-9a-fA-F]+|"
    r"(?:\d{1,3}(?:[,_]\d{3})+|\d[\d_]*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=$|[^\w]|[A-Za-zµμ°Ω%])"
)
NUMBER_WORDS = {
    w: n for n, w in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}
"""The one table of numbers that are written as words."""
_WORD = re.compile(rf"(?<![\w-])(?:{'|'.join(w for w, n in NUMBER_WORDS.items() if n > 1)})(?![\w])", re.I)
_LONGEST = 40
NUMBERED = re.compile(r"(?<![\w-])([A-Z]{2,10})-(\d{1,6})(?![\w-])")
"""A name that ends in a number (`SHA-1`, `UTF-8`): no quantity."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
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
