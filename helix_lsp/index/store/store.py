"""The rows of the facts file, read and checked. Opening the file is `facts_file.py`, writing it `write.py`.

Invariants: every row that is given out has matched its hash; a row that does not match is absent and is
reported once; readers cannot write (`query_only`); a connection serves one thread at a time (`readers.py`).
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext

import msgspec

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.mirror import row_hash
from helix_lsp.index.names.outline_rows import SYMBOLS
from helix_lsp.index.store.base import EMPTY, Base, FileRow, PathsOf, Spelled, file_hash, read
from helix_lsp.index.store.facts_file import check, connect, is_empty, make, meta, number
from helix_lsp.index.store.folder import Folder
from helix_lsp.index.store.pack import CHUNK, DEFINED, NAMES, UNREADABLE, Named, Sums, unpack_named
from helix_lsp.index.store.readers import Readers
from helix_lsp.index.store.refusal import Damaged, is_damage
from helix_lsp.index.store.schema import TABLES
from helix_lsp.text.visible import is_unicode

UNITS = 65_536  # a unit's id is blob * UNITS + ordinal
SYMBOL_ROWS = 32_768  # the row of a symbol is blob * SYMBOL_ROWS + ordinal // SYMBOLS; options allow a million of one file
ROWS = UNITS // CHUNK  # the row of a unit has its id // CHUNK

_sums = msgspec.msgpack.Decoder(Sums)


class BlobRow(msgspec.Struct, frozen=True):
    """A verified row of the table blob."""

    id: int
    generated: bool
    units: int
    named: int
    sums: Sums
    outline: bytes


class Store:
    """One facts file. Raises `sqlite3.Error` and `Damaged`; callers turn them into one clear line."""

    def __init__(self, folder: Folder, cfg: IndexConfig, report: Callable[[int, str], None]) -> None:
        """`report(blob, why)` is told about rows that do not match their hash."""
        self.folder = folder
        self._cfg = cfg
        self._report = report
        self._readers = Readers(lambda: self.connect(writable=False))
        self.identity = folder.identity()

    def connect(self, *, writable: bool) -> sqlite3.Connection:
        """A new connection; a reader falls back to read-only access, then to a frozen view, where nothing can
        be written.
        """
        return connect(self.folder.facts, self._cfg, writable=writable)

    def reading(
        self, connection: sqlite3.Connection | None = None
    ) -> AbstractContextManager[sqlite3.Connection]:
        """A connection for one piece of work: the one given, else one that is lent."""
        return self._readers.lent() if connection is None else nullcontext(connection)

    def close(self) -> None:
        """Close the connections; those that are out when they come back."""
        self._readers.close()

    def create(self, connection: sqlite3.Connection) -> None:
        """Make the tables in an empty file, or check that the file is ours; raises `Damaged` for any other
        file.
        """
        make(connection, self._cfg)
        self.identity = self.folder.identity()

    def is_empty(self) -> bool:
        """True when the file holds no table and nobody has claimed it."""
        with self.reading() as connection:
            return is_empty(connection)

    def check(self, connection: sqlite3.Connection) -> None:
        """Raises `Damaged` when the file is another program's, another version's, or was made by another
        extractor.
        """
        check(connection, self._cfg)

    def generation(self, connection: sqlite3.Connection) -> int:
        """The last committed generation."""
        return number(connection, "generation")

    def logged(self, connection: sqlite3.Connection) -> int:
        """`text_log` is complete for every generation after this one."""
        return number(connection, "logged")

    def load(self, connection: sqlite3.Connection) -> Base:
        """The committed generation; raises `Damaged` when a row does not match. The caller holds a
        transaction.
        """
        files: dict[str, FileRow] = {}
        paths_of: dict[int, str | tuple[str, ...]] = {}
        columns = "path, blob, sha, language, generated, size, mtime_ns, tracked, hash"
        rows = connection.execute(f"SELECT {columns} FROM file ORDER BY path")  # noqa: S608 - a constant
        intern = sys.intern
        try:
            for path, blob, sha, language, generated, size, mtime_ns, tracked, stored in rows:
                row = FileRow(
                    blob, sha.hex(), intern(language), bool(generated), size, mtime_ns, bool(tracked)
                )
                if file_hash(path, row) != stored:
                    raise Damaged(f"the row of {path} does not match its hash")
                files[path] = row
                held = paths_of.get(blob)
                paths_of[blob] = (
                    path if held is None else (held, path) if isinstance(held, str) else (*held, path)
                )
        except (AttributeError, TypeError, ValueError) as error:
            raise Damaged(f"a file row is damaged: {error}") from None
        try:
            sums = _sums.decode(meta(connection, "sums"))
        except msgspec.MsgspecError:
            raise Damaged("the entry `sums` is damaged") from None
        generation = self.generation(connection)
        return Base(generation, files, PathsOf(paths_of), sums) if generation else EMPTY

    def blob(self, blob: int, connection: sqlite3.Connection | None = None) -> BlobRow | None:
        """The row of a content; None when it is gone or damaged (then reported)."""
        columns = "generated, units, named, symbols, hash, sums, outline"
        with self.reading(connection) as reader:
            row = reader.execute(f"SELECT {columns} FROM blob WHERE id = ?", (blob,)).fetchone()  # noqa: S608 - a constant
        if row is None:
            self._report(blob, "its row is gone")
            return None
        generated, units, named, symbols, stored, sums, outline = row
        try:
            if blob_hash(blob, (generated, units, named, symbols), sums, outline) != stored:
                raise ValueError("hash")
            return BlobRow(blob, bool(generated), units, named, _sums.decode(sums), outline)
        except (ValueError, TypeError):
            self._report(blob, "its row does not match its hash")
            return None

    def symbols_of(self, blob: int, connection: sqlite3.Connection | None = None) -> list[bytes] | None:
        """The rows of a content's symbols in order; None when one is missing or damaged (then reported)."""
        with self.reading(connection) as reader:
            found = reader.execute("SELECT symbols FROM blob WHERE id = ?", (blob,)).fetchone()
            rows = reader.execute(
                "SELECT id, hash, packed FROM symbols WHERE id >= ? AND id < ? ORDER BY id",
                (blob * SYMBOL_ROWS, (blob + 1) * SYMBOL_ROWS),
            ).fetchall()
        if found is None or -(-found[0] // SYMBOLS) != len(rows):
            self._report(blob, "symbols of it are missing")
            return None
        if not all(self._whole(blob, stored, str(row), packed) for row, stored, packed in rows):
            return None
        return [packed for _, _, packed in rows]

    def symbol_rows(self, ids: Collection[int]) -> list[tuple[int, bytes]]:
        """(id, row) of those rows of symbols that are whole, in no particular order; others are reported."""
        found = [
            row
            for row in self._rows("symbols", ids)
            if self._whole(row[0] // SYMBOL_ROWS, row[1], str(row[0]), row[2])
        ]
        return self._told(
            found,
            {
                row // SYMBOL_ROWS: "symbols of it are missing"
                for row in set(ids).difference(row for row, _, _ in found)
            },
        )

    def declared_rows(self, blobs: Collection[int]) -> list[tuple[int, bytes]]:
        """(content, the row that says what it declares), of those that are whole, in no particular order;
        others are reported.
        """
        found = [
            row for row in self._rows("declared", blobs) if self._whole(row[0], row[1], f"d{row[0]}", row[2])
        ]
        return self._told(
            found,
            dict.fromkeys(set(blobs).difference(blob for blob, _, _ in found), "a row of it is missing"),
        )

    def unit_rows(self, ids: Collection[int]) -> list[tuple[int, bytes]]:
        """(id, row) of those rows of units that are there and whole, in no particular order."""
        return [
            (row, packed)
            for row, stored, packed in self._rows("unit", ids)
            if self._whole(row // ROWS, stored, str(row), packed)
        ]

    def _rows(self, table: str, ids: Collection[int]) -> list[tuple[int, int, bytes]]:
        """(id, hash, packed) of those rows of a table that are there, in no particular order."""
        rows: list[tuple[int, int, bytes]] = []
        if ids:
            with self.reading() as reader:
                for part in _parts(list(ids)):
                    marks = ",".join("?" * len(part))
                    rows += reader.execute(
                        f"SELECT id, hash, packed FROM {table} WHERE id IN ({marks})",  # noqa: S608 - constants
                        part,
                    )
        return rows

    def _told(
        self, found: list[tuple[int, int, bytes]], missing: Mapping[int, str]
    ) -> list[tuple[int, bytes]]:
        """The rows without their hashes; contents of which one is missing are reported."""
        for blob, why in missing.items():
            self._report(blob, why)
        return [(row, packed) for row, _, packed in found]

    def units_of(self, blob: int, connection: sqlite3.Connection | None = None) -> list[bytes] | None:
        """The rows of a content's units in order; None when one is missing or damaged (then reported)."""
        with self.reading(connection) as reader:
            found = reader.execute("SELECT units FROM blob WHERE id = ?", (blob,)).fetchone()
            rows = reader.execute(
                "SELECT id, hash, packed FROM unit WHERE id >= ? AND id < ? ORDER BY id",
                (blob * ROWS, (blob + 1) * ROWS),
            ).fetchall()
        if not all(self._whole(blob, stored, str(row), packed) for row, stored, packed in rows):
            return None
        if found is None or found[0] != sum([packed[0] for _, _, packed in rows if packed]):
            self._report(blob, "units of it are missing")
            return None
        return [packed for _, _, packed in rows]

    def named(self, key: str, what: str, only: int = -1) -> list[Named]:
        """(blob, ordinal, packed mention or nothing) under a key, of all stored contents, live or not, or of
        one.
        """
        if not is_unicode(key):
            return []  # no name that is stored
        with self.reading() as reader:
            found = list(self.postings(reader, key, what, -1 if only < 0 else only // NAMES))
        return found if only < 0 else [entry for entry in found if entry[0] == only]

    def postings(self, reader: sqlite3.Connection, key: str, what: str, part: int = -1) -> Iterator[Named]:
        """The entries of a key in order, of one part or of all; those of a damaged row are absent, and all
        contents of its part are reported.
        """
        one, asked = (" AND part = ?", (key, what, part)) if part >= 0 else ("", (key, what))
        for at, stored, packed in reader.execute(
            f"SELECT part, hash, packed FROM name WHERE key = ? AND what = ?{one} ORDER BY part",  # noqa: S608 - constants
            asked,
        ):
            try:
                if not isinstance(packed, bytes) or row_hash(f"{key}\0{what}\0{at}", packed) != stored:
                    raise ValueError("hash")
                yield from unpack_named(packed, what, at)
            except UNREADABLE:
                for blob in self.in_part(reader, at):
                    self._report(blob, "a row does not match its hash")

    def in_part(self, reader: sqlite3.Connection, part: int) -> list[int]:
        """The stored contents whose names share rows."""
        bounds = (part * NAMES, (part + 1) * NAMES)
        return [blob for (blob,) in reader.execute("SELECT id FROM blob WHERE id >= ? AND id < ?", bounds)]

    def definers(self, keys: Sequence[str], most: int) -> list[tuple[str, list[int]]]:
        """(key, contents that define it, live or not, each once); of no key more than `most`, unless that is
        negative.

        Cost: a step for each definition of a key up to the last content given, so a frequent name costs no
        more than a rare one.
        """
        found: list[tuple[str, list[int]]] = []
        with self.reading() as reader:
            for key in filter(is_unicode, keys):
                blobs: dict[int, None] = {}
                for blob, _, _ in self.postings(reader, key, DEFINED):
                    if len(blobs) == most:
                        break
                    blobs[blob] = None
                if blobs:
                    found.append((key, list(blobs)))
        return found

    def without_units(self, blobs: Collection[int]) -> set[int]:
        """Those of the contents that do not have a unit."""
        asked, found = sorted(blobs), set[int]()
        with self.reading() as reader:
            for at in range(0, len(asked), 500):
                part = asked[at : at + 500]
                marks = ",".join("?" * len(part))
                rows = reader.execute(
                    f"SELECT id FROM blob WHERE units = 0 AND id IN ({marks})",  # noqa: S608 - only marks
                    part,
                )
                found.update(blob for (blob,) in rows)
        return found

    def spelled(self, shortest: int, longest: int) -> dict[int, Spelled]:
        """Length -> the names of live contents that have it, of `spelled.read`; raises `Damaged`."""
        with self.reading() as reader:
            return read(reader, shortest, longest)

    def path_words(self, prefix: str) -> list[tuple[str, str]]:
        """(word, path) for the words that begin with `prefix`, sorted; some paths may be gone."""
        within, bounds = (
            ("WHERE word >= ? AND word < ?", (prefix, prefix + "\U0010ffff")) if prefix else ("", ())
        )
        with self.reading() as reader:
            return reader.execute(
                f"SELECT word, path FROM path_word {within} ORDER BY word, path",  # noqa: S608 - constants
                bounds,
            ).fetchall()

    def key_of(self, sha: str, language: str, connection: sqlite3.Connection | None = None) -> int | None:
        """Id of a stored content."""
        with self.reading(connection) as reader:
            row = reader.execute(
                "SELECT id FROM blob WHERE sha = ? AND language = ?", (bytes.fromhex(sha), language)
            ).fetchone()
        return None if row is None else row[0]

    def text_changes(self, connection: sqlite3.Connection, after: int) -> dict[int, bool]:
        """What the text index lacks since a generation: content -> now live (True) or not (False)."""
        rows = connection.execute(
            "SELECT blob, added FROM text_log WHERE generation > ? ORDER BY id", (after,)
        )
        return {blob: bool(added) for blob, added in rows}

    def _whole(self, blob: int, stored: int, seed: str, packed: object) -> bool:
        if isinstance(packed, bytes) and row_hash(seed, packed) == stored:
            return True
        self._report(blob, "a row does not match its hash")
        return False


def _parts(wanted: list[int]) -> Iterator[list[int]]:
    """As many at once as a statement takes."""
    for at in range(0, len(wanted), 500):
        yield wanted[at : at + 500]


def blob_hash(blob: int, numbers: tuple[int, int, int, int], sums: bytes, outline: bytes) -> int:
    """Guard of one blob row; `numbers` are its generated, units, named and symbols."""
    generated, units, named, symbols = numbers
    return row_hash(f"{blob}\0{int(generated)}\0{units}\0{named}\0{symbols}\0{len(sums)}", sums + outline)


class NoStore(Store):
    """There is no facts file: everything that is read is empty, and nothing fails."""

    def connect(self, *, writable: bool) -> sqlite3.Connection:
        """Empty tables in memory."""
        assert not writable
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        connection.executescript(TABLES)
        return connection


def is_unborn(folder: Folder, cfg: IndexConfig, report: Callable[[int, str], None]) -> bool:
    """True when the facts file is there and still empty: its writer has only just begun, and nothing is
    damaged.
    """
    if folder.odd():
        return False
    store = Store(folder, cfg, report)
    try:
        return store.is_empty()
    except BaseException as error:
        if not is_damage(error):
            raise
        return False
    finally:
        store.close()
