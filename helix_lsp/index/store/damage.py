"""What of one index turned out to be damaged, and what was said of it.

Invariant: a read that failed is told as one line and raised as a `StorageError`; nobody takes it for an empty
answer.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

import msgspec

from helix_lsp.errors import StorageError
from helix_lsp.index.mirror import row_hash
from helix_lsp.index.names.declared import LONG_NAME, path_words
from helix_lsp.index.names.outline_rows import names_in
from helix_lsp.index.store.base import Base
from helix_lsp.index.store.folder import Folder
from helix_lsp.index.store.pack import UNREADABLE, UnitRow, unpack_named
from helix_lsp.index.store.readers import Closed
from helix_lsp.index.store.refusal import Damaged, is_damage, refused
from helix_lsp.index.store.store import ROWS, Store

_MOST_PROBLEMS = 50


class Damage:
    """`problems`: lines for a person, oldest first. `blobs`: contents with a damaged row. `lost`: the whole is
    to be made again.
    """

    def __init__(self, folder: Folder, base: Callable[[], Base]) -> None:
        """`base` gives the generation of now, by which a damaged content is told as its file."""
        self._folder = folder
        self._base = base
        self.problems: list[str] = []
        self.blobs: set[int] = set()
        self.lost = False

    def clear(self) -> None:
        """Another file is in the place of the damaged one; what was said of that stays said."""
        self.blobs.clear()
        self.lost = False

    def announce(self, problem: str) -> None:
        """Say it once; of very many problems the first are enough."""
        if len(self.problems) < _MOST_PROBLEMS and problem not in self.problems:
            self.problems.append(" ".join(problem.split()))

    def report(self, blob: int, why: str) -> None:
        """A row of a content does not match its hash: its file is to be read again."""
        if blob not in self.blobs:
            self.blobs.add(blob)
            paths = self._base().paths_of.get(blob, ())
            if paths:
                self.announce(
                    f"Stored facts of {paths[0]} are damaged ({why}); the file is to be read again."
                )

    def doom(self, reason: str) -> None:
        """The file does not hold what its hashes say: the next commit begins anew."""
        self.lost = True
        self.announce(f"The index in {self._folder.path} is damaged and will be rebuilt: {reason}.")

    def lose(self, error: Exception) -> None:
        """A read failed: when the file is damaged the next commit begins anew."""
        self.lost = self.lost or is_damage(error)
        self.announce(f"The index in {self._folder.path} could not be read: {error}.")

    def lost_read(self, error: Exception) -> StorageError:
        """What a read that failed raises."""
        if not isinstance(error, Closed):
            self.lose(error)
        return refused(error, self._folder.path, "could not be read")


# Reading a whole index once, to find damage that no question has met yet.
#
# A lookup proves what it finds, not what it misses: a flipped key hides a row. Here SQLite checks its trees
# (which finds keys out of order and, measured, few wrong bytes), every row is compared with its hash, the
# rows of each content are counted, and the text index's files are compared with the checksums in their own
# footers, which tantivy writes and does not check by itself.

_FOOTER_MARK = 1337


class Finding(msgspec.Struct, frozen=True):
    """What only a rebuild cures: of the text index when `text`, else of everything."""

    reason: str
    text: bool = False


class _Footer(msgspec.Struct):
    crc: int


_footer = msgspec.json.Decoder(_Footer)


def verify(store: Store, base: Base, report: Callable[[int, str], None]) -> Finding | None:
    """Compare all facts with their hashes; `report(content, why)` for rows that can be read again from their
    files.

    Raises `sqlite3.Error` when the file itself cannot be read.
    """
    units: Counter[int] = Counter()
    named: Counter[int] = Counter()
    with store.reading() as connection:
        structure = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if structure != "ok":
            return Finding(" ".join(str(structure).split())[:160])
        for unit, stored, packed in connection.execute("SELECT id, hash, packed FROM unit"):
            if _whole(str(unit), packed, stored):
                with suppress(*UNREADABLE):
                    units[unit // ROWS] += len(UnitRow(packed))
        rows = connection.execute("SELECT key, what, part, hash, packed FROM name").fetchall()
    for key, what, part, stored, packed in rows:
        if _whole(f"{key}\0{what}\0{part}", packed, stored):
            with suppress(*UNREADABLE):
                named.update(blob for blob, _, _ in unpack_named(packed, what, part))
    names: Counter[str] = Counter()
    for blob in base.paths_of:
        row = store.blob(blob)
        if row is None:
            continue
        if (units[blob], named[blob]) != (row.units, row.named):
            report(blob, "rows of it are missing or damaged")
        if (
            store.key_of(base.files[base.paths_of[blob][0]].sha, base.files[base.paths_of[blob][0]].language)
            != blob
        ):
            return Finding("contents cannot be looked up")
        store.declared_rows((blob,))
        symbols = store.symbols_of(blob)
        if symbols is not None:
            names.update(names_in(symbols))
    try:
        spelled = store.spelled(0, LONG_NAME).values()
    except Damaged as error:
        return Finding(str(error))
    if dict(names) != {
        name: n for found in spelled for name, n in zip(found.names, found.counts, strict=True)
    }:
        return Finding("the names do not fit the contents")
    words = set(store.path_words(""))
    if not all((word, path) in words for path in base.files for word in path_words(path)):
        return Finding("the words of the paths are not complete")
    return None


def verify_text(folder: Folder) -> Finding | None:
    """Compare the text index's files with the checksums in their footers."""
    for data in folder.text_files():
        length = int.from_bytes(data[-8:-4], "little")
        if int.from_bytes(data[-4:], "little") != _FOOTER_MARK or length + 8 > len(data):
            return Finding("a file of it has no footer", text=True)
        try:
            footer = _footer.decode(data[-8 - length : -8])
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return Finding("a footer of it cannot be read", text=True)
        if zlib.crc32(memoryview(data)[: -8 - length]) != footer.crc:
            return Finding("a file of it does not match its checksum", text=True)
    return None


def _whole(seed: str, packed: object, stored: int) -> bool:
    return isinstance(packed, bytes) and row_hash(seed, packed) == stored
