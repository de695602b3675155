"""Puts what a view knows into the files of a bundle: one walk over the paths, each file read once.

What goes in is what the index was made from: bytes that are no longer those stop the bundle (`StaleError`),
so that no row speaks of other bytes than the dump holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from helix_lsp.errors import StaleError
from helix_lsp.ide.view import View
from helix_lsp.session.bundle.write import ArtifactFile, BundleWriter
from helix_lsp.text.digest import blob_id
from helix_lsp.wire.bundle_manifest import CHUNKS, DUMP, FILES, MENTIONS, SECTIONS, SYMBOLS
from helix_lsp.wire.bundle_rows import FileRows, file_row
from helix_lsp.wire.range_ref import Origin

_ROLES = (DUMP, FILES, CHUNKS, SYMBOLS, SECTIONS, MENTIONS)
_HEAD = 8_000  # bytes in which git looks for what makes a file binary


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected:
    """How many files went in, and how many of them the checked-out commit does not hold as they are."""

    files: int
    uncommitted: int


def collect(
    writer: BundleWriter,
    view: View,
    origin: Origin,
    held: Mapping[str, str],
    tell: Callable[[str, int, int], None],
) -> Collected:
    """Write dump and indexes; `held` is path -> blob of the checked-out commit. Raises StaleError."""
    files = {role: writer.open(role) for role in _ROLES}
    paths = view.snapshot.paths()
    uncommitted = 0
    for number, path in enumerate(paths):
        tell("bundling", number, len(paths))
        uncommitted += not _one(path, files, view, origin, held)
    return Collected(files=len(paths), uncommitted=uncommitted)


def _one(
    path: str, files: Mapping[str, ArtifactFile], view: View, origin: Origin, held: Mapping[str, str]
) -> bool:
    """Whether the checked-out commit holds the file as it is."""
    snapshot, dump = view.snapshot, files[DUMP]
    entry = snapshot.file(path)
    assert entry is not None  # a path of this very snapshot
    data = view.texts(path)
    why = "unreadable" if data is None else "binary" if b"\0" in data[:_HEAD] else ""
    known = snapshot.units(path)
    if known and (data is None or entry.sha != blob_id(data)):
        raise StaleError(f"{path} changed while it was bundled; make the bundle again")
    blob = blob_id(data) if data is not None else entry.sha
    commit = origin.commit if held.get(path) == blob else ""
    head = f"==> {path} <==\n".encode("utf-8", "surrogateescape")
    files[FILES].row(file_row(path, entry, data, dump.bytes + len(head), commit, why) | {"blob": blob})
    if data is None or why:
        return bool(commit)
    dump.write(head + data + (b"\n" if data.endswith(b"\n") else b"\n\n"))
    rows = FileRows(path, data, origin.repo_id, blob, commit)
    outline = snapshot.outline(path)
    for role, found in (
        (CHUNKS, rows.chunks(snapshot)),
        (SYMBOLS, rows.symbols(outline) if outline is not None else ()),
        (SECTIONS, rows.sections(outline) if outline is not None else ()),
        (MENTIONS, rows.mentions(outline, snapshot, view.config.align) if outline is not None else ()),
    ):
        for row in found:
            files[role].row(row)
    return bool(commit)
