"""The files a question looks at, as they are now: live bytes with an outline that belongs to exactly those
bytes.

Invariants: I5 every span handed out lies in the bytes handed out with it. Where the live bytes differ from
what the index holds, index spans are found again by qualified name or heading, or not at all.
"""

from __future__ import annotations

import msgspec

from helix_lsp.align.live import Live
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.search.channels.path import found_at
from helix_lsp.search.ranking.hit import Place
from helix_lsp.syntax.outline import Outline, Reference, Section, Symbol
from helix_lsp.text.positions import LineIndex, Span


class LiveFile(msgspec.Struct, frozen=True, kw_only=True):
    """`current` is True when the index holds exactly these bytes. Lines and outline are made when they are
    asked for: a place of the index that did not move needs neither.
    """

    path: str
    data: bytes
    current: bool
    live: Live

    @property
    def lines(self) -> LineIndex:
        """Line table of these bytes."""
        return self.live.lines(self.path)

    @property
    def outline(self) -> Outline:
        """Facts of these bytes without references (which may be there all the same)."""
        return self.live.commented(self.path) or Outline(language="")

    @property
    def references(self) -> tuple[Reference, ...]:
        """The references in these bytes, in their order."""
        whole = self.live.outline(self.path)
        return whole.references if whole is not None else ()


class LiveFiles:
    """Places of the index in the current bytes, over the memo that proofs share."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self._files: dict[str, LiveFile | None] = {}

    def file(self, path: str) -> LiveFile | None:
        """None when the file is gone or cannot be read any more."""
        if path not in self._files:
            data = self.live.data(path)
            self._files[path] = (
                LiveFile(path=path, data=data, current=self.live.same(path), live=self.live)
                if data is not None
                else None
            )
        return self._files[path]

    def named(self, path: str) -> LiveFile | None:
        """The file of this path, else the only indexed one whose path ends in it."""
        found, _ = found_at(path, self.live.snapshot)
        return self.file(found[0]) if len(found) == 1 else None

    def span_of(self, place: Place) -> Span | None:
        """Where a place of the index is now; None when it cannot be found."""
        file = self.file(place.path)
        if file is None:
            return None
        if file.current:
            return place.span if place.span.end <= len(file.data) else None
        if (symbol := self.symbol(place)) is not None:
            return symbol.span
        if (section := self.section(place)) is not None:
            return section.span
        return None

    def symbol(self, place: Place) -> Symbol | None:
        """The definition that a place belongs to, in the live bytes."""
        indexed = self.live.snapshot.skeleton(place.path)
        if indexed is None or not 0 <= place.symbol < len(indexed.symbols) or self.file(place.path) is None:
            return None
        return self.live.symbol(
            Defined(path=place.path, ordinal=place.symbol, symbol=indexed.symbols[place.symbol])
        )

    def section(self, place: Place) -> Section | None:
        """The document section that a place belongs to, in the live bytes."""
        file, indexed = self.file(place.path), self.live.snapshot.skeleton(place.path)
        if file is None or indexed is None or not 0 <= place.section < len(indexed.sections):
            return None
        section = indexed.sections[place.section]
        if file.current:
            return section
        return next((s for s in file.outline.sections if s.anchor == section.anchor), None)
