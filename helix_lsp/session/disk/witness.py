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

import contextlib
import os
import sys
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
from helix_lsp.tuning.server import WAITING

_SMALL = 4_096
_STEP = 32  # looks between two looks at the clock
_COARSE = 20_000_000  # nanoseconds by which the clock of a file system may be behind ours
_REF = b"ref: "
_Look = tuple[int, int, int, int] | None


# IN_MODIFY, ATTRIB, CLOSE_WRITE, MOVED_FROM, MOVED_TO, CREATE, DELETE, DELETE_SELF, MOVE_SELF; of a folder, through no link
_EVENTS = 0x2 | 0x4 | 0x8 | 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800 | 0x1000000 | 0x2000000
_LOCAL = frozenset(b"ext2 ext3 ext4 xfs btrfs f2fs zfs overlay tmpfs".split())
_MOUNTS = "/proc/self/mountinfo"


class Watch:
    """The word of the system (Linux's inotify) that nothing has happened where the last look went.

    A look calls `begin`, and `seen` for each folder and file before it looks into it. Each change that is made from
    then on is reported before the call that made it returns, so there is no moment in which it is missed. What is
    written through memory is reported when the file is closed, so the word counts for `WAITING.watched` seconds.
    Other machines change network file systems without a report: there, and with other systems, `quiet` is False.
    """

    def __init__(self, root: str) -> None:
        self.wanted = False
        self._root = root
        self._number = -1
        self._sure = False

    def begin(self) -> None:
        """What happened up to now is seen by the look that follows; nothing is done where it is not `wanted`."""
        self._sure = self.wanted and sys.platform == "linux" and (self._number >= 0 or self._opened())
        if self._sure:
            self._sure = self._read() is not None
            self._until = time.monotonic() + WAITING.watched
            self._places = {self._root: look_at(self._root)}
            self._around = self._surroundings()
            rows = (line.split() for line in self._around[0].splitlines())
            self._local = {row[2] for row in rows if row[row.index(b"-") + 1] in _LOCAL}

    def seen(self, place: str) -> None:
        """An absolute path that is about to be looked into; one that is not a folder is compared by its times."""
        if not self._sure:
            return
        try:
            if self._add(self._number, os.fsencode(place), _EVENTS) >= 0:
                device = os.lstat(place).st_dev
                self._sure = b"%d:%d" % (os.major(device), os.minor(device)) in self._local
                return
        except (OSError, ValueError):
            self._sure = False
            return
        self._places[place] = now = look_at(place)
        if now is not None and os.path.isdir(place):  # a folder that may not be watched, or one too many
            self._sure = False

    def quiet(self) -> bool:
        """True when a look would find everything as the last one did."""
        self._sure = (
            self._sure
            and time.monotonic() < self._until
            and self._read() == b""
            and all(look_at(place) == look for place, look in self._places.items())
            and self._surroundings() == self._around
        )
        return self._sure

    def close(self) -> None:
        """Gives the watches back."""
        self._sure = False
        if self._number >= 0:
            os.close(self._number)
            self._number = -1

    def _opened(self) -> bool:
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            library = ctypes.CDLL(None)
            self._add = library.inotify_add_watch
            self._add.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_uint32)
            self._number = library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        return self._number >= 0

    def _read(self) -> bytes | None:
        """The reports that have come, all of them; None where they cannot be read."""
        data = b""
        try:
            while part := os.read(self._number, 65_536):
                data = part
        except BlockingIOError:
            return data
        except OSError:
            pass
        return None

    def _surroundings(self) -> tuple[bytes, object]:
        """What is mounted, and the repository around the root."""
        with open(_MOUNTS, "rb") as file:
            return file.read(), find_repository(self._root)


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
        return look_at(f"{self._root}/{path}")

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
        return (head, branch, *(look_at(place) for place in places))


def differs_on_disk(root: str, path: str, row: FileRow) -> bool:
    """True when the size or time of a file is not that at which it was indexed."""
    now = look_at(f"{root}/{path}")
    return now is None or (now[0], now[1]) != (row.size, row.mtime_ns)


def look_at(place: str) -> _Look:
    """(size, written, changed, number) of a path, no link followed; None where there is nothing."""
    try:
        info = os.lstat(place)
    except (OSError, ValueError):
        return None
    return info.st_size, info.st_mtime_ns, info.st_ctime_ns, info.st_ino


def _spread(paths: Iterable[str]) -> tuple[str, ...]:
    """The same order for the same paths, in which neighbours lie apart: a change of one folder is met soon."""
    return tuple(sorted(paths, key=lambda path: (zlib.crc32(path.encode("utf-8", "surrogatepass")), path)))
