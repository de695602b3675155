"""Vectors made while nobody asks: of the passages that a second opinion will be asked about, and of the places that
are found by meaning alone.

Invariants: one thread, of low priority where the system has that, which rests while questions come; what is made is
kept at once, so that an interruption loses one step and the next run goes on; the number of passages is bounded
(`MeaningTuning.ahead_passages`); nothing is sent to a server ahead.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from helix_lsp.errors import Cancelled
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.rerank import passage_of
from helix_lsp.session.semantic.by_meaning import ByMeaning
from helix_lsp.tuning.search import MEANING

Texts = Callable[[str], bytes | None]
Check = Callable[[], None]
Maker = Callable[[Snapshot, Texts, Check], Iterator[int]]  # how many vectors each step made

_TOGETHER = 16  # passages between two looks at the clock
_LAST = 5.0  # seconds that the last text may take, and the opening of the model before it


class Ahead:
    """`makers` one after the other. `last_asked` is when somebody last waited for vectors, of `time.monotonic`. `made`
    counts what this run made; `finished` is set when it has nothing more to do.
    """

    def __init__(
        self, makers: Sequence[Maker], last_asked: Callable[[], float], *, rest: float = MEANING.ahead_rest
    ) -> None:
        self._makers, self._asked, self._rest = makers, last_asked, rest
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.made = 0
        self.problem = ""
        self.finished = threading.Event()

    def start(self, snapshot: Snapshot, texts: Texts) -> None:
        """Begin with this snapshot; does nothing while a run is under way or after `stop`."""
        if self._stop.is_set() or (self._thread is not None and self._thread.is_alive()):
            return
        self.finished.clear()
        self._thread = threading.Thread(
            target=self._run, args=(snapshot, texts), name="helix-vectors", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """End it behind the text that is being read, and wait for that: a process that ends while a model works ends
        with an error of its library.
        """
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(_LAST)

    def _run(self, snapshot: Snapshot, texts: Texts) -> None:
        with suppress(AttributeError, OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 15)
        try:
            for make in self._makers:
                self._wait()
                for made in make(snapshot, texts, self._check):
                    self.made += made
                    self._wait()
        except Cancelled:
            pass
        except Exception as error:  # noqa: BLE001  (a model that fails costs its vectors, never the server)
            self.problem = str(error) or type(error).__name__
        finally:
            self.finished.set()

    def _wait(self) -> None:
        while (wait := self._asked() + self._rest - time.monotonic()) > 0:
            self._check()
            self._stop.wait(wait)
        self._check()

    def _check(self) -> None:
        if self._stop.is_set():
            raise Cancelled


def of_passages(port: ByMeaning, most: int = MEANING.ahead_passages) -> Maker:
    """Makes what a second opinion on a list will be asked about, some passages a step."""

    def make(snapshot: Snapshot, texts: Texts, check: Check) -> Iterator[int]:
        some: list[str] = []
        for seen, passage in enumerate(passages(snapshot, texts, check)):
            if seen == most:
                break
            some.append(passage)
            if len(some) == _TOGETHER:
                yield port.make(tuple(some), check)
                some = []
        yield port.make(tuple(some), check)

    return make


def passages(snapshot: Snapshot, texts: Texts, check: Check) -> Iterator[str]:
    """Every unit as `search/rerank` shows it and each file by its path alone, code first, then by path."""
    entries = {path: snapshot.file(path) for path in snapshot.paths()}
    order = sorted(entries, key=lambda p: ((e := entries[p]) is None or e.surface.kind != "code", p))
    for path in order:
        check()
        units = snapshot.units(path)
        data = texts(path) or b"" if units else b""
        for unit in (None, *units):
            yield passage_of(path, unit, snapshot, data)
