"""The latest questions of a workspace with what each rung did, beside its index: for `helix-lsp trace` and
for a report of a fault.

    traces/trace-17.json      one `trace-record.v1` a file; the highest number is the latest

Invariants: at most `privacy.traces` are kept, none when it is 0; keeping never raises and never fails an
answer; a file that is not a record is passed over. They hold the words of questions, so the folder is the user's
alone, and nothing of it is ever sent.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec

from helix_lsp.config import SessionConfig
from helix_lsp.session.disk.scan import read_private
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import replaced_in

if TYPE_CHECKING:
    from helix_lsp.ask.rungs.envelope import Envelope
    from helix_lsp.ask.trace import Trace

FOLDER = "traces"
_CONTRACT = "trace-record.v1"
_NAME = regex(r"trace-(\d{1,9})\.json\Z")
_MOST_BYTES = 4_000_000


def _now() -> str:
    return dt.datetime.now().astimezone().isoformat(timespec="milliseconds")


def _json(record: dict[str, Any]) -> bytes:
    """A path that is not UTF-8 is in it for people to read, not to be opened."""
    try:
        return msgspec.json.encode(record)
    except UnicodeEncodeError:
        return msgspec.json.encode(replaced_in(record))


class Traces:
    """The kept questions of one index folder; holds nothing open."""

    def __init__(self, directory: str, cfg: SessionConfig, now: Callable[[], str] = _now) -> None:
        self._folder = Path(directory) / FOLDER
        self._most = cfg.traces
        self._now = now

    def keep(self, envelope: Envelope, trace: Trace, session_id: str) -> None:
        """The latest question; the oldest ones go."""
        if not self._most:
            return
        from helix_lsp.wire.records import trace_to_wire  # whoever only clears or reads asks nothing

        with contextlib.suppress(OSError):
            self._folder.mkdir(mode=0o700, exist_ok=True)
            numbers = self._numbers()
            record = trace_to_wire(envelope, trace, asked_at=self._now(), session_id=session_id)
            data = _json(record)
            descriptor, draft = tempfile.mkstemp(dir=self._folder)
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            os.replace(draft, self._place((numbers[-1] if numbers else 0) + 1))
            for number in numbers[: max(0, len(numbers) - self._most + 1)]:
                with contextlib.suppress(OSError):
                    os.unlink(self._place(number))

    def records(self) -> tuple[dict[str, Any], ...]:
        """`trace-record.v1` of each, the oldest first."""
        found: list[dict[str, Any]] = []
        for number in self._numbers():
            with contextlib.suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError):
                record: object = msgspec.json.decode(read_private(self._place(number), _MOST_BYTES))
                if isinstance(record, dict) and cast("dict[str, Any]", record).get("schema") == _CONTRACT:
                    found.append(cast("dict[str, Any]", record))
        return tuple(found)

    def _numbers(self) -> list[int]:
        try:
            return sorted(int(match[1]) for name in os.listdir(self._folder) if (match := _NAME.match(name)))
        except OSError:
            return []

    def _place(self, number: int) -> Path:
        return self._folder / f"trace-{number}.json"
