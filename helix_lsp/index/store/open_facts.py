"""The facts of an open text: like `Facts`, but its units are cut and counted when somebody first asks for
them.

A keystroke needs the symbols only; the other facts are wanted by a hover, units by the next question. Then
the texts that were counted for an earlier state of the same document are not counted again: the document owns
that memory, nothing is kept beyond it.
Invariants: what a question sees is what `facts_of` gives, whichever thread asks first and however often; two
threads may at worst cut the same units twice.
"""

from __future__ import annotations

from typing import Protocol

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.names.declared import Declared, declared_of
from helix_lsp.index.store.base import Added, added_by
from helix_lsp.index.units.unit import Counting, Terms, Unit, count
from helix_lsp.index.units.units import says_generated, units_of
from helix_lsp.syntax.outline import Outline, Symbol


class Content(Protocol):
    """What a snapshot reads of a content in memory: `Facts` or `OpenFacts`."""

    @property
    def sha(self) -> str:
        """Git blob id of the bytes."""
        ...

    @property
    def language(self) -> str:
        """Language of the outline."""
        ...

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """What the text defines."""
        ...

    @property
    def outline(self) -> Outline:
        """What the text defines, mentions and uses."""
        ...

    @property
    def units(self) -> tuple[Unit, ...]:
        """Its pieces with counted terms."""
        ...

    @property
    def generated(self) -> bool:
        """True when its head says so."""
        ...


class Counted:
    """The texts counted for the last state of one document whose units were asked for, with their terms."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[tuple[bytes, int], Terms] = {}

    def counting(self) -> tuple[Counting, dict[tuple[bytes, int], Terms]]:
        """A `count` that looks here first, and what it came across: to be handed to `keep` when all is
        counted.
        """
        before, met = self._kept, dict[tuple[bytes, int], Terms]()

        def counted(text: bytes, most: int) -> Terms:
            key = (text, most)
            found = met.get(key)
            if found is None:
                found = before.get(key)
                met[key] = found = count(text, most) if found is None else found
            return found

        return counted, met

    def keep(self, met: dict[tuple[bytes, int], Terms]) -> None:
        """What was come across is the document's memory from now on."""
        self._kept = met


class Read(Protocol):
    """What `syntax/reparse.py` gives: symbols at once, the outline when it is asked for."""

    @property
    def language(self) -> str:
        """Language of the outline."""
        ...

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """Symbols of the outline."""
        ...

    @property
    def outline(self) -> Outline:
        """All facts."""
        ...


class OpenFacts:
    """The facts of one state of an open text; `sha` is the git blob id of `data`."""

    __slots__ = (
        "_added",
        "_cfg",
        "_counted",
        "_data",
        "_declared",
        "_read",
        "_units",
        "language",
        "sha",
        "symbols",
    )

    def __init__(self, sha: str, data: bytes, read: Read, cfg: IndexConfig, counted: Counted) -> None:
        self.sha = sha
        self.language = read.language
        self.symbols = read.symbols
        self._read = read
        self._data = data
        self._cfg = cfg
        self._counted = counted
        self._units: tuple[Unit, ...] | None = None
        self._added: Added | None = None
        self._declared: Declared | None = None

    @property
    def outline(self) -> Outline:
        """Equal to the outline of `facts_of` for the same bytes."""
        return self._read.outline

    @property
    def generated(self) -> bool:
        """True when the head of the text says that it is generated."""
        return says_generated(self._data, self._read.outline)

    @property
    def units(self) -> tuple[Unit, ...]:
        """Equal to the units of `facts_of` for the same bytes."""
        if self._units is None:
            counting, met = self._counted.counting()
            self._units = units_of(self._data, self.outline, self._cfg, counting)
            self._counted.keep(met)
        return self._units

    @property
    def added(self) -> Added:
        """What its units add to the whole; remembered."""
        if self._added is None:
            self._added = added_by(self.units)
        return self._added

    @property
    def declared(self) -> Declared:
        """What it declares; remembered."""
        if self._declared is None:
            self._declared = declared_of(self.symbols)
        return self._declared


def added_of(facts: Content) -> Added:
    """What a content in memory adds to the whole."""
    return facts.added if isinstance(facts, OpenFacts) else added_by(facts.units)


def declared_in(facts: Content) -> Declared:
    """What a content in memory declares."""
    return facts.declared if isinstance(facts, OpenFacts) else declared_of(facts.symbols)
