"""What a file declares, at a glance: the names, which of them others can use, and whether anything is done at
all.

Read for some hundred files a question, so it is worked out when a file is read and stored as a row of its
own.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from helix_lsp.index.names.keys import name_key, name_words
from helix_lsp.index.names.outline_rows import squeeze
from helix_lsp.syntax.outline import Symbol

_CALLED = frozenset({"function", "method", "constructor", "macro"})
_HELD = frozenset(
    {"class", "interface", "struct", "enum", "union", "trait", "impl", "module", "namespace", "type"}
)
_PROMISES = frozenset({"interface", "trait", "type", "function", "method"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
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

    names: tuple[str, ...]
    words: tuple[str, ...]
    terms: tuple[str, ...]


NOTHING = Declared(names=(), words=(), terms=frozenset(), bodiless=False)
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(_Row)


def pack_declared(declared: Declared) -> bytes:
    """As one row."""
    return bytes([declared.bodiless]) + squeeze(
        _encoder.encode(_Row(declared.names, declared.words, tuple(sorted(declared.terms))))
    )


def unpack_declared(data: bytes) -> Declared:
    """The record again; raises UNREADABLE for foreign bytes."""
    row = _decoder.decode(zlib.decompress(data[1:]))
    return Declared(names=row.names, words=row.words, terms=frozenset(row.terms), bodiless=is_bodiless(data))


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
