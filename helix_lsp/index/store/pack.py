"""Facts as the bytes that travel from a parsing process to the writer, and as the rows that are stored.

A parsing process does the work that the single writer would otherwise do: units are packed and compressed,
their bags of words are written out, keys of definitions and mentions are made. The writer unpacks the shell
only. Units are stored four to a row: of eight in a row a question unpacks twice as much (1.2 of its 30 ms CPU
on Go 1.19) and they are 7 % smaller; compressed alone they are a third larger.
Measured and left out: zstd is no smaller without a dictionary (29.3 MB of the units of Go either way), 15 %
smaller with one that was trained on other trees (24.8), and unpacks a row in half of zlib's time; with the
symbols that is 6 % of the whole index, for a compiled dependency of
0.5 to 5 MB. A table of terms for each row instead of repeated words saves 14 % of the units at best and is
unpacked in Python.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import accumulate, pairwise
from typing import Any

import msgspec

from helix_lsp.index.mirror import Mirror
from helix_lsp.index.names.declared import declared_of, mention_key, name_key, pack_declared
from helix_lsp.index.names.outline_rows import (
    UNREADABLE,
    pack_outline,
    pack_symbols,
    squeeze,
    unpack_outline,
    unpack_symbols,
)
from helix_lsp.index.units.facts import Facts
from helix_lsp.index.units.unit import FIELDS, Unit, UnitKind, bag_text, length_of, weighted
from helix_lsp.syntax import bulk
from helix_lsp.syntax.outline import Mention, Outline
from helix_lsp.text.positions import Span

DEFINED, MENTIONED = "d", "m"
CHUNK = 4  # units in a row; see the head of this file

mentions: Mirror[Mention] = Mirror(Mention)


@dataclass(frozen=True, slots=True)
class Sums:
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


# A unit as it is stored: the fields of `Unit` in their order, and its weighted length. Written by hand (not through
# `mirror.py`) because questions decode hundreds: the maps of counts pass through as they are.
_UnitRow = tuple[
    int,
    UnitKind,
    str,
    str,
    tuple[int, int],
    int,
    int,
    int,
    int,
    tuple[str, ...],
    tuple[dict[str, int], ...],
    int,
]
_unit_names = [field.name for field in fields(Unit)]
_unit_fields: Any = tuple(getattr(Unit, name) for name in _unit_names)
_SPAN = _unit_names.index("span")


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
_encoder = msgspec.msgpack.Encoder()


def pack_units(units: Sequence[Unit], weights: Sequence[int]) -> tuple[bytes, ...]:
    """Units with their weighted lengths as stored rows of CHUNK units."""
    rows = [
        (
            unit.ordinal,
            unit.kind,
            unit.name,
            unit.qualifier,
            (unit.span.start, unit.span.end),
            unit.start_line,
            unit.end_line,
            unit.symbol,
            unit.section,
            unit.inner,
            unit.counts,
            weight,
        )
        for unit, weight in zip(units, weights, strict=True)
    ]
    return tuple(
        _row_of([_encoder.encode(row) for row in rows[at : at + CHUNK]]) for at in range(0, len(rows), CHUNK)
    )


def _row_of(units: list[bytes]) -> bytes:
    """One stored row: a byte with their number, where each ends, and the units one behind the other."""
    ends = accumulate(map(len, units))
    return squeeze(bytes([len(units)]) + struct.pack(f"<{len(units)}I", *ends) + b"".join(units))


def units_in(data: bytes) -> list[bytes]:
    """The units of a stored row, still packed; raises UNREADABLE for foreign bytes."""
    row = zlib.decompress(data)
    return [row[first:last] for first, last in pairwise(_ends(row))]


def pick_units(data: bytes, places: Iterable[int]) -> list[bytes]:
    """The units at these places of a stored row, still packed; raises UNREADABLE for foreign bytes and
    missing places.
    """
    row = zlib.decompress(data)
    head = 1 + 4 * row[0]
    picked: list[bytes] = []
    for place in places:
        if place >= row[0]:
            raise ValueError("no such unit")
        first, last = _TWO.unpack_from(row, 4 * place - 3) if place else (0, _ONE.unpack_from(row, 1)[0])
        picked.append(row[head + first : head + last])
    return picked


_ONE, _TWO = struct.Struct("<I"), struct.Struct("<II")


def _ends(row: bytes) -> list[int]:
    """Where the units of a row end, before them where the first begins."""
    head = 1 + 4 * row[0]
    return [head, *(head + end for end in struct.unpack_from(f"<{row[0]}I", row, 1))]


def unpack_unit(data: bytes) -> tuple[Unit, int]:
    """(unit, its weighted length); raises UNREADABLE for foreign bytes."""
    row = _unit_decoder.decode(data)
    columns: list[Any] = list(row)
    columns[_SPAN] = Span(*columns[_SPAN])
    return Unit(**dict(zip(_unit_names, columns, strict=False))), row[-1]


def unpack_units(rows: Iterable[bytes]) -> tuple[Unit, ...]:
    """The units in their order; raises UNREADABLE for foreign bytes."""
    columns: list[Any] = list(zip(*map(_unit_decoder.decode, rows), strict=True))
    if not columns:
        return ()
    columns[_SPAN] = bulk.spans(*zip(*columns[_SPAN], strict=True))
    return tuple(bulk.filled(Unit, len(columns[0]), _unit_fields, columns[: len(_unit_fields)]))


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
            name_rows=tuple(_name_rows(facts.outline)),
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
            units=unpack_units(unit for row in packed.unit_rows for unit in units_in(row)),
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


def name_keys(outline: Outline) -> list[tuple[str, str]]:
    """(key, DEFINED or MENTIONED) of all name rows of a file, each once, sorted."""
    keys = {(name_key(s.name), DEFINED) for s in outline.symbols} | {
        (mention_key(m.text), MENTIONED) for m in outline.mentions
    }
    return sorted(k for k in keys if k[0])


def _name_rows(outline: Outline) -> list[tuple[str, int, str, bytes]]:
    rows: list[tuple[str, int, str, bytes]] = []
    for i, symbol in enumerate(outline.symbols):
        if key := name_key(symbol.name):
            rows.append((key, i, DEFINED, b""))
    for i, mention in enumerate(outline.mentions):
        if key := mention_key(mention.text):
            rows.append((key, i, MENTIONED, mentions.pack(mention)))
    return rows
