"""One transaction: changes of files become rows of the next generation. Either all of them or none.

The statistics, the names' counts and the log for the text index are kept up by difference: a content counts
from when its first path comes to when its last one goes. Contents that no path refers to stay for reuse up to
a limit.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec

from helix_lsp.config.index import IndexConfig
from helix_lsp.errors import StorageError
from helix_lsp.index.change import Change, Drop, Put
from helix_lsp.index.mirror import row_hash
from helix_lsp.index.names.declared import path_words
from helix_lsp.index.names.outline_rows import names_in, unpack_outline, unpack_symbols
from helix_lsp.index.store import base
from helix_lsp.index.store.base import Base, FileRow, file_hash
from helix_lsp.index.store.facts_file import put_meta, transaction
from helix_lsp.index.store.pack import (
    NAMES,
    UNREADABLE,
    Named,
    Packed,
    Sums,
    name_rows,
    pack_named,
    shell,
    unpack_named,
)
from helix_lsp.index.store.store import ROWS, SYMBOL_ROWS, Store, blob_hash

_encode = msgspec.msgpack.Encoder().encode


class Moved(Exception):
    """Another process has committed since the base was loaded. Never leaves this floor."""


class Written(msgspec.Struct, frozen=True):
    """The new generation; contents that became live (with their packed rows where the commit brought them) or
    stopped being so;

    damaged contents whose rows were removed.
    """

    base: Base
    added: Mapping[int, Packed | None]
    gone: tuple[int, ...]
    replaced: tuple[int, ...]


class Retired(msgspec.Struct, frozen=True):
    """What a writer must know beside the base: damaged contents to be replaced, contents that open snapshots
    still read,

    and the generation up to which the text index is known to be complete.
    """

    damaged: Collection[int]
    pinned: Callable[[], Collection[Base]]
    text_generation: int


def write(
    store: Store,
    connection: sqlite3.Connection,
    base: Base,
    changes: Sequence[Change],
    cfg: IndexConfig,
    other: Retired,
) -> Written | None:
    """Commit `changes` on top of `base`; None when they change nothing.

    Raises `sqlite3.Error`, `Damaged`, and `StorageError` for a change that cannot be written (no facts for
    it, a path that is not text).
    """
    last: dict[str, Change] = {change.path: change for change in changes}
    with transaction(connection):
        writer = _Writer(store, connection, base, cfg, other)
        if store.generation(connection) != base.generation:
            raise Moved
        for change in last.values():
            writer.apply(change)
        return writer.finish()


class _Writer:
    def __init__(
        self, store: Store, connection: sqlite3.Connection, base: Base, cfg: IndexConfig, other: Retired
    ) -> None:
        self._store = store
        self._connection = connection
        self._base = base
        self._cfg = cfg
        self._other = other
        self._generation = base.generation + 1
        self._files = dict(base.files)
        self._paths: dict[int, set[str]] = {}
        self._resolved: dict[tuple[str, str], tuple[int, bool]] = {}
        self._packed: dict[int, Packed] = {}
        self._contents: list[tuple[object, ...]] = []
        self._next = max(
            connection.execute(
                "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'blob'"
            ).fetchone()[0],
            0,
        )
        self._before = self._next  # contents up to here may have rows
        self._rows: list[tuple[object, ...]] = []
        self._dropped: list[tuple[str]] = []
        self._replaced: list[int] = []
        self._words: list[tuple[str, str]] = []

    def apply(self, change: Change) -> None:
        """Take one change into the maps; rows are gathered and stored by `finish`."""
        before = self._files.get(change.path)
        if isinstance(change, Drop):
            if before is not None:
                del self._files[change.path]
                self._dropped.append((change.path,))
                self._of(before.blob).discard(change.path)
            return
        same = before is not None and (before.sha, before.language) == (change.sha, change.language)
        if before is not None and same and change.packed is None:  # only its time, or git's word
            blob, generated = before.blob, before.generated
        else:
            blob, generated = self._content(change)
        row = FileRow(
            blob, change.sha, change.language, generated, change.size, change.mtime_ns, bool(change.tracked)
        )
        if row == before:
            return
        self._files[change.path] = row
        guard = file_hash(change.path, row)
        self._rows.append(
            (
                change.path,
                blob,
                bytes.fromhex(row.sha),
                row.language,
                int(generated),
                *row[4:6],
                int(row.tracked),
                guard,
            )
        )
        if before is None:
            self._words.extend((word, change.path) for word in path_words(change.path))
        elif before.blob != blob:
            self._of(before.blob).discard(change.path)
        if before is None or before.blob != blob:
            self._of(blob).add(change.path)

    def finish(self) -> Written | None:
        """Write what was gathered, bring the statistics up to date; None when there was nothing."""
        if not self._rows and not self._dropped and not self._packed:
            return None
        run = self._connection.executemany
        self._store_contents()
        run("DELETE FROM file WHERE path = ?", self._dropped)
        run("INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", self._rows)
        run("INSERT OR IGNORE INTO path_word VALUES (?, ?)", self._words)
        paths_of = self._base.paths_of.replaced(self._paths)
        added = [b for b, paths in self._paths.items() if paths and b not in self._base.paths_of]
        gone = [b for b, paths in self._paths.items() if not paths and b in self._base.paths_of]
        sums = self._count(added, gone, paths_of)
        base = Base(self._generation, self._files, paths_of, sums)
        self._mark(added, gone)
        self._purge(paths_of)
        put_meta(self._connection, {"generation": b"%d" % self._generation, "sums": _encode(sums)})
        return Written(base, {b: self._packed.get(b) for b in added}, tuple(gone), tuple(self._replaced))

    def _of(self, blob: int) -> set[str]:
        if blob not in self._paths:
            self._paths[blob] = set(self._base.paths_of.get(blob, ()))
        return self._paths[blob]

    def _content(self, put: Put) -> tuple[int, bool]:
        """(id, generated) of a change's content, noted to be stored if it is not yet."""
        key = (put.sha, put.language)
        if key in self._resolved:
            return self._resolved[key]
        blob = self._store.key_of(put.sha, put.language, self._connection)
        if blob is not None and blob in self._other.damaged and put.packed is not None:
            self._forget([blob])
            self._replaced.append(blob)
            blob = None
        if blob is not None:
            generated = self._connection.execute(
                "SELECT generated FROM blob WHERE id = ?", (blob,)
            ).fetchone()[0]
            self._resolved[key] = blob, bool(generated)
        elif put.packed is None:
            raise StorageError(
                f"The facts of {put.path} are not in the index. Run `helix-lsp index` to read the file again."
            )
        else:
            self._resolved[key] = self._note(put)
        return self._resolved[key]

    def _note(self, put: Put) -> tuple[int, bool]:
        try:
            packed = shell(put.packed or b"")
        except ValueError as error:
            raise StorageError(
                f"The facts of {put.path} cannot be stored: {error}. Read the file again."
            ) from None
        self._next += 1
        blob, sums = self._next, _encode(packed.sums)
        numbers = int(packed.generated), len(packed.texts), len(packed.name_rows), packed.defined
        guard = blob_hash(blob, numbers, sums, packed.outline)
        self._contents.append(
            (blob, bytes.fromhex(put.sha), put.language, *numbers, guard, sums, packed.outline)
        )
        self._packed[blob] = packed
        return blob, packed.generated

    def _store_contents(self) -> None:
        """The rows of the contents noted."""
        run = self._connection.executemany
        run(
            "INSERT INTO blob (id, sha, language, generated, units, named, symbols, hash, sums, outline)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            self._contents,
        )
        run(
            "INSERT INTO symbols VALUES (?, ?, ?)",
            [
                (at, row_hash(str(at), row), row)
                for b, p in self._packed.items()
                for at, row in enumerate(p.symbols, b * SYMBOL_ROWS)
            ],
        )
        run(
            "INSERT INTO declared VALUES (?, ?, ?)",
            [(b, row_hash(f"d{b}", p.declared), p.declared) for b, p in self._packed.items()],
        )
        run(
            "INSERT INTO unit VALUES (?, ?, ?)",
            [
                (at, row_hash(str(at), row), row)
                for b, p in self._packed.items()
                for at, row in enumerate(p.unit_rows, b * ROWS)
            ],
        )
        names: dict[tuple[str, str, int], list[Named]] = {}
        for blob, packed in self._packed.items():
            for key, ordinal, what, record in packed.name_rows:
                names.setdefault((key, what, blob // NAMES), []).append((blob, ordinal, record))
        self._put_names(names, frozenset())

    def _put_names(self, names: Mapping[tuple[str, str, int], list[Named]], gone: Collection[int]) -> None:
        """Add entries to the rows of their names and take those of `gone` out, in the order of the table, which
        spares it most of its searching. A row that is damaged is made again from the outlines of its contents.
        """
        kept: list[tuple[object, ...]] = []
        empty: list[tuple[str, str, int]] = []
        for at in sorted(names):
            key, what, part = at
            entries = names[at]
            if part * NAMES <= self._before:
                entries = [e for e in self._stored_names(*at) if e[0] not in gone] + entries
            if entries:
                row = pack_named(entries, what)
                kept.append((key, what, part, row_hash(f"{key}\0{what}\0{part}", row), row))
            else:
                empty.append(at)
        run = self._connection.executemany
        run("INSERT OR REPLACE INTO name VALUES (?, ?, ?, ?, ?)", kept)
        run("DELETE FROM name WHERE key = ? AND what = ? AND part = ?", empty)

    def _stored_names(self, key: str, what: str, part: int) -> list[Named]:
        found = self._connection.execute(
            "SELECT hash, packed FROM name WHERE key = ? AND what = ? AND part = ?", (key, what, part)
        ).fetchone()
        if found is None:
            return []
        try:
            if row_hash(f"{key}\0{what}\0{part}", found[1]) != found[0]:
                raise ValueError("hash")
            return unpack_named(found[1], what, part)
        except (TypeError, *UNREADABLE):
            return [
                (blob, ordinal, record)
                for blob in self._store.in_part(self._connection, part)
                if blob <= self._before
                for named, ordinal, kind, record in self._names_of(blob) or ()
                if (named, kind) == (key, what)
            ]

    def _names_of(self, blob: int) -> list[tuple[str, int, str, bytes]] | None:
        """What a stored content adds to the names; None when its rows are damaged."""
        row = self._store.blob(blob, self._connection)
        symbols = self._store.symbols_of(blob, self._connection)
        if row is None or symbols is None:
            return None
        return name_rows(unpack_outline(row.outline, unpack_symbols(symbols)))

    def _count(self, added: list[int], gone: list[int], live: Mapping[int, tuple[str, ...]]) -> Sums:
        """Statistics of the new generation, and the names' counts; a damaged row on the way means counting
        all again.
        """
        sums = self._base.sums
        names: Counter[str] = Counter()
        for sign, blobs in ((1, added), (-1, gone)):
            for blob in blobs:
                summed = self._summed(blob)
                if summed is None:
                    return self._count_all(live)
                sums = sums.joined(summed[0], sign)
                for name in summed[1]:
                    names[name] += sign
        base.change(self._connection, self._generation, names)
        return sums

    def _summed(self, blob: int) -> tuple[Sums, tuple[str, ...]] | None:
        """What a content adds to the statistics and the distinct names that it defines; None when its rows
        are damaged.
        """
        packed = self._packed.get(blob)
        if packed is not None:
            return packed.sums, packed.names
        row = self._store.blob(blob, self._connection)
        symbols = self._store.symbols_of(blob, self._connection)
        return (row.sums, names_in(symbols)) if row is not None and symbols is not None else None

    def _count_all(self, live: Mapping[int, tuple[str, ...]]) -> Sums:
        sums = Sums()
        names: Counter[str] = Counter()
        for blob in live:
            summed = self._summed(blob)
            if summed is not None:
                sums = sums + summed[0]
                names.update(summed[1])
        base.begin_anew(self._connection, self._generation, names)
        return sums

    def _mark(self, added: list[int], gone: list[int]) -> None:
        run = self._connection.executemany
        run("UPDATE blob SET dead = NULL WHERE id = ?", [(b,) for b in added if b not in self._packed])
        run("UPDATE blob SET dead = ? WHERE id = ?", [(self._generation, b) for b in gone])
        changes = [(self._generation, b, 0) for b in gone] + [(self._generation, b, 1) for b in added]
        run("INSERT INTO text_log (generation, blob, added) VALUES (?, ?, ?)", changes)
        complete = min(self._other.text_generation, self._base.generation)
        if complete > self._store.logged(self._connection):
            self._connection.execute("DELETE FROM text_log WHERE generation <= ?", (complete,))
            put_meta(self._connection, {"logged": b"%d" % complete})

    def _purge(self, live: Mapping[int, tuple[str, ...]]) -> None:
        """Remove the contents that are dead for longest, beyond the limit; not those that an open snapshot
        reads.
        """
        count = self._connection.execute("SELECT count(*) FROM blob WHERE dead IS NOT NULL").fetchone()[0]
        if count <= self._cfg.kept_blobs:
            return
        # A tenth more than needed goes, so that not every commit purges.
        excess = count - self._cfg.kept_blobs + self._cfg.kept_blobs // 10
        oldest = "SELECT id FROM blob WHERE dead IS NOT NULL ORDER BY dead, id LIMIT ?"
        rows = self._connection.execute(oldest, (excess,)).fetchall()
        read = self._other.pinned()
        self._forget([b for (b,) in rows if b not in live and not any(b in base.paths_of for base in read)])
        held = {
            path for (path,) in self._connection.execute("SELECT DISTINCT path FROM path_word")
        } - self._files.keys()
        held = {path for path in held if not any(path in base.files for base in read)}
        words = [(word, path) for path in held for word in path_words(path)]
        self._connection.executemany("DELETE FROM path_word WHERE word = ? AND path = ?", words)

    def _forget(self, blobs: list[int]) -> None:
        """Remove contents with their units and names."""
        names: dict[tuple[str, str, int], list[Named]] = {}
        for blob in blobs:
            held, part = self._names_of(blob), blob // NAMES
            if held is None:
                rows = self._connection.execute("SELECT key, what FROM name WHERE part = ?", (part,))
                names |= {(key, what, part): [] for key, what in rows}
            else:
                names |= {(key, what, part): [] for key, _, what, _ in held}
            self._connection.execute(
                "DELETE FROM unit WHERE id >= ? AND id < ?", (blob * ROWS, (blob + 1) * ROWS)
            )
            self._connection.execute(
                "DELETE FROM symbols WHERE id >= ? AND id < ?", (blob * SYMBOL_ROWS, (blob + 1) * SYMBOL_ROWS)
            )
            self._connection.execute("DELETE FROM declared WHERE id = ?", (blob,))
            self._connection.execute("DELETE FROM blob WHERE id = ?", (blob,))
        self._put_names(names, frozenset(blobs))
