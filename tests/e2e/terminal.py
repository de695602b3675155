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
_TIOCGPTN = 0x80045430  # Linux's number of a pseudo-terminal; `os.ptsname` came with Python 3.13
_PATIENCE = 240.0  # seconds; ends a test that hangs, and is no promise


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
        """One after the other, each when the program has read the one before: an escape and a key that are
        read together are Alt with that key.
        """
        for key in keys:
            os.write(self._master, key.encode())
            end = time.monotonic() + _PATIENCE
            while self._unread():
                assert time.monotonic() < end, f"{key!r} was never read:\n{self.text()}"
                assert self.pump(0.02), f"the program ended before {key!r}:\n{self.text()}"
            self.pump(0.15)

    def last(self, key: str) -> None:
        """A key that ends the program: nobody can wait until it is read, `ended` says whether it was."""
        os.write(self._master, key.encode())

    def _unread(self) -> int:
        """Bytes that were typed and that the program has not read. Its end of the terminal is not kept open:
        the program's end must be seen here.
        """
        number = struct.unpack("I", fcntl.ioctl(self._master, _TIOCGPTN, b"\0" * 4))[0]
        its_end = os.open(f"/dev/pts/{number}", os.O_RDWR | os.O_NOCTTY)
        try:
            return struct.unpack("i", fcntl.ioctl(its_end, termios.FIONREAD, b"\0" * 4))[0]
        finally:
            os.close(its_end)

    def wait(self, text: str, seconds: float = _PATIENCE, *, gone: bool = False) -> None:
        """Until `text` stands on the screen, or no longer does."""
        end = time.monotonic() + seconds
        while (text in self.text()) is gone:
            assert time.monotonic() < end, f"{text!r} {'stayed' if gone else 'never came'}:\n{self.text()}"
            assert self.pump(0.1), f"the program ended before {text!r}:\n{self.text()}"

    def ended(self, seconds: float = _PATIENCE) -> bool:
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
