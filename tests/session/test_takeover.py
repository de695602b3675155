"""A writer that is killed: its lock is free, its index whole, its workers gone, and whoever opens the root
next goes on.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.support.tree import write_tree
from tests.support.workspace import open_in

_WRITER = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from tests.support.workspace import open_in
def told(message, read, total):
    print(message, total - workspace.standing().behind, flush=True)  # what is committed: more is read by then
with open_in(Path(sys.argv[2]), Path(sys.argv[2], "root"), batch_files=20, pool_from_files=1, workers=1) as workspace:
    workspace.refresh(told)
    print("finished", flush=True)
    sys.stdin.read()
"""
FILES = 150
PROJECT = str(Path(__file__).parents[2])


def start(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _WRITER, PROJECT, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def wait_for(writer: subprocess.Popen[str], start_of_line: str) -> None:
    assert writer.stdout is not None
    for line in writer.stdout:
        if line.startswith(start_of_line):
            return
        if line.startswith("finished"):
            break
    raise AssertionError(f"the writer ended before it said {start_of_line!r}")


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def make_root(tmp_path: Path) -> Path:
    write_tree(tmp_path / "root", "".join(f"//- /m{n}.py\ndef f{n}(): return {n}\n" for n in range(FILES)))
    return tmp_path / "root"


def test_a_killed_writer_is_followed_by_the_reader(tmp_path: Path) -> None:
    root = make_root(tmp_path)
    with start(tmp_path) as writer:
        wait_for(writer, "finished")
        with open_in(tmp_path, root) as reader:
            assert reader.refresh().files == FILES
            assert reader.status().writer == writer.pid
            (root / "m0.py").write_text("def later(): ...\n")
            reason = reader.refresh().freshness.reason
            assert reason == f"1 file differs from the index; process {writer.pid} is indexing this root"
            writer.kill()
            writer.wait()
            report = reader.refresh()
            assert (report.changed, report.freshness.fresh) == (1, True)
            assert reader.status().writer == os.getpid()
            assert reader.view().snapshot.defined("later")


def test_kills_in_the_middle_lose_nothing_that_was_committed(tmp_path: Path) -> None:
    root = make_root(tmp_path)
    files = 0
    for _ in range(3):
        with start(tmp_path) as writer:
            wait_for(writer, "indexing 20")
            workers = children(writer.pid)
            writer.send_signal(signal.SIGKILL)
            writer.wait()
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and any(_runs(pid) for pid in workers):
            time.sleep(0.02)
        assert not any(_runs(pid) for pid in workers)
        with open_in(tmp_path, root, writable=False) as reader:
            found = reader.view().snapshot.paths()
            assert len(found) >= files + 20
            files = len(found)
            assert all(reader.view().snapshot.units(path) for path in found)
    with open_in(tmp_path, root) as workspace, open_in(tmp_path / "cold", root) as cold:
        report = workspace.refresh()
        assert report.added == FILES - files
        cold.refresh()
        assert workspace.view().snapshot.digest() == cold.view().snapshot.digest()
        assert workspace.view().snapshot.statistics() == cold.view().snapshot.statistics()


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
