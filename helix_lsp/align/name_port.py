"""The port to a reader of one language that infers types (jedi for Python). It lives in the world; this floor
knows only its answers.
"""

from __future__ import annotations

from typing import Protocol


class NameOracle(Protocol):
    """Asked where the judgement of this floor ends; never raises, and says nothing rather than be late."""

    def definitions(self, path: str, data: bytes, offset: int) -> tuple[tuple[str, int], ...] | None:
        """(path below the root, byte of the name) of what the name at byte `offset` of `data` means; a path
        of `` lies outside the root.
        Empty or None: not known.
        """
        ...


class NoOracle:
    """Knows nothing."""

    def definitions(self, path: str, data: bytes, offset: int) -> tuple[tuple[str, int], ...] | None:  # noqa: ARG002  the port's shape
        """None."""
        return None


NO_ORACLE = NoOracle()
