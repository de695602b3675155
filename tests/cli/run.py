"""Runs the command as a user would: a process of its own, its own cache, stdout and stderr apart. The process is
a fork of one that has read the modules (`tests/support/zygote.py`).
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.support import zygote

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a run left behind."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode("utf-8")

    @property
    def complaint(self) -> str:
        """The one line on stderr; fails when there is another or a traceback."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("helix-lsp: ")
        assert "Traceback" not in self.err
        return lines[0].removeprefix("helix-lsp: ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shell:
    """A folder to stand in and a cache of its own."""

    here: Path
    cache: Path

    def environment(self, **more: str) -> dict[str, str]:
        keep = {name: value for name, value in os.environ.items() if not name.startswith("HELIX_")}
        own = {
            "HELIX_ASK_CACHE_DIR": str(self.cache),
            "HELIX_ASK_SEARCH_MEANING": "off",  # as in tests/conftest.py; to open the model is most of a question
            "PYTHONPATH": str(ROOT),
        }
        return keep | own | more

    def run(
        self, *words: str, stdin: bytes = b"", cwd: Path | None = None, env: Mapping[str, str] | None = None
    ) -> Done:
        environment, here = self.environment(**(env or {})), cwd or self.here
        if zygote.can_run(environment):
            code, out, err = zygote.run(list(words), cwd=here, stdin=stdin, environment=environment)
            return Done(code=code, out=out, err=err.decode("utf-8", "replace"))
        return self.started(*words, stdin=stdin, cwd=here, env=env)

    def at_terminal(self, *words: str, columns: int, env: Mapping[str, str] | None = None) -> Done:
        """As `started`, with a terminal of so many columns for stdout, whose line ends are taken back."""
        mine, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        process = subprocess.Popen(
            [sys.executable, "-m", "helix_lsp", *words],
            cwd=self.here,
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=subprocess.PIPE,
            env=self.environment(**(env or {})),
        )
        os.close(theirs)
        out = b""
        with contextlib.suppress(OSError):  # the other side was closed
            while data := os.read(mine, 65_536):
                out += data
        os.close(mine)
        _, err = process.communicate(timeout=240)
        return Done(code=process.returncode, out=out.replace(b"\r\n", b"\n"), err=err.decode())

    def started(
        self, *words: str, stdin: bytes = b"", cwd: Path | None = None, env: Mapping[str, str] | None = None
    ) -> Done:
        """As `run`, in a process that is started for it: for what a fork does not show."""
        done = subprocess.run(
            [sys.executable, "-m", "helix_lsp", *words],
            cwd=cwd or self.here,
            input=stdin,
            capture_output=True,
            env=self.environment(**(env or {})),
            check=False,
            timeout=240,
        )
        return Done(code=done.returncode, out=done.stdout, err=done.stderr.decode("utf-8", "replace"))
