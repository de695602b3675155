"""An outline as the rows that are stored: its symbols thirty-two to a row, everything else in one.

Symbols stand alone because a definition is looked up one by one; the rest is read whole. References and
comments, the bulk of a file's facts, go in columns (a table of different names, distances instead of
offsets), which are a third of the size of rows and are filled in C. All rows are compressed. Whatever
`unpack_*` is given, it raises only UNREADABLE.
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
from helix_lsp.index.names.glance import Scope, Standing, scope_of
from helix_lsp.syntax import bulk
from helix_lsp.syntax.outline import Outline, Reference, ReferenceKind, Symbol, SymbolKind
from helix_lsp.text.positions import Span

UNREADABLE = (
    msgspec.MsgspecError,
    ValueError,
    IndexError,
    struct.error,
    zlib.error,
)  # what decoding a damaged row raises
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
    """A column of text: the different ones, and which is where."""

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


class _Folded(msgspec.Struct, array_like=True, frozen=True):
    """The same row with its columns not yet decoded: most of a row is never asked for."""

    others: bytes
    names: msgspec.Raw
    qualifiers: msgspec.Raw
    kinds: bytes
    scopes: msgspec.Raw
    references: msgspec.Raw
    comments: msgspec.Raw


class _Line(msgspec.Struct, array_like=True, frozen=True):
    """A stored symbol of which only what a scope says is decoded."""

    name: str
    qualified: str
    kind: SymbolKind
    span: msgspec.Raw
    name_span: msgspec.Raw
    signature: msgspec.Raw
    doc: msgspec.Raw
    body: msgspec.Raw
    parent: int


class _Placed(msgspec.Struct, array_like=True, frozen=True):
    """A stored symbol of which only the place of its name is decoded."""

    name: msgspec.Raw
    qualified: msgspec.Raw
    kind: msgspec.Raw
    span: msgspec.Raw
    name_span: _Pair


_folded = msgspec.msgpack.Decoder(_Folded)
_lines = msgspec.msgpack.Decoder(tuple[_Line, ...])
_placed = msgspec.msgpack.Decoder(tuple[_Placed, ...])
_text_column = msgspec.msgpack.Decoder(_Texts)
_range_column = msgspec.msgpack.Decoder(_Ranges)
_number_column = msgspec.msgpack.Decoder(tuple[int, ...])
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
    return tuple(
        [symbol for row in rows for symbol in bulk.symbols(_symbol_rows.decode(zlib.decompress(row)))]
    )


def pick_symbols(row: bytes, ordinals: Iterable[int]) -> tuple[dict[int, Symbol], dict[int, Symbol]]:
    """(those of one row that have these numbers in the outline, the symbols that hold them as far as they
    are in the same row), by number.
    """
    symbols = _raw_symbols.decode(zlib.decompress(row))
    found = {i: _symbol.unpack(bytes(symbols[i % SYMBOLS])) for i in ordinals}
    holders = {s.parent for i, s in found.items() if s.parent >= 0 and i // SYMBOLS == s.parent // SYMBOLS}
    return found, {i: _symbol.unpack(bytes(symbols[i % SYMBOLS])) for i in holders}


def names_in(rows: Iterable[bytes]) -> tuple[str, ...]:
    """Distinct names of the symbols of these rows, sorted, without empty ones."""
    return tuple(
        sorted({each.name for row in rows for each in _named.decode(zlib.decompress(row)) if each.name})
    )


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
    """An outline as it was stored, opened as far as it is asked for. Every method may raise UNREADABLE, in
    any order of calls.

    `symbols` are its rows of symbols; they are most of the cost of a skeleton and are opened when somebody
    asks for one.
    """

    __slots__ = ("_bare", "_commented", "_lines", "_row", "_skeleton", "_symbols", "_whole")

    def __init__(self, data: bytes, symbols: Sequence[bytes]) -> None:
        self._row = _folded.decode(zlib.decompress(data))
        self._symbols = symbols
        self._bare: Outline | None = None
        self._commented: Outline | None = None
        self._lines: dict[int, tuple[_Line, ...]] = {}
        self._whole: Outline | None = None
        self._skeleton: Outline | None = None

    def bare(self) -> Outline:
        """What is neither symbol, reference nor comment; remembered."""
        if self._bare is None:
            self._bare = _others.unpack(self._row.others)
        return self._bare

    def skeleton(self) -> Outline:
        """Everything but references and comments; remembered."""
        rows = self._symbols  # before the skeleton is looked at: another thread may be opening it
        if self._skeleton is None:
            self._skeleton = replace(self.bare(), symbols=unpack_symbols(rows))
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
        return pick_symbols(rows[row], (ordinal,))[0].get(ordinal)

    def scope(self, ordinal: int) -> Scope | None:
        """One symbol as a scope, a tenth of the cost of the symbol; None where there is none."""
        rows = self._symbols  # as above
        if self._skeleton is not None:
            symbols = self._skeleton.symbols
            return scope_of(symbols[ordinal]) if 0 <= ordinal < len(symbols) else None
        row = ordinal // SYMBOLS
        if not 0 <= row < len(rows):
            return None
        lines = self._lines.get(row)
        if lines is None:
            lines = self._lines[row] = _lines.decode(zlib.decompress(rows[row]))
        return scope_of(lines[ordinal % SYMBOLS]) if ordinal % SYMBOLS < len(lines) else None

    def at(self, offset: int) -> Standing:
        """Symbols whose names, and references whose texts, hold a byte or end there, in their order; little
        of the rest is decoded.
        """
        rows = self._symbols  # as above
        if self._skeleton is not None:
            symbols = tuple([s for s in self._skeleton.symbols if s.name_span.contains(offset)])
        else:
            symbols = tuple([s for row in rows for s in _named_at(zlib.decompress(row), offset)])
        starts, ends = _range_column.decode(self._row.references).columns()
        places = [
            at for at, (start, end) in enumerate(zip(starts, ends, strict=True)) if start <= offset <= end
        ]
        return symbols, self._references(_text_column.decode(self._row.names), places) if places else ()

    def whole(self) -> Outline:
        """The outline as it was packed; remembered."""
        if self._whole is None:
            self._whole = replace(
                self.commented(), references=self._references(_text_column.decode(self._row.names), None)
            )
        return self._whole

    def commented(self) -> Outline:
        """The outline without its references, of which a file has ten times as many as of anything else;
        remembered.
        """
        if self._commented is None:
            self._commented = replace(
                self.skeleton(),
                comments=tuple(bulk.spans(*_range_column.decode(self._row.comments).columns())),
            )
        return self._commented

    def named(self, name: str) -> tuple[Reference, ...]:
        """References of this name, in their order."""
        if name.encode("utf-8", "surrogatepass") not in bytes(
            self._row.names
        ):  # quick, and true of most files that only speak of it
            return ()
        names = _text_column.decode(self._row.names)
        return (
            self._references(names, _places(names.at, names.different.index(name)))
            if name in names.different
            else ()
        )

    def of_kind(self, kind: ReferenceKind) -> tuple[Reference, ...]:
        """References of this kind, in their order."""
        places = _places(self._row.kinds, _KINDS.index(kind))
        return self._references(_text_column.decode(self._row.names), places) if places else ()

    def _references(self, words: _Texts, places: list[int] | None) -> tuple[Reference, ...]:
        row = self._row
        said = _text_column.decode(row.qualifiers)
        columns: list[Sequence[int]] = [
            words.at,
            said.at,
            row.kinds,
            *_range_column.decode(row.references).columns(),
            _number_column.decode(row.scopes),
        ]
        if len({len(column) for column in columns}) > 1:
            raise ValueError("columns of different lengths")
        if places is not None:
            columns = [[column[at] for at in places] for column in columns]
        names, qualifiers, kinds, starts, ends, scopes = columns
        return tuple(
            bulk.references(
                list(map(words.different.__getitem__, names)),
                list(map(said.different.__getitem__, qualifiers)),
                [_KINDS[kind] for kind in kinds],
                starts,
                ends,
                scopes,
            )
        )


def _named_at(row: bytes, offset: int) -> list[Symbol]:
    """Symbols of an opened row whose names hold a byte or end there."""
    held = [
        i for i, each in enumerate(_placed.decode(row)) if each.name_span[0] <= offset <= each.name_span[1]
    ]
    symbols = _raw_symbols.decode(row) if held else ()
    return [_symbol.unpack(bytes(symbols[i])) for i in held]


def _places(column: Sequence[int], value: int) -> list[int]:
    """Where a value is in a column."""
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
