"""How answers and queries ended, counted per day beside the index of a workspace. Nothing is ever sent, and no
word of a question or answer is kept. Also the latest questions with what each rung did, and requests that
failed.

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
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec

from helix_lsp.config import SessionConfig
from helix_lsp.session.disk.scan import append_private, read_private, replace_private
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import replaced_in

if TYPE_CHECKING:
    from helix_lsp.ask.rungs.envelope import Envelope
    from helix_lsp.ask.trace import Trace


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
            lines = "".join(f"{day} {name} {n}\n" for name, n in rows).encode("ascii")
            if append_private(self._path, lines) > _FOLD_BYTES:
                self._fold()

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

    def _fold(self) -> None:
        days = self._read()
        kept = sorted(days)[-self._cfg.telemetry_days :]
        text = "".join(f"{day} {name} {n}\n" for day in kept for name, n in _ordered(days[day]) if n)
        replace_private(self._path, text.encode("ascii"))

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


# The latest questions of a workspace with what each rung did, beside its index: for `helix-lsp trace` and
# for a report of a fault.
#
#     traces/trace-17.json      one `trace-record.v1` a file; the highest number is the latest
#
# Invariants: at most `privacy.traces` are kept, none when it is 0; keeping never raises and never fails an
# answer; a file that is not a record is passed over. They hold the words of questions, so the folder is the
# user's alone, and nothing of it is ever sent.

FOLDER = "traces"
_CONTRACT = "trace-record.v1"
_DIGITS = 10


def _now() -> str:
    return dt.datetime.now().astimezone().isoformat(timespec="milliseconds")


def _json(record: dict[str, Any]) -> bytes:
    """A path that is not UTF-8 is in it for people to read, not to be opened."""
    try:
        return msgspec.json.encode(record)
    except UnicodeEncodeError:
        return msgspec.json.encode(replaced_in(record))


class Numbered:
    """The latest files of one folder of the user's alone, at most `most`: `head`, a number and `tail`; the highest number
    is the latest.
    """

    def __init__(self, folder: Path, head: str, tail: str, most: int) -> None:
        self._folder, self._head, self._tail, self._most = folder, head, tail, most

    def add(self, data: bytes) -> Path:
        """The latest file from now on; the oldest ones go. Raises OSError."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        numbers = self.numbers()
        target = self.place((numbers[-1] if numbers else 0) + 1)
        descriptor, draft = tempfile.mkstemp(dir=self._folder)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.replace(draft, target)
        for number in numbers[: max(0, len(numbers) - self._most + 1)]:
            with contextlib.suppress(OSError):
                os.unlink(self.place(number))
        return target

    def numbers(self) -> list[int]:
        """Of the files that are there, the oldest first; none where the folder cannot be read."""
        try:
            names = os.listdir(self._folder)
        except OSError:
            return []
        ours = (name for name in names if name.startswith(self._head) and name.endswith(self._tail))
        digits = (name[len(self._head) : -len(self._tail)] for name in ours)
        return sorted(int(one) for one in digits if one.isascii() and one.isdigit() and len(one) < _DIGITS)

    def place(self, number: int) -> Path:
        """Of a file with this number."""
        return self._folder / f"{self._head}{number}{self._tail}"


class Traces:
    """The kept questions of one index folder; holds nothing open."""

    def __init__(self, directory: str, cfg: SessionConfig, now: Callable[[], str] = _now) -> None:
        self._most = cfg.traces
        self._files = Numbered(Path(directory) / FOLDER, "trace-", ".json", cfg.traces)
        self._now = now

    def keep(self, envelope: Envelope, trace: Trace, session_id: str) -> None:
        """The latest question; the oldest ones go."""
        if not self._most:
            return
        from helix_lsp.wire.retrieval_plan import trace_to_wire  # whoever only clears or reads asks nothing

        with contextlib.suppress(OSError):
            record = trace_to_wire(envelope, trace, asked_at=self._now(), session_id=session_id)
            self._files.add(_json(record))

    def records(self) -> tuple[dict[str, Any], ...]:
        """`trace-record.v1` of each, the oldest first."""
        found: list[dict[str, Any]] = []
        for number in self._files.numbers():
            with contextlib.suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError):
                record: object = msgspec.json.decode(read_private(self._files.place(number), _MOST_BYTES))
                if isinstance(record, dict) and cast("dict[str, Any]", record).get("schema") == _CONTRACT:
                    found.append(cast("dict[str, Any]", record))
        return tuple(found)


# Requests that failed because something could not be read, written or started: counted beside the index of
# a workspace, with the last lines.
#
#     2026-11-22T20:05:07 textDocument/hover: ...        one line each in failures.txt, the latest last
#
# Invariants: noting never raises and never fails an answer. What cannot be written now is written with the
# next; a file that has grown is cut to its latest lines. Lines older than `_DAYS` do not count. Nothing is
# ever sent.

NAME_FAILURES = "failures.txt"
_MOST_BYTES_FAILURES = 64_000
_MOST_WAITING = 200
_LONGEST = 400
_DAYS = 7


class Failed(msgspec.Struct, frozen=True, kw_only=True):
    """How many requests failed in the last week, and the latest line; 0 and `` for none."""

    count: int
    last: str

    def words(self) -> str:
        """One line for a person; `` for none."""
        return (
            f"{self.count:,} {'request' if self.count == 1 else 'requests'} failed within a week; the last at {self.last}"
            if self.count
            else ""
        )


def _now_failures() -> dt.datetime:
    return dt.datetime.now().astimezone().replace(tzinfo=None)


class Failures:
    """Those of one index folder; holds nothing open. From any thread."""

    def __init__(self, directory: str, now: Callable[[], dt.datetime] = _now_failures) -> None:
        self._path = Path(directory) / NAME_FAILURES
        self._now = now
        self._writing = threading.Lock()
        self._waiting: deque[bytes] = deque(maxlen=_MOST_WAITING)

    def note(self, line: str) -> None:
        """One request more."""
        said = " ".join(line.split())[:_LONGEST]
        with self._writing:
            self._waiting.append(
                f"{self._now().isoformat(timespec='seconds')} {said}\n".encode("utf-8", "backslashreplace")
            )
            self._write()

    def waiting(self) -> tuple[bytes, ...]:
        """The lines that could not be written yet, the latest last; it is tried once more."""
        with self._writing:
            self._write()
            return tuple(self._waiting)

    def report(self, elsewhere: Sequence[bytes] = ()) -> Failed:
        """With what another process of ours noted: in the file, and the lines that it could not write."""
        since = (self._now() - dt.timedelta(days=_DAYS)).isoformat(timespec="seconds").encode("ascii")
        with self._writing:
            self._write()
            try:
                lines = self._path.read_bytes().splitlines() if self._path.is_file() else []
            except OSError:
                lines = []
            lines = [
                line
                for line in (*lines, *(one.rstrip() for one in (*self._waiting, *elsewhere)))
                if line[:19] >= since
            ]
        return Failed(count=len(lines), last=lines[-1].decode("utf-8", "backslashreplace") if lines else "")

    def _write(self) -> None:
        if not self._waiting:
            return
        with contextlib.suppress(OSError):
            size = append_private(self._path, b"".join(self._waiting))
            self._waiting.clear()
            if size > _MOST_BYTES_FAILURES:
                kept = self._path.read_bytes()[-_MOST_BYTES_FAILURES // 2 :].partition(b"\n")[2]
                replace_private(self._path, kept)
