"""A program in a pseudo-terminal: keys go in, the screen is read as a person sees it."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import termios
import time
from pathlib import Path

import pyte

ROWS, COLUMNS = 34, 120


class Terminal:
    """Starts at once; `close` kills what is left of it."""

    def __init__(self, command: list[str], environment: dict[str, str], folder: Path) -> None:
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self.screen)
        self.pid, self._master = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execve(command[0], command, environment | {"TERM": "xterm-256color", "COLORTERM": "truecolor"})
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def pump(self, seconds: float) -> bool:
        """Takes in what comes within the time; False when the program has ended."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self._master], [], [], left)[0]:
                try:
                    self._stream.feed(os.read(self._master, 65_536))
                except OSError:
                    return False
        return True

    def keys(self, *keys: str) -> None:
        for key in keys:
            os.write(self._master, key.encode())
            self.pump(0.15)

    def wait(self, text: str, seconds: float = 60, *, gone: bool = False) -> None:
        """Until `text` stands on the screen, or no longer does."""
        end = time.monotonic() + seconds
        while (text in self.text()) is gone:
            assert time.monotonic() < end, f"{text!r} {'stayed' if gone else 'never came'}:\n{self.text()}"
            assert self.pump(0.1), f"the program ended before {text!r}:\n{self.text()}"

    def ended(self, seconds: float = 60) -> bool:
        """True when the program ends by itself within the time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self.pump(0.1):
                os.waitpid(self.pid, 0)
                self.pid = 0
                return True
        return False

    def close(self) -> None:
        if self.pid:
            os.kill(self.pid, 9)
            os.waitpid(self.pid, 0)
        os.close(self._master)
