"""The files of a repository's work tree: what git tracks, and what is new. Git tells the first from its
index; the second is looked for by ourselves.

Git would open every ignore file and look into every repository that it meets on its way, whatever stands
there, and match in whatever time the rules of a tree make it take. So the disk is walked here, with the rules
read by `walk.py`: folders that are ignored, that hold another repository, or that hold only what a package
manager or a tool put there are not entered.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence

import msgspec

from helix_lsp.config import SessionConfig
from helix_lsp.session.disk.walk import DEPENDENCY_FOLDERS, OF_GIT, Reader, Rules, Seen, unseen
from helix_lsp.session.git.git import Git, open_repository, read_git, user_excludes
from helix_lsp.session.git.git_folder import NoGit, Repository, no_git
from helix_lsp.session.git.git_verbs import STAGED

_LINK, _SUBMODULE = b"120000", b"160000"
_TRUE = ("true", "yes", "on", "1")


class GitFiles(msgspec.Struct, frozen=True, kw_only=True):
    """Names below the root, relative to it, as git or the system wrote them (bytes). Nothing says that they
    are still on disk.

    `top` is the work tree's own folder: the root or a folder above it. `dependencies` are untracked folders
    that were not entered for their name, `problems` says which ignore rules are not applied.
    """

    top: str
    tracked: tuple[bytes, ...]
    untracked: tuple[bytes, ...]
    links: tuple[bytes, ...] = ()
    submodules: tuple[bytes, ...] = ()
    repositories: tuple[bytes, ...] = ()
    dependencies: tuple[bytes, ...] = ()
    problems: tuple[str, ...] = ()


def list_files(
    git: Git, root: str, cfg: SessionConfig | None = None, seen: Seen = unseen
) -> GitFiles | NoGit:
    """All names that git tracks or does not ignore below `root` (a real absolute path). Asks the `check` of
    `git`, also while it walks; `seen` as in `walk`.
    """
    found = open_repository(git, root)
    if isinstance(found, NoGit):
        return found
    repository, theirs = found
    for place in ("index", "config.worktree"):
        seen(f"{repository.folder}/{place}")
    for place in ("config", "info/exclude"):
        seen(f"{repository.common}/{place}")
    listed = read_git(git, root, STAGED)
    if isinstance(listed, NoGit):
        return listed
    tracked, links, submodules = _told_apart(listed)
    reader = Reader(
        repository.top, OF_GIT, cfg or SessionConfig(), theirs.get("core.ignorecase", "").lower() in _TRUE
    )
    rules = reader.around(user_excludes(git, seen), None)
    rules = _of_repository(repository, reader, rules)
    rules = _above(repository, reader, rules, seen)
    if rules is _IGNORED and not tracked:
        return no_git("ignored", plain=True)
    new = _New(repository, reader, {*tracked, *links}, submodules, git.check, seen)
    if rules is not _IGNORED:
        new.look(rules)
    return GitFiles(
        top=repository.top,
        tracked=tracked,
        untracked=tuple(new.files),
        links=links,
        submodules=submodules,
        repositories=tuple(new.repositories),
        dependencies=tuple(new.dependencies),
        problems=reader.spent(),
    )


def _told_apart(listed: bytes) -> tuple[tuple[bytes, ...], tuple[bytes, ...], tuple[bytes, ...]]:
    """(files, links, submodules), each name once."""
    tracked: dict[bytes, None] = {}
    links: dict[bytes, None] = {}
    submodules: dict[bytes, None] = {}
    for entry in listed.split(b"\0"):
        head, tab, name = entry.partition(b"\t")
        if tab:
            mode = head.split(b" ")[1]
            (links if mode == _LINK else submodules if mode == _SUBMODULE else tracked)[name] = None
    return tuple(tracked), tuple(links), tuple(submodules)


_IGNORED = Rules.__new__(Rules)  # stands for: a folder on the way to the root is ignored


def _of_repository(repository: Repository, reader: Reader, outer: Rules | None) -> Rules | None:
    inner = Reader(repository.common, ("info/exclude",), reader.cfg, reader.ignore_case)
    inner.budget, inner.problems = reader.budget, reader.problems
    return inner.extend("", None, outer)


def _above(repository: Repository, reader: Reader, rules: Rules | None, seen: Seen) -> Rules | None:
    """The rules that hold in the root, read on the way to it from the top; `_IGNORED` when they ignore it."""
    parts = repository.prefix.split("/")[:-1]
    for count, part in enumerate(parts):
        folder = "".join(f"{one}/" for one in parts[:count])
        seen(f"{repository.top}/{folder}{OF_GIT[0]}")
        rules = reader.extend(folder, None, rules)
        if rules is not None and rules.ignores(os.fsencode(folder + part), reader.budget, folder=True):
            return _IGNORED
    return rules


class _New:
    """What is on the disk below the root and not in the index."""

    def __init__(
        self,
        repository: Repository,
        reader: Reader,
        tracked: set[bytes],
        submodules: Sequence[bytes],
        check: Callable[[], None],
        seen: Seen,
    ) -> None:
        self._top, self._prefix, self._reader, self._check = repository.top, repository.prefix, reader, check
        self._told = seen
        self._tracked, self._submodules = (
            {os.fsdecode(name) for name in tracked},
            {os.fsdecode(name) for name in submodules},
        )
        self._holding = {""}  # folders with tracked files, each with a closing slash
        for name in self._tracked | self._submodules:
            folder = name[: name.rfind("/") + 1]
            while folder not in self._holding:
                self._holding.add(folder)
                folder = folder[: folder.rfind("/", 0, -1) + 1]
        self._seen: set[tuple[int, int]] = set()
        self.files: list[bytes] = []
        self.repositories: list[bytes] = []
        self.dependencies: list[bytes] = []

    def look(self, rules: Rules | None) -> None:
        """Fills the lists, in the order of the names."""
        stack: list[tuple[str, Rules | None]] = [("", rules)]
        while stack:
            self._check()
            folder, rules = stack.pop()
            self._told(place := f"{self._top}/{self._prefix}{folder}")
            try:
                with os.scandir(place) as entries:
                    held = list(entries)
            except OSError:
                continue
            names = frozenset([entry.name for entry in held])
            if folder not in self._holding and ".git" in names and self._is_repository(folder):
                self.repositories.append(os.fsencode(folder[:-1]))
                continue
            rules = self._reader.extend(self._prefix + folder, names, rules)
            new = [
                entry
                for entry in held
                if folder + entry.name not in self._tracked or entry.is_dir(follow_symlinks=False)
            ]
            new.sort(key=lambda entry: entry.name)
            deeper = [folder + entry.name + "/" for entry in new if self._enters(entry, folder, rules)]
            stack.extend((below, rules) for below in reversed(deeper))

    def _enters(self, entry: os.DirEntry[str], folder: str, rules: Rules | None) -> bool:
        """True for a folder to look into; a new file is noted."""
        path = folder + entry.name
        if not entry.is_dir(follow_symlinks=False):
            if entry.name != ".git" and not self._ignored(path, rules, folder=False):
                self.files.append(os.fsencode(path))
            return False
        if entry.name == ".git" or path in self._submodules or self._ignored(path, rules, folder=True):
            return False
        if path + "/" in self._holding:
            return True
        if entry.name in DEPENDENCY_FOLDERS:
            self.dependencies.append(os.fsencode(path))
            return False
        try:
            info = entry.stat(follow_symlinks=False)
        except OSError:
            return False
        new = (
            not info.st_ino or (info.st_dev, info.st_ino) not in self._seen
        )  # a folder may be mounted into itself
        self._seen.add((info.st_dev, info.st_ino))
        return new

    def _ignored(self, path: str, rules: Rules | None, *, folder: bool) -> bool:
        return rules is not None and rules.ignores(
            os.fsencode(self._prefix + path), self._reader.budget, folder=folder
        )

    def _is_repository(self, folder: str) -> bool:
        """What git takes for one: a file that may lead to a repository, or a folder with HEAD, objects and
        references.
        """
        place = os.path.join(self._top, self._prefix + folder, ".git")
        try:
            if stat.S_ISREG(os.lstat(place).st_mode):
                return True
            return all(os.path.lexists(os.path.join(place, name)) for name in ("HEAD", "objects", "refs"))
        except OSError:
            return False
