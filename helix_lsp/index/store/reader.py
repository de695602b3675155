"""Decoded facts of stored contents, with small caches: what snapshots read through.

Rows never change under their id, so all snapshots of a store share one reader. A row that is damaged is
absent and reported. A read that fails is an error: nothing may take it for an empty answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Generic, TypeVar

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.names.declared import NOTHING, Declared, Glance, is_bodiless, unpack_declared
from helix_lsp.index.names.outline_rows import SYMBOLS, StoredOutline, pick_symbols
from helix_lsp.index.store.base import Shadow, Spelled, held_by
from helix_lsp.index.store.pack import (
    CHUNK,
    DEFINED,
    MENTIONED,
    UNREADABLE,
    UnitRow,
    defined_names,
    mentions,
    sums_of,
    unpack_units,
)
from helix_lsp.index.store.refusal import READ_ERRORS, Damaged
from helix_lsp.index.store.store import SYMBOL_ROWS, UNITS, Store
from helix_lsp.index.units.unit import Unit
from helix_lsp.syntax.outline import Import, Mention, Outline, Reference, Symbol

# A small cache of what was used last, safe under threads without a lock.

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """Keeps at least the half of `most` entries that were used last, and never more than `most` and the last one; by
    `size` an entry counts for several.

    Two plain dicts: the young one is filled; when it is half full it becomes the old one, and what was old
    and not asked for again is forgotten. Every step is one dict operation, so threads at worst decode the
    same thing twice.
    """

    __slots__ = ("_half", "_number", "_old", "_size", "_young")

    def __init__(self, most: int, size: Callable[[Value], int] = lambda _: 1) -> None:
        self._half = max(1, most // 2)
        self._size = size
        self._number = 0
        self._young: dict[Key, Value] = {}
        self._old: dict[Key, Value] = {}

    def get(self, key: Key) -> Value | None:
        """The value, or None."""
        value = self._young.get(key)
        if value is None:
            value = self._old.get(key)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: Key, value: Value) -> None:
        """Remember a value."""
        if self._number >= self._half:
            self._old, self._young, self._number = self._young, {}, 0
        self._young[key] = value
        self._number += max(1, self._size(value))


Result = TypeVar("Result")
MOST_LISTED = 4_000  # units, about 5 kB each; a workspace with half as many is held whole: its questions ask for the same files
_MOST_SHADOWS = 512
_MOST_SYMBOLS = 4_000  # about a kilobyte each: a question asks for the same ones again, and for the classes that hold them
_MOST_SYMBOL_ROWS = 2_000  # as they are stored, half a kilobyte each


def _number(declared: Declared) -> int:
    """How many texts it holds."""
    return len(declared.names) + len(declared.words) + len(declared.terms)


class Reader:
    """Reads through one `Store`; where the file itself cannot be read, `lost(error)` says what is raised: a
    `StorageError`.
    """

    def __init__(
        self,
        store: Store,
        cfg: IndexConfig,
        lost: Callable[[Exception], Exception],
        report: Callable[[int, str], None],
    ) -> None:
        self._store = store
        self.folder = store.folder
        self._lost = lost
        self._report = report
        self._outlines: Recent[int, StoredOutline] = Recent(cfg.outline_cache)
        self._units: Recent[int, tuple[Unit, int]] = Recent(cfg.unit_cache)
        self._unit_rows: Recent[int, bytes] = Recent(cfg.unit_row_cache)
        self._bodiless = bytearray()  # by content: 0 not known yet, 1 no, 2 yes
        self._symbols: Recent[tuple[int, int], Symbol] = Recent(_MOST_SYMBOLS)
        self._symbol_rows: Recent[int, bytes] = Recent(_MOST_SYMBOL_ROWS)
        self._declared: Recent[int, Declared] = Recent(cfg.names_cache, _number)
        self._lists: Recent[int, tuple[Unit, ...]] = Recent(MOST_LISTED, len)
        self._shadows: Recent[int, Shadow] = Recent(_MOST_SHADOWS)

    def outline(self, blob: int) -> Outline | None:
        """The outline of a content."""
        stored = self._outline(blob)
        return None if stored is None else self._decoded(blob, stored.whole)

    def skeleton(self, blob: int) -> Outline | None:
        """The outline of a content without its references and comments."""
        stored = self._outline(blob)
        return None if stored is None else self._decoded(blob, stored.skeleton)

    def glance(self, blob: int) -> Glance | None:
        """What a content says at a glance; the rest is decoded as far as it is asked for."""
        stored = self._outline(blob)
        bare = None if stored is None else self._decoded(blob, stored.bare)
        if stored is None or bare is None:
            return None
        return Glance(
            outline=bare,
            scope=lambda ordinal: self._decoded(blob, lambda: stored.scope(ordinal)),
            at=lambda offset: self._decoded(blob, lambda: stored.at(offset)) or ((), ()),
        )

    def commented(self, blob: int) -> Outline | None:
        """The outline of a content without its references."""
        stored = self._outline(blob)
        return None if stored is None else self._decoded(blob, stored.commented)

    def references(self, blob: int, name: str) -> tuple[Reference, ...]:
        """The references of this name in a content, in their order."""
        stored = self._outline(blob)
        return () if stored is None else self._decoded(blob, lambda: stored.named(name)) or ()

    def inherits(self, blob: int) -> tuple[Reference, ...]:
        """The references of kind `inherit` in a content, in their order."""
        stored = self._outline(blob)
        return () if stored is None else self._decoded(blob, lambda: stored.of_kind("inherit")) or ()

    def imports(self, blob: int) -> tuple[Import, ...]:
        """What a content imports, without a look at its symbols; nothing is remembered, for a walk over every
        file.
        """
        row = self._try(lambda: self._store.blob(blob))
        bare = None if row is None else self._decoded(blob, lambda: StoredOutline(row.outline, ()).bare())
        return () if bare is None else bare.imports

    def _outline(self, blob: int) -> StoredOutline | None:
        found = self._outlines.get(blob)
        if found is None:
            row = self._try(lambda: self._store.blob(blob))
            symbols = self._try(lambda: self._store.symbols_of(blob)) if row is not None else None
            if row is None or symbols is None:
                return None
            found = self._decoded(blob, lambda: StoredOutline(row.outline, symbols))
            if found is not None:
                self._outlines.put(blob, found)
        return found

    def units_of(self, blob: int, *, once: bool = False) -> tuple[Unit, ...]:
        """All units of a content in order; none when any is damaged. `once`: nobody will ask for them again."""
        found = self._lists.get(blob)
        if found is None:
            found = self._unpacked(blob, None)
            if not once and found:
                self._lists.put(blob, found)
        return found

    def units_with(self, blob: int, terms: Collection[str]) -> tuple[Unit, ...]:
        """Those of `units_of` that hold one of these terms, or more of them; nothing is remembered."""
        return self._lists.get(blob) or self._unpacked(blob, terms)

    def _unpacked(self, blob: int, terms: Collection[str] | None) -> tuple[Unit, ...]:
        rows = self._try(lambda: self._store.units_of(blob))
        if rows is None:
            return ()
        return self._decoded(blob, lambda: tuple([unit for unit, _ in unpack_units(rows, terms)])) or ()

    def shadow(self, blob: int) -> Shadow:
        """What a content adds to the whole; remembered, because every question takes it away again for each
        file under an open buffer.
        """
        found = self._shadows.get(blob)
        if found is None:
            outline, units = self.outline(blob), self.units_of(blob)
            found = Shadow(
                defined_names(outline) if outline is not None else (), held_by(units), sums_of(units)
            )
            self._shadows.put(blob, found)
        return found

    def units(self, ids: Iterable[int]) -> dict[int, tuple[Unit, int]]:
        """Unit id -> (unit, its weighted length), of those that are there."""
        out: dict[int, tuple[Unit, int]] = {}
        rows: dict[int, list[int]] = {}
        for unit in ids:
            found = self._units.get(unit)
            if found is not None:
                out[unit] = found
            else:
                rows.setdefault(unit // CHUNK, []).append(unit)
        missing: list[int] = []
        for row, units in rows.items():
            packed = self._unit_rows.get(row)
            if packed is None:
                missing.append(row)
            else:
                self._take(units, packed, out)
        if missing:
            for row, packed in self._try(lambda: self._store.unit_rows(missing)):
                self._unit_rows.put(row, packed)
                self._take(rows[row], packed, out)
        return out

    def _take(self, units: list[int], packed: bytes, out: dict[int, tuple[Unit, int]]) -> None:
        """Decode units of one row into the result. The row stays longer: eight units of it take as much memory
        as a third of a decoded one, and to decode one again costs less than to read it.
        """
        try:
            row = UnitRow(packed)
            out |= {unit: row.at(unit % CHUNK) for unit in units if unit % CHUNK < len(row)}
        except UNREADABLE:
            self._report(units[0] // UNITS, "a row of it cannot be decoded")
        else:
            for unit in units:
                if unit in out:
                    self._units.put(unit, out[unit])

    def defined(
        self, key: str, only: int = -1, among: Callable[[int], object] | None = None
    ) -> list[tuple[int, int, Symbol]]:
        """(content, ordinal, symbol) under a key, of all stored contents, of one, or of those for which `among` is
        true: to read a symbol takes a hundred times as long as to find it.
        """
        wanted: dict[int, list[int]] = {}
        out: list[tuple[int, int, Symbol]] = []
        entries = self._try(lambda: self._store.named(key, DEFINED, only))
        for blob, ordinal, _ in entries if among is None else [e for e in entries if among(e[0])]:
            if (known := self._symbols.get((blob, ordinal))) is not None:
                out.append((blob, ordinal, known))
            else:
                wanted.setdefault(blob * SYMBOL_ROWS + ordinal // SYMBOLS, []).append(ordinal)
        for row, packed in self._rows_of_symbols(wanted):
            blob, ordinals = row // SYMBOL_ROWS, wanted[row]
            picked = self._decoded(
                blob, lambda packed=packed, ordinals=ordinals: pick_symbols(packed, ordinals)
            ) or ({}, {})
            out += [(blob, ordinal, symbol) for ordinal, symbol in picked[0].items()]
            for ordinal, symbol in (picked[0] | picked[1]).items():
                self._symbols.put((blob, ordinal), symbol)
        return out

    def _rows_of_symbols(self, ids: Collection[int]) -> list[tuple[int, bytes]]:
        """`Store.symbol_rows`; a row is kept as it is stored: one question asks for it again for another name."""
        known = [(row, packed) for row in ids if (packed := self._symbol_rows.get(row)) is not None]
        missing = set(ids).difference(row for row, _ in known)
        found = self._try(lambda: self._store.symbol_rows(missing)) if missing else []
        for row, packed in found:
            self._symbol_rows.put(row, packed)
        return known + found

    def symbol(self, blob: int, ordinal: int) -> Symbol | None:
        """One symbol of a content; None where there is none."""
        known = self._symbols.get((blob, ordinal))
        if known is not None:
            return known
        stored = self._outlines.get(blob)
        if stored is not None:
            return self._decoded(blob, lambda: stored.symbol(ordinal))
        row = blob * SYMBOL_ROWS + ordinal // SYMBOLS
        for _, packed in self._rows_of_symbols((row,)):
            picked = self._decoded(blob, lambda packed=packed: pick_symbols(packed, (ordinal,)))
            return picked[0].get(ordinal) if picked else None
        return None

    def mentioned(self, key: str) -> list[tuple[int, int, Mention]]:
        """(content, ordinal, mention) under a key, of all stored contents."""
        out: list[tuple[int, int, Mention]] = []
        for blob, ordinal, packed in self._try(lambda: self._store.named(key, MENTIONED)):
            mention = self._decoded(blob, lambda packed=packed: mentions.unpack(packed))
            if mention is not None:
                out.append((blob, ordinal, mention))
        return out

    def declared(self, blob: int) -> Declared:
        """What a content declares; remembered."""
        found = self._declared.get(blob)
        if found is None:
            self.read_ahead((blob,))
            found = self._declared.get(blob)
        return NOTHING if found is None else found

    def read_ahead(self, blobs: Iterable[int]) -> None:
        """Take what these contents declare into memory, all in one look."""
        missing = [blob for blob in blobs if self._declared.get(blob) is None]
        for blob, row in self._try(lambda: self._store.declared_rows(missing)):
            found = self._decoded(blob, lambda row=row: unpack_declared(row))
            if found is not None:
                self._declared.put(blob, found)

    def bodiless(self, blobs: Collection[int]) -> set[int]:
        """Those for which `Declared.bodiless` holds; remembered for all contents, a byte each, because every
        question asks it of every candidate.
        """
        known = self._bodiless
        if blobs and (most := max(blobs)) >= len(known):
            known.extend(bytes(most + 1 - len(known)))
        missing = [blob for blob in blobs if not known[blob]]
        rows = self._try(lambda: self._store.declared_rows(missing)) if missing else []
        for blob in missing:
            known[blob] = 1
        for blob, row in rows:
            if self._decoded(blob, lambda row=row: is_bodiless(row)):
                known[blob] = 2
        return {blob for blob in blobs if known[blob] == 2}

    def definers(self, keys: Sequence[str], most: int) -> list[tuple[str, list[int]]]:
        """(key, contents that define it), of all stored contents; of no key more than `most`, unless that is
        negative.
        """
        return self._try(lambda: self._store.definers(keys, most))

    def spelled(self, shortest: int, longest: int) -> dict[int, Spelled]:
        """Length -> distinct names of live contents with the number of these, at the newest generation."""
        return self._try(lambda: self._store.spelled(shortest, longest))

    def without_units(self, blobs: Collection[int]) -> set[int]:
        """Those of the contents that do not have a unit."""
        return self._try(lambda: self._store.without_units(blobs))

    def path_words(self, prefix: str) -> list[tuple[str, str]]:
        """(word, path) rows; some paths may be gone."""
        return self._try(lambda: self._store.path_words(prefix))

    def key_of(self, sha: str, language: str) -> int | None:
        """Id of a stored content."""
        return self._try(lambda: self._store.key_of(sha, language))

    def _decoded(self, blob: int, decode: Callable[[], Result]) -> Result | None:
        try:
            return decode()
        except UNREADABLE:
            self._report(blob, "a row of it cannot be decoded")
            return None

    def _try(self, read: Callable[[], Result]) -> Result:
        try:
            return read()
        except (*READ_ERRORS, Damaged) as error:
            raise self._lost(error) from None
