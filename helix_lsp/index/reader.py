"""Decoded facts of stored contents, with small caches: what snapshots read through.

Rows never change under their id, so all snapshots of a store share one reader. What cannot be read is absent and reported,
never an error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.outline_rows import SYMBOLS, names_in, pick_symbols, unpack_outline, unpack_symbols
from helix_lsp.index.pack import DEFINED, MENTIONED, UNREADABLE, mentions, unpack_unit
from helix_lsp.index.recent import Recent
from helix_lsp.index.refusal import READ_ERRORS
from helix_lsp.index.store import SYMBOL_ROWS, UNITS, Store
from helix_lsp.index.unit import Unit
from helix_lsp.syntax.outline import Mention, Outline, Symbol

Result = TypeVar("Result")
_MOST_UNIT_LISTS = 32


class Reader:
    """Reads through one `Store`; `lost(error)` is told when the file itself cannot be read."""

    def __init__(
        self, store: Store, cfg: IndexConfig, lost: Callable[[Exception], None], report: Callable[[int, str], None]
    ) -> None:
        self._store = store
        self._lost = lost
        self._report = report
        self._outlines: Recent[int, Outline] = Recent(cfg.outline_cache)
        self._units: Recent[int, tuple[Unit, int]] = Recent(cfg.unit_cache)
        self._names_in: Recent[int, tuple[str, ...]] = Recent(cfg.names_cache)
        self._lists: Recent[int, tuple[Unit, ...]] = Recent(_MOST_UNIT_LISTS)

    def outline(self, blob: int) -> Outline | None:
        """The outline of a content."""
        found = self._outlines.get(blob)
        if found is None:
            row = self._try(lambda: self._store.blob(blob), None)
            symbols = self._try(lambda: self._store.symbols_of(blob), None) if row is not None else None
            if row is None or symbols is None:
                return None
            found = self._decoded(blob, lambda: unpack_outline(row.outline, unpack_symbols(symbols)))
            if found is not None:
                self._outlines.put(blob, found)
        return found

    def units_of(self, blob: int) -> tuple[Unit, ...]:
        """All units of a content in order; none when any is damaged."""
        found = self._lists.get(blob)
        if found is None:
            rows = self._try(lambda: self._store.units_of(blob), None)
            found = None if rows is None else self._decoded(blob, lambda: tuple(unpack_unit(row)[0] for row in rows))
            if found is None:
                return ()
            self._lists.put(blob, found)
        return found

    def units(self, ids: Iterable[int]) -> dict[int, tuple[Unit, int]]:
        """Unit id -> (unit, its weighted length), of those that are there."""
        out: dict[int, tuple[Unit, int]] = {}
        missing: list[int] = []
        for unit in ids:
            found = self._units.get(unit)
            if found is None:
                missing.append(unit)
            else:
                out[unit] = found
        if missing:
            for unit, packed in self._try(lambda: list(self._store.unit_rows(missing)), []):
                try:
                    out[unit] = decoded = unpack_unit(packed)
                except UNREADABLE:
                    self._report(unit // UNITS, "a row of it cannot be decoded")
                else:
                    self._units.put(unit, decoded)
        return out

    def defined(self, key: str) -> list[tuple[int, int, Symbol]]:
        """(content, ordinal, symbol) under a key, of all stored contents."""
        wanted: dict[int, list[int]] = {}
        for blob, ordinal, _ in self._try(lambda: self._store.named(key, DEFINED), []):
            wanted.setdefault(blob * SYMBOL_ROWS + ordinal // SYMBOLS, []).append(ordinal)
        out: list[tuple[int, int, Symbol]] = []
        for row, packed in self._try(lambda: list(self._store.symbol_rows(wanted)), []):
            blob, ordinals = row // SYMBOL_ROWS, wanted[row]
            picked = self._decoded(blob, lambda packed=packed, ordinals=ordinals: pick_symbols(packed, ordinals))
            out += [(blob, ordinal, symbol) for ordinal, symbol in zip(ordinals, picked or (), strict=False)]
        return out

    def mentioned(self, key: str) -> list[tuple[int, int, Mention]]:
        """(content, ordinal, mention) under a key, of all stored contents."""
        out: list[tuple[int, int, Mention]] = []
        for blob, ordinal, packed in self._try(lambda: self._store.named(key, MENTIONED), []):
            mention = self._decoded(blob, lambda packed=packed: mentions.unpack(packed))
            if mention is not None:
                out.append((blob, ordinal, mention))
        return out

    def names_in(self, blob: int) -> tuple[str, ...]:
        """Distinct names that a content defines, as written, in a fixed order; remembered."""
        found = self._names_in.get(blob)
        if found is None:
            rows = self._try(lambda: self._store.symbols_of(blob), None)
            found = None if rows is None else self._decoded(blob, lambda: names_in(rows))
            if found is None:
                return ()
            self._names_in.put(blob, found)
        return found

    def definers(self, keys: Iterable[str]) -> list[tuple[str, int]]:
        """(key, content) pairs of definitions, of all stored contents."""
        return self._try(lambda: self._store.definers(keys), [])

    def defined_names(self) -> tuple[tuple[str, ...], Sequence[int]]:
        """Distinct names, sorted, and the number of live contents that define each, at the newest generation."""
        nothing: tuple[tuple[str, ...], Sequence[int]] = ((), ())
        return self._try(self._store.name_columns, nothing)

    def without_units(self, blobs: Collection[int]) -> set[int]:
        """Those of the contents that have no unit."""
        return self._try(lambda: self._store.without_units(blobs), set[int]())

    def path_words(self, prefix: str) -> list[tuple[str, str]]:
        """(word, path) rows; some paths may be gone."""
        return self._try(lambda: self._store.path_words(prefix), [])

    def key_of(self, sha: str, language: str) -> int | None:
        """Id of a stored content."""
        return self._try(lambda: self._store.key_of(sha, language), None)

    def _decoded(self, blob: int, decode: Callable[[], Result]) -> Result | None:
        try:
            return decode()
        except UNREADABLE:
            self._report(blob, "a row of it cannot be decoded")
            return None

    def _try(self, read: Callable[[], Result], otherwise: Result) -> Result:
        try:
            return read()
        except READ_ERRORS as error:
            self._lost(error)
            return otherwise
