"""Faults of the world round a real server: it goes on, says what is wrong, and is right again afterwards.
Part of G16.
"""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.support.raw_client import PATIENCE, ServerProcess

BELL = "def ring_bell():\n    '''Rings twice.'''\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    tower = tmp_path / "tower"
    tower.mkdir()
    (tower / "bell.py").write_text(BELL)
    return tower


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[Path], ServerProcess]]:
    """Starts servers that share a cache, each once its first index is there."""
    with ExitStack() as stack:

        def begin(root: Path) -> ServerProcess:
            server = stack.enter_context(
                ServerProcess(environment={"HELIX_ASK_CACHE_DIR": str(tmp_path / "cache")})
            )
            server.initialize(folders=[root.as_uri()], capabilities={"window": {"workDoneProgress": True}})
            server.wait_for(
                lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end",
                what="the first index",
            )
            return server

        yield begin


def until(server: ServerProcess, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The status once it fits."""
    limit = time.monotonic() + PATIENCE
    while True:
        status = server.result("helix/status")
        if fits(status) or time.monotonic() > limit:
            assert fits(status), status
            return status
        time.sleep(0.05)


def changed(server: ServerProcess, path: Path) -> None:
    server.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 2}]})


def test_a_cache_folder_that_is_deleted_meanwhile(
    root: Path, tmp_path: Path, start: Callable[[Path], ServerProcess]
):
    server = start(root)
    shutil.rmtree(tmp_path / "cache")
    assert "result" in server.request("helix/ask", {"question": "what does ring_bell do?"})
    (root / "new.py").write_text("def new_bell():\n    pass  # rings anew\n")
    changed(server, root / "new.py")
    until(
        server, lambda s: s["files"] == 2 and s["index"]["fresh"]
    )  # both: files are committed a moment before the run is done
    assert "new.py" in server.result("helix/ask", {"question": "what does new_bell do?"})["answer"]
    assert server.stop() == 0


@pytest.mark.parametrize("how", ["deleted", "renamed", "a link"])
def test_a_workspace_that_goes_away(
    how: str, root: Path, tmp_path: Path, start: Callable[[Path], ServerProcess]
):
    server = start(root)
    if how == "deleted":
        shutil.rmtree(root)
    else:
        root.rename(tmp_path / "elsewhere")
    if how == "a link":
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "secret.py").write_text("def secret_thing():\n    pass\n")
        root.symlink_to(tmp_path / "other")
    changed(server, root / "bell.py")
    until(server, lambda s: not s["index"]["fresh"] or how == "a link")
    answer = server.request("helix/ask", {"question": "what does ring_bell do?"})
    assert "result" in answer or answer["error"]["code"] == -32803
    assert server.stop() == 0
    assert "Traceback" not in server.logged()


def test_a_leader_that_is_frozen_stops_nobody(root: Path, start: Callable[[Path], ServerProcess]):
    leader = start(root)
    follower = start(root)
    leader.process.send_signal(signal.SIGSTOP)
    try:
        assert "bell.py" in follower.result("helix/ask", {"question": "what does ring_bell do?"})["answer"]
        (root / "new.py").write_text("def new_bell():\n    pass\n")
        changed(follower, root / "new.py")
        status = until(follower, lambda s: s["index"]["behind"] == 1 or s["files"] == 2)
        assert not status["index"]["fresh"] or status["files"] == 2  # behind, and says so
    finally:
        leader.process.send_signal(signal.SIGCONT)
    assert follower.stop() == 0
    assert leader.stop() == 0


def test_a_line_of_fifty_megabytes(root: Path, start: Callable[[Path], ServerProcess]):
    (root / "huge.py").write_bytes(b"x = '" + b"a" * 50_000_000 + b"'\n")
    server = start(root)
    assert until(server, lambda s: s["index"]["fresh"])["files"] >= 1
    assert "bell.py" in server.result("helix/ask", {"question": "what does ring_bell do?"})["answer"]
    assert server.stop() == 0


@pytest.mark.parametrize("years", [-10, 10])
def test_clocks_that_are_years_off(years: int, root: Path, start: Callable[[Path], ServerProcess]):
    server = start(root)
    off = time.time() + years * 365 * 86_400
    (root / "bell.py").write_text(BELL + "\n\ndef second_bell():\n    '''Rings once.'''\n")
    os.utime(root / "bell.py", (off, off))
    changed(server, root / "bell.py")
    limit = time.monotonic() + PATIENCE
    while (
        "second_bell" not in server.result("helix/ask", {"question": "what does second_bell do?"})["answer"]
    ):
        assert time.monotonic() < limit
        time.sleep(0.05)
    assert server.stop() == 0


def test_lost_events_are_made_up_for_by_the_next_one(root: Path, start: Callable[[Path], ServerProcess]):
    server = start(root)
    for number in range(300):
        (root / f"m{number}.py").write_text(f"def part_{number}():\n    pass\n")
    changed(server, root / "m7.py")
    until(server, lambda s: s["files"] == 301 and s["index"]["fresh"])  # both, as above
    assert server.stop() == 0


def test_a_client_that_never_watches_is_followed_by_looking(tmp_path: Path, root: Path):
    environment = {
        "HELIX_ASK_CACHE_DIR": str(tmp_path / "cache"),
        "HELIX_ASK_SERVE_RESCAN_MS": "200",
        "HELIX_ASK_SERVE_RESCAN_SHARE": "1",
    }
    with ServerProcess(environment=environment) as server:
        server.initialize(folders=[root.as_uri()])
        until(server, lambda s: s["files"] == 1)
        (root / "new.py").write_text("def new_bell():\n    pass\n")
        until(server, lambda s: s["files"] == 2)
        assert server.stop() == 0


def test_four_windows_see_the_same(root: Path, start: Callable[[Path], ServerProcess]):
    windows = [start(root) for _ in range(4)]
    (root / "new.py").write_text("def new_bell():\n    pass\n")
    for window in windows:
        changed(window, root / "new.py")
    for window in windows:
        until(window, lambda s: s["files"] == 2)
    windows[0].process.kill()
    (root / "third.py").write_text("def third_bell():\n    pass\n")
    for window in windows[1:]:
        changed(window, root / "third.py")
    for window in windows[1:]:
        until(window, lambda s: s["files"] == 3)
        assert window.stop() == 0
        assert "locked" not in window.logged()


def test_killed_while_it_answers(root: Path, start: Callable[[Path], ServerProcess]):
    server = start(root)
    for number in range(20):
        server.start("helix/ask", {"question": f"what does ring_bell do, {number}?"})
    server.process.kill()
    server.process.wait(PATIENCE)
    again = start(root)
    status = until(again, lambda s: s["index"]["fresh"])
    assert (status["files"], status["problems"]) == (1, [])
    assert again.stop() == 0
