"""The text index (tantivy): every live unit's weighted bag of words, derived from the facts and disposable.

Invariants: a marker document (blob 0) carries the generation the index was built from; only live contents are
in it; one writing thread; the writer is opened by the first write. What tantivy scores chooses candidates
only: scores that are shown are computed exactly (`match.py`), because tantivy's statistics still count what
was deleted.
Why tantivy: docs/adr/0002-storage.md. Deleting goes by query: deleting by term takes a Python int as signed
and finds nothing in an unsigned field.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import tantivy

from helix_lsp.errors import GivenUp
from helix_lsp.index.store.refusal import Damaged, is_panic

_SMALLEST_HEAP = 15_000_000
_SMALL_COMMIT = 20_000  # units; above this the writer gets the large heap
K1, B = 1.2, 0.75  # fixed in tantivy
Texts = Iterable[tuple[int, str, int]]  # unit id, bag of words as text, number of words


def _schema() -> Any:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("text", stored=False, tokenizer_name="whitespace", index_option="freq")
    builder.add_unsigned_field("blob", stored=False, indexed=True, fast=True)
    builder.add_unsigned_field("unit", stored=False, indexed=False, fast=True)
    builder.add_unsigned_field("weight", stored=False, indexed=False, fast=True)
    return builder.build()


SCHEMA_OBJECT = _schema()


class Collection(msgspec.Struct, frozen=True):
    """What tantivy's BM25 counts, deleted units included: documents and mean weighted length."""

    documents: int
    mean_length: float


class TextSearcher:
    """One committed state of the text index; immutable and safe under threads. Raises `Damaged` when the
    files are not as they should be, and GivenUp once it is closed.
    """

    __slots__ = ("_collection", "_open", "generation")

    def __init__(self, searcher: Any, generation: int) -> None:
        self._open = searcher
        self._collection: Collection | None = None
        self.generation = generation

    @property
    def _searcher(self) -> Any:
        searcher = self._open
        if searcher is None:
            raise GivenUp("The index was closed while it was being read. Try again.")
        return searcher

    def close(self) -> None:
        """Give up files, memory and the thread that watches them: a snapshot may be held for long."""
        self._open = None

    @property
    def units(self) -> int:
        """Number of live units."""
        return max(0, self._searcher.num_docs - 1)

    def holding(self, term: str) -> int:
        """Live units that hold the term, exactly."""
        return self._guarded(
            lambda: self._searcher.search(tantivy.Query.const_score_query(_term(term), 1.0), 1, True).count
        )

    def holders(self, term: str, most: int) -> list[int]:
        """Ids of units that hold the term, at most so many, in no particular order."""
        return self._guarded(lambda: self._units(tantivy.Query.const_score_query(_term(term), 1.0), most))

    def holding_ever(self, term: str) -> int:
        """Units that hold the term, with those deleted and not yet merged away: what tantivy's own weight is
        made of.
        """
        return self._guarded(lambda: self._searcher.doc_freq("text", term))

    def collection(self, term: str) -> Collection | None:
        """What tantivy counts; read off the explanation of any hit, so it needs a term that has one."""
        if self._collection is None:
            self._collection = self._guarded(lambda: self._explained(term))
        return self._collection

    def best(self, boosts: Mapping[str, float], limit: int) -> list[tuple[float, int, int]]:
        """(tantivy's score, unit id, weighted length) of the best units for an OR of boosted terms, best
        first.
        """
        if not boosts or limit < 1:
            return []
        query = tantivy.Query.boolean_query(
            [
                (tantivy.Occur.Should, tantivy.Query.boost_query(_term(term), boost))
                for term, boost in boosts.items()
            ]
        )
        return self._guarded(lambda: self._run(query, limit))

    def _units(self, query: Any, limit: int) -> list[int]:
        hits: Sequence[tuple[float, Any]] = self._searcher.search(query, limit, False).hits
        ids: Sequence[int | None] = self._searcher.fast_field_values("unit", [address for _, address in hits])
        return [unit for unit in ids if unit is not None]

    def _run(self, query: Any, limit: int) -> list[tuple[float, int, int]]:
        hits: Sequence[tuple[float, Any]] = self._searcher.search(query, limit, False).hits
        addresses = [address for _, address in hits]
        ids = self._searcher.fast_field_values("unit", addresses)
        lengths = self._searcher.fast_field_values("weight", addresses)
        return [
            (score, unit, length)
            for (score, _), unit, length in zip(hits, ids, lengths, strict=True)
            if unit is not None and length is not None
        ]

    def _explained(self, term: str) -> Collection | None:
        query = _term(term)
        hits = self._searcher.search(query, 1, False).hits
        if not hits:
            return None
        numbers: dict[str, float] = {}
        queue: list[Any] = [json.loads(query.explain(self._searcher, hits[0][1]).to_json())]
        while queue:
            node = queue.pop()
            numbers[str(node["description"]).partition(",")[0]] = float(node["value"])
            queue.extend(node.get("details", ()))
        if "N" not in numbers or "avgdl" not in numbers:
            return None
        return Collection(int(numbers["N"]), numbers["avgdl"])

    def _guarded(self, act: Any) -> Any:
        try:
            return act()
        except BaseException as error:
            if isinstance(error, ValueError | OSError | KeyError) or is_panic(error):
                raise Damaged(f"the text index cannot be read: {_line(error)}") from None
            raise


NO_TEXT_INDEX = "there is no text index"


class TextIndex:
    """The index on disk, or in memory when `directory` is None. Raises `Damaged` on opening what is not a
    whole text index.
    """

    def __init__(self, directory: str | None, *, create: bool) -> None:
        try:
            if directory is not None and not create and not tantivy.Index.exists(directory):
                raise Damaged(NO_TEXT_INDEX)
            self._index: Any = tantivy.Index(SCHEMA_OBJECT, path=directory, reuse=True)
            self._index.config_reader("manual")
        except Damaged:
            raise
        except BaseException as error:
            if (isinstance(error, Exception) and not create) or is_panic(error):
                raise Damaged(f"the text index cannot be opened: {_line(error)}") from None
            raise
        self._writer: Any = None
        self._heap = 0

    def searcher(self) -> TextSearcher:
        """The last committed state; generation 0 when nothing was ever committed."""
        try:
            self._index.reload()
            searcher = self._index.searcher()
            hits = searcher.search(tantivy.Query.term_query(SCHEMA_OBJECT, "blob", 0), 2, False).hits
            if len(hits) > 1 or (not hits and searcher.num_docs):
                raise Damaged("the text index does not say which generation it has")
            found = searcher.fast_field_values("unit", [hits[0][1]])[0] if hits else 0
        except Damaged:
            raise
        except BaseException as error:
            if isinstance(error, Exception) or is_panic(error):
                raise Damaged(f"the text index cannot be read: {_line(error)}") from None
            raise
        return TextSearcher(searcher, -1 if found is None else int(found))

    def write(
        self, generation: int, gone: Iterable[int], added: Iterable[tuple[int, Texts]], size: int
    ) -> None:
        """Remove contents, add (content, its units), mark with the generation, commit.

        `size` is about how many units come. After an error nothing of it is visible and the next call starts
        afresh; raises what tantivy raises.
        """
        try:
            writer = self._open_writer(size)
            arriving = list(added)
            leaving = [*gone, *(blob for blob, _ in arriving), 0]
            for at in range(0, len(leaving), 1_000):
                writer.delete_documents_by_query(
                    tantivy.Query.term_set_query(SCHEMA_OBJECT, "blob", leaving[at : at + 1_000])
                )
            for blob, units in arriving:
                for unit, text, weight in units:
                    document = tantivy.Document()
                    document.add_text("text", text)
                    document.add_unsigned("blob", blob)
                    document.add_unsigned("unit", unit)
                    document.add_unsigned("weight", weight)
                    writer.add_document(document)
            marker = tantivy.Document()
            marker.add_unsigned("blob", 0)
            marker.add_unsigned("unit", generation)
            writer.add_document(marker)
            writer.commit()
        except BaseException:
            self.drop_writer()
            raise

    def _open_writer(self, size: int) -> Any:
        heap = _SMALLEST_HEAP if size <= _SMALL_COMMIT else self._large_heap
        if self._writer is None or heap > self._heap:
            self.drop_writer()
            self._writer = self._index.writer(heap, 1)
            self._heap = heap
            # A killed writer leaves files behind whose names the next one would use again; tantivy then
            # refuses to write.
            self._writer.garbage_collect_files()
        return self._writer

    _large_heap = 64_000_000

    def use_heap(self, heap: int) -> None:
        """Memory for large writes, in bytes."""
        self._large_heap = max(_SMALLEST_HEAP, heap)

    def drop_writer(self) -> None:
        """Give the writer and its lock up; what was not committed is discarded."""
        self._writer = None


def _term(term: str) -> Any:
    return tantivy.Query.term_query(SCHEMA_OBJECT, "text", term, "freq")


def _line(error: BaseException) -> str:
    return " ".join(str(error).split())[:160]
