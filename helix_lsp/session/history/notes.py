"""What some commits took away, as it is kept: rows by name. Pure work on patches, in whichever process. Also what
is kept of a history in the index folder.

Notes of successive stretches of a history, put together in their order, are those of the whole: a name keeps
its newest rows, and of those that do not fit the first definition, where none of the kept ones is one.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import msgpack

from helix_lsp.config import IndexConfig
from helix_lsp.session.disk.scan import read_private, replace_private
from helix_lsp.session.git.git import changed_paths
from helix_lsp.session.history.changes import Commit, names_gone, read_commits
from helix_lsp.session.processes.pool import PACKAGES, Job, Pool, PoolBroken

Row = tuple[str, int, str, bool, str]  # commit, time, path, defined, owner


class Notes(msgspec.Struct, array_like=True):
    """`names` are the rows of each name that went, newest first."""

    names: dict[str, list[Row]]


def notes_of(patches: bytes, most: int, check: Callable[[], None]) -> Notes:
    """Of patches as `git log` prints them, newest first, `most` rows to a name; `check` is asked at each
    commit and may raise.
    """
    found = Notes({})
    for commit in read_commits(patches):
        check()
        _note(commit, found, most)
    return found


def add_older(found: Notes, older: Notes, most: int) -> None:
    """Puts the notes of the commits that come next, which are older, behind those that are there."""
    for name, rows in older.names.items():
        _append(found.names.setdefault(name, []), rows, most)


def _note(commit: Commit, found: Notes, most: int) -> None:
    for name, gone in names_gone(commit):
        _append(
            found.names.setdefault(name, []),
            ((gone.commit, gone.time, gone.path, gone.defined, gone.owner),),
            most,
        )


def _append(rows: list[Row], more: Sequence[Row], most: int) -> None:
    for row in more:
        if len(rows) < most:
            rows.append(row)
        elif row[3] and not any(r[3] for r in rows):
            rows[-1] = row


def main(most: int) -> None:
    """What a process runs that takes patches apart: frames as in `session/processes/worker.py`, `[``, patches]` in and
    `[packed notes, ``, ``]` out, until stdin ends; `most` rows are kept of each name.
    """
    from helix_lsp.session.processes.worker import serve

    def answer(_path: str, patches: bytes) -> tuple[bytes | None, str, str]:
        try:
            return msgspec.msgpack.encode(notes_of(patches, most, lambda: None)), "", ""
        except Exception:  # noqa: BLE001  the reader takes it apart itself, and sees why
            return None, "", "failed"

    serve(lambda _options: answer)


# Steps of a history -> their notes, in order: in this process for a few commits, in several for many.
#
# A process that dies or is too slow costs its step nothing but time: the step is taken apart here. So is
# all of it where no process can be started.

_notes = msgpack.Decoder(Notes)
_PROGRAM = "import sys; most = int(sys.argv.pop()); sys.path[:0] = sys.argv[1:]; from helix_lsp.session.history.notes import main; main(most)"
Step = tuple[bytes, int]
Noted = tuple[Notes | None, int]


def noted(
    steps: Iterable[Step],
    most: int,
    check: Callable[[], None],
    *,
    processes: int,
    seconds: float,
    held: int,
    command: Sequence[str] | None = None,
) -> Generator[Noted]:
    """(notes of the patches, None where a step has none; the step's own number), in the order of the steps.

    One process or none means this one. `seconds` bounds one step in a process, `held` the bytes of patches
    that wait. `check` may raise.
    """
    todo = iter(steps)
    if processes > 1:
        stream = _Stream(most, check)
        asked = (
            tuple(command)
            if command is not None
            else (sys.executable, "-P", "-c", _PROGRAM, PACKAGES, str(most))
        )
        with Pool(processes, IndexConfig(), seconds, command=asked) as pool:
            try:
                yield from stream.through(pool, todo, 2 * processes, held)
            except PoolBroken as broken:
                stream.here({job.key: job.data for job in broken.left})
        yield from stream.done()
    for patches, number in todo:
        yield (notes_of(patches, most, check) if patches else None), number


class _Stream:
    """Steps on their way through a pool: `order` is what was asked and not given yet, `back` what came out of
    it.
    """

    def __init__(self, most: int, check: Callable[[], None]) -> None:
        self._most, self._check = most, check
        self._order: deque[tuple[int, int, bool]] = deque()  # key, the step's number, whether it has patches
        self._back: dict[int, Notes] = {}
        self._inside = 0

    def through(self, pool: Pool, steps: Iterator[Step], most_jobs: int, most_bytes: int) -> Iterator[Noted]:
        """Keeps the pool filled, with no more than it may hold ahead."""
        for key, (patches, number) in enumerate(steps):
            self._order.append((key, number, bool(patches)))
            if patches:
                self._inside += len(patches)
                pool.submit(Job(key=key, path="", data=patches))
            while pool.outstanding and (
                pool.ready() or pool.outstanding >= most_jobs or self._inside > most_bytes
            ):
                self._take(pool)
            yield from self.done()
        while pool.outstanding:
            self._take(pool)
            yield from self.done()

    def done(self) -> Iterator[Noted]:
        """What is first and is ready."""
        while self._order and (not self._order[0][2] or self._order[0][0] in self._back):
            key, number, _ = self._order.popleft()
            yield self._back.pop(key, None), number

    def here(self, left: dict[int, bytes]) -> None:
        """Take apart in this process what no other did."""
        for key in sorted(left):
            self._back[key] = notes_of(left[key], self._most, self._check)

    def _take(self, pool: Pool) -> None:
        got = pool.take(self._check)
        self._inside -= len(got.job.data)
        packed = got.packed
        self._back[got.job.key] = (
            _notes.decode(packed) if packed is not None else notes_of(got.job.data, self._most, self._check)
        )


# Paths that a commit removed or moved, and where folders went with their files. Pure work on what git
# prints.


def read_paths(fields: list[str], found: dict[str, tuple[str, int, str]]) -> None:
    """Adds what one commit took away: its head, then rows as `diff-tree --raw -z` prints them."""
    commit, _, time = fields[0].strip().partition(" ")
    folders: dict[str, Counter[str]] = defaultdict(Counter)  # a folder went where most of its files went
    if not re.fullmatch(r"\d{1,12}", time, re.ASCII):
        return
    for row in changed_paths(fields[1:]):
        moved = row.path if row.status == "R" else ""
        found.setdefault(row.old_path, (commit, int(time), moved))
        count_folders(row.old_path, moved, folders)
    for old, counted in folders.items():
        home = home_of(old, counted)
        if home:
            found.setdefault(old, (commit, int(time), home))


def folders_gone(paths: Mapping[str, tuple[str, int, str]]) -> dict[str, tuple[str, int, str]]:
    """By folder: the newest removal of a file below it, and where the folder went: most of the files that left
    it are at the same place below another folder of its name. `paths` are newest first.
    """
    newest: dict[str, tuple[str, int]] = {}
    went: dict[str, Counter[str]] = defaultdict(Counter)
    for path, (commit, time_of, moved) in paths.items():
        for at in (i for i, c in enumerate(path) if c == "/"):
            newest.setdefault(path[:at], (commit, time_of))
        count_folders(path, moved, went)
    return {folder: (*newest[folder], home_of(folder, counted)) for folder, counted in went.items()}


def count_folders(old: str, new: str, folders: dict[str, Counter[str]]) -> None:
    """Adds to every folder above `old` where this file of it went: the folder that has it at the same place
    now, `` for none.
    """
    for at in (i for i, c in enumerate(old) if c == "/"):
        folders[old[:at]][new.removesuffix(old[at:]) if new.endswith(old[at:]) else ""] += 1


def home_of(folder: str, went: Counter[str]) -> str:
    """Where a folder went by what became of its files (`` for one that went elsewhere): to the one folder that
    bears its name, is not one above it, and took most of them.
    """
    (new, times), base = went.most_common(1)[0], folder.rpartition("/")[2]
    kept = new.rpartition("/")[2] == base and new != folder and not f"{folder}/".startswith(f"{new}/")
    return new if kept and 2 * times > went.total() else ""


# What is kept of a history in the index folder: all that was read of one commit, and a reading that was
# stopped.

FILE = "drift-history.12"
PART = "drift-history-part.12"


class Stored(msgspec.Struct, array_like=True):
    """The history of `head`: rows by name, and the paths that went."""

    head: str
    names: dict[str, list[Row]]
    paths: dict[str, tuple[str, int, str]]  # newest first
    missed: str = ""


class Part(msgspec.Struct, array_like=True):
    """A reading that was stopped: the first `done` commits between `base` (`` for the beginning) and `head`
    are in `stored`.
    """

    base: str
    done: int
    stored: Stored


_stored = msgspec.msgpack.Decoder(Stored)
_part = msgspec.msgpack.Decoder(Part)


def load(file: Path, largest: int) -> Stored | None:
    """What is kept, None where nothing is or where it is damaged."""
    with suppress(OSError, zlib.error, msgspec.MsgspecError):
        return _stored.decode(_inflated(file, largest))


def resumed(part: Path, largest: int) -> Part | None:
    """The reading that was stopped, None for none."""
    with suppress(OSError, zlib.error, msgspec.MsgspecError):
        return _part.decode(_inflated(part, largest))


def keep_part(part: Path, stopped: Part) -> None:
    """Keep a reading that goes on later."""
    _write(part, msgspec.msgpack.encode(stopped))


def _inflated(file: Path, largest: int) -> bytes:
    return zlib.decompressobj().decompress(read_private(file), largest)


def save(file: Path, stored: Stored) -> None:
    """Keep the whole, and drop the part."""
    _write(file, msgspec.msgpack.encode(stored))
    with suppress(OSError):
        file.with_name(PART).unlink(missing_ok=True)


def _write(file: Path, data: bytes) -> None:
    """A cache that cannot be written is made again next time."""
    with suppress(OSError):
        replace_private(file, zlib.compress(data, 1))
