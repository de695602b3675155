"""The folder walk: what a root holds when git does not say. Also what was left out, and why.

Invariants: no link is followed; every folder is entered once whatever mounts and loops there are, and a
second name of one file is left out; ignored, hidden and dependency folders are not entered; the order of
entries on disk never shows. Unreadable folders are reported and passed by.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Literal

import msgspec

from helix_lsp.config import SessionConfig
from helix_lsp.errors import EXHAUSTED, StorageError
from helix_lsp.session.disk.disk import Reason as ReadReason
from helix_lsp.session.disk.disk import Refused, kind_of, read_content
from helix_lsp.text.gitignore import Budget, IgnoreRules

# What was left out and why: every file that is not in the index, or only by its name, is accounted for
# here.
#
# Reasons are fixed words, so that they can be counted; `detail` adds what differs. Counts are exact; paths
# are kept up to a cap for each reason.

Reason = (
    ReadReason
    | Literal[
        "submodule",
        "other repository",
        "dependency folder",
        "hidden folder",
        "same file",
        "excluded",
        "name is not UTF-8",
        "name refused",
        "file cap",
        "byte cap",
        "binary",
        "UTF-16 or UTF-32",
        "parser died",
        "parser timed out",
        "parser failed",
    ]
)
BY_NAME_ONLY: frozenset[Reason] = frozenset(
    {"too large", "binary", "UTF-16 or UTF-32", "parser died", "parser timed out", "parser failed"}
)
_MOST_PATHS = 200


class Skipped(msgspec.Struct, frozen=True, kw_only=True):
    """One path (bytes that are not UTF-8 shown as escapes) and why it was left out."""

    path: str
    reason: Reason
    detail: str = ""


class SkippedCount(msgspec.Struct, frozen=True, kw_only=True):
    """How many paths one reason left out, with up to five of them."""

    reason: Reason
    count: int
    examples: tuple[str, ...]


@dataclass(slots=True)
class Skips:
    """Collects while a refresh runs; the only mutable thing here."""

    _counts: dict[Reason, int] = field(default_factory=dict["Reason", int])
    _kept: dict[Reason, list[Skipped]] = field(default_factory=dict["Reason", "list[Skipped]"])

    def add(self, path: str | bytes, reason: Reason, detail: str = "", *, count: int = 1) -> None:
        """Note a path; `count` above one stands for that many paths of which this is the first."""
        shown = path if isinstance(path, str) else path.decode("utf-8", "backslashreplace")
        shown = shown.encode("utf-8", "backslashreplace").decode("utf-8")
        self._counts[reason] = self._counts.get(reason, 0) + count
        kept = self._kept.setdefault(reason, [])
        if len(kept) < _MOST_PATHS:
            kept.append(Skipped(path=shown, reason=reason, detail=detail))

    def extend(self, other: Skips) -> None:
        """Add everything another collector holds."""
        for reason, kept in other._kept.items():
            self._counts[reason] = self._counts.get(reason, 0) + other._counts[reason]
            mine = self._kept.setdefault(reason, [])
            mine.extend(kept[: _MOST_PATHS - len(mine)])

    def listed(self) -> tuple[Skipped, ...]:
        """All kept paths, by path and reason."""
        return tuple(
            sorted((s for kept in self._kept.values() for s in kept), key=lambda s: (s.path, s.reason))
        )

    def counts(self) -> tuple[SkippedCount, ...]:
        """Exact counts with examples, by reason."""
        return tuple(
            SkippedCount(
                reason=reason, count=self._counts[reason], examples=tuple(sorted(s.path for s in kept)[:5])
            )
            for reason, kept in sorted(self._kept.items())
        )


# The ignore files of a folder and of the folders above it, inner rules over outer ones; read by ourselves,
# in git's repositories too.
#
# No file that a tree holds can stall the look at it: an ignore file is opened only where it is a regular
# file, its size is bounded, and matching takes no more steps than a budget has (`text/gitignore.py`). What
# is not applied is a problem. A folder that is ignored is not entered, as in git.

OF_GIT = (".gitignore",)
OF_FOLDERS = (".gitignore", ".ignore")
_STEPS = 8  # for a byte of rules that is made ready


@dataclass(frozen=True, slots=True)
class Rules:
    """A chain of rule files, innermost first. `base` is how many bytes of a path lead to the folder of the
    file, its slash included.
    """

    rules: IgnoreRules
    base: int
    outer: Rules | None

    def ignores(self, path: bytes, budget: Budget, *, folder: bool) -> bool:
        """True when the innermost rule that matches says so; `path` does not have a closing slash."""
        chain: Rules | None = self
        while chain is not None:
            said = chain.rules.ignores(path[chain.base :], folder=folder, budget=budget)
            if said is not None:
                return said
            chain = chain.outer
        return False


@dataclass(slots=True)
class Reader:
    """Reads the ignore files below `root` that have one of `names`; what is wrong with them is in `problems`."""

    root: str
    names: Sequence[str]
    cfg: SessionConfig
    ignore_case: bool = False
    problems: list[str] = field(default_factory=list[str])
    budget: Budget = field(init=False)

    def __post_init__(self) -> None:
        self.budget = Budget(self.cfg.ignore_steps)

    def extend(self, folder: str, held: Collection[str] | None, outer: Rules | None) -> Rules | None:
        """`outer` with the ignore files of `folder` (with a closing slash, `` at the root) in front; `held`
        is what it holds, None: not known.
        """
        parts = [self._read(self.root, folder + name) for name in self.names if held is None or name in held]
        return self._chained(
            b"\n".join(part for part in parts if part), len(folder.encode("utf-8", "surrogateescape")), outer
        )

    def around(self, data: bytes, outer: Rules | None) -> Rules | None:
        """`outer` with rules in front that count for the whole tree and lie elsewhere."""
        return self._chained(data, 0, outer)

    def spent(self) -> tuple[str, ...]:
        """What was wrong, with a line for rules that took too long."""
        return (
            *self.problems,
            *(
                ["the ignore rules take too long to apply; some of them were not"]
                if self.budget.spent
                else []
            ),
        )

    def _chained(self, data: bytes, base: int, outer: Rules | None) -> Rules | None:
        if not data or not self.budget.take(len(data) * _STEPS):
            return outer
        rules = IgnoreRules(data, ignore_case=self.ignore_case)
        return Rules(rules, base, outer) if len(rules) else outer

    def _read(self, root: str, path: str) -> bytes:
        content = read_content(root, path, 64 * self.cfg.ignore_max_bytes)
        if isinstance(content, Refused):
            if content.failed:
                raise StorageError(f"{path} in {root} could not be read: {content.detail}. Check the disk")
            if content.reason != "vanished":
                self.problems.append(f"{path}: {content.reason}; its rules are not applied")
            return b""
        data = content.data[: self.cfg.ignore_max_bytes]
        if len(content.data) > len(data):
            self.problems.append(f"{path}: only the first {self.cfg.ignore_max_bytes} bytes are applied")
            data = data[: data.rfind(b"\n") + 1]
        return data


DEPENDENCY_FOLDERS = frozenset(
    ".git .hg .svn .bzr .jj node_modules bower_components jspm_packages __pycache__ .venv venv .tox .nox .eggs .mypy_cache"
    " .pytest_cache .ruff_cache .hypothesis .idea .vs .gradle .terraform .next .nuxt .svelte-kit .parcel-cache .cache .direnv"
    " .pixi site-packages".split()
)
_NAME: Callable[[os.DirEntry[str]], str] = attrgetter("name")
SHOWN_HIDDEN = frozenset({".github"})
Found = tuple[str, int, int, int]
Seen = Callable[[str], object]


def unseen(_place: str) -> None:
    """Nobody is told of a place that is about to be looked into."""


class Walked(msgspec.Struct, frozen=True, kw_only=True):
    """(path as the system gave it, size, mtime and ctime in nanoseconds), unsorted; what was left out; what was wrong
    with ignore files.
    """

    files: list[Found]
    skips: Skips
    problems: tuple[str, ...]


@dataclass(slots=True)
class _Walk:
    root: str
    cfg: SessionConfig
    seen: Seen
    skips: Skips = field(default_factory=Skips)
    ignoring: Reader = field(init=False)
    files: list[Found] = field(default_factory=list[Found])
    folders: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    linked: dict[tuple[int, int], str] = field(default_factory=dict[tuple[int, int], str])

    def __post_init__(self) -> None:
        self.ignoring = Reader(self.root, OF_FOLDERS, self.cfg)

    def ignores(self, rules: Rules | None, path: str, *, folder: bool) -> bool:
        return rules is not None and rules.ignores(os.fsencode(path), self.ignoring.budget, folder=folder)


def walk(
    root: str, cfg: SessionConfig, check: Callable[[], None], *, leave_out: str = "", seen: Seen = unseen
) -> Walked:
    """Everything below `root` that is not ignored. `leave_out` is a relative folder never entered (our own
    index); `seen` is told of each place before it is looked into (`witness.Watch`). Raises OSError for the
    root, and where the disk or the system fails: what lies below is then not known.
    """
    state = _Walk(root, cfg, seen)
    info = os.lstat(root)
    state.folders.add((info.st_dev, info.st_ino))
    stack: list[tuple[str, Rules | None]] = [("", None)]
    while stack:
        check()
        folder, rules = stack.pop()
        state.seen(os.path.join(root, folder))
        try:
            with os.scandir(os.path.join(root, folder)) as entries:
                held = sorted(entries, key=_NAME)
        except OSError as error:
            if not folder or error.errno in EXHAUSTED or error.errno == errno.EIO:
                raise
            state.skips.add(folder.rstrip("/"), "unreadable", error.strerror or "")
            continue
        rules = state.ignoring.extend(folder, [entry.name for entry in held], rules)
        deeper = [
            folder + entry.name + "/" for entry in held if _enter(state, entry, folder, rules, leave_out)
        ]
        stack.extend((path, rules) for path in reversed(deeper))
    return Walked(files=state.files, skips=state.skips, problems=state.ignoring.spent())


def _enter(state: _Walk, entry: os.DirEntry[str], folder: str, rules: Rules | None, leave_out: str) -> bool:
    """True when the entry is a folder to walk; a file is noted on the way."""
    path = folder + entry.name
    try:
        info = entry.stat(follow_symlinks=False)
    except OSError as error:
        if error.errno in EXHAUSTED or error.errno == errno.EIO:
            raise
        return False
    kind = kind_of(info)
    if kind == "folder":
        return _enter_folder(state, info, path, rules, leave_out)
    if rules is not None and state.ignores(rules, path, folder=False):
        return False
    if kind is not None:
        state.skips.add(path, kind)
        return False
    if info.st_nlink > 1:
        state.seen(os.path.join(state.root, path))  # it can be written to from elsewhere
        first = state.linked.setdefault((info.st_dev, info.st_ino), path)
        if first != path:
            state.skips.add(path, "same file", first)
            return False
    state.files.append(
        (path, info.st_size, info.st_mtime_ns, info.st_ctime_ns)
    )  # a third of the memory of `info`
    return False


def _enter_folder(state: _Walk, info: os.stat_result, path: str, rules: Rules | None, leave_out: str) -> bool:
    name = path.rpartition("/")[2]
    if path == leave_out or state.ignores(rules, path, folder=True):
        return False
    if name in DEPENDENCY_FOLDERS:
        state.skips.add(path, "dependency folder")
        return False
    if name.startswith(".") and name not in SHOWN_HIDDEN:
        state.skips.add(path, "hidden folder")
        return False
    seen = (info.st_dev, info.st_ino)
    if info.st_ino and seen in state.folders:
        state.skips.add(path, "same file")
        return False
    state.folders.add(seen)
    return True
