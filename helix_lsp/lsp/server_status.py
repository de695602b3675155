"""What the status line of an editor shows of all folders together (`experimental/serverStatus`, as
rust-analyzer defines it).

Belongs to the loop. Sent only when it is new.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_WORSE = ("ok", "warning", "error")


class ServerStatus:
    """`send(params)` takes `{health, quiescent, message?}`."""

    def __init__(self, send: Callable[[dict[str, Any]], None]) -> None:
        self._send = send
        self._folders: dict[str, tuple[str, bool, str]] = {}
        self._last: dict[str, Any] | None = None

    def set(self, uri: str, health: str, quiescent: bool, message: str) -> None:
        """The state of one folder."""
        self._folders[uri] = (health, quiescent, message)
        self._tell()

    def forget(self, uri: str) -> None:
        """A folder was closed."""
        if self._folders.pop(uri, None) is not None:
            self._tell()

    def _tell(self) -> None:
        states = list(self._folders.values())
        worst = max((state[0] for state in states), key=_WORSE.index, default="ok")
        message = next((text for health, _, text in states if health == worst and text), "")
        now: dict[str, Any] = {"health": worst, "quiescent": all(quiet for _, quiet, _ in states)}
        if message:
            now["message"] = message
        if now != self._last:
            self._last = now
            self._send(now)
