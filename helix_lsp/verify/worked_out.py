"""Numbers that an answer works out: said only where the expression stands in what is cited and in the
sentence, and the sum is right.

The gate does the sum itself. A length of time may be told in another unit; a plain number is a count of bytes
only where what is cited names a unit of bytes.
"""

from __future__ import annotations

import re
from fractions import Fraction

from helix_lsp.config.verify import VerifyConfig
from helix_lsp.text.arithmetic import worked
from helix_lsp.verify.dimension import same_quantity
from helix_lsp.verify.quantity import Quantity, quantities
from helix_lsp.verify.reading import read

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
            if sum_.plain or sum_.written not in shown:
                continue
            units = (sum_.unit,) if sum_.unit else ("", "B") if _BYTES.search(cited) else ("",)
            out += [Quantity(value=spelled(sum_.value), unit=unit, written=sum_.written) for unit in units]
    return tuple(out)


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
