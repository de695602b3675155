"""Facts as the bytes that travel from a parsing process to the writer, and as the rows that are stored.

A parsing process does the work that the single writer would otherwise do: units are packed one by one, their bags of words are
written out, keys of definitions and mentions are made. The writer unpacks the shell only.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import msgspec

from helix_lsp.index.counts import bag_text, length_of, weighted
from helix_lsp.index.facts import Facts
from helix_lsp.index.keys import mention_key, name_key
from helix_lsp.index.mirror import Mirror
from helix_lsp.index.unit import FIELDS, Unit, UnitKind
from helix_lsp.syntax.outline import Mention, Outline, Symbol
from helix_lsp.text.span import Span

DEFINED, MENTIONED = "d", "m"
UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, zlib.error)  # what decoding a damaged row raises

_outlines: Mirror[Outline] = Mirror(Outline)
symbols: Mirror[Symbol] = Mirror(Symbol)
mentions: Mirror[Mention] = Mirror(Mention)


@dataclass(frozen=True, slots=True)
class Sums:
    """What a content adds to the statistics: units, tokens per field, units with a non-empty field, weighted length."""

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
    """A unit as it is stored, with its weighted length. Written by hand (not through `mirror.py`) because questions decode
    hundreds:

    the maps of counts pass through as they are.
    """

    ordinal: int
    kind: UnitKind
    name: str
    qualifier: str
    span: tuple[int, int]
    start_line: int
    end_line: int
    symbol: int
    section: int
    inner: tuple[str, ...]
    counts: tuple[dict[str, int], ...]
    weight: int


class Packed(msgspec.Struct, array_like=True, frozen=True):
    """`unit_rows` and `texts` run in unit order; `name_rows` are (key, ordinal, DEFINED or MENTIONED, packed record); `names`
    are the distinct names defined, sorted.
    """

    sha: str
    language: str
    generated: bool
    outline: bytes
    unit_rows: tuple[bytes, ...]
    texts: tuple[str, ...]
    name_rows: tuple[tuple[str, int, str, bytes], ...]
    names: tuple[str, ...]
    sums: Sums


_unit_decoder = msgspec.msgpack.Decoder(_UnitRow)
_decoder = msgspec.msgpack.Decoder(Packed)
_encoder = msgspec.msgpack.Encoder()


def pack_outline(outline: Outline) -> bytes:
    """An outline as its stored row; compressed, because a file's references repeat its names."""
    return zlib.compress(_outlines.pack(outline), 1)


def unpack_outline(data: bytes) -> Outline:
    """The outline again; raises UNREADABLE for foreign bytes."""
    return _outlines.unpack(zlib.decompress(data))


def pack_unit(unit: Unit) -> bytes:
    """One unit as its stored row."""
    span = (unit.span.start, unit.span.end)
    counts = tuple(dict(c) for c in unit.counts)
    return _encoder.encode(
        (
            unit.ordinal, unit.kind, unit.name, unit.qualifier, span, unit.start_line, unit.end_line, unit.symbol, unit.section,
            unit.inner, counts, length_of(unit.counts),
        )
    )


def unpack_unit(data: bytes) -> tuple[Unit, int]:
    """(unit, its weighted length); raises UNREADABLE for foreign bytes."""
    row = _unit_decoder.decode(data)
    unit = Unit(
        ordinal=row.ordinal, kind=row.kind, name=row.name, qualifier=row.qualifier, span=Span(*row.span),
        start_line=row.start_line, end_line=row.end_line, symbol=row.symbol, section=row.section, inner=row.inner,
        counts=row.counts,
    )
    return unit, row.weight


def pack(facts: Facts) -> bytes:
    """Facts as bytes for `Put.packed`."""
    return _encoder.encode(
        Packed(
            sha=facts.sha,
            language=facts.language,
            generated=facts.generated,
            outline=pack_outline(facts.outline),
            unit_rows=tuple(pack_unit(u) for u in facts.units),
            texts=tuple(bag_text(weighted(u.counts)) for u in facts.units),
            name_rows=tuple(_name_rows(facts.outline)),
            names=defined_names(facts.outline),
            sums=sums_of(facts.units),
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
            outline=unpack_outline(packed.outline),
            units=tuple(unpack_unit(u)[0] for u in packed.unit_rows),
            generated=packed.generated,
        )
    except UNREADABLE as error:
        raise ValueError(f"packed facts are damaged: {error}") from None


def sums_of(parts: tuple[Unit, ...]) -> Sums:
    """What these units add to the statistics."""
    lengths = [0] * len(FIELDS)
    filled = [0] * len(FIELDS)
    weight = 0
    for unit in parts:
        for i, counted in enumerate(unit.counts):
            if counted:
                lengths[i] += sum(counted.values())
                filled[i] += 1
        weight += length_of(unit.counts)
    return Sums(len(parts), tuple(lengths), tuple(filled), weight)


def defined_names(outline: Outline) -> tuple[str, ...]:
    """Distinct names defined in one file, as written, sorted."""
    return tuple(sorted({s.name for s in outline.symbols if s.name}))


def name_keys(outline: Outline) -> list[tuple[str, str]]:
    """(key, DEFINED or MENTIONED) of all name rows of a file, each once, sorted."""
    keys = {(name_key(s.name), DEFINED) for s in outline.symbols} | {(mention_key(m.text), MENTIONED) for m in outline.mentions}
    return sorted(k for k in keys if k[0])


def _name_rows(outline: Outline) -> list[tuple[str, int, str, bytes]]:
    rows: list[tuple[str, int, str, bytes]] = []
    for i, symbol in enumerate(outline.symbols):
        if key := name_key(symbol.name):
            rows.append((key, i, DEFINED, symbols.pack(symbol)))
    for i, mention in enumerate(outline.mentions):
        if key := mention_key(mention.text):
            rows.append((key, i, MENTIONED, mentions.pack(mention)))
    return rows
