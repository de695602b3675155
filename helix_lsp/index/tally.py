"""An index as a first look over many of them needs it: how many units hold a word, which names it defines.

Nothing is decoded and no map of paths is loaded, so that hundreds can be open at once (`Host` holds a row in memory
for each file). It follows what other processes commit. Counts of names may include contents that no path holds
any more, which decides nothing but an order.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import msgspec

from helix_lsp.config.index import IndexConfig
from helix_lsp.errors import StorageError
from helix_lsp.index.names.declared import name_key
from helix_lsp.index.overlay.match import idf
from helix_lsp.index.store.folder import Folder
from helix_lsp.index.store.refusal import READ_ERRORS, Damaged, is_panic, refused
from helix_lsp.index.store.store import Store
from helix_lsp.index.store.text_index import TextIndex, TextSearcher

Result = TypeVar("Result")


class NoIndex(StorageError):
    """There is none in this folder."""


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """Of one index: its units, the units that hold each term, the contents that define each name (at most as many as
    were asked for). What it lacks stands with 0.
    """

    units: int
    held: Mapping[str, int]
    defined: Mapping[str, int]


class Tally:
    """Used by one thread. Every method raises `StorageError` of one line where the index cannot be read."""

    def __init__(self, directory: str, cfg: IndexConfig) -> None:
        """Opens the index in a folder, for reading. Raises `NoIndex` where there is none."""
        self._folder = Folder(directory)
        self._cfg = cfg
        self._store: Store | None = None
        self._index: TextIndex | None = None
        self._searcher: TextSearcher | None = None
        self._generation = -1
        self._read(lambda: None)

    def counts(self, terms: Iterable[str], names: Iterable[str], most: int) -> Counts:
        """How often the index holds these; of no name more than `most` contents are counted."""

        def counted() -> Counts:
            store, text = self._opened()
            keys = {name: name_key(name) for name in names}
            asked = sorted({key for key in keys.values() if key})
            found = {key: len(set(blobs)) for key, blobs in store.definers(asked, most)}
            return Counts(
                units=text.units,
                held={term: text.holding(term) for term in terms},
                defined={name: found.get(key, 0) for name, key in keys.items()},
            )

        return self._read(counted)

    def best(self, gains: Mapping[str, float]) -> float:
        """The highest BM25 score of a unit, each term weighing as `gains` says instead of by its frequency here."""

        def scored() -> float:
            text = self._opened()[1]
            held = {term: n for term in sorted(gains) if (n := text.holding_ever(term))}
            collection = next((c for term in held if (c := text.collection(term)) is not None), None)
            if collection is None:
                return 0.0
            boosts = {t: gains[t] / max(1e-9, idf(collection.documents, n)) for t, n in held.items()}
            found = text.best(boosts, 1)
            return found[0][0] if found else 0.0

        return self._read(scored)

    def close(self) -> None:
        """Give up files and memory; a later call opens them again."""
        if self._searcher is not None:
            self._searcher.close()
        if self._store is not None:
            self._store.close()
        self._store = self._index = self._searcher = None
        self._generation = -1

    def _opened(self) -> tuple[Store, TextSearcher]:
        assert self._store is not None
        assert self._searcher is not None
        return self._store, self._searcher

    def _read(self, act: Callable[[], Result]) -> Result:
        """What `act` gives on the newest generation."""
        try:
            self._follow()
            return act()
        except BaseException as error:
            known = (*READ_ERRORS, sqlite3.Error, OSError, ValueError, Damaged, StorageError)
            if not isinstance(error, known) and not is_panic(error):
                raise
            self.close()
            raise refused(error, self._folder.path, "cannot be read") from None

    def _follow(self) -> None:
        identity = self._folder.identity()
        if identity is None:
            raise NoIndex(f"There is no index in {self._folder.path} yet.")
        if self._store is not None and self._store.identity != identity:
            self.close()
        if self._store is None:
            if self._folder.bears_facts(odd := self._folder.odd()):
                raise Damaged(f"{odd[0]} is not a regular file")
            self._store = Store(self._folder, self._cfg, lambda _blob, _why: None)
            with self._store.reading() as connection:
                self._store.check(connection)
        with self._store.reading() as connection:
            generation = self._store.generation(connection)
        if generation != self._generation or self._searcher is None:
            self._index = self._index or TextIndex(self._folder.text, create=False)
            searcher = self._index.searcher()
            if searcher.generation != generation:
                raise StorageError(
                    f"The index in {self._folder.path} is being written: its text has generation "
                    f"{searcher.generation}, its facts {generation}. Ask again when that is done."
                )
            self._searcher, self._generation = searcher, generation
