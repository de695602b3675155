"""Keeping the text index at the facts' generation: replay, rebuild or, in a process that only reads, knowing
what it lacks.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping

import msgspec

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.store.base import Base
from helix_lsp.index.store.folder import Folder
from helix_lsp.index.store.pack import UNREADABLE, Packed, unpack_units
from helix_lsp.index.store.refusal import Damaged, is_panic, is_refusal
from helix_lsp.index.store.store import UNITS, Store
from helix_lsp.index.store.text_index import NO_TEXT_INDEX, TextIndex, Texts, TextSearcher
from helix_lsp.index.store.write import Written
from helix_lsp.index.units.unit import bag_text, weighted


class TextState(msgspec.Struct, frozen=True):
    """A searcher, live contents that it lacks, contents in it that are not live."""

    searcher: TextSearcher
    late: frozenset[int]
    stale: frozenset[int]


class Behind(msgspec.Struct, frozen=True):
    """What the text index lacks: contents that came (True) or went (False); None when only a rebuild helps.

    `searcher` is the state that was judged. The index on disk is not opened a second time to use it: another
    process may have begun to make it in between, and what was blank would then be a half-made index.
    """

    changes: Mapping[int, bool] | None
    why: str = ""
    ahead: bool = False
    searcher: TextSearcher | None = None


class TextSync:
    """Owns the text index of one host."""

    def __init__(
        self, folder: Folder, cfg: IndexConfig, *, writable: bool, announce: Callable[[str], None]
    ) -> None:
        self._folder = folder
        self._cfg = cfg
        self._writable = writable
        self._announce = announce
        self._index: TextIndex | None = None
        self._state: TextState | None = None
        self._lost = ""
        self._missing = 0  # units that the last rebuild could not read

    @property
    def generation(self) -> int:
        """Generation of the text index; -1 when there is none."""
        return self._state.searcher.generation if self._state is not None else -1

    def bring_up_empty(self) -> None:
        """No index anywhere: an empty state."""
        self._state = TextState(TextIndex(None, create=True).searcher(), frozenset(), frozenset())

    def state(self) -> TextState:
        """What snapshots read."""
        if self._state is None:
            raise Damaged(NO_TEXT_INDEX)
        return self._state

    @property
    def lost(self) -> bool:
        """True when it turned out to be damaged while it was read."""
        return bool(self._lost)

    def waiting(self) -> bool:
        """True when the index lacks something that another process is about to write, or is to be made again."""
        return bool(self._lost) or (self._state is not None and bool(self._state.late or self._state.stale))

    def lose(self, why: str) -> None:
        """The index turned out to be damaged while it was read: it is rebuilt at the next commit or opening."""
        if not self._lost:
            self._lost = why
            self._announce(f"The text index in {self._folder.text} is damaged and will be rebuilt: {why}.")

    def changes(self, store: Store, connection: sqlite3.Connection, base: Base) -> Behind:
        """What the index lacks of `base`; the caller holds a read transaction, so that facts and log fit
        together.
        """
        if base.generation == 0 and self._index is None and not self._folder.has_text():
            return Behind({})
        try:
            searcher = self._newest()
        except Damaged as error:
            return Behind(None, str(error))
        if self._lost:
            return Behind(None, self._lost)
        generation = searcher.generation
        if generation == base.generation:
            units = base.sums.units - self._missing
            if searcher.units != units:
                return Behind(None, f"it holds {searcher.units} units, the facts {units}")
            return Behind({}, searcher=searcher)
        if generation > base.generation or generation < store.logged(connection):
            ahead = generation > base.generation
            return Behind(None, f"it has generation {generation}, the facts {base.generation}", ahead=ahead)
        return Behind(store.text_changes(connection, generation), searcher=searcher)

    def bring_up(self, store: Store, base: Base, behind: Behind, *, last: bool = True) -> bool:
        """Bring the index to `base`, or note what it lacks when this process only reads.

        False, with nothing done, when another process has committed since and `last` is not set: the caller
        loads the facts again.
        """
        if behind.ahead and not self._writable and not last:
            return False
        if behind.changes is None:
            self._rebuild(store, base, behind.why)
        elif behind.searcher is None or (base.generation == 0 and self._index is None):
            self.bring_up_empty()
        elif not behind.changes or not self._writable:
            late = frozenset(blob for blob, live in behind.changes.items() if live)
            stale = frozenset(blob for blob, live in behind.changes.items() if not live)
            self._keep(behind.searcher, late, stale)
        else:
            came = [blob for blob, live in behind.changes.items() if live]
            gone = [blob for blob, live in behind.changes.items() if not live]
            self._write_or_rebuild(store, base, gone, dict.fromkeys(came))
        return True

    def advance(self, store: Store, written: Written) -> None:
        """Bring the index from the generation before to the one just written; raises what tantivy raises."""
        self._write_or_rebuild(store, written.base, written.gone, written.added)

    def only_read(self) -> None:
        """Another process may write it from here on."""
        self._writable = False
        if self._index is not None:
            self._index.drop_writer()

    def close(self) -> None:
        """Give the index up."""
        if self._index is not None:
            self._index.drop_writer()
        self._index = None
        self._state = None

    def _newest(self) -> TextSearcher:
        if self._index is None and self._folder.text_is_blank():
            return TextIndex(None, create=True).searcher()
        try:
            if self._index is None:
                self._index = TextIndex(self._folder.text, create=False)
                self._index.use_heap(self._cfg.text_heap_bytes)
            return self._index.searcher()
        except Damaged:
            self._index = None
            raise

    def _write(
        self, store: Store, base: Base, gone: Iterable[int], added: Mapping[int, Packed | None]
    ) -> None:
        if self._index is None:
            self._folder.make_text()
            self._index = TextIndex(self._folder.text, create=True)
            self._index.use_heap(self._cfg.text_heap_bytes)
        index = self._index
        size = sum(len(p.texts) if p is not None else 8 for p in added.values())
        index.write(base.generation, gone, ((b, self._texts(store, b, p)) for b, p in added.items()), size)
        self._keep(_settled(index), frozenset(), frozenset())

    def _write_or_rebuild(
        self, store: Store, base: Base, gone: Iterable[int], added: Mapping[int, Packed | None]
    ) -> None:
        """What cannot be added to the index is cured by a new one, unless the system itself refuses."""
        try:
            self._write(store, base, gone, added)
        except BaseException as error:
            if is_refusal(error) or not (isinstance(error, Exception) or is_panic(error)):
                raise
            self._rebuild(store, base, " ".join(str(error).split())[:160])

    def _rebuild(self, store: Store, base: Base, why: str) -> None:
        """Make the index again from the facts: on disk, or in memory when this process only reads."""
        self._lost = ""
        self._missing = 0
        if self._writable:
            had = self._folder.has_text()
            self.close()
            self._folder.set_text_aside()
            self._announce(
                f"The text index in {self._folder.text} was {'set aside and ' if had else ''}rebuilt: {why}."
            )
            self._write(store, base, (), dict.fromkeys(base.paths_of))
            self._missing = base.sums.units - self.state().searcher.units
            return
        if (
            why != NO_TEXT_INDEX
        ):  # the writer has committed facts and is about to write the text: nothing to worry a person with
            self._announce(
                f"The text index in {self._folder.text} cannot be used and stands in memory: {why}."
            )
        self._index = None
        memory = TextIndex(None, create=True)
        memory.use_heap(self._cfg.text_heap_bytes)
        texts = ((blob, self._texts(store, blob, None)) for blob in base.paths_of)
        memory.write(base.generation, (), texts, base.sums.units)
        self._keep(_settled(memory), frozenset(), frozenset())

    def _texts(self, store: Store, blob: int, packed: Packed | None) -> Texts:
        """The units of one content; nothing when its rows are damaged (then reported)."""
        first = blob * UNITS
        if packed is not None:
            yield from zip(range(first, first + len(packed.texts)), packed.texts, packed.weights, strict=True)
            return
        for row in store.units_of(blob) or ():
            try:
                units = list(unpack_units((row,)))
            except UNREADABLE:
                continue
            for unit, weight in units:
                yield first + unit.ordinal, bag_text(weighted(unit.counts)), weight

    def _keep(self, searcher: TextSearcher, late: frozenset[int], stale: frozenset[int]) -> None:
        """Publish a state; one that says the same as before stays the same object, so that what was worked
        out on it stays.
        """
        old = self._state
        if (
            old is not None
            and old.searcher.generation == searcher.generation
            and (old.late, old.stale) == (late, stale)
        ):
            return
        self._state = TextState(searcher, late, stale)


def _settled(index: TextIndex) -> TextSearcher:
    """The state just committed; a new index that cannot be read is the disk's fault, not damage to be
    repaired.
    """
    try:
        return index.searcher()
    except Damaged as error:
        raise OSError(str(error)) from None
