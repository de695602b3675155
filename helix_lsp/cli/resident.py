"""`helix-lsp resident`: starts, stops and shows the process that stays, so that commands need not read the program anew.

Exit code 1 for `stop` and `status` where there is none.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from argparse import Namespace
from typing import Any, cast

from helix_lsp.cli import resident_client as to
from helix_lsp.cli.screen import Screen
from helix_lsp.errors import StorageError, UsageError
from helix_lsp.session.processes.pool import PACKAGES
from helix_lsp.session.settings.settings import load, own_variables
from helix_lsp.text.data_file import BrokenData, read_json
from helix_lsp.text.visible import counted
from helix_lsp.tuning.server import WAITING

_PROGRAM = "import sys; sys.path[:0] = sys.argv[1:2]; from helix_lsp.cli.resident_process import main; main()"
_LONGEST = 60.0  # seconds that a start may take
_MOST = 100_000


def run(arguments: Namespace, screen: Screen) -> int:
    """One line on what is so now. Raises UsageError where the system has no such sockets."""
    if not to.POSSIBLE:
        raise UsageError(
            "a resident process needs Unix sockets, which this system does not have; commands run without it"
        )
    path = to.place(to.read(own_variables()))
    found = status(path)
    if arguments.act == "start":
        if found is None:
            begin(path, arguments.idle or load(None).config.cli.resident_idle_seconds)
            found = _awaited(path)
        screen.text(_words(found))
        return 0
    if found is None:
        screen.text("no resident process is running for this user, cache folder and version")
        return 1
    if arguments.act == "status":
        screen.text(_words(found))
        for worker in found["workers"]:
            doing = "runs a command" if worker["busy"] else "is free"
            screen.text(f"process {worker['pid']} {doing}, {worker['folder']}")
        return 0
    _told(path, "stop")
    screen.text(f"the resident process {found['pid']} was stopped")
    return 0


def begin(path: str, idle: float) -> None:
    """Starts it; whether it came up, only its socket says. Raises StorageError for a folder that may not be used."""
    try:
        mine = locked(path)
    except OSError as error:
        raise StorageError(f"the folder of {path} cannot be used: {error.strerror}") from error
    if mine is None:
        return  # one is starting
    os.close(mine)
    if len(os.fsencode(path)) > 100:
        raise StorageError(f"the path {path} is too long for a socket; choose a shorter cache folder")
    subprocess.Popen(
        [sys.executable, "-P", "-c", _PROGRAM, PACKAGES, path, str(idle)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=os.sep,
        start_new_session=True,
    )


def locked(path: str) -> int | None:
    """The right to listen there, None where another process has it. Raises StorageError for a folder that is not
    this user's alone, OSError.
    """
    folder = os.path.dirname(path)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if why := to.refusal(folder):
        raise StorageError(f"the folder {folder} {why}; remove it, or make it yours alone (chmod 700)")
    import fcntl

    number = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(number)
        return None
    return number


def begin_quietly() -> None:
    """The same where the user's settings want it; a place that cannot be used is for `start` to name."""
    with contextlib.suppress(StorageError, OSError):
        begin(to.place(to.read(own_variables())), load(None).config.cli.resident_idle_seconds)


def status(path: str) -> dict[str, Any] | None:
    """What the process that listens there says of itself; None where there is none of this program."""
    try:
        said = read_json(_told(path, "status"))
    except BrokenData:
        return None
    return cast("dict[str, Any]", said) if isinstance(said, dict) and "pid" in said else None


def _told(path: str, kind: str) -> bytes:
    """All that it answers; empty where nobody does."""
    said = b""
    with contextlib.suppress(OSError):
        bare = to.connected(path)
        if bare is not None:
            with socket.socket(fileno=bare.detach()) as line:
                line.settimeout(to.SILENCE)
                to.send(line, to.packed(kind))
                while len(said) < _MOST and (part := line.recv(_MOST)):
                    said += part
    return said


def _awaited(path: str) -> dict[str, Any]:
    until = time.monotonic() + _LONGEST
    while (found := status(path)) is None:
        if time.monotonic() > until:
            raise StorageError(f"the resident process did not come up at {path}; commands run without it")
        time.sleep(WAITING.poll)
    return found


def _words(found: dict[str, Any]) -> str:
    served = counted(found["commands"], "command")
    return f"the resident process {found['pid']} (helix-lsp {found['version']}) is running; {served} served"
