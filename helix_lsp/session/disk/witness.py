"""Signs that the disk has changed since all of it was looked at last, for whoever asks: no event of the
editor is needed, and nothing polls.

    git       what HEAD says and the branch it names, and size, time and number of the index and of the packed references
    folders   times and number of each folder that holds an indexed file: whatever is created, renamed or deleted changes its folder
    files     size and time of indexed files: what is written in place changes nothing else

Git is looked at each time; folders and files for as long as the caller has, in an order that spreads over the
tree, and the next look goes on from there. A sign may be false (a build writes beside the sources): it costs
one look at all. Only `lstat` and a few small files of git's own folder, which `session/git/git_folder.py` finds;
no link is followed. What is equal in size and times is left to the check of cited bytes.
"""

from __future__ import annotations

import os
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from helix_lsp.index.store.base import FileRow
from helix_lsp.session.disk.disk import read_file
from helix_lsp.session.git.git_folder import NoGit, find_repository
from helix_lsp.text.paths import split_path

_SMALL = 4_096
_STEP = 32  # looks between two looks at the clock
_COARSE = 20_000_000  # nanoseconds by which the clock of a file system may be behind ours
_REF = b"ref: "
_Look = tuple[int, int, int, int] | None


class Mark(NamedTuple):
    """What the signs were at a moment before the disk was listed, and that moment, in nanoseconds since 1970."""

    began: int
    git: tuple[object, ...]
    folders: dict[str, _Look]


class Witness:
    """Of one root. From any thread."""

    def __init__(self, root: str, rows: Callable[[], Mapping[str, FileRow]]) -> None:
        """`rows` gives what the index has of each path; a new generation is another object."""
        self._root = root
        self._rows = rows
        self._lock = threading.Lock()
        self._accepted: Mark | None = None
        self._of: Mapping[str, FileRow] = {}
        self._folders: tuple[str, ...] = ("",)
        self._files: tuple[str, ...] = ()
        self._at = [0, 0]

    def mark(self) -> Mark:
        """To be taken before the disk is listed, and accepted when the index is as was listed. Looks at every
        folder.
        """
        with self._lock:
            self._renew()
            folders = self._folders
        began = time.time_ns() - _COARSE
        return Mark(began, self._git(), {folder: self._look(folder) for folder in folders})

    def accept(self, mark: Mark) -> None:
        """From now on the disk is compared with this."""
        self._accepted = mark

    def differs(self, seconds: float) -> bool:
        """True when something has changed since the mark; looks for about so long at most. False before there
        is a mark.
        """
        accepted = self._accepted
        if accepted is None:
            return False
        if self._git() != accepted.git:
            return True
        with self._lock:
            self._renew()
            half = time.monotonic() + seconds / 2
            return any(self._moved(folder, accepted) for folder in self._next(0, self._folders, half)) or any(
                differs_on_disk(self._root, path, self._of[path])
                for path in self._next(1, self._files, half + seconds / 2)
            )

    def _renew(self) -> None:
        """Another generation has other files."""
        rows = self._rows()
        if rows is not self._of or not self._files:
            folders = {""}
            for path in rows:
                folder = split_path(path)[0]
                while folder not in folders:
                    folders.add(folder)
                    folder = split_path(folder)[0]
            self._of, self._folders, self._files, self._at = rows, _spread(folders), _spread(rows), [0, 0]

    def _next(self, which: int, places: tuple[str, ...], until: float) -> Iterator[str]:
        """Each place once, from where the last look ended, until the time is up; a few in any case."""
        left, at = len(places), self._at[which]
        while left > 0:
            some = list(islice(places, at, at + min(_STEP, left)))
            left -= len(some)
            at = (at + len(some)) % len(places)
            self._at[which] = at
            yield from some
            if time.monotonic() >= until:
                return

    def _moved(self, folder: str, accepted: Mark) -> bool:
        """A folder that no mark knows (its first files came with this generation) is judged by the clock."""
        now = self._look(folder)
        if folder in accepted.folders:
            return now != accepted.folders[folder]
        accepted.folders[folder] = now
        return now is None or max(now[1], now[2]) >= accepted.began

    def _look(self, path: str) -> _Look:
        """(size, written, changed, number); the size of a folder says nothing more than its times."""
        return _stat(f"{self._root}/{path}")

    def _git(self) -> tuple[object, ...]:
        found = find_repository(self._root)
        if isinstance(found, NoGit):
            return (found.reason,)
        folder, common = found.folder, found.common
        head = read_file(folder, "HEAD", _SMALL)
        ref = (
            head.removeprefix(_REF).strip().decode("utf-8", "replace")
            if isinstance(head, bytes) and head.startswith(_REF)
            else ""
        )
        branch = read_file(common, ref, _SMALL) if ref.startswith("refs/") else b""
        places = (f"{folder}/index", f"{common}/packed-refs", f"{common}/reftable/tables.list")
        return (head, branch, *(_stat(place) for place in places))


def differs_on_disk(root: str, path: str, row: FileRow) -> bool:
    """True when the size or time of a file is not that at which it was indexed."""
    now = _stat(f"{root}/{path}")
    return now is None or (now[0], now[1]) != (row.size, row.mtime_ns)


def _stat(place: str) -> _Look:
    try:
        info = os.lstat(place)
    except (OSError, ValueError):
        return None
    return info.st_size, info.st_mtime_ns, info.st_ctime_ns, info.st_ino


def _spread(paths: Iterable[str]) -> tuple[str, ...]:
    """The same order for the same paths, in which neighbours lie apart: a change of one folder is met soon."""
    return tuple(sorted(paths, key=lambda path: (zlib.crc32(path.encode("utf-8", "surrogatepass")), path)))
