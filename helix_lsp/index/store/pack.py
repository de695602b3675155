"""Facts as the bytes that travel from a parsing process to the writer, and as the rows that are stored.

A parsing process does the work that the single writer would otherwise do: units are packed and compressed,
their bags of words are written out, keys of definitions and mentions are made. The writer unpacks the shell
only. Units are stored eight to a row and in columns: each different term of the row once, and for every field
of a unit which terms it holds and how often. Measured on 400 files of Go 1.19: 72 % of the bytes of four units
one behind the other with their terms written out, for 4 % more processor time of reading a file; one unit is
decoded in about 40 us instead of 25.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate, chain, count, pairwise
from operator import sub
from typing import Any, get_args

import msgspec

from helix_lsp.index.mirror import Mirror, squeeze
from helix_lsp.index.names.declared import declared_of, mention_key, name_key, pack_declared
from helix_lsp.index.names.outline_rows import (
    UNREADABLE,
    pack_outline,
    pack_symbols,
    unpack_outline,
    unpack_symbols,
)
from helix_lsp.index.units.unit import FIELDS, Terms, Unit, UnitKind, bag_text, length_of, weighted
from helix_lsp.index.units.units import Facts
from helix_lsp.syntax.outline import Mention, Outline
from helix_lsp.text.positions import Span

DEFINED, MENTIONED = "d", "m"
NAMES = 128  # contents in a row of a name: its entries take one byte for the content, and a change rewrites little
Named = tuple[int, int, bytes]  # content, ordinal, packed mention or nothing
CHUNK = 8  # units in a row; four take 11 % more, sixteen are decoded whole for one of them

mentions: Mirror[Mention] = Mirror(Mention)
_KINDS: tuple[UnitKind, ...] = get_args(UnitKind)


class Sums(msgspec.Struct, array_like=True, frozen=True):
    """What a content adds to the statistics: units, tokens per field, units with a non-empty field, weighted
    length.
    """

    units: int = 0
    lengths: tuple[int, ...] = (0,) * len(FIELDS)
    filled: tuple[int, ...] = (0,) * len(FIELDS)
    weight: int = 0

    def __add__(self, other: Sums) -> Sums:
        return self.joined(other, 1)

    def __sub__(self, other: Sums) -> Sums:
        return self.joined(other, -1)

    def joined(self, other: Sums, sign: int) -> Sums:
        """Each number plus `sign` times the other's."""
        return Sums(
            self.units + sign * other.units,
            tuple(a + sign * b for a, b in zip(self.lengths, other.lengths, strict=True)),
            tuple(a + sign * b for a, b in zip(self.filled, other.filled, strict=True)),
            self.weight + sign * other.weight,
        )


class _UnitRow(msgspec.Struct, array_like=True, frozen=True):
    """Up to CHUNK units in columns, one entry a unit. Written by hand (not through `mirror.py`) because questions
    decode hundreds.

    `kinds` are places in `UnitKind`; `steps` lead from the end of the unit before (from 0) to the start of the
    span, `line_steps` likewise in lines, `symbols` from the ordinal before (from -1). `lengths` say how many terms
    each field of each unit holds, `gaps` and `counts` list these terms of all units: the distance of its place
    among `terms` (from 1, rising within a field) from the one before, and how often it is there; as bytes where
    no number is larger, which are cut without being decoded.
    """

    first: int
    kinds: bytes
    names: tuple[str, ...]
    qualifiers: tuple[str, ...]
    steps: tuple[int, ...]
    sizes: tuple[int, ...]
    line_steps: tuple[int, ...]
    line_sizes: tuple[int, ...]
    symbols: tuple[int, ...]
    sections: tuple[int, ...]
    inner: tuple[tuple[str, ...], ...]
    weights: tuple[int, ...]
    terms: str
    lengths: tuple[int, ...]
    gaps: bytes | tuple[int, ...]
    counts: bytes | tuple[int, ...]


class Packed(msgspec.Struct, array_like=True, frozen=True):
    """`defined` is the number of symbols. `declared` is a packed `Declared`. `unit_rows` hold CHUNK units
    each, `texts` and `weights` (the number of words in the text) one; all run in unit order.

    `name_rows` are (key, ordinal, DEFINED or MENTIONED, packed mention or nothing: definitions are picked
    from `symbols`); `names` are the distinct names defined, sorted.
    """

    sha: str
    language: str
    generated: bool
    outline: bytes
    symbols: tuple[bytes, ...]
    defined: int
    declared: bytes
    unit_rows: tuple[bytes, ...]
    texts: tuple[str, ...]
    weights: tuple[int, ...]
    name_rows: tuple[tuple[str, int, str, bytes], ...]
    names: tuple[str, ...]
    sums: Sums


_unit_decoder = msgspec.msgpack.Decoder(_UnitRow)
_decoder = msgspec.msgpack.Decoder(Packed)
_names_decoder = msgspec.msgpack.Decoder(tuple[int | bytes, ...])
_encoder = msgspec.msgpack.Encoder()


def pack_units(units: Sequence[Unit], weights: Sequence[int]) -> tuple[bytes, ...]:
    """Units with their weighted lengths as stored rows of CHUNK units: a byte with their number, then the
    compressed columns.
    """
    return tuple(
        bytes([len(part)]) + squeeze(_encoder.encode(_columns(part, weights[at : at + CHUNK])))
        for at in range(0, len(units), CHUNK)
        if (part := units[at : at + CHUNK])
    )


def _columns(units: Sequence[Unit], weights: Sequence[int]) -> _UnitRow:
    fields = [counts for unit in units for counts in unit.counts]
    places = dict(zip(dict.fromkeys(chain.from_iterable(fields)), count(1)))
    gaps: list[int] = []
    counts: list[int] = []
    for field in fields:
        if field:
            terms = sorted(field, key=places.__getitem__)
            at = list(map(places.__getitem__, terms))
            gaps += map(sub, at, (0, *at))
            counts += map(field.__getitem__, terms)
    starts, ends = [unit.span.start for unit in units], [unit.span.end for unit in units]
    lines, last_lines = [unit.start_line for unit in units], [unit.end_line for unit in units]
    symbols = [unit.symbol for unit in units]
    return _UnitRow(
        first=units[0].ordinal,
        kinds=bytes([_KINDS.index(unit.kind) for unit in units]),
        names=tuple([unit.name for unit in units]),
        qualifiers=tuple([unit.qualifier for unit in units]),
        steps=tuple(map(sub, starts, (0, *ends))),
        sizes=tuple(map(sub, ends, starts)),
        line_steps=tuple(map(sub, lines, (0, *last_lines))),
        line_sizes=tuple(map(sub, last_lines, lines)),
        symbols=tuple(map(sub, symbols, (-1, *symbols))),
        sections=tuple([unit.section for unit in units]),
        inner=tuple([unit.inner for unit in units]),
        weights=tuple(weights),
        terms=" ".join(places),
        lengths=tuple(map(len, fields)),
        gaps=_numbers(gaps),
        counts=_numbers(counts),
    )


def _numbers(column: list[int]) -> bytes | tuple[int, ...]:
    return bytes(column) if max(column, default=0) < 256 else tuple(column)


class UnitRow:
    """A stored row, opened; every method may raise UNREADABLE for foreign bytes."""

    __slots__ = ("_offsets", "_row", "_terms")

    def __init__(self, data: bytes) -> None:
        self._row = row = _unit_decoder.decode(zlib.decompress(data[1:]))
        self._terms = ["", *row.terms.split(" ")]
        self._offsets = list(accumulate(row.lengths, initial=0))
        if data[0] * len(FIELDS) != len(row.lengths) or not self._offsets[-1] == len(row.gaps) == len(
            row.counts
        ):
            raise ValueError("columns of different lengths")

    def __len__(self) -> int:
        return len(self._row.kinds)

    def holding(self, terms: Collection[str]) -> list[int]:
        """Places of the units that hold one of these terms in a field."""
        wanted = {number for number, term in enumerate(self._terms) if term in terms}
        gaps, ends = self._row.gaps, self._offsets
        return [
            place
            for place in range(len(self) if wanted else 0)
            if any(
                not wanted.isdisjoint(accumulate(gaps[start:end]))
                for start, end in pairwise(ends[place * len(FIELDS) : (place + 1) * len(FIELDS) + 1])
            )
        ]

    def at(self, place: int) -> tuple[Unit, int]:
        """(the unit at this place of the row, its weighted length)."""
        row = self._row
        counts: list[Terms] = []
        first = place * len(FIELDS)
        for start, end in pairwise(self._offsets[first : first + len(FIELDS) + 1]):
            terms = map(self._terms.__getitem__, accumulate(row.gaps[start:end]))
            counts.append(dict(zip(terms, row.counts[start:end], strict=True)) if end > start else {})
        start = sum(row.steps[: place + 1]) + sum(row.sizes[:place])
        line = sum(row.line_steps[: place + 1]) + sum(row.line_sizes[:place])
        unit = Unit(
            ordinal=row.first + place,
            kind=_KINDS[row.kinds[place]],
            name=row.names[place],
            qualifier=row.qualifiers[place],
            span=Span(start, start + row.sizes[place]),
            start_line=line,
            end_line=line + row.line_sizes[place],
            symbol=sum(row.symbols[: place + 1]) - 1,
            section=row.sections[place],
            inner=row.inner[place],
            counts=tuple(counts),
        )
        return unit, row.weights[place]


def unpack_units(rows: Iterable[bytes], holding: Collection[str] | None = None) -> Iterator[tuple[Unit, int]]:
    """(unit, its weighted length) of all units of these rows in order, or of those that hold one of some terms;
    raises UNREADABLE for foreign bytes.
    """
    for data in rows:
        row = UnitRow(data)
        yield from map(row.at, range(len(row)) if holding is None else row.holding(holding))


def pack(facts: Facts) -> bytes:
    """Facts as bytes for `Put.packed`."""
    bags = [weighted(unit.counts) for unit in facts.units]
    weights = [sum(bag.values()) for bag in bags]
    declared = declared_of(facts.outline.symbols)
    return _encoder.encode(
        Packed(
            sha=facts.sha,
            language=facts.language,
            generated=facts.generated,
            outline=pack_outline(facts.outline),
            symbols=pack_symbols(facts.outline.symbols),
            defined=len(facts.outline.symbols),
            declared=pack_declared(declared),
            unit_rows=pack_units(facts.units, weights),
            texts=tuple(map(bag_text, bags)),
            weights=tuple(weights),
            name_rows=tuple(name_rows(facts.outline)),
            names=declared.names,
            sums=sums_of(facts.units, sum(weights)),
        )
    )


def shell(data: bytes) -> Packed:
    """The packed rows, undecoded; raises `ValueError` for bytes that `pack` did not make."""
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ValueError(f"packed facts are damaged: {error}") from None


def unpack(data: bytes) -> Facts:
    """The facts again; raises `ValueError` for bytes that `pack` did not make."""
    packed = shell(data)
    try:
        return Facts(
            sha=packed.sha,
            language=packed.language,
            outline=unpack_outline(packed.outline, unpack_symbols(packed.symbols)),
            units=tuple([unit for unit, _ in unpack_units(packed.unit_rows)]),
            generated=packed.generated,
        )
    except UNREADABLE as error:
        raise ValueError(f"packed facts are damaged: {error}") from None


def sums_of(parts: tuple[Unit, ...], weight: int | None = None) -> Sums:
    """What these units add to the statistics; `weight` is their weighted length where that is known."""
    lengths = [0] * len(FIELDS)
    filled = [0] * len(FIELDS)
    for unit in parts:
        for i, counted in enumerate(unit.counts):
            if counted:
                lengths[i] += sum(counted.values())
                filled[i] += 1
    if weight is None:
        weight = sum([length_of(unit.counts) for unit in parts])
    return Sums(len(parts), tuple(lengths), tuple(filled), weight)


def defined_names(outline: Outline) -> tuple[str, ...]:
    """Distinct names defined in one file, as written, sorted."""
    return tuple(sorted({s.name for s in outline.symbols if s.name}))


def pack_named(entries: Sequence[Named], what: str) -> bytes:
    """Entries of one key in one part as a stored row: places in the part, ordinals and mentions, in one order."""
    ordered = sorted(entries)
    if what == DEFINED:
        return _encoder.encode([n for blob, ordinal, _ in ordered for n in (blob % NAMES, ordinal)])
    return _encoder.encode([n for blob, ordinal, record in ordered for n in (blob % NAMES, ordinal, record)])


def unpack_named(data: bytes, what: str, part: int) -> list[Named]:
    """The entries again; raises UNREADABLE for foreign bytes."""
    columns: Any = _names_decoder.decode(data)
    first = part * NAMES
    if what == DEFINED:
        return [(first + place, at, b"") for place, at in zip(columns[::2], columns[1::2], strict=True)]
    places, ordinals, records = columns[::3], columns[1::3], columns[2::3]
    return [(first + place, at, record) for place, at, record in zip(places, ordinals, records, strict=True)]


def name_rows(outline: Outline) -> list[tuple[str, int, str, bytes]]:
    """(key, ordinal, DEFINED or MENTIONED, packed mention or nothing) of a file: what `name` holds of it."""
    rows: list[tuple[str, int, str, bytes]] = []
    for i, symbol in enumerate(outline.symbols):
        if key := name_key(symbol.name):
            rows.append((key, i, DEFINED, b""))
    for i, mention in enumerate(outline.mentions):
        if key := mention_key(mention.text):
            rows.append((key, i, MENTIONED, mentions.pack(mention)))
    return rows
