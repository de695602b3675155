"""The process of one call of git: started with nothing but what it is given, read to a limit of time and of
size, and stopped with whatever it started when the limit is met or nobody waits any more.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import IO, cast

import msgspec

from helix_lsp.errors import EXHAUSTED, HelixError
from helix_lsp.session.git.git_folder import NoGit, no_git
from helix_lsp.session.memory import GIT_BYTES, limit_memory

_PASSED = ("TMPDIR", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "TEMP", "TMP")
_PART = 1 << 17
_POLL = 0.1


class Git(msgspec.Struct, frozen=True, kw_only=True):
    """The program and how it is called; `check` is asked while git works and may raise. `environment` is what
    the user's own settings need; repository variables never get through. An answer of more than `most` bytes
    is none.
    """

    program: str
    environment: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    seconds: float = 20.0
    most: int = 400_000_000  # `session.git_bytes`
    check: Callable[[], None] = lambda: None


def run(git: Git, asked: Sequence[str], around: Mapping[str, str], stdin: bytes) -> bytes | NoGit:
    """What git prints for these words in this environment; why not, where it does not end well. Raises what
    `Git.check` does, and HelixError where the system has nothing left to start it with.
    """
    if not stdin:
        return _started(git, asked, around, None)
    with (
        tempfile.TemporaryFile() as file
    ):  # a file, no pipe: git reads and writes at its own pace, and nobody waits for the other
        file.write(stdin)
        file.seek(0)
        return _started(git, asked, around, file)


def _started(
    git: Git, asked: Sequence[str], around: Mapping[str, str], stdin: IO[bytes] | None
) -> bytes | NoGit:
    passed = {name: value for name, value in git.environment.items() if name.upper() in _PASSED}
    try:
        process = subprocess.Popen(
            [git.program, "--no-pager", *asked],
            stdin=stdin or subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**passed, **around},
            cwd=os.path.dirname(git.program),
            start_new_session=True,
            bufsize=0,  # raw: closing waits for no reader
        )
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno in EXHAUSTED:
            raise exhausted(error) from None
        return no_git("cannot-start", error=str(error.strerror if isinstance(error, OSError) else error))
    limit_memory(process.pid, GIT_BYTES)
    with process:
        try:
            answer = _wait(process, git)
        except BaseException:
            _end(process)
            raise
    if isinstance(answer, NoGit):
        return answer
    out, err = answer
    if process.returncode == 0:
        return out
    lines = (line for line in err.decode("utf-8", "replace").splitlines() if line.strip())
    words = next(lines, f"exit code {process.returncode}").removeprefix("fatal: ")[:200]
    quiet = not err.strip() and process.returncode > 0
    return no_git("refused", quiet=quiet, verb=asked[0], words=words)


def exhausted(error: OSError) -> HelixError:
    """Says nothing of git: to go on without it would answer something else."""
    from helix_lsp.index.store.refusal import refused_by_system

    return refused_by_system(error, "git could not be started")


def _wait(process: subprocess.Popen[bytes], git: Git) -> tuple[bytes, bytes] | NoGit:
    """Output and errors; NoGit when the time is up or there is too much of either, and git was stopped."""
    deadline = time.monotonic() + git.seconds
    both = [_Reader(cast(IO[bytes], stream), git.most) for stream in (process.stdout, process.stderr)]
    git.check()
    for reader in both:
        reader.start()
    for reader in both:
        while reader.join(min(_POLL, max(0.0, deadline - time.monotonic()))) or reader.is_alive():
            git.check()
            if time.monotonic() >= deadline:
                _end(process)
                return no_git("slow", seconds=f"{git.seconds:g}")
        if reader.failed is not None:
            _end(process)
            from helix_lsp.index.store.refusal import refused_by_system

            raise refused_by_system(reader.failed, "what git says could not be read")
        if reader.over:
            _end(process)
            return no_git("loud", size=f"{git.most:,}")
    process.wait()
    return both[0].said(), both[1].said()


class _Reader(threading.Thread):
    """Reads a stream to its end, or until there is more than `most` bytes: what git prints may be of any
    size, and memory is not.
    """

    def __init__(self, stream: IO[bytes], most: int) -> None:
        super().__init__(name="git output", daemon=True)
        self._stream, self._most, self._parts, self.over = stream, most, list[bytes](), False
        self.failed: OSError | None = None

    def run(self) -> None:
        """Called by the thread."""
        size = 0
        try:
            while part := self._stream.read(_PART):
                size += len(part)
                if size > self._most:
                    self._parts.clear()
                    self.over = True
                    return
                self._parts.append(part)
        except ValueError:  # closed from outside: git was stopped
            pass
        except OSError as error:
            self.failed = error

    def said(self) -> bytes:
        """What was read."""
        return b"".join(self._parts)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Stop git and whatever it started; it has a process group of its own."""
    try:
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except OSError:
        pass
    process.communicate()
