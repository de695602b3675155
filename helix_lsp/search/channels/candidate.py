"""What a channel returns: a place in the workspace, how well the channel likes it, and the ranking features
it found on the way.
"""

from __future__ import annotations

import msgspec

from helix_lsp.index.units.unit import Unit


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """`unit` is None where the channel knows only the file, or only the definition (`symbol`, an index into
    the outline, else -1).

    `features` are (name, value in 0..1), in a fixed order.
    """

    path: str
    unit: Unit | None
    score: float
    features: tuple[tuple[str, float], ...] = ()
    symbol: int = -1

    @property
    def order(self) -> tuple[float, str, int]:
        """Total order within a channel: better score, then path, then place."""
        return (-round(self.score, 6), self.path, self.unit.span.start if self.unit else self.symbol)
