"""How answers and queries ended, counted per day beside the index of a workspace. Nothing is ever sent, and no word of a
question or answer is kept.

    2026-11-20 grounded 3        one line a count in telemetry.txt; lines are appended, and folded together when the file has grown

Invariants: only the words of `COUNTED` are counted; counting never raises and never fails an answer; a
damaged line is passed over; days older than `telemetry_days` (tuning) go; with `privacy.telemetry` off
nothing is written. Appending keeps counts of processes that write at the same moment; a count that falls into
the instant of folding may be lost.
Rates are those of docs/reference/ladder.md, S0-33: shares of the questions, except clarify_resolved (of
clarifications), model_failure (of model calls), zero_result (of queries) and cache_hit: of the vectors that
questions and queries needed, those that were kept from before.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec

from helix_lsp.config import SessionConfig
from helix_lsp.session.disk.scan import read_private, write_private
from helix_lsp.text.regex import regex

NAME = "telemetry.txt"
COUNTED = (
    "questions", "grounded", "hybrid", "general", "hypothesis", "clarify", "clarify_resolved", "no_evidence", "model_calls", "model_failures",
    "queries", "queries_empty", "results", "vectors", "vectors_kept",
)  # fmt: skip
_RATES = (
    ("grounded_rate", "grounded", "questions"),
    ("hypothesis_rate", "hypothesis", "questions"),
    ("clarify_rate", "clarify", "questions"),
    ("clarify_resolved_rate", "clarify_resolved", "clarify"),
    ("no_evidence_rate", "no_evidence", "questions"),
    ("model_failure_rate", "model_failures", "model_calls"),
    ("zero_result_rate", "queries_empty", "queries"),
    ("cache_hit_rate", "vectors_kept", "vectors"),
)
_LINE = regex(rb"(\d{4}-\d\d-\d\d) ([a-z_]{1,30}) (\d{1,12})\Z")
_FOLD_BYTES = 64_000
_MOST_BYTES = 4_000_000
_writing = threading.Lock()


class Day(msgspec.Struct, frozen=True, kw_only=True):
    """Counts of one day (ISO date, local time) in the order of `COUNTED`."""

    day: str
    counts: tuple[tuple[str, int], ...]


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """`days` oldest first; `rates` are (name, 0..1 or None where there is nothing to divide by)."""

    enabled: bool
    days: tuple[Day, ...]
    totals: tuple[tuple[str, int], ...]
    rates: tuple[tuple[str, float | None], ...]


def _this_day() -> str:
    return dt.datetime.now().astimezone().date().isoformat()


class Telemetry:
    """The counts of one index folder; holds nothing open."""

    def __init__(self, directory: str, cfg: SessionConfig, today: Callable[[], str] = _this_day) -> None:
        self._path = Path(directory) / NAME
        self._cfg = cfg
        self._today = today

    def count(self, *names: str, **numbers: int) -> None:
        """Count each name once, and each of `numbers` so often; unknown names are a bug of the caller and raise
        AssertionError. A disk that refuses is passed over.
        """
        rows = [*((name, 1) for name in names), *((name, n) for name, n in numbers.items() if n > 0)]
        assert all(name in COUNTED for name, _ in rows), rows
        if not self._cfg.telemetry or not rows:
            return
        day = self._today()
        with _writing, contextlib.suppress(OSError):
            self._append("".join(f"{day} {name} {n}\n" for name, n in rows).encode("ascii"))

    def report(self) -> Counts:
        """What was counted so far."""
        days = self._read()
        totals = {name: sum(counts.get(name, 0) for counts in days.values()) for name in COUNTED}
        return Counts(
            enabled=self._cfg.telemetry,
            days=tuple(Day(day=day, counts=_ordered(counts)) for day, counts in sorted(days.items())),
            totals=_ordered(totals),
            rates=tuple((rate, _share(totals[part], totals[whole])) for rate, part, whole in _RATES),
        )

    def query(self, results: int, vectors: tuple[int, int] = (0, 0)) -> None:
        """Count one query with its results; `vectors` are those that it needed, and of them those that were kept."""
        needed, kept = vectors
        empty = () if results else ("queries_empty",)
        self.count("queries", *empty, results=results, vectors=needed, vectors_kept=kept)

    def clear(self) -> None:
        """Forget everything; a disk that refuses is passed over."""
        with _writing, contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _append(self, lines: bytes) -> None:
        flags = (
            os.O_WRONLY
            | os.O_CREAT
            | os.O_APPEND
            | getattr(os, "O_CLOEXEC", 0)
            | getattr(os, "O_NOFOLLOW", 0)
            | getattr(os, "O_NONBLOCK", 0)
        )
        descriptor = os.open(self._path, flags, 0o600)
        try:
            os.write(descriptor, lines)
            size = os.fstat(descriptor).st_size
        finally:
            os.close(descriptor)
        if size > _FOLD_BYTES:
            self._fold()

    def _fold(self) -> None:
        days = self._read()
        kept = sorted(days)[-self._cfg.telemetry_days :]
        text = "".join(f"{day} {name} {n}\n" for day in kept for name, n in _ordered(days[day]) if n)
        temporary = self._path.with_name(f"{NAME}.{os.getpid()}")
        write_private(temporary, text.encode("ascii"))
        os.replace(temporary, self._path)

    def _read(self) -> dict[str, dict[str, int]]:
        """Day -> name -> count, of the days that are kept."""
        try:
            data = read_private(self._path, _MOST_BYTES)
        except OSError:
            return {}
        days: dict[str, dict[str, int]] = {}
        for line in data.split(b"\n"):
            if (found := _LINE.match(line)) and (name := found[2].decode("ascii")) in COUNTED:
                counts = days.setdefault(found[1].decode("ascii"), {})
                counts[name] = counts.get(name, 0) + int(found[3])
        return {day: days[day] for day in sorted(days)[-self._cfg.telemetry_days :]}


def _ordered(counts: dict[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((name, counts.get(name, 0)) for name in COUNTED)


def _share(part: int, whole: int) -> float | None:
    return round(min(1.0, part / whole), 6) if whole else None
