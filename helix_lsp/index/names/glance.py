"""What a use of a name must know of the file around it: what the file imports, and the definitions that
enclose the use.

A small part of an outline, for the hundreds of files that one question about a popular name looks at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from helix_lsp.syntax.outline import Import, Outline, Reference, Symbol, SymbolKind
from helix_lsp.text.positions import Span

Standing = tuple[tuple[Symbol, ...], tuple[Reference, ...]]


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """A definition that holds others; `parent` as in `Symbol`: an ordinal, -1 at the top."""

    name: str
    qualified: str
    kind: SymbolKind
    parent: int


class _Named(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def qualified(self) -> str: ...
    @property
    def kind(self) -> SymbolKind: ...
    @property
    def parent(self) -> int: ...


def scope_of(symbol: _Named) -> Scope:
    """The same, of a whole symbol."""
    return Scope(name=symbol.name, qualified=symbol.qualified, kind=symbol.kind, parent=symbol.parent)


class Glance(msgspec.Struct, frozen=True, kw_only=True):
    """`outline` is without symbols, references and comments (which may be there all the same); `scope` gives
    the symbol of an ordinal, None where there is none; `at` the symbols whose names, and the references whose
    texts, hold a byte or end there, in the order of the file.
    """

    outline: Outline
    scope: Callable[[int], Scope | None]
    at: Callable[[int], Standing]

    @property
    def language(self) -> str:
        """As in `Outline`."""
        return self.outline.language

    @property
    def imports(self) -> tuple[Import, ...]:
        """As in `Outline`."""
        return self.outline.imports

    @property
    def module_doc(self) -> Span | None:
        """As in `Outline`."""
        return self.outline.module_doc


def glance_of(outline: Outline) -> Glance:
    """What a whole outline says at a glance."""

    def scope(ordinal: int) -> Scope | None:
        return scope_of(outline.symbols[ordinal]) if 0 <= ordinal < len(outline.symbols) else None

    def at(offset: int) -> Standing:
        symbols = tuple([s for s in outline.symbols if s.name_span.contains(offset)])
        return symbols, tuple([r for r in outline.references if r.span.contains(offset)])

    return Glance(outline=outline, scope=scope, at=at)
