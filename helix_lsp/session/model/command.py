"""The user's own program as a model: the prompt on its stdin, the answer from its stdout. No shell, no retry.

Invariants (law I11): the program comes from the user's settings alone, is an absolute path or is found on the
search path in a folder that lies neither in the workspace nor at a relative place; it runs in the user's home
folder, in a process group of its own, which is killed whole when it is over: at the end, at the deadline, on
cancel. What it writes to stderr is not kept.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, Literal

import msgspec

from helix_lsp.ask.model.model_port import Check
from helix_lsp.errors import Cancelled
from helix_lsp.session.git.git_folder import inside
from helix_lsp.tuning.server import WAITING

_CHUNK = 65_536


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """`text` is what the program wrote when the status is `ok`; `started` tells whether it ran at all."""

    status: Literal["ok", "error", "timeout", "cancelled"]
    text: str = ""
    reason: str = ""
    started: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """An absolute path with its arguments, and what it is given. `environment` is the user's own."""

    argv: tuple[str, ...]
    folder: str
    environment: Mapping[str, str] = field(repr=False)


def find_program(command: Sequence[str], search_path: str, root: str | None) -> tuple[str, ...] | str:
    """The command with the program's absolute path; a text is the reason why it cannot be used."""
    if not command or not command[0]:
        return "model.command names no program"
    name = command[0]
    if os.path.isabs(name):
        found = name if _runnable(name) else None
    elif os.path.basename(name) != name:
        return "model.command must name a program on the search path or an absolute path"
    else:
        endings = ("",) if os.name == "posix" else (".exe", ".com", "")
        folders = [f for f in search_path.split(os.pathsep) if os.path.isabs(f) and not _inside(f, root)]
        found = next((p for f in folders for e in endings if _runnable(p := os.path.join(f, name + e))), None)
    if found is None:
        return f"model.command: {name} was not found, or is not a program"
    if _inside(found, root):
        return f"model.command: {name} lies inside the workspace and is not run"
    return (found, *command[1:])


def run(program: Program, given: str, seconds: float, most: int, check: Check) -> Run:
    """Run it once; raises only what `check` raises besides `Cancelled`."""
    try:
        check()
    except Cancelled:
        return Run(status="cancelled", reason="cancelled before the program was started", started=False)
    try:
        process = subprocess.Popen(
            program.argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=program.folder,
            env=dict(program.environment),
            start_new_session=os.name == "posix",
            close_fds=True,
        )
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "a character that no argument can hold"
        return Run(status="error", reason=f"model.command cannot be started ({why})", started=False)
    assert process.stdin is not None
    assert process.stdout is not None
    reader = _Reader(process.stdout, most)
    threading.Thread(
        target=_write,
        args=(process.stdin, given.encode("utf-8", "replace")),
        name="helix-model-in",
        daemon=True,
    ).start()
    try:
        failed = _watch(process, reader, seconds, most, check)
    except Cancelled:
        failed = Run(status="cancelled", reason="cancelled while the model was writing")
    finally:
        _end(process)
    if failed is not None:
        return failed
    if process.returncode != 0:
        return Run(
            status="error", reason=f"the program in model.command ended with code {process.returncode}"
        )
    return Run(status="ok", text=bytes(reader.data).decode("utf-8", "replace"))


def _watch(
    process: subprocess.Popen[bytes], reader: _Reader, seconds: float, most: int, check: Check
) -> Run | None:
    """None once it has written everything and left; else what went wrong."""
    deadline = time.monotonic() + seconds
    while not (
        reader.done.wait(min(WAITING.poll, max(0.0, deadline - time.monotonic())))
        and (reader.full or _gone(process))
    ):
        check()
        if time.monotonic() >= deadline:
            return Run(
                status="timeout", reason=f"the program in model.command did not end within {seconds:g} s"
            )
        if not reader.done.is_set() and _gone(process):
            reader.done.wait(WAITING.grace)
            break  # it has left; something that it started still holds its output open
        if reader.done.is_set():
            time.sleep(WAITING.poll / 5)  # its output is closed, it goes on
    return (
        Run(status="error", reason=f"the program in model.command wrote more than {most:,} bytes")
        if reader.full
        else None
    )


class _Reader:
    """Takes what the program writes, up to a limit, on a thread of its own."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        self.data = bytearray()
        self.full = False
        self.done = threading.Event()
        threading.Thread(target=self._run, args=(stream, most), name="helix-model-out", daemon=True).start()

    def _run(self, stream: IO[bytes], most: int) -> None:
        try:
            while chunk := os.read(stream.fileno(), _CHUNK):
                self.data += chunk
                if len(self.data) > most:
                    self.full = True
                    break
        except (OSError, ValueError):
            pass
        finally:
            self.done.set()
            stream.close()


def _write(stream: IO[bytes], data: bytes) -> None:
    """A program that does not read to the end is its own affair."""
    try:
        stream.write(data)
        stream.close()
    except (OSError, ValueError):
        pass


def _gone(process: subprocess.Popen[bytes]) -> bool:
    """Has it ended? Where the system can tell without taking its code, its process group stays its own until
    it is killed.
    """
    if not hasattr(os, "waitid"):
        return process.poll() is not None
    try:
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the whole group, whether its first process lives or not, and take its code."""
    natural = process.poll() if not hasattr(os, "waitid") else None
    try:
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        elif natural is None:
            process.kill()
    except OSError:
        pass
    process.wait()


def _runnable(path: str) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)


def _inside(path: str, root: str | None) -> bool:
    return root is not None and inside(os.path.realpath(path), os.path.realpath(root))
