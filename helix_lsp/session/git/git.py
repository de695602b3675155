"""Git, asked: a process for each question, in a git folder of our own that borrows what a repository holds.

Invariants (law I11): the program is an absolute path outside the workspace; the arguments and the whole
environment are made here and in `git_verbs.py`; the repository is judged before (`git_folder.py`). The folder
of a call holds our settings, a copy of HEAD, and links to the references; objects and index are named to git
in the environment. So git reads no setting of the repository or the user, no replacement, graft or attribute,
and nothing of the work tree. Nothing is written in the repository. Every answer has a limit of time and of
size. What cannot be answered is a reason in words.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from helix_lsp.config import SessionConfig
from helix_lsp.errors import EXHAUSTED
from helix_lsp.session.git.git_folder import (
    NoGit,
    Repository,
    find_repository,
    inside,
    judge,
    no_git,
    same,
    shared_indexes,
)
from helix_lsp.session.git.git_process import Git, exhausted, run
from helix_lsp.session.git.git_verbs import (
    COMMITS,
    RESOLVE,
    SETTINGS,
    USER_EXCLUDES,
    Spec,
    Verb,
    arguments,
    environment,
    settings,
    unknown_format,
)

_NAMES = ("git.exe",) if os.name == "nt" else ("git",)
_USER = tuple("HOME XDG_CONFIG_HOME USERPROFILE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA PROGRAMDATA".split())
_POINTERS = ("HEAD", "ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD")
_BORROWED = ("refs", "packed-refs", "reftable", "shallow", "logs/refs")
_LARGEST_POINTER = 65_536
_OURS = "helix-git-"
_DEAD = 3_600.0  # seconds; a call ends after `Git.seconds`
_TRUE = ("true", "yes", "on", "1")
_settings_of: dict[
    tuple[str, ...], tuple[tuple[tuple[int, ...], ...], dict[str, str]]
] = {}  # files -> how they were, what they say


def find_git(search_path: str, root: str) -> str | None:
    """The first git on `search_path` as a real absolute path; folders that are relative or inside the
    workspace do not count.
    """
    for folder in search_path.split(os.pathsep):
        if not folder or not os.path.isabs(folder) or inside(os.path.realpath(folder), root):
            continue
        for name in _NAMES:
            program = os.path.realpath(os.path.join(folder, name))
            if os.path.isfile(program) and os.access(program, os.X_OK) and not inside(program, root):
                return os.path.join(folder, name)
    return None


def git_for(search_path: str, environment: Mapping[str, str], cfg: SessionConfig, root: str) -> Git | None:
    """The git of a search path with the limits of the settings; None where there is none."""
    program = find_git(search_path, root)
    if program is None:
        return None
    return Git(program=program, environment=environment, seconds=cfg.git_seconds, most=cfg.git_bytes)


def head_commit(git: Git, root: str) -> str | None:
    """The checked-out commit; None outside git or before the first commit."""
    said = read_git(git, root, RESOLVE, "HEAD^{commit}")
    return None if isinstance(said, NoGit) else said.decode("ascii", "replace").strip()


def head_trouble(git: Git, root: str) -> str:
    """Why the checked-out commit and what came before it cannot be read; `` where it can, outside git, and
    before the first commit.
    """
    said = read_git(git, root, RESOLVE, "HEAD^{commit}")
    if not isinstance(said, NoGit):
        said = read_git(git, root, COMMITS, said.decode("ascii", "replace").strip())
    return said.reason if isinstance(said, NoGit) and not (said.plain or said.quiet) else ""


def read_git(
    git: Git,
    root: str,
    verb: Verb,
    *names: str,
    paths: Sequence[Spec] = (),
    word: str = "",
    stdin: bytes = b"",
) -> bytes | NoGit:
    """What one verb prints of the repository around a real absolute path; names of listings are relative to
    it.
    """
    found = open_repository(git, root)
    if isinstance(found, NoGit):
        return found
    repository, theirs = found
    asked = arguments(verb, repository.prefix, names, paths, word)
    try:
        with _borrowing(repository, settings(theirs)) as folder:
            around = {
                **environment(folder),
                "GIT_OBJECT_DIRECTORY": os.path.join(repository.common, "objects"),
            }
            around["GIT_INDEX_FILE"] = os.path.join(repository.folder if verb.index else folder, "index")
            said = run(git, asked, around, stdin)
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno in EXHAUSTED:
            raise exhausted(error) from None
        return no_git("cannot-ask", error=str(error.strerror if isinstance(error, OSError) else error))
    return (
        said
        if isinstance(said, NoGit) or verb.takes != "path" or not repository.prefix
        else _below(said, os.fsencode(repository.prefix))
    )


class Changed(NamedTuple):
    """A row of `--raw -z`: git's letter, the blob before and after, the old path (the same where it is none) and the new."""

    status: str
    before: str
    after: str
    old_path: str
    path: str


def changed_paths(fields: Sequence[str]) -> Iterator[Changed]:
    """The rows of an answer that was split at NUL; what is not a row is passed over."""
    at = 0
    while at + 1 < len(fields):
        head = fields[at].strip().split(" ")
        if len(head) != 5 or not head[0].startswith(":"):
            at += 1
            continue
        two = head[4][:1] in ("R", "C") and at + 2 < len(fields)
        yield Changed(head[4][:1], head[2], head[3], fields[at + 1], fields[at + 1 + two])
        at += 2 + two


def open_repository(git: Git, root: str) -> tuple[Repository, Mapping[str, str]] | NoGit:
    """The repository around a root and its settings by their lower-case keys, when git may be asked about it.
    They are data: none is in force.
    """
    found = find_repository(root)
    wrong = found if isinstance(found, NoGit) else judge(found, git.most, git.check)
    if isinstance(found, NoGit) or wrong is not None:
        return wrong or no_git("no-repository", plain=True)
    theirs = _settings(git, found)
    if isinstance(theirs, NoGit):
        return theirs
    unknown = unknown_format(theirs)
    if unknown:
        return no_git("format", format=unknown)
    if found.folder == found.common:
        if theirs.get("core.bare", "").lower() in _TRUE:
            return no_git("bare")
        other = theirs.get("core.worktree")
        if other and not same(os.path.join(found.folder, other), found.top):
            return no_git("elsewhere")
    return found, theirs


def user_excludes(git: Git, seen: Callable[[str], object]) -> bytes:
    """The user's own rules of what to ignore (`core.excludesFile`); `` without any. `seen` is told of each file that
    decides before it is looked at.
    """
    home, other = git.environment.get("HOME", os.devnull), git.environment.get("XDG_CONFIG_HOME")
    around = other or os.path.join(home, ".config")
    place = os.path.join(around, "git", "ignore")
    configs = os.path.join(home, ".gitconfig"), os.path.join(around, "git", "config")
    for config in configs:
        seen(config)
    if os.name == "nt" or any(map(os.path.exists, configs)):
        theirs = {name: value for name, value in git.environment.items() if name.upper() in _USER}
        with suppress(OSError), _borrowing(None, settings({})) as folder:
            ours = {
                name: value
                for name, value in environment(folder).items()
                if name not in (*_USER, "GIT_CONFIG_GLOBAL")
            }
            said = run(git, list(USER_EXCLUDES.words), {**theirs, **ours}, b"")
            if not isinstance(said, NoGit):
                place = said.rstrip(b"\r\n").decode("utf-8", "surrogateescape")
    seen(place)
    try:
        if not place or not os.path.isfile(place):
            return b""
        with Path(place).open("rb") as file:
            return file.read(_LARGEST_POINTER)
    except OSError:
        return b""


@contextmanager
def _borrowing(found: Repository | None, config: str) -> Generator[str]:
    """A git folder for one call."""
    sweep()
    folder = tempfile.mkdtemp(prefix=_OURS)
    try:
        Path(folder, "config").write_bytes(config.encode("utf-8", "surrogateescape"))
        Path(folder, "HEAD").write_bytes(b"ref: refs/heads/none\n")
        if found is not None:
            for name in _POINTERS:
                _copy(os.path.join(found.folder, name), os.path.join(folder, name))
            os.mkdir(os.path.join(folder, "logs"))
            for place in _BORROWED:
                _borrow(os.path.join(found.common, place), os.path.join(folder, place))
            for base, name in (
                (found.folder, "logs/HEAD"),
                *((found.folder, name) for name in shared_indexes(found)),
            ):
                _borrow(os.path.join(base, name), os.path.join(folder, name))
        yield folder
    finally:
        shutil.rmtree(
            folder, ignore_errors=True
        )  # `TemporaryDirectory` calls itself without end where nothing can be opened any more


@cache
def sweep() -> None:
    """Folders of calls whose process was killed are removed, once for each process: no call is as old as they
    are.
    """
    with suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            if entry.name.startswith(_OURS) and entry.is_dir(follow_symlinks=False):
                with suppress(OSError):
                    known = entry.stat(follow_symlinks=False)
                    if time.time() - known.st_mtime > _DEAD and (
                        os.name == "nt" or known.st_uid == os.geteuid()
                    ):
                        shutil.rmtree(entry.path, ignore_errors=True)


def _copy(source: str, target: str) -> None:
    """A small file; a link is none."""
    with suppress(OSError):
        opened = os.open(
            source,
            os.O_RDONLY
            | getattr(os, "O_NOFOLLOW", 0)
            | getattr(os, "O_NONBLOCK", 0)
            | getattr(os, "O_BINARY", 0),
        )
        with os.fdopen(opened, "rb") as file:
            data = file.read(_LARGEST_POINTER)
        Path(target).write_bytes(data)


def _borrow(source: str, target: str) -> None:
    """A link to what is there; a copy where the system lets no links be made."""
    if not os.path.lexists(source):
        return
    try:
        os.symlink(source, target, target_is_directory=os.path.isdir(source))
    except OSError:
        if os.path.isdir(source):
            shutil.copytree(source, target, symlinks=True)
        else:
            shutil.copyfile(source, target, follow_symlinks=False)


def _settings(git: Git, found: Repository) -> dict[str, str] | NoGit:
    """What the repository's own files say, read as data; git takes them apart again when one has changed."""
    files = os.path.join(found.common, "config"), os.path.join(found.folder, "config.worktree")
    now = tuple(_state(file) for file in files)
    kept = _settings_of.get(files)
    if kept is not None and kept[0] == now:
        return kept[1]
    theirs: dict[str, str] = {}
    try:
        with _borrowing(None, settings({})) as folder:
            for file, state in zip(files, now, strict=True):
                if not state or (
                    file == files[1] and theirs.get("extensions.worktreeconfig", "").lower() not in _TRUE
                ):
                    continue
                said = run(git, arguments(SETTINGS, "", [file], (), ""), environment(folder), b"")
                if isinstance(said, NoGit):
                    return said
                for row in said.decode("utf-8", "surrogateescape").split("\0"):
                    key, line, value = row.partition("\n")
                    theirs[key] = value if line else "true"
    except OSError as error:
        return no_git("cannot-ask", error=str(error.strerror))
    theirs.pop("", None)
    _settings_of[files] = now, theirs
    return theirs


def _state(file: str) -> tuple[int, ...]:
    try:
        info = os.lstat(file)
    except OSError:
        return ()
    return info.st_dev, info.st_ino, info.st_size, info.st_mtime_ns, info.st_ctime_ns


def _below(listed: bytes, prefix: bytes) -> bytes:
    """The rows of a listing, `<something><tab><name>`, whose names begin with the prefix, without it."""
    rows = (row.partition(b"\t") for row in listed.split(b"\0"))
    return b"".join(
        head + tab + name.removeprefix(prefix) + b"\0" for head, tab, name in rows if name.startswith(prefix)
    )
