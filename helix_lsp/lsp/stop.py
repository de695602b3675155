"""Ends the process in time, whatever runs: the first reason counts, the loop is asked to end, and a watchdog
makes sure.

Reasons come from any thread and from signal handlers: `exit`, the end of stdin, a broken stdout, SIGTERM, a
dead parent.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable

log = logging.getLogger(__name__)


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
