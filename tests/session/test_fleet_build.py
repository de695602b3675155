"""The build of many repositories: in turn, on one process and on two the index is the same; who dies costs its own
repository. The clusters are real.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from helix_lsp.errors import Cancelled, StorageError, UsageError
from helix_lsp.session.fleet import cluster
from helix_lsp.session.fleet.build import Built, Job, Repository, build_in_turn, build_one
from helix_lsp.session.fleet.cluster import build_on_cluster
from helix_lsp.session.kept.cache import index_directory
from helix_lsp.session.kept.lock import holder
from helix_lsp.session.settings.settings import load
from helix_lsp.session.shards.exchange import push
from helix_lsp.session.workspace import Workspace
from tests.session.test_shards import Kept, quiet
from tests.support.repository import make_repository

NAMES = ("bell", "ferry", "mill", "gate")
FILES = 20
TERMS = ("ring", "bell", "ferry", "mill", "gate", "turn")


def free() -> None:
    """Nobody cancels."""


@pytest.fixture
def repositories(tmp_path: Path) -> tuple[Repository, ...]:
    for name in NAMES:
        files = [
            f"//- /src/{name}_{n}.py\ndef {name}_{n}():\n    '''Turns the {name} {n}.'''\n    return ring({n})\n"
            for n in range(FILES)
        ]
        make_repository(tmp_path / name, "".join(files))
    return tuple(Repository(name=name, root=str(tmp_path / name)) for name in NAMES)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    def use(name: str) -> Path:
        place = tmp_path / f"cache-{name}"
        monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(place))
        return place

    use("first")
    return use


def rows(one: Repository) -> bytes:
    """Everything in the facts of an index, row by row."""
    import sqlite3

    directory = Path(index_directory(one.root, load(one.root), create=False))
    (facts,) = directory.glob("facts-*.sqlite")
    connection = sqlite3.connect(facts)
    try:
        tables = [
            row[0]
            for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        ]
        return "\n".join(
            repr(row)
            for t in tables
            if not t.startswith("sqlite")
            for row in connection.execute(f"SELECT * FROM {t}")
        ).encode()
    finally:
        connection.close()


def said(one: Repository) -> tuple[object, ...]:
    """What an index says of its repository."""
    with Workspace.open(one.root, load(one.root), writable=False) as workspace:
        snapshot = workspace.view().snapshot
        units = [snapshot.units(path) for path in snapshot.paths()]
        return snapshot.digest(), units, snapshot.names(), snapshot.frequencies(TERMS)


def by_name(found: Iterator[Built]) -> dict[str, Built]:
    return {one.name: one for one in found}


def directory_of(one: Repository) -> str:
    return index_directory(one.root, load(one.root), create=False)


def listening(me: psutil.Process) -> set[str]:
    """The addresses at which this process and those below it listen, and the ports of Dask that are known."""
    found: set[str] = set()
    for process in (me, *me.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            places = [c.laddr for c in process.net_connections() if c.status == psutil.CONN_LISTEN]
            found |= {place.ip for place in places}
            found |= {f"port {place.port}" for place in places if place.port in (8786, 8787)}
    return found


def test_two_processes_one_process_and_none_give_the_same_index(repositories, cache, tmp_path: Path) -> None:
    """What is gone is named, nothing listens beyond loopback, no process is left."""
    me = psutil.Process()
    before = {child.pid for child in me.children(recursive=True)}
    gone = Repository(name="gone", root=str(tmp_path / "nowhere"))
    seen: dict[str, list[tuple[bytes, tuple[object, ...]]]] = {}
    heard: set[str] = set()
    snapshots: list[dict[str, str]] = []
    for way, build in (
        ("turn", lambda: build_in_turn((gone, *repositories), quiet, free)),
        ("one", lambda: build_on_cluster((gone, *repositories), free, workers=1)),
        ("two", lambda: build_on_cluster((gone, *repositories), free, workers=2)),
    ):
        cache(way)
        done: dict[str, Built] = {}
        for one in build():
            done[one.name] = one
            heard |= listening(me) if way == "two" else set()
        assert {name for name, one in done.items() if one.problem} == {"gone"}
        assert all(done[name].read == FILES for name in NAMES)
        snapshots.append({name: one.snapshot for name, one in done.items()})
        for one in repositories:
            seen.setdefault(one.name, []).append((rows(one), said(one)))
    assert snapshots[0] == snapshots[1] == snapshots[2]
    for ways in seen.values():
        assert ways[0] == ways[1] == ways[2]
    assert heard == {"127.0.0.1"}
    left = [c for c in me.children(recursive=True) if c.pid not in before]
    assert [c for c in left if "resource_tracker" not in " ".join(c.cmdline())] == []


class Killer(threading.Thread):
    """Kills whoever writes the index of a repository, `times` times, each time as soon as it has begun."""

    def __init__(self, one: Repository, times: int) -> None:
        super().__init__(daemon=True)
        self.directory, self.left, self.killed, self.end = (
            directory_of(one),
            times,
            set[int](),
            threading.Event(),
        )

    def run(self) -> None:
        while self.left and not self.end.wait(0.002):
            pid = holder(self.directory).pid
            if pid and pid not in self.killed and pid != os.getpid() and psutil.pid_exists(pid):
                os.kill(pid, signal.SIGKILL)
                self.killed.add(pid)
                self.left -= 1


def test_a_process_that_dies_costs_its_repository_which_is_done_again(repositories, cache) -> None:
    """One that ends every process is given up and named."""
    cache("whole")
    list(build_in_turn(repositories, quiet, free))
    whole = {one.name: said(one) for one in repositories}
    cache("killed")
    once, always = Killer(repositories[0], 1), Killer(repositories[1], 100)
    once.start()
    always.start()
    done = by_name(build_on_cluster(repositories, free, workers=2))
    for killer in (once, always):
        killer.end.set()
        killer.join()
    assert len(once.killed) == 1
    assert len(always.killed) == 2
    assert {name for name, one in done.items() if one.problem} == {"ferry"}
    assert build_one(Job(repository=repositories[1])).problem == ""
    assert {one.name: said(one) for one in repositories} == whole


def test_a_damaged_index_is_made_again(repositories, cache) -> None:
    one = repositories[2]
    list(build_in_turn([one], quiet, free))
    whole = said(one)
    (damaged,) = Path(directory_of(one)).glob("facts-*.sqlite")
    damaged.write_bytes(b"not a database" * 1_000)
    (done,) = build_in_turn([one], quiet, free)
    assert (done.problem, done.files, done.read) == ("", FILES, FILES)
    assert said(one) == whole


def test_cancelling_ends_the_build(repositories, cache) -> None:
    calls = iter(range(100))

    def check() -> None:
        if next(calls) > 3:
            raise Cancelled("enough")

    with pytest.raises(Cancelled):
        list(build_in_turn(repositories, quiet, check))
    assert all(one.problem == "" for one in build_in_turn(repositories, quiet, free))


def test_a_scheduler_that_runs_already(repositories, cache) -> None:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
    ) as running:
        done = by_name(build_on_cluster(repositories, free, scheduler=running.scheduler_address))
        assert {one.problem for one in done.values()} == {""}
        cache("elsewhere")
        done = by_name(build_on_cluster(repositories[:1], free, scheduler=running.scheduler_address))
        assert done["bell"].problem


def test_an_address_where_nobody_answers(repositories, cache) -> None:
    with pytest.raises(UsageError):
        list(build_on_cluster(repositories, free, scheduler="nonsense://here"))


def test_without_the_extra_it_is_said(repositories, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "has_dask", lambda: False)
    with pytest.raises(StorageError):
        list(build_on_cluster(repositories, free, workers=2))


def test_a_first_index_comes_from_a_store_and_a_bad_store_costs_nothing(
    repositories, cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Kept()
    push(repositories[0].root, load(repositories[0].root), store, quiet, again=False)
    monkeypatch.setattr("helix_lsp.session.fleet.build.open_store", lambda address: store)
    cache("pulled")
    (done,) = build_in_turn(
        [Repository(name="bell", root=repositories[0].root, source="s3://x/y")], quiet, free
    )
    assert (done.problem, done.files, done.read) == ("", FILES, 0)
    store.clear()
    cache("empty")
    (done,) = build_in_turn(
        [Repository(name="bell", root=repositories[0].root, source="s3://x/y")], quiet, free
    )
    assert (done.problem, done.files, done.read) == ("", FILES, FILES)
    assert done.notes


def test_a_process_of_another_version_builds_nothing(repositories, cache) -> None:
    assert build_one(Job(repository=repositories[0], version="0.0")).problem
