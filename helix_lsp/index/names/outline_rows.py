"""An outline as the rows that are stored: its symbols thirty-two to a row, everything else in one.

Symbols have rows of their own because a definition is looked up one by one; the rest is read whole. Symbols,
references and comments, the bulk of a file's facts, go in columns (a table of different names, distances
instead of offsets), which take less than rows (references a third, symbols two thirds) and are filled in C.
All rows are compressed. Whatever `unpack_*` is given, it raises only UNREADABLE.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence
from itertools import accumulate, count
from operator import add, sub
from typing import get_args

import msgspec
from msgspec.structs import replace

from helix_lsp.index.mirror import Mirror, Words, joined, parted, squeeze
from helix_lsp.index.names.declared import Scope, Standing, scope_of
from helix_lsp.syntax.outline import Outline, Reference, ReferenceKind, Symbol, SymbolKind, references, spans
from helix_lsp.text.positions import Span

# what decoding a damaged row raises
UNREADABLE = (msgspec.MsgspecError, ValueError, IndexError, struct.error, zlib.error)
SYMBOLS = 32  # in a row: a definition is found in about 40 us, also in a generated file of 20,000

_WHOLE = "\0"
_KINDS: tuple[ReferenceKind, ...] = get_args(ReferenceKind)
_SYMBOL_KINDS: tuple[SymbolKind, ...] = get_args(SymbolKind)
_others: Mirror[Outline] = Mirror(Outline)


class _SymbolColumns(msgspec.Struct, array_like=True, frozen=True):
    """Up to SYMBOLS symbols, one entry each. `owners` are the different texts before the names in `qualified`, `owned`
    says whose is which. `steps` lead from the start before to the start, `name_steps`, `doc_steps` and `body_steps`
    from there (None: there is none). `name_sizes` are what is more than the name's length, `body_rests` what comes
    after the body.
    """

    names: Words
    owners: Words
    owned: bytes
    kinds: bytes
    steps: tuple[int, ...]
    sizes: tuple[int, ...]
    name_steps: tuple[int, ...]
    name_sizes: tuple[int, ...]
    signatures: Words
    doc_steps: tuple[int | None, ...]
    doc_sizes: tuple[int, ...]
    body_steps: tuple[int | None, ...]
    body_rests: tuple[int, ...]
    parents: tuple[int, ...]
    exported: bytes


_symbol_columns = msgspec.msgpack.Decoder(_SymbolColumns)


class _Texts(msgspec.Struct, array_like=True, frozen=True):
    """A column of text: the different ones, and which is where."""

    different: Words
    at: tuple[int, ...]


class _Ranges(msgspec.Struct, array_like=True, frozen=True):
    """A column of ranges: distance of each start from the one before, and lengths; of references what is more than the
    length of the name.
    """

    steps: tuple[int, ...]
    lengths: tuple[int, ...]

    def columns(self, words: _Texts | None = None) -> tuple[list[int], list[int]]:
        """Starts and ends; `words` are the names of references."""
        starts = list(accumulate(self.steps))
        ends = list(map(add, starts, self.lengths))
        if words is not None:
            sizes = list(map(len, parted(words.different)))
            ends = list(map(add, ends, map(sizes.__getitem__, words.at)))
        return starts, ends


class _Folded(msgspec.Struct, array_like=True, frozen=True):
    """An outline without its symbols, its columns not yet decoded: most of a row is never asked for. `others` is what
    is in no column.
    """

    others: bytes
    names: msgspec.Raw
    qualifiers: msgspec.Raw
    kinds: bytes
    scopes: msgspec.Raw
    references: msgspec.Raw
    comments: msgspec.Raw


_folded = msgspec.msgpack.Decoder(_Folded)
_text_column = msgspec.msgpack.Decoder(_Texts)
_range_column = msgspec.msgpack.Decoder(_Ranges)
_number_column = msgspec.msgpack.Decoder(tuple[int, ...])
_encoder = msgspec.msgpack.Encoder()


def pack_symbols(symbols: tuple[Symbol, ...]) -> tuple[bytes, ...]:
    """The symbols of an outline as rows of SYMBOLS."""
    return tuple(
        squeeze(_encoder.encode(_columns(symbols[at : at + SYMBOLS])))
        for at in range(0, len(symbols), SYMBOLS)
    )


def _columns(symbols: Sequence[Symbol]) -> _SymbolColumns:
    names = [s.name for s in symbols]
    owners = _texts([_owner(s) for s in symbols])
    starts, ends = [s.span.start for s in symbols], [s.span.end for s in symbols]
    return _SymbolColumns(
        names=joined(names),
        owners=owners.different,
        owned=bytes(owners.at),
        kinds=bytes([_SYMBOL_KINDS.index(s.kind) for s in symbols]),
        steps=tuple(map(sub, starts, (0, *starts))),
        sizes=tuple(map(sub, ends, starts)),
        name_steps=tuple([s.name_span.start - s.span.start for s in symbols]),
        name_sizes=tuple([s.name_span.end - s.name_span.start - len(s.name) for s in symbols]),
        signatures=joined([s.signature for s in symbols]),
        doc_steps=tuple([None if s.doc is None else s.doc.start - s.span.start for s in symbols]),
        doc_sizes=tuple([len(s.doc) if s.doc else 0 for s in symbols]),
        body_steps=tuple([None if s.body is None else s.body.start - s.span.start for s in symbols]),
        body_rests=tuple([s.span.end - s.body.end if s.body is not None else 0 for s in symbols]),
        parents=tuple([s.parent for s in symbols]),
        exported=bytes([s.exported for s in symbols]),
    )


def _owner(symbol: Symbol) -> str:
    """The part of `qualified` before the name; the whole behind _WHOLE where that does not end in the name."""
    name, qualified = symbol.name, symbol.qualified
    if name == qualified:
        return ""
    owner = qualified.removesuffix(f".{name}")
    return owner if owner != qualified and owner and owner[0] != _WHOLE else _WHOLE + qualified


class SymbolRow:
    """A stored row of symbols, opened; every method may raise UNREADABLE for foreign bytes and missing places."""

    __slots__ = ("_owners", "_row", "_signatures", "_starts", "names")

    def __init__(self, data: bytes) -> None:
        self._row = row = _symbol_columns.decode(zlib.decompress(data))
        self.names = parted(row.names)
        self._owners = parted(row.owners)
        self._signatures = parted(row.signatures)
        self._starts = list(accumulate(row.steps))
        columns = msgspec.structs.astuple(row)
        if len({len(self.names), len(self._signatures), *map(len, columns[2:8] + columns[9:])}) > 1:
            raise ValueError("columns of different lengths")

    def _qualified(self, place: int) -> str:
        owner, name = self._owners[self._row.owned[place]], self.names[place]
        return name if not owner else owner[1:] if owner[0] == _WHOLE else f"{owner}.{name}"

    def scope(self, place: int) -> Scope:
        """One symbol as a scope, a part of the cost of the symbol."""
        row = self._row
        return Scope(
            name=self.names[place],
            qualified=self._qualified(place),
            kind=_SYMBOL_KINDS[row.kinds[place]],
            parent=row.parents[place],
        )

    def named_at(self, offset: int) -> list[Symbol]:
        """Symbols whose names hold a byte or end there."""
        found = enumerate(map(self._name_span, range(len(self.names))))
        return self.symbols([place for place, (start, end) in found if start <= offset <= end])

    def holders(self, ordinals: Sequence[int]) -> list[int]:
        """Numbers of the symbols in this row that hold those of it with these numbers, sorted."""
        above = {self._row.parents[i % SYMBOLS] for i in ordinals}
        return sorted([i for i in above if i >= 0 and i // SYMBOLS == ordinals[0] // SYMBOLS])

    def _name_span(self, place: int) -> tuple[int, int]:
        start = self._starts[place] + self._row.name_steps[place]
        return start, start + len(self.names[place]) + self._row.name_sizes[place]

    def symbols(self, places: Iterable[int]) -> list[Symbol]:
        """The symbols at these places."""
        row, found = self._row, list[Symbol]()
        for at in places:
            name, (named, name_end), start = self.names[at], self._name_span(at), self._starts[at]
            end, step, into = start + row.sizes[at], row.doc_steps[at], row.body_steps[at]
            found.append(
                Symbol(
                    name,
                    self._qualified(at),
                    _SYMBOL_KINDS[row.kinds[at]],
                    Span(start, end),
                    Span(named, name_end),
                    self._signatures[at],
                    None if step is None else Span(start + step, start + step + row.doc_sizes[at]),
                    None if into is None else Span(start + into, end - row.body_rests[at]),
                    row.parents[at],
                    bool(row.exported[at]),
                )
            )
        return found


def unpack_symbols(rows: Iterable[bytes]) -> tuple[Symbol, ...]:
    """All symbols again."""
    opened = map(SymbolRow, rows)
    return tuple([symbol for row in opened for symbol in row.symbols(range(len(row.names)))])


def pick_symbols(data: bytes, ordinals: Iterable[int]) -> tuple[dict[int, Symbol], dict[int, Symbol]]:
    """By number in the outline: (these symbols, all of one row, those of the same row that hold them)."""
    row, asked = SymbolRow(data), list(ordinals)
    held = row.holders(asked)
    found = iter(row.symbols([i % SYMBOLS for i in (*asked, *held)]))
    return {i: next(found) for i in asked}, {i: next(found) for i in held}


def names_in(rows: Iterable[bytes]) -> tuple[str, ...]:
    """Distinct names of the symbols of these rows, sorted, without empty ones."""
    return tuple(sorted({name for row in rows for name in SymbolRow(row).names if name}))


def pack_outline(outline: Outline) -> bytes:
    """Everything but the symbols as one row."""
    found, comments = outline.references, outline.comments
    others = replace(outline, symbols=(), references=(), comments=())
    row = (
        _others.pack(others),
        _texts([each.name for each in found]),
        _texts([each.qualifier for each in found]),
        bytes([_KINDS.index(each.kind) for each in found]),
        [each.scope for each in found],
        _ranges([each.span for each in found], [len(each.name) for each in found]),
        _ranges(comments, [0] * len(comments)),
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
        self._lines: dict[int, SymbolRow] = {}
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
            lines = self._lines[row] = SymbolRow(rows[row])
        return lines.scope(ordinal % SYMBOLS) if ordinal % SYMBOLS < len(lines.names) else None

    def at(self, offset: int) -> Standing:
        """Symbols whose names, and references whose texts, hold a byte or end there, in their order; little
        of the rest is decoded.
        """
        rows = self._symbols  # as above
        if self._skeleton is not None:
            symbols = tuple([s for s in self._skeleton.symbols if s.name_span.contains(offset)])
        else:
            symbols = tuple([s for row in rows for s in SymbolRow(row).named_at(offset)])
        words = _text_column.decode(self._row.names)
        starts, ends = _range_column.decode(self._row.references).columns(words)
        places = [
            at for at, (start, end) in enumerate(zip(starts, ends, strict=True)) if start <= offset <= end
        ]
        return symbols, self._references(words, places) if places else ()

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
                self.skeleton(), comments=tuple(spans(*_range_column.decode(self._row.comments).columns()))
            )
        return self._commented

    def named(self, name: str) -> tuple[Reference, ...]:
        """References of this name, in their order."""
        if name.encode("utf-8", "surrogatepass") not in bytes(
            self._row.names
        ):  # quick, and true of most files that only speak of it
            return ()
        names = _text_column.decode(self._row.names)
        different = parted(names.different)
        return self._references(names, _places(names.at, different.index(name))) if name in different else ()

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
            *_range_column.decode(row.references).columns(words),
            _number_column.decode(row.scopes),
        ]
        if len({len(column) for column in columns}) > 1:
            raise ValueError("columns of different lengths")
        if places is not None:
            columns = [[column[at] for at in places] for column in columns]
        names, qualifiers, kinds, starts, ends, scopes = columns
        name, qualifier = parted(words.different).__getitem__, parted(said.different).__getitem__
        read = map(_KINDS.__getitem__, kinds)
        return tuple(references(map(name, names), map(qualifier, qualifiers), read, starts, ends, scopes))


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
    return _Texts(joined(tuple(different)), tuple(map(different.__getitem__, column)))


def _ranges(spans: Sequence[Span], known: Sequence[int]) -> _Ranges:
    starts, ends = [span.start for span in spans], [span.end for span in spans]
    return _Ranges(tuple(map(sub, starts, [0, *starts])), tuple(map(sub, map(sub, ends, starts), known)))
