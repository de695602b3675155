"""The parsing processes: plain child programs on pipes, so that one that dies or hangs costs one file and
nothing else.

Why not multiprocessing: its executors break as a whole when a worker dies, cannot say on which file, and
import the caller's main program again. Invariants: every submitted job comes back exactly once, with facts or
with the reason; at most two jobs are inside a worker; closing kills and reaps all of them at once. `take`
polls, so a caller is heard at least every 50 ms.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import queue
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Self

import msgspec
from msgspec import msgpack

from helix_lsp.config import IndexConfig
from helix_lsp.session.disk.walk import Reason
from helix_lsp.session.processes.worker import READY, extract_safely, read_frame, write_frame
from helix_lsp.tuning.server import WAITING

_INSIDE = 2
_START_SECONDS = 60.0
PACKAGES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
_PROGRAM = (
    "import sys; sys.path[:0] = sys.argv[1:]; from helix_lsp.session.processes.worker import main; main()"
)
NOTES: dict[str, Reason] = {"binary": "binary", "utf16": "UTF-16 or UTF-32", "failed": "parser failed"}
COMMAND = (sys.executable, "-P", "-c", _PROGRAM, PACKAGES)


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """A file to extract; `key` is the caller's own number for it."""

    key: int
    path: str
    data: bytes


class Extracted(msgspec.Struct, frozen=True, kw_only=True):
    """Packed facts and their language, or None and why; `note` is also set for a binary file, whose facts are
    empty.
    """

    job: Job
    packed: bytes | None
    language: str = ""
    note: Reason | None = None


class PoolBroken(Exception):
    """No process could be started (caught below); `left` are the jobs that have not come back."""

    def __init__(self, left: list[Job]) -> None:
        super().__init__("no parsing process could be started")
        self.left = left


@dataclass(slots=True, eq=False)
class _Worker:
    process: subprocess.Popen[bytes]
    room: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(_INSIDE))
    inside: deque[Job] = field(default_factory=deque[Job])
    since: float = field(default_factory=time.monotonic)
    ready: bool = False
    verdict: Reason = "parser died"


class Pool:
    """Up to `size` processes, started as jobs come in. Used by one thread; a context manager."""

    def __init__(
        self, size: int, cfg: IndexConfig, seconds: float, *, command: Sequence[str] = COMMAND
    ) -> None:
        self._size = max(1, size)
        self._hello = msgpack.encode([dataclasses.asdict(cfg), seconds + 5])
        self._seconds = seconds
        self._command = command
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._back: queue.SimpleQueue[Extracted | _Worker] = queue.SimpleQueue()
        self._workers: list[_Worker] = []
        self._lock = threading.Lock()
        self._waiting: dict[int, Job] = {}
        self._failed_starts = 0
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def outstanding(self) -> int:
        """Jobs submitted and not yet taken back."""
        return len(self._waiting)

    @property
    def pids(self) -> tuple[int, ...]:
        """The living processes."""
        return tuple(worker.process.pid for worker in self._workers)

    def submit(self, job: Job) -> None:
        """Queue a job; raises PoolBroken when no process can be started."""
        self._waiting[job.key] = job
        self._jobs.put(job)
        self._start_if_useful()

    def take(self, check: Callable[[], None]) -> Extracted:
        """The next finished job, waited for; `check` is called while waiting and may raise."""
        while True:
            check()
            self._end_overdue()
            try:
                got = self._back.get(timeout=WAITING.poll)
            except queue.Empty:
                continue
            if isinstance(got, _Worker):
                self._bury(got)
            else:
                del self._waiting[got.job.key]
                return got

    def ready(self) -> bool:
        """True when `take` would not wait long."""
        return not self._back.empty()

    def close(self) -> None:
        """Kill and reap every process; threads end with their pipes. Safe to call twice."""
        self._closed = True
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            self._jobs.put(None)
            worker.room.release()
        for worker in self._workers:
            worker.process.wait()
        self._workers.clear()

    def _start_if_useful(self) -> None:
        if len(self._workers) < min(self._size, len(self._waiting)):
            self._start()

    def _start(self) -> None:
        flags = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0) | getattr(
            subprocess, "CREATE_NO_WINDOW", 0
        )
        try:
            process = subprocess.Popen(
                list(self._command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=PACKAGES,
                creationflags=flags,
            )
        except OSError as error:
            if self._workers:
                self._size = len(self._workers)
                return
            raise PoolBroken(list(self._waiting.values())) from error
        worker = _Worker(process)
        self._workers.append(worker)
        for target in (self._send, self._receive):
            threading.Thread(target=target, args=(worker,), daemon=True).start()

    def _send(self, worker: _Worker) -> None:
        pipe = worker.process.stdin
        assert pipe is not None
        with contextlib.suppress(OSError, ValueError):
            write_frame(pipe, self._hello)
            while not self._closed:
                worker.room.acquire()
                job = self._jobs.get()
                with self._lock:
                    if job is None or worker.process.returncode is not None:
                        self._jobs.put(job)
                        break
                    if not worker.inside:
                        worker.since = time.monotonic()
                    worker.inside.append(job)
                write_frame(pipe, msgpack.encode([job.path, job.data]))
        with contextlib.suppress(OSError):
            pipe.close()

    def _receive(self, worker: _Worker) -> None:
        pipe = worker.process.stdout
        assert pipe is not None
        with contextlib.suppress(OSError, ValueError), pipe:
            worker.ready = read_frame(pipe) == READY
            worker.since = time.monotonic()
            while worker.ready and (frame := read_frame(pipe)) is not None:
                packed, language, note = msgpack.decode(frame, type=tuple[bytes | None, str, str])
                with self._lock:
                    job = worker.inside.popleft()
                    worker.since = time.monotonic()
                worker.room.release()
                self._back.put(Extracted(job=job, packed=packed, language=language, note=NOTES.get(note)))
        worker.process.kill()
        worker.process.wait()
        worker.room.release()
        self._back.put(worker)

    def _end_overdue(self) -> None:
        now = time.monotonic()
        for worker in self._workers:
            limit = self._seconds if worker.ready else _START_SECONDS
            with self._lock:
                overdue = bool(worker.inside) and now - worker.since > limit
            if overdue:
                worker.verdict = "parser timed out"
                worker.process.kill()

    def _bury(self, worker: _Worker) -> None:
        """A process is gone: its first job is what it died of, the others go round again, and another process
        takes its place.
        """
        if self._closed or worker not in self._workers:
            return
        self._workers.remove(worker)
        with self._lock:
            left = list(worker.inside)
            worker.inside.clear()
        if worker.ready:
            if left:
                self._back.put(Extracted(job=left.pop(0), packed=None, note=worker.verdict))
        else:
            self._failed_starts += 1
            if self._failed_starts > 2 * self._size:
                raise PoolBroken(list(self._waiting.values()))
        for job in left:
            self._jobs.put(job)
        self._start_if_useful()


# Many files -> their facts: in line for a few, in a pool of processes for many.
#
# Results stream back as they are ready, in no fixed order, each job exactly once. A file that kills, stalls
# or breaks its parser comes back without facts and with the reason. Where no process can be started the
# work is done in line, only slower.

_AHEAD_JOBS = 512
_MOST_WORKERS = 8
_AHEAD_BYTES = 32_000_000


def extract_all(
    jobs: Iterable[Job],
    count: int,
    cfg: IndexConfig,
    seconds: float,
    check: Callable[[], None],
    *,
    command: Sequence[str] = COMMAND,
) -> Generator[Extracted]:
    """Facts of each job; `count` is about how many there are, `seconds` the limit for one file in a process."""
    if count < cfg.pool_from_files:
        yield from in_line(jobs, cfg, check)
        return
    with Pool(cfg.workers or processors(), cfg, seconds, command=command) as pool:
        todo = iter(jobs)
        try:
            yield from _through(pool, todo, check)
        except PoolBroken as broken:
            yield from in_line(broken.left, cfg, check)
            yield from in_line(todo, cfg, check)


def in_line(jobs: Iterable[Job], cfg: IndexConfig, check: Callable[[], None]) -> Iterator[Extracted]:
    """Facts of each job in this process, in order."""
    for job in jobs:
        check()
        packed, language, note = extract_safely(job.path, job.data, cfg)
        yield Extracted(job=job, packed=packed, language=language, note=NOTES.get(note))


def _through(pool: Pool, jobs: Iterator[Job], check: Callable[[], None]) -> Iterator[Extracted]:
    """Keep the pool filled, but not with more than it can hold ahead: the files of a large tree do not fit
    into memory.
    """
    held = 0
    for job in jobs:
        pool.submit(job)
        held += len(job.data)
        while pool.ready() or pool.outstanding >= _AHEAD_JOBS or held > _AHEAD_BYTES:
            got = pool.take(check)
            held -= len(got.job.data)
            yield got
    while pool.outstanding:
        yield pool.take(check)


def processors() -> int:
    """Processors that this process may use, at most as many as one writer can keep busy; this process itself
    mostly waits.
    """
    allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    return max(1, min(_MOST_WORKERS, len(allowed)))
