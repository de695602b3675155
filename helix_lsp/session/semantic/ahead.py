"""Vectors made while nobody asks, for the passages that a second opinion will be asked about.

Invariants: one thread, of low priority where the system has that, which rests while questions come; what is
made is kept at once, so that an interruption loses one text and the next run goes on; the number of passages
is bounded (`MeaningTuning.ahead_passages`); nothing is sent to a server ahead.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from helix_lsp.errors import Cancelled
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.rerank import passage_of
from helix_lsp.session.semantic.by_meaning import ByMeaning
from helix_lsp.text.line_index import lines_of
from helix_lsp.tuning.meaning import MEANING

_TOGETHER = 16  # passages between two looks at the clock


class Ahead:
    """`made` counts what this run made; `finished` is set when it has nothing more to do."""

    def __init__(
        self, port: ByMeaning, *, rest: float = MEANING.ahead_rest, most: int = MEANING.ahead_passages
    ) -> None:
        self._port, self._rest, self._most = port, rest, most
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.made = 0
        self.problem = ""
        self.finished = threading.Event()

    def start(self, snapshot: Snapshot, texts: Callable[[str], bytes | None]) -> None:
        """Begin with this snapshot; does nothing while a run is under way or after `stop`."""
        if self._stop.is_set() or (self._thread is not None and self._thread.is_alive()):
            return
        self.finished.clear()
        self._thread = threading.Thread(
            target=self._run, args=(snapshot, texts), name="helix-vectors", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """End it behind the text that is being read."""
        self._stop.set()

    def _run(self, snapshot: Snapshot, texts: Callable[[str], bytes | None]) -> None:
        with suppress(AttributeError, OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 15)
        some: list[str] = []
        try:
            for seen, passage in enumerate(passages(snapshot, texts, self._check)):
                some.append(passage)
                if len(some) == _TOGETHER or seen + 1 >= self._most:
                    self._make(some)
                    some = []
                if seen + 1 >= self._most:
                    break
            self._make(some)
        except Cancelled:
            pass
        except Exception as error:  # noqa: BLE001  (a model that fails costs its vectors, never the server)
            self.problem = str(error) or type(error).__name__
        finally:
            self.finished.set()

    def _make(self, some: list[str]) -> None:
        while (wait := self._port.last_asked + self._rest - time.monotonic()) > 0:
            self._check()
            self._stop.wait(wait)
        self._check()
        self.made += self._port.make(tuple(some), self._check)

    def _check(self) -> None:
        if self._stop.is_set():
            raise Cancelled


def passages(
    snapshot: Snapshot, texts: Callable[[str], bytes | None], check: Callable[[], None]
) -> Iterator[str]:
    """Every unit as `search/rerank` shows it, code first, then by path."""
    entries = {path: snapshot.file(path) for path in snapshot.paths()}
    order = sorted(entries, key=lambda p: ((e := entries[p]) is None or e.surface.kind != "code", p))
    for path in order:
        check()
        units = snapshot.units(path)
        lines = lines_of(texts(path) or b"") if units else []
        for unit in units:
            yield passage_of(path, unit, lines)
