"""The bytes of this moment for one walk: each file is read once, and only what the index sees inside the
workspace.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.index.live_text import LiveText, Texts
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.syntax.extract import extract
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """A range whose bytes were read and hashed just now. Lines count from 1, both inclusive.

    `kind` is the evidence's type, or `tree` for the place where the tree itself says it. `how` tells what
    tied it: contains, symbol, heading, field, own (the node's place in the tree file that it names),
    definition, name or words. `recorded` compares the file's hash with the one the node recorded: same,
    changed, or `` when it recorded none.
    """

    path: str
    span: Span
    start_line: int
    end_line: int
    sha256: str
    label: str
    kind: str
    how: str
    recorded: str = ""


class Current(LiveText):
    """Memo of one request over a snapshot and the `Texts` port."""

    __slots__ = ("_hashes", "_limit", "_outlines")

    def __init__(self, snapshot: Snapshot, texts: Texts, limit: int) -> None:
        """`limit` in bytes: larger files count as not there."""
        super().__init__(snapshot, texts)
        self._limit = limit
        self._outlines: dict[str, Outline | None] = {}
        self._hashes: dict[str, str] = {}

    def read(self, path: str) -> bytes | None:
        """Current bytes; None for a path that the index does not see, is gone or too large."""
        entry = self.snapshot.file(path)
        data = super().read(path) if entry is not None and entry.size <= self._limit else None
        return data if data is not None and len(data) <= self._limit else None

    def outline(self, path: str) -> Outline | None:
        """Facts of the current bytes: the stored ones (None for a file that is too large to have any) when
        nothing changed, else taken anew.
        """
        if path not in self._outlines:
            data = self.data(path)
            if data is None:
                self._outlines[path] = None
            else:
                self._outlines[path] = self.snapshot.outline(path) if self.same(path) else extract(path, data)
        return self._outlines[path]

    def hash(self, path: str) -> str:
        """SHA-256 of the whole current file, `` when it is not there."""
        if path not in self._hashes:
            data = self.data(path)
            self._hashes[path] = sha256_hex(data) if data is not None else ""
        return self._hashes[path]

    def recorded(self, path: str, content_hash: str) -> str:
        """How the file stands to a recorded hash: same, changed, or `` when none was recorded. Line ends of
        Windows make no change.
        """
        if not content_hash:
            return ""
        if self.hash(path) == content_hash:
            return "same"
        data = self.data(path) or b""
        return (
            "same"
            if b"\r" in data and sha256_hex(data.replace(b"\r\n", b"\n")) == content_hash
            else "changed"
        )

    def cut(
        self, path: str, span: Span, *, label: str, kind: str, how: str, most_lines: int, recorded: str = ""
    ) -> Bound | None:
        """A range with the hash of its bytes, at most so many lines of it and without white space around it;
        None when it is empty.
        """
        data, lines = self.data(path), self.lines(path)
        if data is None or span.end > len(data):
            return None
        first, last = lines.lines(span)
        end = min(span.end, lines.line_span(min(last, first + most_lines - 1) - 1).end)
        raw = data[span.start : end]
        start = span.start + len(raw) - len(raw.lstrip())
        kept = Span(start, max(start, span.start + len(raw.rstrip())))
        if not len(kept):
            return None
        first, last = lines.lines(kept)
        return Bound(
            path=path,
            span=kept,
            start_line=first,
            end_line=last,
            sha256=sha256_hex(kept.cut(data)),
            label=label,
            kind=kind,
            how=how,
            recorded=recorded,
        )
