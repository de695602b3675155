"""An outline as the rows that are stored: its symbols thirty-two to a row, everything else in one.

Symbols stand alone because a definition is looked up one by one; the rest is read whole. References and comments, the bulk of a
file's facts, go in columns (a table of different names, distances instead of offsets), which are a third of the size of rows and
are filled in C. All rows are compressed. Whatever `unpack_*` is given, it raises only UNREADABLE.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate, count
from operator import add, sub
from typing import get_args

import msgspec

from helix_lsp.index.mirror import Mirror
from helix_lsp.syntax import bulk
from helix_lsp.syntax.outline import Outline, Reference, ReferenceKind, Symbol, SymbolKind
from helix_lsp.text.span import Span

UNREADABLE = (msgspec.MsgspecError, ValueError, IndexError, struct.error, zlib.error)  # what decoding a damaged row raises
SYMBOLS = 32  # in a row: a definition is found in about 20 us, also in a generated file of 20,000
_LEVEL = 6  # measured: units of Go 1.19 are 3.4 % smaller than at 3, symbols 6 %, for 1 s of 67 s CPU of a cold index; 9 is no smaller

_KINDS: tuple[ReferenceKind, ...] = get_args(ReferenceKind)
_symbol: Mirror[Symbol] = Mirror(Symbol)
_symbols: Mirror[tuple[Symbol, ...]] = Mirror(tuple[Symbol, ...])
_others: Mirror[Outline] = Mirror(Outline)
_Pair = tuple[int, int]
_symbol_rows = msgspec.msgpack.Decoder(
    tuple[tuple[str, str, SymbolKind, _Pair, _Pair, str, _Pair | None, _Pair | None, int, bool], ...]
)
_raw_symbols = msgspec.msgpack.Decoder(tuple[msgspec.Raw, ...])


class _Named(msgspec.Struct, array_like=True, frozen=True):
    """The first field of a stored symbol; the others are passed over."""

    name: str


class _Texts(msgspec.Struct, array_like=True, frozen=True):
    """A column of text: the different ones, and which stands where."""

    different: tuple[str, ...]
    at: tuple[int, ...]


class _Ranges(msgspec.Struct, array_like=True, frozen=True):
    """A column of ranges: distance of each start from the one before, and lengths."""

    steps: tuple[int, ...]
    lengths: tuple[int, ...]

    def columns(self) -> tuple[list[int], list[int]]:
        """Starts and ends."""
        starts = list(accumulate(self.steps))
        return starts, list(map(add, starts, self.lengths))


class _Rest(msgspec.Struct, array_like=True, frozen=True):
    """An outline without its symbols. `others` is what is in neither column."""

    others: bytes
    names: _Texts
    qualifiers: _Texts
    kinds: bytes
    scopes: tuple[int, ...]
    references: _Ranges
    comments: _Ranges


_rest = msgspec.msgpack.Decoder(_Rest)
_named = msgspec.msgpack.Decoder(tuple[_Named, ...])
_encoder = msgspec.msgpack.Encoder()


def squeeze(data: bytes) -> bytes:
    """Compressed bytes, for `zlib.decompress`."""
    return zlib.compress(data, _LEVEL)


def pack_symbols(symbols: tuple[Symbol, ...]) -> tuple[bytes, ...]:
    """The symbols of an outline as rows of SYMBOLS."""
    return tuple(squeeze(_symbols.pack(symbols[at : at + SYMBOLS])) for at in range(0, len(symbols), SYMBOLS))


def unpack_symbols(rows: Iterable[bytes]) -> tuple[Symbol, ...]:
    """All symbols again."""
    return tuple([symbol for row in rows for symbol in bulk.symbols(_symbol_rows.decode(zlib.decompress(row)))])


def pick_symbols(row: bytes, ordinals: Iterable[int]) -> list[Symbol]:
    """Those of one row only that have these numbers in the outline."""
    symbols = _raw_symbols.decode(zlib.decompress(row))
    return [_symbol.unpack(bytes(symbols[i % SYMBOLS])) for i in ordinals]


def names_in(rows: Iterable[bytes]) -> tuple[str, ...]:
    """Distinct names of the symbols of these rows, sorted, without empty ones."""
    return tuple(sorted({each.name for row in rows for each in _named.decode(zlib.decompress(row)) if each.name}))


def pack_outline(outline: Outline) -> bytes:
    """Everything but the symbols as one row."""
    found, comments = outline.references, outline.comments
    others = replace(outline, symbols=(), references=(), comments=())
    row = _Rest(
        others=_others.pack(others),
        names=_texts([each.name for each in found]),
        qualifiers=_texts([each.qualifier for each in found]),
        kinds=bytes([_KINDS.index(each.kind) for each in found]),
        scopes=tuple([each.scope for each in found]),
        references=_ranges([each.span for each in found]),
        comments=_ranges(comments),
    )
    return squeeze(_encoder.encode(row))


class StoredOutline:
    """An outline as it was stored, opened as far as it is asked for. Every method may raise UNREADABLE, in any order of calls.

    `symbols` are its rows of symbols; they are most of the cost of a skeleton and are opened when somebody asks for one.
    """

    __slots__ = ("_commented", "_row", "_skeleton", "_symbols", "_whole")

    def __init__(self, data: bytes, symbols: Sequence[bytes]) -> None:
        self._row = _rest.decode(zlib.decompress(data))
        self._symbols = symbols
        self._commented: Outline | None = None
        self._whole: Outline | None = None
        self._skeleton: Outline | None = None

    def skeleton(self) -> Outline:
        """Everything but references and comments; remembered."""
        rows = self._symbols  # before the skeleton is looked at: another thread may be opening it
        if self._skeleton is None:
            self._skeleton = replace(_others.unpack(self._row.others), symbols=unpack_symbols(rows))
            self._symbols = ()
        return self._skeleton

    def symbol(self, ordinal: int) -> Symbol | None:
        """One symbol; None where there is none."""
        rows = self._symbols  # as above
        if self._skeleton is not None:
            return self._skeleton.symbols[ordinal] if 0 <= ordinal < len(self._skeleton.symbols) else None
        row = ordinal // SYMBOLS
        if not 0 <= row < len(rows):
            return None
        return next(iter(pick_symbols(rows[row], (ordinal,))), None)

    def whole(self) -> Outline:
        """The outline as it was packed; remembered."""
        if self._whole is None:
            self._whole = replace(self.commented(), references=self._references(None))
        return self._whole

    def commented(self) -> Outline:
        """The outline without its references, of which a file has ten times as many as of anything else; remembered."""
        if self._commented is None:
            self._commented = replace(self.skeleton(), comments=tuple(bulk.spans(*self._row.comments.columns())))
        return self._commented

    def named(self, name: str) -> tuple[Reference, ...]:
        """References of this name, in their order."""
        names = self._row.names
        return self._references(_places(names.at, names.different.index(name))) if name in names.different else ()

    def of_kind(self, kind: ReferenceKind) -> tuple[Reference, ...]:
        """References of this kind, in their order."""
        return self._references(_places(self._row.kinds, _KINDS.index(kind)))

    def _references(self, places: list[int] | None) -> tuple[Reference, ...]:
        row = self._row
        columns: list[Sequence[int]] = [row.names.at, row.qualifiers.at, row.kinds, *row.references.columns(), row.scopes]
        if len({len(column) for column in columns}) > 1:
            raise ValueError("columns of different lengths")
        if places is not None:
            columns = [[column[at] for at in places] for column in columns]
        names, qualifiers, kinds, starts, ends, scopes = columns
        return tuple(
            bulk.references(
                list(map(row.names.different.__getitem__, names)),
                list(map(row.qualifiers.different.__getitem__, qualifiers)),
                [_KINDS[kind] for kind in kinds],
                starts,
                ends,
                scopes,
            )
        )


def _places(column: Sequence[int], value: int) -> list[int]:
    """Where a value stands in a column."""
    found: list[int] = []
    at = -1
    for _ in range(column.count(value)):
        at = column.index(value, at + 1)
        found.append(at)
    return found


def unpack_outline(data: bytes, symbols: tuple[Symbol, ...]) -> Outline:
    """The outline again, with its symbols."""
    return replace(StoredOutline(data, ()).whole(), symbols=symbols)


def _texts(column: list[str]) -> _Texts:
    different = dict(zip(dict.fromkeys(column), count()))
    return _Texts(tuple(different), tuple(map(different.__getitem__, column)))


def _ranges(spans: Sequence[Span]) -> _Ranges:
    starts, ends = [span.start for span in spans], [span.end for span in spans]
    return _Ranges(tuple(map(sub, starts, [0, *starts])), tuple(map(sub, ends, starts)))
