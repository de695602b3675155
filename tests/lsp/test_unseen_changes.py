"""A disk that changes while the client says nothing (I10): no answer says fresh over an old state, and the
new one is read soon.

The client watches files, so the server's own look comes once an hour here: whatever is noticed, a request has
noticed.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.raw_client import PATIENCE, ServerProcess
from tests.support.repository import git
from tests.support.tuning import tuned_environment

FILES = 80
CAPABILITIES = {
    "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
    "window": {"workDoneProgress": True},
}
QUESTION = {"question": "what does chime_7 do?"}


def write(root: Path, word: str) -> None:
    """So many files in five folders, each written in place."""
    for number in range(FILES):
        path = root / f"part{number % 5}" / f"chime_{number}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            f'def chime_{number}(bell):\n    """Rings the {word} bell."""\n    return bell\n',
            encoding="utf-8",
        )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    tower = tmp_path / "tower"
    write(tower, "little")
    return tower


@pytest.fixture
def repository(root: Path) -> Path:
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "little")
    git(root, "checkout", "-q", "-b", "other")
    write(root, "largest")
    git(root, "commit", "-q", "-am", "largest")
    git(root, "checkout", "-q", "main")
    return root


@contextmanager
def serving(root: Path, tmp_path: Path) -> Generator[ServerProcess]:
    environment = {
        "HELIX_ASK_CACHE_DIR": str(tmp_path / "cache"),
        **tuned_environment(serve__rescan_watched_ms=3_600_000),
    }
    with ServerProcess("--test-hooks", environment=environment) as server:
        server.initialize(folders=[root.as_uri()], capabilities=CAPABILITIES)
        server.wait_for(
            lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end",
            what="the first index",
        )
        until(server, lambda envelope: envelope["index"]["fresh"] and "little" in envelope["answer"])
        yield server
        assert server.stop() == 0


def until(server: ServerProcess, fits: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
    """Ask again and again until an answer fits; all of them."""
    answers: list[dict[str, Any]] = []
    deadline = time.monotonic() + PATIENCE
    while not answers or not fits(answers[-1]):
        assert time.monotonic() < deadline, [(one["index"], one["answer"]) for one in answers[-2:]]
        answers.append(server.result("helix/ask", QUESTION))
    return answers


def noticed(server: ServerProcess) -> None:
    """From the first answer on nothing old is called fresh, until the new state is."""
    for envelope in until(server, lambda envelope: envelope["index"]["fresh"]):
        assert "largest" in envelope["answer"] or not envelope["index"]["fresh"]
    assert server.result("helix/status")["index"]["state"] == "fresh"


def test_another_branch_is_checked_out(repository: Path, tmp_path: Path) -> None:
    with serving(repository, tmp_path) as server:
        git(repository, "checkout", "-q", "other")
        noticed(server)


def test_another_branch_in_a_linked_work_tree(repository: Path, tmp_path: Path) -> None:
    beside = tmp_path / "beside"
    git(repository, "worktree", "add", "-q", "--detach", str(beside), "main")
    with serving(beside, tmp_path) as server:
        git(beside, "checkout", "-q", "--detach", "other")
        noticed(server)


def test_all_files_are_written_in_place_without_git(root: Path, tmp_path: Path) -> None:
    with serving(root, tmp_path) as server:
        folders = [(part, part.stat().st_mtime_ns) for part in sorted(root.iterdir())]
        write(root, "largest")
        assert folders == [(part, part.stat().st_mtime_ns) for part in sorted(root.iterdir())]
        noticed(server)


def test_a_folder_is_exchanged_without_git(root: Path, tmp_path: Path) -> None:
    """Every file and folder with the times that it had, as `rsync -a` and `tar` leave them."""
    write(tmp_path / "next", "largest")
    for path in (tmp_path / "next").rglob("*.py"):
        before = root / path.relative_to(tmp_path / "next")
        os.utime(path, ns=(before.stat().st_atime_ns, before.stat().st_mtime_ns))
    with serving(root, tmp_path) as server:
        for part in sorted(root.iterdir()):
            times = part.stat()
            part.rename(tmp_path / part.name)
            (tmp_path / "next" / part.name).rename(part)
            os.utime(part, ns=(times.st_atime_ns, times.st_mtime_ns))
        noticed(server)


def test_a_hover_notices_too(repository: Path, tmp_path: Path) -> None:
    document = repository / "part0" / "chime_0.py"
    place = {"textDocument": {"uri": document.as_uri()}, "position": {"line": 0, "character": 6}}
    with serving(repository, tmp_path) as server:
        server.open(document.as_uri(), document.read_text(encoding="utf-8"), language="python")
        git(repository, "checkout", "-q", "other")
        server.request("textDocument/hover", place)
        server.wait_for(lambda _: read(server) >= 2 * FILES, what="a look that the hover began")


@pytest.mark.parametrize("kept", ["size and time", "size"])
def test_the_cited_file_alone_is_written(root: Path, tmp_path: Path, kept: str) -> None:
    """With the same size and time nothing but its bytes can tell: what is no longer there is not cited."""
    cited = root / "part2" / "chime_7.py"
    with serving(root, tmp_path) as server:
        times = cited.stat()
        cited.write_text(cited.read_text(encoding="utf-8").replace("little", "largst"), encoding="utf-8")
        if kept == "size and time":
            os.utime(cited, ns=(times.st_atime_ns, times.st_mtime_ns))
        answer = server.result("helix/ask", QUESTION)
        assert "little" not in answer["answer"]
        if kept == "size":
            assert not answer["index"]["fresh"] or "largst" in answer["answer"]
            until(server, lambda envelope: envelope["index"]["fresh"] and "largst" in envelope["answer"])


def read(server: ServerProcess) -> int:
    """How often a file was read for the index. A look in the middle of a checkout reads some, and the next the rest."""
    said = " ".join(note["message"] for note in server.notes("window/logMessage"))
    return sum(map(int, re.findall(r"([0-9]+) new or changed", said)))


def test_nothing_is_looked_at_while_nobody_asks(root: Path, tmp_path: Path) -> None:
    with serving(root, tmp_path) as server:
        server.settled()  # what the start and the questions before began has ended
        before = len(server.notes("window/logMessage"))
        write(root, "largest")
        server.settled()
        assert len(server.notes("window/logMessage")) == before
        noticed(server)
