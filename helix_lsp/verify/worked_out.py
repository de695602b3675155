"""Numbers that an answer works out: said only where the expression stands in what is cited and in the sentence, and the sum is right.

The gate does the sum itself. A length of time may be told in another unit; a plain number is a count of bytes only where what is cited names
a unit of bytes.
"""

from __future__ import annotations

import re
from fractions import Fraction

from helix_lsp.text.arithmetic import worked
from helix_lsp.verify.quantity import Quantity, quantities
from helix_lsp.verify.reading import read

_BYTES = re.compile(r"(?:\b|_)(?:[kmg]i?b|(?:kilo|mega|giga|kibi|mebi|gibi)?bytes?|octets?)(?:\b|_)|Bytes\b", re.I)


def worked_out(sentence: str, cited: str) -> tuple[Quantity, ...]:
    """The quantities that follow from the expressions of the cited text that the sentence shows in a code span."""
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
