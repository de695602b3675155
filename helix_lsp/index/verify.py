"""Reading a whole index once, to find damage that no question has met yet.

A lookup proves what it finds, not what it misses: a flipped key hides a row. Here SQLite checks its trees
(which finds keys out of order and, measured, few wrong bytes), every row is compared with its hash, the rows
of each content are counted, and the text index's files are compared with the checksums in their own footers,
which tantivy writes and does not check by itself.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from helix_lsp.index.base import Base
from helix_lsp.index.folder import Folder
from helix_lsp.index.keys import LONG_NAME, path_words
from helix_lsp.index.mirror import row_hash
from helix_lsp.index.outline_rows import names_in
from helix_lsp.index.pack import units_in
from helix_lsp.index.refusal import Damaged
from helix_lsp.index.store import ROWS, Store

_FOOTER_MARK = 1337


@dataclass(frozen=True, slots=True)
class Finding:
    """What only a rebuild cures: of the text index when `text`, else of everything."""

    reason: str
    text: bool = False


class _Footer(msgspec.Struct):
    crc: int


_footer = msgspec.json.Decoder(_Footer)


def verify(store: Store, base: Base, report: Callable[[int, str], None]) -> Finding | None:
    """Compare all facts with their hashes; `report(content, why)` for rows that can be read again from their
    files.

    Raises `sqlite3.Error` when the file itself cannot be read.
    """
    units: Counter[int] = Counter()
    named: Counter[int] = Counter()
    with store.reading() as connection:
        structure = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if structure != "ok":
            return Finding(" ".join(str(structure).split())[:160])
        for unit, stored, packed in connection.execute("SELECT id, hash, packed FROM unit"):
            if _whole(str(unit), packed, stored):
                units[unit // ROWS] += len(units_in(packed))
        for key, what, blob, ordinal, stored, packed in connection.execute(
            "SELECT key, what, blob, ordinal, hash, packed FROM name"
        ):
            if _whole(f"{key}\0{what}\0{blob}\0{ordinal}", packed, stored):
                named[blob] += 1
    names: Counter[str] = Counter()
    for blob in base.paths_of:
        row = store.blob(blob)
        if row is None:
            continue
        if (units[blob], named[blob]) != (row.units, row.named):
            report(blob, "rows of it are missing or damaged")
        if (
            store.key_of(base.files[base.paths_of[blob][0]].sha, base.files[base.paths_of[blob][0]].language)
            != blob
        ):
            return Finding("contents cannot be looked up")
        store.declared_rows((blob,))
        symbols = store.symbols_of(blob)
        if symbols is not None:
            names.update(names_in(symbols))
    try:
        spelled = store.spelled(0, LONG_NAME).values()
    except Damaged as error:
        return Finding(str(error))
    if dict(names) != {
        name: n for found in spelled for name, n in zip(found.names, found.counts, strict=True)
    }:
        return Finding("the names do not fit the contents")
    words = set(store.path_words(""))
    if not all((word, path) in words for path in base.files for word in path_words(path)):
        return Finding("the words of the paths are not complete")
    return None


def verify_text(folder: Folder) -> Finding | None:
    """Compare the text index's files with the checksums in their footers."""
    for data in folder.text_files():
        length = int.from_bytes(data[-8:-4], "little")
        if int.from_bytes(data[-4:], "little") != _FOOTER_MARK or length + 8 > len(data):
            return Finding("a file of it has no footer", text=True)
        try:
            footer = _footer.decode(data[-8 - length : -8])
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return Finding("a footer of it cannot be read", text=True)
        if zlib.crc32(memoryview(data)[: -8 - length]) != footer.crc:
            return Finding("a file of it does not match its checksum", text=True)
    return None


def _whole(seed: str, packed: object, stored: int) -> bool:
    return isinstance(packed, bytes) and row_hash(seed, packed) == stored
