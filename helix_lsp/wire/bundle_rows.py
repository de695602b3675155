"""The rows of a bundle's indexes, file by file: what is in it, and the pieces, definitions, sections and
mentions of it, each with a `range-ref.v1` of the very bytes that the canonical dump holds.

Nothing of this machine is in a row: no root, no time, no generation. The same content and options give the
same rows in the same order: by path, then by place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from helix_lsp.align.candidate import document_context
from helix_lsp.align.mentions.resolve import Resolved, resolve
from helix_lsp.ask.claims.citation import chunk_id
from helix_lsp.ask.evidence.lookup import Range
from helix_lsp.config.documents import AlignConfig
from helix_lsp.index.overlay.snapshot import FileEntry, Snapshot
from helix_lsp.syntax.outline import Mention, Outline
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.positions import LineIndex, Span
from helix_lsp.wire.range_ref import range_ref_to_wire
from helix_lsp.wire.readable import fields

FILE, CHUNK, SYMBOL = "bundle-file.v1", "bundle-chunk.v1", "bundle-symbol.v1"
SECTION, MENTION = "bundle-section.v1", "bundle-mention.v1"
Row = dict[str, Any]


class FileRows:
    """Rows of one file whose current bytes are `data`; `blob` is git's id of them, `commit` one that holds
    them at this path (`` for none).
    """

    def __init__(self, path: str, data: bytes, repo_id: str, blob: str, commit: str) -> None:
        self.path, self.data = path, data
        self._stamp = {"repo_id": repo_id, "blob": blob} | ({"commit": commit} if commit else {})
        self._lines = LineIndex(data)

    def chunks(self, snapshot: Snapshot) -> Iterator[Row]:
        """The pieces that are found and ranked."""
        for unit in snapshot.units(self.path):
            if (ref := self._ref(unit.span, unit.qualified)) is not None:
                yield {
                    "schema": CHUNK,
                    "chunk_id": ref["chunk_id"],
                    "path": self.path,
                    **fields(unit, "kind name qualified"),
                    "range_ref": ref,
                }

    def symbols(self, outline: Outline) -> Iterator[Row]:
        """The definitions; `parent` is the qualified name of the one around it, `` at the top."""
        for symbol in outline.symbols:
            if (ref := self._ref(symbol.span)) is not None:
                above = outline.symbols[symbol.parent].qualified if symbol.parent >= 0 else ""
                yield {
                    "schema": SYMBOL,
                    "path": self.path,
                    **fields(symbol, "kind name qualified"),
                    "parent": above,
                    "signature": symbol.signature,
                    "exported": symbol.exported,
                    "name_line": self._lines.line_of(symbol.name_span.start) + 1,
                    "range_ref": ref,
                }

    def sections(self, outline: Outline) -> Iterator[Row]:
        """The headings of a document with the text below each."""
        for section in outline.sections:
            if (ref := self._ref(section.span)) is not None:
                above = outline.sections[section.parent].anchor if section.parent >= 0 else ""
                yield {
                    "schema": SECTION,
                    "path": self.path,
                    **fields(section, "title anchor level"),
                    "parent": above,
                    "range_ref": ref,
                }

    def mentions(self, outline: Outline, snapshot: Snapshot, cfg: AlignConfig) -> Iterator[Row]:
        """Inline code of a document, with what it may mean, the surest first; ambiguity is kept."""
        for mention in outline.mentions:
            if (ref := self._ref(mention.span)) is not None:
                yield {
                    "schema": MENTION,
                    "path": self.path,
                    "text": mention.text,
                    "role": mention.role,
                    "section": outline.sections[mention.section].title if mention.section >= 0 else "",
                    "range_ref": ref,
                    "means": [_reading(r) for r in self._readings(mention, outline, snapshot, cfg)],
                }

    def _readings(
        self, mention: Mention, outline: Outline, snapshot: Snapshot, cfg: AlignConfig
    ) -> tuple[Resolved, ...]:
        context = document_context(outline, self.data, mention.span.start)
        return resolve(mention.text, self.path, snapshot, cfg, role=mention.role, context=context)

    def _ref(self, span: Span, qualified: str | None = None) -> Row | None:
        """None for a range without bytes, which cannot be cited."""
        if not 0 <= span.start < span.end <= len(self.data):
            return None
        sha256 = sha256_hex(span.cut(self.data))
        first, last = self._lines.lines(span)
        chunk = "" if qualified is None else chunk_id(self.path, qualified, sha256)
        place = Range(path=self.path, span=span, start_line=first, end_line=last, sha256=sha256)
        return range_ref_to_wire(place, chunk_id=chunk) | self._stamp


def file_row(path: str, entry: FileEntry, data: bytes | None, start: int, commit: str, left_out: str) -> Row:
    """What is at a path, where the canonical dump has it (from byte `start` on) or why it does not
    (`left_out`), and a commit that holds these bytes (`` for none).
    """
    return {
        "schema": FILE,
        "path": path,
        **fields(entry, "language surface=surface.kind test=surface.test generated blob=sha"),
        "commit": commit,
        "bytes": -1 if data is None else len(data),
        "sha256": "" if data is None else sha256_hex(data),
        "dump": None if data is None or left_out else {"start_byte": start, "end_byte": start + len(data)},
        "left_out": left_out,
    }


def _reading(one: Resolved) -> Row:
    defined = one.defined
    return {
        **fields(defined, "path qualified=symbol.qualified kind=symbol.kind"),
        "score": round(one.score, 4),
        "why": one.why,
    }
