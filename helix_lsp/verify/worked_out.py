"""Numbers that an answer works out: said only where the expression is in what is cited and in the
sentence, and the sum is right.

The gate does the sum itself. A length of time may be told in another unit; a plain number is a count of bytes
only where what is cited names a unit of bytes.
"""

from __future__ import annotations

import re
from fractions import Fraction

from helix_lsp.config.verify import VerifyConfig
from helix_lsp.text.arithmetic import worked
from helix_lsp.text.identifiers import lower_parts
from helix_lsp.verify.dimension import same_quantity
from helix_lsp.verify.quantity import Quantity, quantities
from helix_lsp.verify.reading import read

_NAMED = {
    "ms": "ms", "millis": "ms", "milliseconds": "ms", "seconds": "s", "secs": "s", "sec": "s", "minutes": "min", "mins": "min", "hours": "h",
    "bytes": "B", "kib": "KiB", "mib": "MiB", "gib": "GiB",
}  # fmt: skip
_SPAN = re.compile(r"`[^`\n]{1,400}`")
_BYTES = re.compile(
    r"(?:\b|_)(?:[kmg]i?b|(?:kilo|mega|giga|kibi|mebi|gibi)?bytes?|octets?)(?:\b|_)|Bytes\b", re.I
)


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
