"""What git knows about a folder: which files it tracks, which are new, and which commit is checked out.

Invariants (law I11): the program is an absolute path outside the workspace; the argument list and the environment are built
here; nothing the repository configures is run, fetched from or read from elsewhere (fsmonitor, hooks, untracked cache, excludes
file, protocols and embedded bare repositories are switched off on the command line, and a `.git` that leads outside must be
pointed back at by what it leads to). Nothing is written: no locks, no index refresh. Every answer has a limit of time and of size. What cannot
be answered is a reason in words.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, cast

_NAMES = ("git.exe",) if os.name == "nt" else ("git",)
_PASSED = (
    "HOME", "XDG_CONFIG_HOME", "TMPDIR", "USERPROFILE", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA",
    "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "TEMP", "TMP",
)
_FIXED = {
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1",
    "GIT_PROTOCOL_FROM_USER": "0", "GIT_ATTR_NOSYSTEM": "1", "LC_ALL": "C",
}
_OPTIONS = (
    "--no-optional-locks", "--no-pager",
    "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}", "-c", "core.untrackedCache=false",
    "-c", f"core.attributesFile={os.devnull}", "-c", "safe.bareRepository=explicit", "-c", "protocol.allow=never",
)
_POINTER = re.compile(r"gitdir: ([^\r\n](?:.*[^\r\n])?)[\r\n]*\Z", re.DOTALL)
_WORKTREE = re.compile(r"^[ \t]*worktree[ \t]*=[ \t]*(\S(?:.*\S)?)", re.MULTILINE | re.IGNORECASE)
_SMALL = 65_536
_PART = 1 << 17
_POLL = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class GitFiles:
    """Names below the root, relative to it, as git wrote them (bytes). Nothing says that they are still on disk.

    `top` is the work tree's own folder: the root or a folder above it.
    """

    top: str
    tracked: tuple[bytes, ...]
    untracked: tuple[bytes, ...]
    links: tuple[bytes, ...] = ()
    submodules: tuple[bytes, ...] = ()
    repositories: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NoGit:
    """Why git does not answer for a folder, in words; `plain` when there simply is no repository."""

    reason: str
    plain: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Git:
    """The program and how it is called; `check` is asked while git works and may raise. `environment` is what the user's own
    settings need; repository variables never get through. An answer of more than `most` bytes is none.
    """

    program: str
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    seconds: float = 20.0
    most: int = 400_000_000  # `session.git_bytes`
    check: Callable[[], None] = lambda: None


def find_git(search_path: str, root: str) -> str | None:
    """The first git on `search_path` as a real absolute path; folders that are relative or inside the workspace do not count."""
    for folder in search_path.split(os.pathsep):
        if not folder or not os.path.isabs(folder) or _inside(os.path.realpath(folder), root):
            continue
        for name in _NAMES:
            program = os.path.realpath(os.path.join(folder, name))
            if os.path.isfile(program) and os.access(program, os.X_OK) and not _inside(program, root):
                return os.path.join(folder, name)
    return None


def list_files(git: Git, root: str) -> GitFiles | NoGit:
    """All names that git tracks or does not ignore below `root` (a real absolute path)."""
    top = work_tree(root)
    if isinstance(top, NoGit):
        return top
    said = _run(git, root, "rev-parse", "--show-toplevel")
    if isinstance(said, NoGit):
        return said
    shown = said.rstrip(b"\r\n").decode("utf-8", "surrogateescape")
    if not _same(shown, top):
        return NoGit(reason="git reads another folder as this work tree (core.worktree, or a broken .git)")
    excludes = _user_excludes(git, root)
    listed = _run(git, root, "-c", f"core.excludesFile={excludes}", "ls-files", "-ztsco", "--exclude-standard")
    if isinstance(listed, NoGit):
        return listed
    files = _parse(listed, top)
    if not files.tracked and not _same(top, root):
        ignored = _run(git, root, "-c", f"core.excludesFile={excludes}", "check-ignore", "-q", ".")
        if not isinstance(ignored, NoGit):
            return NoGit(reason="the repository around this folder ignores it", plain=True)
    return files


def head_commit(git: Git, root: str) -> str | None:
    """The checked-out commit; None outside git or before the first commit."""
    if isinstance(work_tree(root), NoGit):
        return None
    said = _run(git, root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    return None if isinstance(said, NoGit) else said.decode("ascii", "replace").strip()


def read_git(git: Git, root: str, *arguments: str, stdin: bytes = b"") -> bytes | NoGit:
    """What one reading command prints; the caller passes only arguments (and what the command reads) of its own making."""
    if not stdin:
        return _run(git, root, *arguments)
    with tempfile.TemporaryFile() as file:  # a file, no pipe: git reads and writes at its own pace, and nobody waits for the other
        file.write(stdin)
        file.seek(0)
        return _run(git, root, *arguments, stdin=file)


def work_tree(root: str) -> str | NoGit:
    """The folder at or above `root` that holds `.git`, judged without running anything.

    A `.git` that is a link, or a file leading to a folder that neither lies inside nor points back, is not believed.
    """
    folder = root
    while True:
        entry = os.path.join(folder, ".git")
        if os.path.lexists(entry):
            break
        above = os.path.dirname(folder)
        if above == folder:
            return NoGit(reason="no git repository", plain=True)
        folder = above
    if os.path.islink(entry):
        return NoGit(reason="`.git` is a link")
    if os.path.isdir(entry):
        return folder
    found = _POINTER.match(_small(entry))
    if found is None:
        return NoGit(reason="`.git` is broken")
    target = os.path.realpath(os.path.join(folder, found[1]))
    if not os.path.isdir(target):
        return NoGit(reason="`.git` leads nowhere")
    if _inside(target, folder) or _points_back(target, folder):
        return folder
    return NoGit(reason="`.git` leads to a repository that does not point back")


def _points_back(target: str, folder: str) -> bool:
    """A linked work tree's folder names our `.git` in `gitdir`; a submodule's names our folder in its config."""
    back = _small(os.path.join(target, "gitdir")).strip()
    if back and _same(os.path.join(target, back), os.path.join(folder, ".git")):
        return True
    return any(
        _same(os.path.join(target, m[1].strip('"')), folder) for m in _WORKTREE.finditer(_small(os.path.join(target, "config")))
    )


def _user_excludes(git: Git, root: str) -> str:
    """The user's own excludes file, so that the repository's setting of the same name is not read."""
    said = _run(git, root, "config", "--global", "--type=path", "--get", "core.excludesFile")
    if not isinstance(said, NoGit):
        return said.rstrip(b"\r\n").decode("utf-8", "surrogateescape")
    home = git.environment.get("XDG_CONFIG_HOME") or os.path.join(git.environment.get("HOME", os.devnull), ".config")
    return os.path.join(home, "git", "ignore")


def _parse(listed: bytes, top: str) -> GitFiles:
    tracked: dict[bytes, None] = {}
    untracked: list[bytes] = []
    links: dict[bytes, None] = {}
    submodules: dict[bytes, None] = {}
    repositories: list[bytes] = []
    for entry in listed.split(b"\0"):
        if entry.startswith(b"? "):
            name = entry[2:]
            (repositories if name.endswith(b"/") else untracked).append(name)
        elif entry:
            head, _, name = entry.partition(b"\t")
            mode = head.split(b" ")[1]
            (links if mode == b"120000" else submodules if mode == b"160000" else tracked)[name] = None
    return GitFiles(
        top=top, tracked=tuple(tracked), untracked=tuple(untracked), links=tuple(links), submodules=tuple(submodules),
        repositories=tuple(name.rstrip(b"/") for name in repositories),
    )


def _run(git: Git, root: str, *arguments: str, stdin: IO[bytes] | None = None) -> bytes | NoGit:
    command = [git.program, "-C", root, *_OPTIONS, *arguments]
    environment = {name: value for name, value in git.environment.items() if name.upper() in _PASSED} | _FIXED
    try:
        process = subprocess.Popen(
            command, stdin=stdin or subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
            cwd=os.path.dirname(git.program), start_new_session=True, bufsize=0,  # raw: closing waits for no reader
        )
    except (OSError, ValueError) as error:
        return NoGit(reason=f"git cannot be started: {error.strerror if isinstance(error, OSError) else error}")
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
    return NoGit(reason=_why(err.decode("utf-8", "replace"), process.returncode, arguments))


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
                return NoGit(reason=f"git took longer than {git.seconds:g} s")
        if reader.over:
            _end(process)
            return NoGit(reason=f"git said more than {git.most:,} bytes")
    process.wait()
    return both[0].said(), both[1].said()


class _Reader(threading.Thread):
    """Reads a stream to its end, or until there is more than `most` bytes: what git prints may be of any size, and memory is not."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        super().__init__(name="git output", daemon=True)
        self._stream, self._most, self._parts, self.over = stream, most, list[bytes](), False

    def run(self) -> None:
        """Called by the thread."""
        size = 0
        with suppress(OSError, ValueError):  # closed from outside: git was stopped
            while part := self._stream.read(_PART):
                size += len(part)
                if size > self._most:
                    self._parts.clear()
                    self.over = True
                    return
                self._parts.append(part)

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


def _why(words: str, code: int, arguments: Sequence[str]) -> str:
    if "dubious ownership" in words:
        return "git refuses: the repository belongs to another user (git config --global --add safe.directory <folder>)"
    line = next((line for line in words.splitlines() if line.strip()), f"exit code {code}")
    verb = next((a for a in arguments if not a.startswith("-") and "=" not in a), "git")
    return f"git {verb}: {line.removeprefix('fatal: ')[:200]}"


def _inside(path: str, folder: str) -> bool:
    path, folder = os.path.normcase(path), os.path.normcase(folder)
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _same(one: str, other: str) -> bool:
    return os.path.normcase(os.path.realpath(one)) == os.path.normcase(os.path.realpath(other))


def _small(path: str) -> str:
    """Text of a small regular file of git's own; `` for anything else."""
    try:
        if not os.path.isfile(path):
            return ""
        with Path(path).open("rb") as file:
            return file.read(_SMALL).decode("utf-8", "surrogateescape")
    except OSError:
        return ""
