"""The files of a root as they are now, each with size and times: from git where it answers, else from the
walk.

Invariants: every path is UTF-8, relative, safe (`text/paths.refuse`) and reached through real folders only;
sorted; caps are applied in a fixed order (tracked first, then by path) and reported. Nothing is opened except
ignore files.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from helix_lsp.config import Config
from helix_lsp.errors import EXHAUSTED
from helix_lsp.session.disk.disk import kind_of
from helix_lsp.session.disk.git_files import GitFiles, list_files
from helix_lsp.session.disk.walk import DEPENDENCY_FOLDERS, Found, Reason, Seen, Skips, unseen, walk
from helix_lsp.session.git.git import Git
from helix_lsp.session.git.git_folder import no_git
from helix_lsp.text.paths import matches_glob, refuse, split_path


class Listed(NamedTuple):
    """A regular file: times in nanoseconds since 1970; `tracked` is git's word, False outside git. One for
    each file of the root at every look, so a tuple, which is made three times as fast as a record.
    """

    path: str
    size: int
    mtime_ns: int
    ctime_ns: int
    tracked: bool


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """`started_ns` is the clock before the first look: a file touched after it may have been listed in its
    older state.
    """

    files: tuple[Listed, ...]
    source: Literal["git", "walk"]
    skips: Skips
    problems: tuple[str, ...]
    started_ns: int


@dataclass(slots=True)
class _Lister:
    root: str
    config: Config
    check: Callable[[], None]
    leave_out: str
    told: Seen
    exclude: tuple[str, ...] = ()
    skips: Skips = field(default_factory=Skips)
    details: dict[str, str] = field(default_factory=dict[str, str])
    folders: dict[str, Reason | None] = field(default_factory=dict[str, "Reason | None"])
    seen: set[str] = field(default_factory=set[str])


def list_root(
    root: str,
    config: Config,
    git: Git | None,
    check: Callable[[], None],
    *,
    leave_out: str = "",
    seen: Seen = unseen,
) -> Listing:
    """The files below a real root path. Raises OSError when the root itself cannot be looked into, and where
    the disk or the system fails.

    `leave_out` is a relative folder that never counts (our own index, when the user put it inside the root);
    `seen` as in `walk`.
    """
    started = time.time_ns()
    os.scandir(root).close()
    lister = _Lister(root, config, check, leave_out, seen, config.index.exclude)
    no_program = no_git("no-program")
    answer = no_program
    if git is not None:
        answer = list_files(replace(git, check=check), root, config.session, seen)
    if isinstance(answer, GitFiles):
        found = _from_git(lister, answer)
        source, problems = "git", answer.problems
    else:
        problems = () if answer.plain else (f"git is not used: {answer.reason}",)
        walked = walk(root, config.session, check, leave_out=leave_out, seen=seen)
        lister.skips.extend(walked.skips)
        found = _from_walk(lister, walked.files)
        source, problems = "walk", problems + walked.problems
    return Listing(
        files=_capped(found, config, lister.skips),
        source=source,
        skips=lister.skips,
        problems=problems,
        started_ns=started,
    )


def _from_git(lister: _Lister, files: GitFiles) -> list[Listed]:
    kinds: tuple[tuple[tuple[bytes, ...], Reason], ...] = (
        (files.links, "symlink"),
        (files.submodules, "submodule"),
        (files.repositories, "other repository"),
        (files.dependencies, "dependency folder"),
    )
    for names, reason in kinds:
        for name in names:
            lister.skips.add(name, reason)
    found: list[Listed] = []
    for names, tracked in ((files.tracked, True), (files.untracked, False)):
        for count, name in enumerate(names):
            if count % 1_000 == 0:
                lister.check()
            try:
                path = name.decode("utf-8")
            except UnicodeDecodeError:
                lister.skips.add(name, "name is not UTF-8")
                continue
            listed = _look(lister, path, tracked=tracked)
            if listed is not None:
                found.append(listed)
    return found


def _look(lister: _Lister, path: str, *, tracked: bool) -> Listed | None:
    """A name that git gave, as it is on disk; one that is no longer there is simply not there."""
    folder, name = split_path(path)
    reason = _folder(lister, folder, tracked=tracked) if folder else None
    if reason is not None:
        if reason != "vanished":
            lister.skips.add(path, reason, lister.details.get(folder, ""))
        return None
    if path in lister.seen or not _wanted(lister, path, name):
        return None
    try:
        info = os.lstat(f"{lister.root}/{path}")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        if error.errno in EXHAUSTED or error.errno == errno.EIO:
            raise
        lister.skips.add(path, "unreadable", error.strerror or "")
        return None
    kind = kind_of(info)
    if kind is not None:
        lister.skips.add(path, kind)
        return None
    if info.st_nlink > 1:
        lister.told(f"{lister.root}/{path}")  # it can be written to from elsewhere
    lister.seen.add(path)
    return Listed(path, info.st_size, info.st_mtime_ns, info.st_ctime_ns, tracked)


def _folder(lister: _Lister, folder: str, *, tracked: bool) -> Reason | None:
    """Why a folder may not be gone through; judged once for each folder. Only what git tracks counts in
    dependency folders.
    """
    key = folder if tracked else folder + "/"
    if key in lister.folders:
        return lister.folders[key]
    above, name = split_path(folder)
    reason = _folder(lister, above, tracked=tracked) if above else None
    if reason is None and name in DEPENDENCY_FOLDERS and not tracked:
        reason = "dependency folder"
    if reason is None:
        reason = _real_folder(lister, folder, name)
    elif above in lister.details:
        lister.details[folder] = lister.details[above]
    lister.folders[key] = reason
    return reason


def _real_folder(lister: _Lister, folder: str, name: str) -> Reason | None:
    if folder == lister.leave_out:
        return "vanished"
    wrong = refuse(name)
    if wrong:
        lister.details[folder] = wrong
        return "name refused"
    lister.told(f"{lister.root}/{folder}")
    try:
        kind = kind_of(os.lstat(f"{lister.root}/{folder}"))
    except (FileNotFoundError, NotADirectoryError):
        return "vanished"
    except OSError as error:
        if error.errno in EXHAUSTED or error.errno == errno.EIO:
            raise
        return "unreadable"
    return "vanished" if kind is None else None if kind == "folder" else kind


def _from_walk(lister: _Lister, files: Iterable[Found]) -> list[Listed]:
    found: list[Listed] = []
    safe: dict[str, bool] = {"": True}  # folders, each judged once
    for path, size, mtime_ns, ctime_ns in files:
        folder, name = split_path(path)
        if folder not in safe:
            safe[folder] = refuse(folder) is None
        if not _is_utf8(path):
            lister.skips.add(os.fsencode(path), "name is not UTF-8")
        elif _wanted(lister, path, name if safe[folder] else path):
            found.append(Listed(path, size, mtime_ns, ctime_ns, False))
    return found


def _wanted(lister: _Lister, path: str, name: str) -> bool:
    """False for a path that is refused (`name` is its part that was not judged yet) or excluded by the
    settings.
    """
    wrong = refuse(name)
    if wrong:
        lister.skips.add(path, "name refused", wrong)
        return False
    if lister.exclude and any(matches_glob(path, pattern) for pattern in lister.exclude):
        lister.skips.add(path, "excluded")
        return False
    return True


def _capped(found: list[Listed], config: Config, skips: Skips) -> tuple[Listed, ...]:
    """Sorted by path, cut to the caps; what is too large to be read costs no bytes."""
    index = config.index
    if len(found) <= index.max_files and sum(file.size for file in found) <= index.max_total_bytes:
        found.sort()  # by path: no path is here twice
        return tuple(found)
    found.sort(key=lambda file: (not file.tracked, file.path))
    if len(found) > index.max_files:
        over = len(found) - index.max_files
        skips.add(found[index.max_files].path, "file cap", f"more than {index.max_files} files", count=over)
        del found[index.max_files :]
    total = 0
    kept: list[Listed] = []
    for file in found:
        cost = file.size if file.size <= index.max_file_bytes else 0
        if total + cost > index.max_total_bytes:
            skips.add(file.path, "byte cap", f"more than {index.max_total_bytes} bytes")
            continue
        total += cost
        kept.append(file)
    kept.sort(key=lambda file: file.path)
    return tuple(kept)


def _is_utf8(path: str) -> bool:
    if path.isascii():
        return True
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
