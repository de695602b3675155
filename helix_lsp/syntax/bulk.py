"""Many records at once, from columns.

A file holds thousands of references, and a frozen record pays for every field twice. The slots are set here through their own
descriptors, column by column, in C; the records are the same as if their constructors had been called. Nothing else may do this.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any

from helix_lsp.syntax.outline import Reference, ReferenceKind, Symbol
from helix_lsp.text.span import Span

_new: Any = object.__new__
_span_fields: Any = (Span.start, Span.end)
_symbol_fields: Any = tuple(getattr(Symbol, name) for name in (
    "name", "qualified", "kind", "span", "name_span", "signature", "doc", "body", "parent", "exported",
))
_reference_fields: Any = (Reference.name, Reference.qualifier, Reference.kind, Reference.span, Reference.scope)


def _fill(made: list[Any], fields: Any, columns: Iterable[Sequence[Any]]) -> None:
    for descriptor, column in zip(fields, columns, strict=True):
        deque(map(descriptor.__set__, made, column), maxlen=0)


def spans(starts: Sequence[int], ends: Sequence[int]) -> list[Span]:
    """`Span(start, end)` for each pair."""
    made = list(map(_new, repeat(Span, len(starts))))
    _fill(made, _span_fields, (starts, ends))
    return made


def references(
    names: Sequence[str], qualifiers: Sequence[str], kinds: Sequence[ReferenceKind], starts: Sequence[int], ends: Sequence[int],
    scopes: Sequence[int],
) -> list[Reference]:
    """One `Reference` per row of the columns, which are of equal length."""
    made = list(map(_new, repeat(Reference, len(names))))
    _fill(made, _reference_fields, (names, qualifiers, kinds, spans(starts, ends), scopes))
    return made


def symbols(rows: Sequence[tuple[Any, ...]]) -> list[Symbol]:
    """One `Symbol` per row: the record's fields in their order, but each of the four spans as a (start, end) pair or None."""
    if not rows:
        return []
    columns: list[Any] = list(zip(*rows, strict=True))
    for place in (3, 4, 6, 7):
        columns[place] = _optional(columns[place])
    made = list(map(_new, repeat(Symbol, len(rows))))
    _fill(made, _symbol_fields, columns)
    return made


def _optional(pairs: Sequence[tuple[int, int] | None]) -> list[Span | None]:
    there = iter(spans([pair[0] for pair in pairs if pair is not None], [pair[1] for pair in pairs if pair is not None]))
    return [next(there) if pair is not None else None for pair in pairs]
