"""What the client said it can do. Kept as the plain data it sent, so that a capability nobody knows yet harms
nothing.
"""

from __future__ import annotations

import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, cast

from helix_lsp.lsp.failure import describe

# Neovim 0.12 drops a workspace report of a buffer it has open, and after a refresh asks for nothing else
# where workspace reports are offered: a document would show what it showed when it was opened, which is
# nothing. Without the offer it asks for each open buffer again.
_LOSES_WORKSPACE_REPORTS = frozenset({"Neovim"})


class Client:
    """`capabilities` is `InitializeParams.capabilities`, `name` is `clientInfo.name`."""

    def __init__(self, capabilities: Mapping[str, Any] | None = None, name: str = "") -> None:
        self._capabilities = capabilities or {}
        self._name = name

    def value(self, path: str) -> Any:
        """What is at a dotted path; None when it is not there."""
        here: Any = self._capabilities
        for name in path.split("."):
            if not isinstance(here, Mapping):
                return None
            here = cast("Mapping[str, Any]", here).get(name)
        return here

    def supports(self, path: str) -> bool:
        """True only for a plain `true`."""
        return self.value(path) is True

    def listed(self, path: str) -> list[Any]:
        """The list at a dotted path; empty when there is none."""
        found = self.value(path)
        return cast("list[Any]", found) if isinstance(found, list) else []

    @property
    def pulls(self) -> bool:
        """True for a client that asks for diagnostics; others are sent them."""
        return self.value("textDocument.diagnostic") is not None

    @property
    def keeps_workspace_reports(self) -> bool:
        """False for a client that, offered `workspace/diagnostic`, would not see its open documents again."""
        return self._name not in _LOSES_WORKSPACE_REPORTS

    @property
    def shows_related(self) -> bool:
        """True for a client that shows the related information of a diagnostic."""
        kind = "diagnostic" if self.pulls else "publishDiagnostics"
        return self.supports(f"textDocument.{kind}.relatedInformation") or self.supports(
            "textDocument.publishDiagnostics.relatedInformation"
        )


# How clients and servers say that they know forms (`command/resolve`). The names have changed twice, so
# they all are here.
#
#     newest   client `interactiveResolve.inputTypes`, server `{ kinds: ["command"] }`, answers `{ id, value }`
#     older    client `interactiveInputTypes`, server `["command"]`, answers by place
#
# Source: gopls, doc/design/integrating-interactive-refactoring.md; golang/go#76331;
# microsoft/language-server-protocol#1164.

_NEWEST = "experimental.interactiveResolve.inputTypes"
_OLDER = "experimental.interactiveInputTypes"


def input_types(client: Client) -> frozenset[str]:
    """What the client can ask a person for; empty when it shows no forms."""
    named = cast("list[object]", client.listed(_NEWEST) or client.listed(_OLDER))
    return frozenset(name for name in named if isinstance(name, str))


def provider(client: Client) -> dict[str, Any]:
    """What goes under `experimental` of the server's capabilities; nothing for a client that shows no forms."""
    if not input_types(client):
        return {}
    return {"interactiveResolveProvider": {"kinds": ["command"]} if client.listed(_NEWEST) else ["command"]}


def answer_to(field: str, answers: list[Any]) -> Any:
    """What was answered to a field, None when it was not. Each of our forms has one field, so an answer by
    place is the first, and taken.
    """
    for one in cast("list[object]", answers):
        if not isinstance(one, Mapping):
            return answers.pop(0)
        named = cast("Mapping[str, Any]", one)
        if named.get("id") == field:
            return named.get("value")
    return None


# The loop: one thread takes callables off a queue, in order. All protocol state belongs to it, so none of
# it needs a lock.
#
# No turn may wait for anything. A turn longer than `turn_warning` seconds is logged with its name.

log = logging.getLogger(__name__)


class Loop:
    """`post` from any thread; `run` in the one that owns the state. `begun` counts the turns so far."""

    def __init__(self, turn_warning: float) -> None:
        self._turns: queue.SimpleQueue[tuple[str, Callable[[], None]] | None] = queue.SimpleQueue()
        self._turn_warning = turn_warning
        self.begun = 0

    @property
    def waiting(self) -> bool:
        """True when turns wait behind the one that runs."""
        return not self._turns.empty()

    def post(self, name: str, turn: Callable[[], None]) -> None:
        """Run `turn` after everything posted before it. Safe from signal handlers: the queue is reentrant."""
        self._turns.put((name, turn))

    def stop(self) -> None:
        """End `run` after the turns posted so far."""
        self._turns.put(None)

    def run(self) -> None:
        """Take turns until `stop`. A turn that raises is a fault of ours: logged, and the loop goes on."""
        while (entry := self._turns.get()) is not None:
            name, turn = entry
            self.begun += 1
            started = time.monotonic()
            try:
                turn()
            except Exception as error:  # noqa: BLE001  (one bad turn must not end the session)
                log.error("turn %s failed: %s", name, describe(error))
            spent = time.monotonic() - started
            if spent > self._turn_warning:
                log.warning("turn %s took %.0f ms", name, spent * 1e3)


# Ends the process in time, whatever runs: the first reason counts, the loop is asked to end, and a watchdog
# makes sure.
#
# Reasons come from any thread and from signal handlers: `exit`, the end of stdin, a broken stdout, SIGTERM,
# a dead parent.


class Stopper:
    """`hard_exit` is called from the watchdog thread when `ended` was not called within `grace` seconds of
    the first reason.
    """

    def __init__(
        self, grace: float, stop_loop: Callable[[], None], hard_exit: Callable[[int], None] = os._exit
    ) -> None:
        self._grace = grace
        self._stop_loop = stop_loop
        self._hard_exit = hard_exit
        self._begun = threading.Lock()
        self._asked = threading.Event()
        self._ended = threading.Event()
        self.code: int | None = None

    def request(self, code: int, reason: str) -> None:
        """Stop with this exit code; later calls change nothing."""
        if not self._begun.acquire(blocking=False):
            return
        self.code = code
        self._asked.set()
        log.info("stopping: %s", reason)
        threading.Thread(target=self._watch, args=(code,), name="helix-watchdog", daemon=True).start()
        self._stop_loop()

    def wait(self, seconds: float) -> bool:
        """True when a reason came within that time."""
        return self._asked.wait(seconds)

    def ended(self) -> None:
        """Nothing is left that could hold the process: the watchdog is called off."""
        self._ended.set()

    def _watch(self, code: int) -> None:
        if not self._ended.wait(self._grace):
            self._hard_exit(code)


# The editor's process (`processId`, `--clientProcessId`), and when it is gone.
#
# A dead process that nobody has reaped still answers to signal 0, so a parent that is also our real parent is
# told by a change of `getppid`, and on Linux any other by its state.
# Source: LSP 3.17, InitializeParams.processId.

_DEAD_PARENT = 1


def end_with(pid: int, interval: float, stopper: Stopper) -> None:
    """Stop at most `interval` seconds after the editor's process is gone."""
    watch(pid, interval, lambda: stopper.request(_DEAD_PARENT, "the editor's process is gone"))


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
