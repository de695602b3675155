"""What was left out and why: every file that is not in the index, or only by its name, is accounted for here.

Reasons are fixed words, so that they can be counted; `detail` adds what differs. Counts are exact; paths are
kept up to a cap for each reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import msgspec

from helix_lsp.session.disk.disk import Reason as ReadReason

Reason = (
    ReadReason
    | Literal[
        "submodule",
        "other repository",
        "dependency folder",
        "hidden folder",
        "same file",
        "excluded",
        "name is not UTF-8",
        "name refused",
        "file cap",
        "byte cap",
        "binary",
        "UTF-16 or UTF-32",
        "parser died",
        "parser timed out",
        "parser failed",
    ]
)
BY_NAME_ONLY: frozenset[Reason] = frozenset(
    {"too large", "binary", "UTF-16 or UTF-32", "parser died", "parser timed out", "parser failed"}
)
_MOST_PATHS = 200


class Skipped(msgspec.Struct, frozen=True, kw_only=True):
    """One path (bytes that are not UTF-8 shown as escapes) and why it was left out."""

    path: str
    reason: Reason
    detail: str = ""


class SkippedCount(msgspec.Struct, frozen=True, kw_only=True):
    """How many paths one reason left out, with up to five of them."""

    reason: Reason
    count: int
    examples: tuple[str, ...]


@dataclass(slots=True)
class Skips:
    """Collects while a refresh runs; the only mutable thing here."""

    _counts: dict[Reason, int] = field(default_factory=dict["Reason", int])
    _kept: dict[Reason, list[Skipped]] = field(default_factory=dict["Reason", "list[Skipped]"])

    def add(self, path: str | bytes, reason: Reason, detail: str = "", *, count: int = 1) -> None:
        """Note a path; `count` above one stands for that many paths of which this is the first."""
        shown = path if isinstance(path, str) else path.decode("utf-8", "backslashreplace")
        shown = shown.encode("utf-8", "backslashreplace").decode("utf-8")
        self._counts[reason] = self._counts.get(reason, 0) + count
        kept = self._kept.setdefault(reason, [])
        if len(kept) < _MOST_PATHS:
            kept.append(Skipped(path=shown, reason=reason, detail=detail))

    def extend(self, other: Skips) -> None:
        """Add everything another collector holds."""
        for reason, kept in other._kept.items():
            self._counts[reason] = self._counts.get(reason, 0) + other._counts[reason]
            mine = self._kept.setdefault(reason, [])
            mine.extend(kept[: _MOST_PATHS - len(mine)])

    def listed(self) -> tuple[Skipped, ...]:
        """All kept paths, by path and reason."""
        return tuple(
            sorted((s for kept in self._kept.values() for s in kept), key=lambda s: (s.path, s.reason))
        )

    def counts(self) -> tuple[SkippedCount, ...]:
        """Exact counts with examples, by reason."""
        return tuple(
            SkippedCount(
                reason=reason, count=self._counts[reason], examples=tuple(sorted(s.path for s in kept)[:5])
            )
            for reason, kept in sorted(self._kept.items())
        )
