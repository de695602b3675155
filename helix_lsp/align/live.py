"""One look at the current bytes of files: each file is read once, and extracted again only when it is not
what was indexed.

A `Live` belongs to one request and is thrown away with it; it is the only way in which this floor sees bytes
(law I5).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar, cast

from helix_lsp.align.candidate import file_target
from helix_lsp.index.live_text import LiveText, Texts
from helix_lsp.index.names.declared import Glance, glance_of
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.syntax.extract import extract
from helix_lsp.syntax.outline import Outline, Symbol
from helix_lsp.text.positions import Span

Found = TypeVar("Found")

# The port to a reader of one language that infers types (jedi for Python). It lives in the world; this
# floor knows only its answers.


class NameOracle(Protocol):
    """Asked where the judgement of this floor ends; never raises, and says nothing rather than be late."""

    def definitions(self, path: str, data: bytes, offset: int) -> tuple[tuple[str, int], ...] | None:
        """(path below the root, byte of the name) of what the name at byte `offset` of `data` means; a path
        of `` lies outside the root.
        Empty or None: not known.
        """
        ...


class NoOracle:
    """Knows nothing."""

    definitions = staticmethod(lambda path, data, offset: None)  # noqa: ARG005  the port's shape


NO_ORACLE = NoOracle()


class Live(LiveText):
    """Memo of one request over a snapshot and the `Texts` port."""

    __slots__ = ("_ends", "_glances", "_notes", "_outlines", "oracle")

    def __init__(self, snapshot: Snapshot, texts: Texts, oracle: NameOracle = NO_ORACLE) -> None:
        super().__init__(snapshot, texts)
        self.oracle = oracle
        self._notes: dict[tuple[object, ...], object] = {}
        self._glances: dict[str, Glance | None] = {}
        self._outlines: dict[str, Outline | None] = {}
        self._ends: list[Callable[[], None]] = []

    def noted(self, key: tuple[object, ...], work: Callable[[], Found]) -> Found:
        """What other modules of this floor work out from these very bytes more than once; the first part of the key
        names the question.
        """
        if key not in self._notes:
            self._notes[key] = work()
        return cast("Found", self._notes[key])

    def at_end(self, forget: Callable[[], None]) -> None:
        """To be called with `forget`, by what keeps a memo of its own and refers to this one."""
        self._ends.append(forget)

    def forget(self) -> None:
        """Ends the request: everything is let go at once. What was worked out refers to itself in circles, and to
        find those costs the collector of garbage up to a third of a second, in the midst of another request.
        """
        for forget in self._ends:
            forget()
        self._ends.clear()
        for memo in (self._notes, self._glances, self._outlines, self._data, self._lines, self._same):
            memo.clear()

    def read_as(self, path: str, data: bytes, outline: Outline) -> None:
        """From now on `path` has these bytes and facts: the code blocks of a document, judged as a file of code."""
        self._data[path], self._outlines[path], self._same[path] = data, outline, False

    def outline(self, path: str) -> Outline | None:
        """Facts of the current bytes; None when the file is gone."""
        if path not in self._outlines:
            data = self.data(path)
            stored = self.snapshot.outline(path) if data is not None and self.same(path) else None
            self._outlines[path] = stored if stored is not None or data is None else extract(path, data)
        return self._outlines[path]

    def glance(self, path: str) -> Glance | None:
        """What the current bytes say at a glance; None when the file is gone. Where nothing changed, a
        fraction of the cost of `outline`.
        """
        if path not in self._glances:
            stored = (
                self.snapshot.glance(path)
                if path not in self._outlines and self.data(path) is not None and self.same(path)
                else None
            )
            outline = None if stored is not None else self.outline(path)
            self._glances[path] = stored or (glance_of(outline) if outline is not None else None)
        return self._glances[path]

    def commented(self, path: str) -> Outline | None:
        """`outline` without references (which may be there all the same): where nothing changed, a fraction
        of the cost.
        """
        if path in self._outlines or self.data(path) is None or not self.same(path):
            return self.outline(path)
        return self.snapshot.commented(path) or self.outline(path)

    def symbol(self, defined: Defined) -> Symbol | None:
        """The definition in the current bytes: as indexed when nothing changed, else by its qualified name,
        else None.

        Of several with one name (overloads) the one that is at the same rank among them, preferring the
        same kind.
        """
        if defined.ordinal < 0:
            return self._module(defined)
        if self.same(defined.path):
            return defined.symbol
        fresh, old = self.outline(defined.path), self.snapshot.outline(defined.path)
        if fresh is None:
            return None
        alike = [s for s in fresh.symbols if s.qualified == defined.symbol.qualified]
        alike = [s for s in alike if s.kind == defined.symbol.kind] or alike
        if not alike:
            return None
        before = old.symbols[: defined.ordinal] if old is not None else ()
        rank = sum(
            1 for s in before if s.qualified == defined.symbol.qualified and s.kind == defined.symbol.kind
        )
        return alike[min(rank, len(alike) - 1)]

    def _module(self, defined: Defined) -> Symbol | None:
        """A file target over the current bytes."""
        data, facts = self.data(defined.path), self.glance(defined.path)
        if data is None or facts is None:
            return None
        target = file_target(defined.path, self.snapshot)
        symbol = (target or defined).symbol
        doc = facts.module_doc
        first = self.lines(defined.path).line_span(0)
        start = doc.start if doc is not None else first.start
        return Symbol(
            name=symbol.name,
            qualified=symbol.qualified,
            kind="module",
            span=Span(0, len(data)),
            name_span=Span(start, start),
            signature=symbol.signature,
            doc=doc,
            body=None,
            parent=-1,
        )


__all__ = ["Live", "Texts"]
