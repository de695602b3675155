"""A project that nobody trusts as the current folder: nothing of it is imported, started or followed, by
commands, workers, server or companion.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.house.source import ROOT
from tests.support.hostile_git import Hostile
from tests.support.hostile_tree import make_hostile_tree
from tests.support.raw_client import ServerProcess
from tests.support.tracing import Trace, works


@pytest.fixture
def made(tmp_path: Path) -> Hostile:
    return make_hostile_tree(tmp_path / "home")


def environment(made: Hostile, **more: str) -> dict[str, str]:
    base = made.root.parent
    return {
        "PATH": os.defpath,
        "HOME": str(base),
        "PYTHONPATH": str(ROOT),
        "HELIX_ASK_CACHE_DIR": str(base / "cache"),
        "LC_ALL": "C.UTF-8",
    } | more


def without_what_python_reads_itself(made: Hostile) -> None:
    """`-m` without `-P` has its own reader from the current folder, before the first line of ours: that is
    why the documents say `-P`.
    """
    command = [sys.executable, "-I", "-c", "import runpy, sys; print(*sys.modules)"]
    for name in subprocess.run(command, capture_output=True, text=True, check=True).stdout.split():
        (made.root / f"{name}.py").unlink(missing_ok=True)


def run(made: Hostile, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=made.root,
        env=environment(made),
        capture_output=True,
        check=False,
        timeout=240,
    )


@pytest.mark.parametrize("safe", [("-P",), ()])
def test_the_current_folder_is_no_place_for_modules(made: Hostile, safe: tuple[str, ...]) -> None:
    if not safe:
        without_what_python_reads_itself(made)
    done = run(made, *safe, "-m", "helix_lsp", "drift")
    assert done.returncode in (0, 1), done.stderr.decode()
    assert made.ran() == ""
    assert b"SECRET-OF-OUTSIDE" not in done.stdout + done.stderr


def test_workers_are_started_elsewhere(made: Hostile) -> None:
    for number in range(40):
        (made.root / f"made{number}.txt").write_text(f"words {number}\n" * 2_000)
    done = run(made, "-P", "-m", "helix_lsp", "index", "--full")
    assert done.returncode == 0, done.stderr.decode()
    assert made.ran() == ""


def test_a_server_that_is_started_there_imports_nothing_of_it(made: Hostile) -> None:
    start = "import os, sys; os.chdir(sys.argv[1]); os.execv(sys.executable, [sys.executable, '-P', '-m', 'helix_lsp', 'serve'])"
    script = ("-P", "-c", start, str(made.root))
    with ServerProcess(script=script, environment=environment(made)) as server:
        server.initialize(folders=[made.root.as_uri()], encodings=["utf-16"])
        assert server.result("helix/ask", {"question": "what does Store.load do?"}, timeout=240)[
            "schema"
        ].startswith("answer-envelope")
        server.stop()
    assert made.ran() == ""


@pytest.fixture
def bench() -> Iterator[Any]:
    sys.path.insert(0, str(ROOT / "bench"))
    yield import_module("reliability_hostile")
    sys.path.remove(str(ROOT / "bench"))


def test_the_system_calls_of_two_commands_and_a_server(tmp_path: Path, bench: Any) -> None:
    """`make reliability GATES=G17` does it with 32 commands."""
    if not works():
        assert os.environ.get("CI") != "true", "strace cannot be had, or may not trace"
        pytest.skip("strace cannot be had, or may not trace")
    figures = bench.measured(tmp_path, bench.COMMANDS[:2])
    assert [figure for figure in figures if not figure.holds] == []


def test_a_trace_is_read_rightly(tmp_path: Path) -> None:
    file = tmp_path / "trace"
    file.write_text(
        '1 execve("/usr/bin/git", ["git"], 0x0 /* 3 vars */) = 0\n'
        '1 execve("/x/none", ["none"], 0x0 /* 3 vars */) = -1 ENOENT (No such file or directory)\n'
        '2 openat(AT_FDCWD</w>, "a.py", O_RDONLY|O_CLOEXEC <unfinished ...>\n'
        '1 openat(5</w>, "b", O_WRONLY|O_CREAT, 0666) = 6</w/b>\n'
        "2 <... openat resumed>) = 3</w/a.py>\n"
        "1 connect(4<socket:[1]>, {sa_family=AF_INET, sin_port=htons(80)}, 16) = -1 EINPROGRESS (Operation now in progress)\n"
        '1 mkdirat(AT_FDCWD</w>, "made", 0777) = 0\n'
        '1 rename("/w/b", "/v/c") = 0\n'
    )
    read = import_module("tests.support.tracing").read_trace(file)
    assert read == Trace({"/usr/bin/git"}, {"/w/a.py"}, {"/w/b", "/w/made", "/v/c"}, ["AF_INET"])
    strange = read.strangers(["/usr/bin/python3"], ["/w/"], ["/w/"])
    assert strange == {
        "programs": ["/usr/bin/git"],
        "connections": ["AF_INET"],
        "reads": [],
        "changes": ["/v/c"],
    }
