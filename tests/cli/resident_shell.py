"""What tests of the resident process share: a project whose cache is short enough for a socket, and looks at it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from helix_lsp.cli import resident_client as to
from helix_lsp.cli.resident import locked, status
from tests.cli.run import Shell

LINE = b'{"question": "ring bell"}\n'

Found = TypeVar("Found")


def until(condition: Callable[[], Found], what: str) -> Found:
    """Waits for a condition; a test that waits for ever says for what."""
    end = time.monotonic() + 120
    while not (found := condition()):
        assert time.monotonic() < end, f"never came: {what}"
        time.sleep(0.02)
    return found


def place(shell: Shell) -> str:
    return to.place(to.read(shell.environment()))


def told(shell: Shell) -> dict[str, Any]:
    said = status(place(shell))
    assert said is not None
    return said


def busy(shell: Shell) -> list[int]:
    return [worker["pid"] for worker in told(shell)["workers"] if worker["busy"]]


@contextmanager
def without(shell: Shell) -> Generator[None]:
    """Nobody trusts the folder of the socket meanwhile."""
    folder = os.path.dirname(place(shell))
    os.chmod(folder, 0o755)
    try:
        yield
    finally:
        os.chmod(folder, 0o700)


def batch(shell: Shell) -> subprocess.Popen[bytes]:
    """A command that goes on until its stdin ends."""
    return subprocess.Popen(
        [sys.executable, "-m", "helix_lsp", "query", "--jsonl"],
        cwd=shell.here,
        env=shell.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def asked(process: subprocess.Popen[bytes]) -> bytes:
    """The answer to one line."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(LINE)
    process.stdin.flush()
    return process.stdout.readline()


def shell_of(folder: str) -> Shell:
    return Shell(here=Path(folder), cache=Path(folder))


def ended(path: str) -> bool:
    """Nobody has the right to listen there."""
    mine = locked(path)
    if mine is not None:
        os.close(mine)
    return mine is not None
