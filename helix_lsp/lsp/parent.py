"""Watches the editor's process (`processId`, `--clientProcessId`) and says when it is gone.

A dead process that nobody has reaped still answers to signal 0, so a parent that is also our real parent is
told by a change of `getppid`, and on Linux any other by its state.
Source: LSP 3.17, InitializeParams.processId.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable


def watch(
    pid: int, interval: float, on_death: Callable[[], None], alive: Callable[[int], bool] | None = None
) -> threading.Thread:
    """Start a daemon thread that calls `on_death` once, at most `interval` seconds after the process is gone."""
    look = alive or watcher()
    pause = threading.Event()

    def run() -> None:
        while look(pid):
            pause.wait(interval)
        on_death()

    thread = threading.Thread(target=run, name="helix-parent", daemon=True)
    thread.start()
    return thread


def watcher(platform: str = sys.platform) -> Callable[[int], bool]:
    """The way this system tells whether a process lives."""
    if platform == "win32":
        return _alive_windows
    first_parent = os.getppid()

    def alive(pid: int) -> bool:
        if pid == first_parent and os.getppid() != first_parent:
            return False
        return alive_posix(pid)

    return alive


def alive_posix(pid: int, kill: Callable[[int, int], None] = os.kill) -> bool:
    """Signal 0 asks for existence; a zombie exists and is dead."""
    try:
        kill(pid, 0)
    except PermissionError:
        return True
    except (ProcessLookupError, OverflowError, ValueError):
        return False
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[0] not in (b"Z", b"X")
    except (OSError, IndexError):
        return True


def _alive_windows(pid: int) -> bool:
    import ctypes

    synchronize, timed_out, denied = 0x00100000, 0x102, 5
    kernel = getattr(ctypes, "WinDLL")("kernel32", use_last_error=True)  # noqa: B009  (the attribute exists on Windows only)
    handle = kernel.OpenProcess(synchronize, False, pid)
    if not handle:
        return bool(getattr(ctypes, "get_last_error")() == denied)  # noqa: B009
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == timed_out)
    finally:
        kernel.CloseHandle(handle)
