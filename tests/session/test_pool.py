"""The parsing processes: what dies or hangs costs one file, cancel is heard at once, nothing is left behind.

The work itself is replaced in the child (`worker.extract_one`), so that these tests say nothing about
parsing.
"""

from __future__ import annotations

import inspect
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from helix_lsp.config import IndexConfig
from helix_lsp.errors import Cancelled
from helix_lsp.session.processes import worker
from helix_lsp.session.processes.pool import Extracted, Job, Pool, extract_all

_CHILD = """
import os, sys, time
sys.path[:0] = sys.argv[1:]
from helix_lsp.session.processes import worker
def extract_one(path, data, cfg):
    if path == "die":
        os._exit(9)
    if path == "fail":
        raise RecursionError
    if path == "hang":
        while True:
            pass
    if path == "deaf":
        import re
        re.match("(a+)+$", "a" * 64 + "b")  # holds the interpreter's lock for years, as a parser in C does for a moment
    if path == "slow":
        time.sleep(0.2)
    if path == "memory":
        data = b"x" * 3_000_000_000
    if path == "memory in C":
        import ctypes
        libc = ctypes.CDLL(None)
        libc.malloc.restype = ctypes.c_void_p
        libc.malloc.argtypes = [ctypes.c_size_t]
        if not libc.malloc(3_000_000_000):
            os.abort()
    if path == "print":
        print("noise" * 1000, flush=True)
    if path == "pid":
        data = b"%d %d" % (os.getpid(), os.nice(0))
    return data[::-1], "x", "binary" if path == "binary" else ""
worker.extract_one = extract_one
worker.main()
"""
ROOT = str(Path(__file__).parents[2])
COMMAND = (sys.executable, "-P", "-c", _CHILD, ROOT)
CFG = IndexConfig(pool_from_files=1, workers=2)


def never() -> None:
    """A check that never cancels."""


def jobs(*paths: str) -> Iterator[Job]:
    return (Job(key=key, path=path, data=b"%d" % key) for key, path in enumerate(paths))


def run(*paths: str, seconds: float = 60.0, command: tuple[str, ...] = COMMAND) -> list[Extracted]:
    return list(extract_all(jobs(*paths), len(paths), CFG, seconds, never, command=command))


def gone(pids: tuple[int, ...]) -> bool:
    return not any(os.path.exists(f"/proc/{pid}") for pid in pids)


def test_every_job_comes_back_once() -> None:
    got = run(*("f" for _ in range(700)))
    assert sorted(e.job.key for e in got) == list(range(700))
    assert all(e.packed == e.job.data[::-1] and e.note is None for e in got)


def test_noise_on_stdout_and_binary_notes() -> None:
    got = {e.job.path: e for e in run("print", "binary", "f")}
    assert got["print"].packed == b"0"
    assert got["binary"].note == "binary"
    assert got["f"].note is None


def test_a_broken_parser_costs_one_file_and_no_process() -> None:
    got = run("f", "fail", "f")
    assert {(e.job.path, e.note) for e in got} == {("f", None), ("fail", "parser failed")}


def test_workers_are_nice() -> None:
    packed = run("pid")[0].packed
    assert packed is not None
    _, nice = packed[::-1].split()
    assert int(nice) >= min(19, os.nice(0) + 10)


def test_a_file_that_kills_its_worker_is_named_and_the_rest_goes_on() -> None:
    paths = ["die" if n % 40 == 7 else "f" for n in range(200)]
    got = run(*paths)
    assert sorted(e.job.key for e in got) == list(range(200))
    assert {e.job.path for e in got if e.packed is None} == {"die"}
    assert all(e.note == "parser died" for e in got if e.packed is None)


def test_a_file_that_hangs_is_ended() -> None:
    got = run(
        "f", "hang", "f", "f", seconds=2.0
    )  # also a worker that is kept waiting by other programs has the others done by then
    assert {(e.job.path, e.note) for e in got} == {("f", None), ("hang", "parser timed out")}
    assert len(got) == 4


def test_cancel_is_heard_while_all_workers_hang_and_leaves_no_process() -> None:
    started = 0.0
    pids: tuple[int, ...] = ()

    with Pool(2, CFG, 600, command=COMMAND) as pool:
        for job in jobs("hang", "hang", "hang"):
            pool.submit(job)
        pids = pool.pids
        begun = time.monotonic()

        def check() -> None:
            nonlocal started
            if time.monotonic() - begun > 0.5:
                started = time.monotonic()
                raise Cancelled("stop")

        with pytest.raises(Cancelled):
            pool.take(check)
    print(f"cancelled after {time.monotonic() - started:.2f} s")  # what hangs never ends by itself
    assert len(pids) == 2
    assert gone(pids)


def test_stopping_to_read_ends_the_processes() -> None:
    """A caller that stops in the middle closes the generator."""
    stream = extract_all(jobs(*["slow"] * 20), 20, CFG, 60, never, command=COMMAND)
    next(stream)
    pool = inspect.getgeneratorlocals(stream)["pool"]  # type: ignore[arg-type]
    assert isinstance(pool, Pool)
    pids = pool.pids
    assert pids
    stream.close()
    assert gone(pids)


@pytest.mark.parametrize(
    "command", [("/nonexistent/python",), (sys.executable, "-c", "raise SystemExit(1)"), ("/bin/cat",)]
)
def test_without_processes_the_work_is_done_in_line(
    monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    def one(_path: str, data: bytes, _cfg: IndexConfig) -> tuple[bytes, str, str]:
        return data * 2, "y", ""

    monkeypatch.setattr(worker, "extract_one", one)
    got = run(*["f"] * 30, command=command)
    assert sorted(e.job.key for e in got) == list(range(30))
    assert all(e.language == "y" for e in got)


def test_in_line_a_broken_parser_costs_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def one(path: str, data: bytes, _cfg: IndexConfig) -> tuple[bytes, str, str]:
        if path == "die":
            raise RecursionError
        return data, "", ""

    monkeypatch.setattr(worker, "extract_one", one)
    got = list(extract_all(jobs("f", "die", "f"), 3, IndexConfig(), 5, never))
    assert [e.note for e in got] == [None, "parser failed", None]


def _killed_while(path: str) -> int:
    """The process that worked for a parent which SIGKILL ended; it had been given one file and then `path`."""
    script = (
        "import os, signal, sys, time; sys.path.insert(0, sys.argv[1]); from tests.session.test_pool import *\n"
        f"pool = Pool(1, CFG, 600, command=COMMAND); [pool.submit(j) for j in jobs('f', {path!r})]; pool.take(never); time.sleep(0.3)\n"
        "print(pool.pids[0], flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    read_end, write_end = os.pipe()
    wired = [(os.POSIX_SPAWN_DUP2, write_end, 1)]
    pid = os.posix_spawn(sys.executable, [sys.executable, "-c", script, ROOT], {}, file_actions=wired)
    os.close(write_end)
    with os.fdopen(read_end) as pipe:
        worker = int(pipe.readline())
    os.waitpid(pid, 0)
    return worker


_DEAF = pytest.param(
    "deaf", marks=pytest.mark.skipif(sys.platform != "linux", reason="told by the kernel of Linux")
)


@pytest.mark.parametrize("path", ["f", "hang", _DEAF])
def test_a_worker_ends_with_its_parent_whatever_it_does(path: str) -> None:
    """Nobody closes anything. One that computes does not get to the end of its input."""
    worker = _killed_while(path)
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and not _dead(worker):
        time.sleep(0.02)
    assert _dead(worker), os.kill(worker, 9)


def _dead(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts a process's own data")
def test_a_file_that_needs_more_memory_than_a_process_may_take_costs_itself_and_no_other() -> None:
    got = {e.job.path: e for e in run("f", "memory", "g", "memory in C", "h", "i")}
    assert got["memory"].packed is None
    assert got["memory"].note == "parser failed"
    assert got["memory in C"].packed is None
    assert got["memory in C"].note == "parser died"
    assert [got[path].note for path in "fghi"] == [None] * 4
