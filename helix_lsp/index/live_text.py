"""The bytes of this moment for one request: each file is read once, and compared once with what was indexed.

`align/live.py` and `trees/bind.py` are on it; they differ in which files count and in what stands for
facts that are not stored.
"""

from __future__ import annotations

from collections.abc import Callable

from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.text.digest import blob_id
from helix_lsp.text.positions import LineIndex

Texts = Callable[[str], bytes | None]


class LiveText:
    """Memo of one request over a snapshot and the `Texts` port; thrown away with it."""

    __slots__ = ("_data", "_lines", "_same", "_texts", "snapshot")

    def __init__(self, snapshot: Snapshot, texts: Texts) -> None:
        self.snapshot = snapshot
        self._texts = texts
        self._data: dict[str, bytes | None] = {}
        self._same: dict[str, bool] = {}
        self._lines: dict[str, LineIndex] = {}

    def data(self, path: str) -> bytes | None:
        """Current bytes, None when the file is gone or does not count."""
        if path not in self._data:
            self._data[path] = self.read(path)
        return self._data[path]

    def read(self, path: str) -> bytes | None:
        """The bytes from the port, asked once for each path; what leaves files out says so here."""
        return self._texts(path)

    def same(self, path: str) -> bool:
        """True when the current bytes are those the snapshot's facts were taken from."""
        if path not in self._same:
            data, entry = self.data(path), self.snapshot.file(path)
            self._same[path] = data is not None and entry is not None and entry.sha == blob_id(data)
        return self._same[path]

    def lines(self, path: str) -> LineIndex:
        """Line table of the current bytes (of nothing when the file is gone)."""
        if path not in self._lines:
            self._lines[path] = LineIndex(self.data(path) or b"")
        return self._lines[path]
