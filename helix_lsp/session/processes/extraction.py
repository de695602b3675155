"""Many files -> their facts: in line for a few, in a pool of processes for many.

Results stream back as they are ready, in no fixed order, each job exactly once. A file that kills, stalls or
breaks its parser comes back without facts and with the reason. Where no process can be started the work is
done in line, only slower.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

from helix_lsp.config import IndexConfig
from helix_lsp.session.processes.pool import COMMAND, NOTES, Extracted, Job, Pool, PoolBroken
from helix_lsp.session.processes.worker import extract_safely

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
