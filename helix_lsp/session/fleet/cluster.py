"""The build of a fleet over processes, by Dask (the extra `fleet`): a cluster of this machine, or one that runs already.

Invariants: the cluster of this machine listens on loopback, and speaks with certificates that live as long as it does,
because whoever can send to a Dask port can run programs as its user; it draws no dashboard and answers no HTTP routes.
A process that dies costs the repository that it worked on, which is begun again in another one; an index survives that,
since it survives the death of any writer. What comes back is in the order of completion.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from typing import Any

from helix_lsp.errors import StorageError, UsageError
from helix_lsp.session.fleet.build import Built, Job, Repository, build_one
from helix_lsp.session.kept.cache import index_directory
from helix_lsp.session.settings.settings import load
from helix_lsp.tuning.server import FLEET, WAITING

Check = Callable[[], None]
_CONFIG = {
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.scheduler.allowed-failures": FLEET.lost_workers - 1,
    "distributed.scheduler.worker-saturation": 1.0,  # what only waits in a process that dies is not to blame
    "distributed.worker.daemon": True,
    "distributed.worker.use-file-locking": False,
}
_LINE = 200


def has_dask() -> bool:
    """True when the extra is installed; imports nothing of it."""
    from importlib.util import find_spec

    return find_spec("distributed") is not None and find_spec("cryptography") is not None


def build_on_cluster(
    repositories: Sequence[Repository], check: Check, *, workers: int = 0, scheduler: str = ""
) -> Iterator[Built]:
    """Each of them, as they are done: on the scheduler at an address, else on a cluster of so many processes of this
    machine. `check` is called at least every 50 ms. Raises Cancelled through it, UsageError for an address that does not
    answer, StorageError where no cluster can be started or the extra is missing.
    """
    if not has_dask():
        raise StorageError(
            'a build in several processes needs the extra `fleet`: `pip install ".[fleet]"` in a checkout of Helix Ask'
        )
    with _client(workers, scheduler) as client:
        yield from _each(
            client, repositories, check, processes=0 if scheduler else 1, elsewhere=bool(scheduler)
        )


def dask_setup(_worker: object) -> None:
    """Called by Dask in each process of our cluster: Ctrl-C reaches all of them, and only the command answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _each(
    client: Any, repositories: Sequence[Repository], check: Check, *, processes: int, elsewhere: bool
) -> Iterator[Built]:
    jobs = [Job(repository=one, processes=processes) for one in repositories]
    open_jobs = {
        client.submit(build_one, job, key=f"helix-{n}-{job.repository.name}", pure=False): job
        for n, job in enumerate(jobs)
    }
    watch = _Watch(client)
    try:
        while open_jobs:
            check()
            with contextlib.suppress(TimeoutError):
                client.sync(_some_done, list(open_jobs))
            for future in [one for one in open_jobs if one.done()]:
                job = open_jobs.pop(future)
                built = _result(future, job)
                future.release()
                yield _is_here(built, job.repository) if elsewhere else built
            watch.look()
            if client.status != "running":
                raise StorageError(
                    "the Dask scheduler went away; what was built stays, build again for the rest"
                )
    finally:
        if open_jobs:
            with contextlib.suppress(Exception):
                client.cancel(list(open_jobs), force=True)


class _Watch:
    """Sees to it that there is a process to build in. Dask does not replace one that dies while it starts."""

    def __init__(self, client: Any) -> None:
        self._client, self._looked, self._seen = client, 0.0, time.monotonic()

    def look(self) -> None:
        """Begins new processes on this machine when there have been none for a while; raises StorageError when a scheduler
        elsewhere does not have any.
        """
        now = time.monotonic()
        if now - self._looked < FLEET.every:
            return
        self._looked = now
        if self._client.scheduler_info().get("workers"):
            self._seen = now
        elif now - self._seen > FLEET.stop:
            self._seen = now
            if (cluster := self._client.cluster) is None:
                raise StorageError("the Dask scheduler does not have any workers; start some and build again")
            cluster.scale(len(cluster.worker_spec) + 1)


async def _some_done(futures: list[Any]) -> None:
    """Returns once one of them is done; TimeoutError when none is after a moment. (`distributed.wait` takes the client from a
    global.)
    """
    from distributed.client import _wait  # pyright: ignore[reportPrivateUsage]

    await _wait(futures, timeout=WAITING.poll, return_when="FIRST_COMPLETED")


def _result(future: Any, job: Job) -> Built:
    """What a process sent back is data of ours or a problem."""
    from distributed import KilledWorker

    if future.status == "finished":
        found = future.result()
        if isinstance(found, Built) and found.name == job.repository.name:
            return found
        return Built(name=job.repository.name, problem="the process sent back something else than a report")
    error = future.exception() if future.status == "error" else None
    if isinstance(error, KilledWorker):
        return Built(
            name=job.repository.name,
            problem=f"{FLEET.lost_workers} processes that worked on it ended; try `helix-lsp index` in it alone",
        )
    why = f"{type(error).__name__}: {error}" if error is not None else future.status
    return Built(name=job.repository.name, problem=" ".join(f"the process failed: {why}".split())[:_LINE])


def _is_here(built: Built, one: Repository) -> Built:
    """A worker of another machine may have written where this one does not read."""
    if built.problem:
        return built
    here = index_directory(one.root, load(one.root), create=False)
    if here == built.directory:
        return built
    return replace(
        built,
        problem=f"the worker's index is in {built.directory}, this process reads {here}; set HELIX_ASK_CACHE_DIR for both",
    )


@contextlib.contextmanager
def _client(workers: int, scheduler: str) -> Generator[Any]:
    import dask
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    if scheduler:
        try:
            client = Client(scheduler, timeout=FLEET.stop, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            why = " ".join(str(error).split())[:_LINE]
            raise UsageError(f"no Dask scheduler answers at {scheduler[:_LINE]}: {why}") from error
        try:
            yield client
        finally:
            with contextlib.suppress(TimeoutError):
                client.close(timeout=FLEET.stop)
        return
    with dask.config.set(_CONFIG), tempfile.TemporaryDirectory(prefix="helix-fleet-") as scratch:
        cluster = _cluster(workers, scratch)
        client = None
        try:
            client = Client(cluster, timeout=FLEET.stop * 3, set_as_default=False)
            yield client
        finally:
            _close(client, cluster)


def _close(client: Any, cluster: Any) -> None:
    """Ends the processes of a cluster, by force where they do not end in time."""
    processes = [pid for nanny in cluster.workers.values() if (pid := nanny.pid)]
    try:
        if client is not None:
            client.close(timeout=FLEET.stop)
        cluster.close(timeout=FLEET.stop)
    except TimeoutError:
        for pid in processes:
            with contextlib.suppress(OSError):
                os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def _cluster(workers: int, scratch: str) -> Any:
    from distributed import LocalCluster, Security

    try:
        return LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            protocol="tls://",
            security=Security.temporary(),
            dashboard_address=None,
            worker_dashboard_address=None,
            scheduler_kwargs={
                "dashboard": False,
                "dashboard_address": "127.0.0.1:0",
            },  # else it takes port 8787
            silence_logs=logging.CRITICAL,
            memory_limit=0,
            preload=[__name__],
            local_directory=scratch,
        )
    except (OSError, RuntimeError, TimeoutError) as error:
        why = " ".join(str(error).split())[:_LINE]
        raise StorageError(f"no cluster of processes can be started: {why}; try --workers 1") from error
