"""What a file declares, at a glance: the names, which of them others can use, and whether anything is done at
all.

Read for some hundred files a question, so it is worked out when a file is read and stored as a row of its
own.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Protocol

import msgspec

from helix_lsp.index.mirror import Words, joined, parted, squeeze
from helix_lsp.index.surface import is_entry
from helix_lsp.syntax.outline import Import, Outline, Reference, Symbol, SymbolKind
from helix_lsp.text.paths import split_path, stem_of
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import WORD, split

# The keys under which definitions, mentions and paths are found: one rule for storing and for asking.
#
# A key is lower-case, without outer underscores (a name of underscores only keeps them), the last component
# of what was written.

_SEPARATOR = regex(r"\.|::|#|->|/|\\|~|!|@|\$")
_CALL = regex(r"[(\[<{=].*\Z", re.DOTALL)
_LONGEST = 200
LONG_NAME = 255  # names of as many letters and of more are not told apart by their length


def name_key(name: str) -> str:
    """Key of a definition or of an asked name (`Flask.route`, `std::fmt`, `_Private`, `save!` -> `route`,
    `fmt`, `private`, `save`).
    """
    name = name.strip()
    last = _SEPARATOR.split(name.rstrip("!?") or name)[
        -1
    ]  # a mark at the end is left out of a sentence as often as not
    return (last.strip("_") or last).lower()[:_LONGEST]


def mention_key(text: str) -> str:
    """Key of an inline-code text, call parentheses and what follows dropped; `` when it is not one name (a
    command, a flag).
    """
    text = text.strip()
    head = _CALL.sub("", text).rstrip(" ?:*&")
    if not head or head.startswith("-") or any(c.isspace() for c in head):
        return ""
    key = name_key(head)
    return key if WORD.search(key) else ""


def bare_names(names: Sequence[str]) -> list[str]:
    """The names in lower case without underscores, in their order: what near names are compared by."""
    bare = "\n".join(names).replace("_", "").lower().split("\n")
    return (
        bare if len(bare) == len(names) else [name.replace("_", "").lower() for name in names]
    )  # no name, or line ends in some


def bare_length(name: str) -> int:
    """How many characters the one of `bare_names` has, LONG_NAME for all that have more."""
    return min(len(name.replace("_", "").lower()), LONG_NAME)


def name_words(names: Iterable[str]) -> tuple[str, ...]:
    """Stemmed words of these names, each once, sorted."""
    return tuple(sorted({word for name in names for word in split(name)[0]}))


@lru_cache(4_096)
def path_words(path: str) -> tuple[str, ...]:
    """Stemmed words of a path's stem, each once, in reading order; a file that speaks for its folder takes
    the folder's name.
    """
    folder, base = split_path(path)
    stem = split_path(folder)[1] if is_entry(base) and folder else stem_of(path)
    found = WORD.findall(stem)
    if len(found) == 1:
        return tuple(dict.fromkeys(split(found[0])[0]))
    return tuple(dict.fromkeys([part for word in found for part in split(word)[0]]))


_CALLED = frozenset({"function", "method", "constructor", "macro"})
_HELD = frozenset(
    {"class", "interface", "struct", "enum", "union", "trait", "impl", "module", "namespace", "type"}
)
_PROMISES = frozenset({"interface", "trait", "type", "function", "method"})


class Declared(msgspec.Struct, frozen=True, kw_only=True):
    """`names` are all distinct names as written, sorted; `words` the stemmed words that they are made of,
    sorted.

    `terms` are the whole-terms (`text/words.py`) of functions and types outside functions. `bodiless` marks a
    file that promises (interfaces, type aliases, prototypes) and does not have a function with a body.
    """

    names: tuple[str, ...]
    words: tuple[str, ...]
    terms: frozenset[str]
    bodiless: bool


class _Row(msgspec.Struct, array_like=True, frozen=True):
    """The same as it is stored; sets are sorted, so that equal files give equal bytes. Before it stands one
    byte, which says `bodiless`.
    """

    names: Words
    words: Words
    terms: Words


NOTHING = Declared(names=(), words=(), terms=frozenset(), bodiless=False)
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(_Row)


def pack_declared(declared: Declared) -> bytes:
    """As one row."""
    return bytes([declared.bodiless]) + squeeze(
        _encoder.encode(_Row(*map(joined, (declared.names, declared.words, sorted(declared.terms)))))
    )


def unpack_declared(data: bytes) -> Declared:
    """The record again; raises UNREADABLE for foreign bytes."""
    row = _decoder.decode(zlib.decompress(data[1:]))
    names, words, terms = (tuple(parted(part)) if part else () for part in (row.names, row.words, row.terms))
    return Declared(names=names, words=words, terms=frozenset(terms), bodiless=is_bodiless(data))


def is_bodiless(data: bytes) -> bool:
    """The one bit of a packed record that every question asks of every candidate, so it is not compressed;
    raises UNREADABLE without one.
    """
    return bool(data[0])


def declared_of(symbols: Iterable[Symbol]) -> Declared:
    """From the symbols of one file in their order."""
    names: set[str] = set()
    terms: set[str] = set()
    inside: list[bool] = []
    does = promises = False
    for symbol in symbols:
        name, kind, parent = symbol.name, symbol.kind, symbol.parent
        called = kind in _CALLED
        within = 0 <= parent < len(inside) and inside[parent]
        inside.append(within or called)
        if name:
            names.add(name)
            if not within and (called or kind in _HELD):
                terms.add("=" + name_key(name))
        does = does or (called and symbol.body is not None)
        promises = promises or kind in _PROMISES
    return Declared(
        names=tuple(sorted(names)),
        words=name_words(names),
        terms=frozenset(terms),
        bodiless=promises and not does,
    )


# What a use of a name must know of the file around it: what the file imports, and the definitions that enclose
# the use.
#
# A small part of an outline, for the hundreds of files that one question about a popular name looks at.

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
