"""Steps of a history -> their notes, in order: in this process for a few commits, in several for many.

A process that dies or is too slow costs its step nothing but time: the step is taken apart here. So is all of
it where no process can be started.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

from msgspec import msgpack

from helix_lsp.config import IndexConfig
from helix_lsp.session.notes import Notes, notes_of
from helix_lsp.session.pool import PACKAGES, Job, Pool, PoolBroken

_notes = msgpack.Decoder(Notes)
_PROGRAM = "import sys; most = int(sys.argv.pop()); sys.path[:0] = sys.argv[1:]; from helix_lsp.session.notes import main; main(most)"
Step = tuple[bytes, int]
Noted = tuple[Notes | None, int]


def noted(
    steps: Iterable[Step],
    most: int,
    check: Callable[[], None],
    *,
    processes: int,
    seconds: float,
    held: int,
    command: Sequence[str] | None = None,
) -> Generator[Noted]:
    """(notes of the patches, None where a step has none; the step's own number), in the order of the steps.

    One process or none means this one. `seconds` bounds one step in a process, `held` the bytes of patches
    that wait. `check` may raise.
    """
    todo = iter(steps)
    if processes > 1:
        stream = _Stream(most, check)
        asked = (
            tuple(command)
            if command is not None
            else (sys.executable, "-P", "-c", _PROGRAM, PACKAGES, str(most))
        )
        with Pool(processes, IndexConfig(), seconds, command=asked) as pool:
            try:
                yield from stream.through(pool, todo, 2 * processes, held)
            except PoolBroken as broken:
                stream.here({job.key: job.data for job in broken.left})
        yield from stream.done()
    for patches, number in todo:
        yield (notes_of(patches, most, check) if patches else None), number


class _Stream:
    """Steps on their way through a pool: `order` is what was asked and not given yet, `back` what came out of
    it.
    """

    def __init__(self, most: int, check: Callable[[], None]) -> None:
        self._most, self._check = most, check
        self._order: deque[tuple[int, int, bool]] = deque()  # key, the step's number, whether it has patches
        self._back: dict[int, Notes] = {}
        self._inside = 0

    def through(self, pool: Pool, steps: Iterator[Step], most_jobs: int, most_bytes: int) -> Iterator[Noted]:
        """Keeps the pool filled, with no more than it may hold ahead."""
        for key, (patches, number) in enumerate(steps):
            self._order.append((key, number, bool(patches)))
            if patches:
                self._inside += len(patches)
                pool.submit(Job(key=key, path="", data=patches))
            while pool.outstanding and (
                pool.ready() or pool.outstanding >= most_jobs or self._inside > most_bytes
            ):
                self._take(pool)
            yield from self.done()
        while pool.outstanding:
            self._take(pool)
            yield from self.done()

    def done(self) -> Iterator[Noted]:
        """What is first and is ready."""
        while self._order and (not self._order[0][2] or self._order[0][0] in self._back):
            key, number, _ = self._order.popleft()
            yield self._back.pop(key, None), number

    def here(self, left: dict[int, bytes]) -> None:
        """Take apart in this process what no other did."""
        for key in sorted(left):
            self._back[key] = notes_of(left[key], self._most, self._check)

    def _take(self, pool: Pool) -> None:
        got = pool.take(self._check)
        self._inside -= len(got.job.data)
        packed = got.packed
        self._back[got.job.key] = (
            _notes.decode(packed) if packed is not None else notes_of(got.job.data, self._most, self._check)
        )
