"""Code of the project itself that holds a word, for facts that are in no definition."""

from __future__ import annotations

from collections.abc import Iterator

from helix_lsp.align.live import Live
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.text.words import split
from helix_lsp.verify.facts.fact import grade_of

_MOST_UNITS = 2_000
_MOST_FILES = 60
_LARGEST = 1_000_000


def term_of(name: str) -> str:
    """The rarest term that every text with this name holds."""
    stems, entire = split(name)
    return entire or (stems[0] if stems else "")


def holders(term: str, snapshot: Snapshot, live: Live) -> Iterator[tuple[str, bytes]]:
    """(path, bytes) of the code that holds a term; nothing for one that is in too many files."""
    for path in remembered(snapshot, ("claim holders", term), lambda: _paths(term, snapshot)):
        data = live.data(path)
        if data is not None and len(data) < _LARGEST:
            yield path, data


def _paths(term: str, snapshot: Snapshot) -> tuple[str, ...]:
    found: list[str] = []
    for path in snapshot.holding(term, _MOST_UNITS) or ():
        entry = snapshot.file(path)
        if entry is not None and entry.surface.kind == "code" and grade_of(entry) == "A":
            found.append(path)
    return tuple(found) if len(found) <= _MOST_FILES else ()
