"""Many records at once, from columns.

A file holds thousands of references, and a frozen record pays for every field twice. The slots are set here
through their own descriptors, column by column, in C; the records are the same as if their constructors had
been called. Nothing else may do this.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from helix_lsp.syntax.outline import Reference, ReferenceKind, Symbol
from helix_lsp.text.positions import Span

_new: Any = object.__new__
_span_fields: Any = (Span.start, Span.end)
_symbol_fields: Any = tuple(
    getattr(Symbol, name)
    for name in (
        "name",
        "qualified",
        "kind",
        "span",
        "name_span",
        "signature",
        "doc",
        "body",
        "parent",
        "exported",
    )
)
_reference_fields: Any = (
    Reference.name,
    Reference.qualifier,
    Reference.kind,
    Reference.span,
    Reference.scope,
)


def filled(record: type, count: int, fields: tuple[Any, ...], columns: Iterable[Sequence[Any]]) -> list[Any]:
    """`count` records; a column has the values of one field, whose descriptor is at the same place of `fields`."""
    made: list[Any] = [_new(record) for _ in range(count)]
    for descriptor, column in zip(fields, columns, strict=True):
        put: Callable[[Any, Any], None] = descriptor.__set__
        deque(map(put, made, column), maxlen=0)
    return made


def spans(starts: Sequence[int], ends: Sequence[int]) -> list[Span]:
    """`Span(start, end)` for each pair."""
    return filled(Span, len(starts), _span_fields, (starts, ends))


def references(
    names: Sequence[str],
    qualifiers: Sequence[str],
    kinds: Sequence[ReferenceKind],
    starts: Sequence[int],
    ends: Sequence[int],
    scopes: Sequence[int],
) -> list[Reference]:
    """One `Reference` per row of the columns, which are of equal length."""
    return filled(
        Reference, len(names), _reference_fields, (names, qualifiers, kinds, spans(starts, ends), scopes)
    )


def symbols(rows: Sequence[tuple[Any, ...]]) -> list[Symbol]:
    """One `Symbol` per row: the record's fields in their order, but each of the four spans as a (start, end)
    pair or None.
    """
    if not rows:
        return []
    columns: list[Any] = list(zip(*rows, strict=True))
    for place in (3, 4, 6, 7):
        columns[place] = _optional(columns[place])
    return filled(Symbol, len(rows), _symbol_fields, columns)


def _optional(pairs: Sequence[tuple[int, int] | None]) -> list[Span | None]:
    there = iter(
        spans(
            [pair[0] for pair in pairs if pair is not None], [pair[1] for pair in pairs if pair is not None]
        )
    )
    return [next(there) if pair is not None else None for pair in pairs]
