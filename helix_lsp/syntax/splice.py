"""Raw facts of an edited file: what an edit cannot have touched is kept and moved, the rest is replaced by
what was read again.

A fact is touched when its range meets the range that was read again, ends included; so the containers around
an edit are always replaced.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import TypeVar

from tree_sitter import Node, Tree

from helix_lsp.syntax.harvest import Raw, Uses, place
from helix_lsp.syntax.outline import Import
from helix_lsp.syntax.rules import Found

_Fact = TypeVar("_Fact")
_Range = Callable[[_Fact], tuple[int, int]]


def affected(
    old: Tree, new: Tree, data: bytes, start: int, end: int, containers: frozenset[str]
) -> tuple[int, int]:
    """The bytes of the new text whose facts must be read again, given that `start..end` were typed; `old` has
    been told of the edit.

    Whole lines and, in both trees, whole children of the innermost container.
    """
    low, high = start, end
    for each in old.changed_ranges(new):
        low, high = min(low, each.start_byte), max(high, each.end_byte)
    while True:
        before = low, high
        low = data.rfind(b"\n", 0, low) + 1
        at = data.find(b"\n", high)
        high = at if at >= 0 else len(data)
        for tree in (new, old):
            low, high = _whole_children(tree.root_node, low, high, containers)
        high = min(high, len(data))
        if (low, high) == before:
            return low, high


def _whole_children(node: Node, low: int, high: int, containers: frozenset[str]) -> tuple[int, int]:
    """The range widened to the children that it meets, in the innermost container that holds it."""
    while True:
        cursor = node.walk()
        if cursor.goto_first_child_for_byte(max(0, low - 1)) is None:
            return low, high
        first = cursor.node
        if first is None or first.start_byte > high:
            return low, high
        last, only = first, True
        while last.end_byte <= high and cursor.goto_next_sibling():
            following = cursor.node
            if following is None or following.start_byte > high:
                break
            last, only = following, False
        if not (only and first.type in containers and first.start_byte < low and high < first.end_byte):
            return min(low, first.start_byte), max(high, last.end_byte)
        node = first


def splice(old: Raw, new: Raw, low: int, high: int, by: int) -> Raw:
    """`old` outside and `new` inside of `low..high` (of the new text); what lies behind has moved by `by`
    bytes. Uses are not merged.
    """

    def merge(
        kept: list[_Fact], read: list[_Fact], span: _Range[_Fact], move: Callable[[_Fact, int], _Fact]
    ) -> list[_Fact]:
        end = high - by
        out: list[_Fact] = []
        behind: list[_Fact] = []
        for each in kept:
            first, last = span(each)
            if last < low:
                out.append(each)
            elif first > end:
                behind.append(move(each, by) if by else each)
        out.extend(each for each in read if _meets(span(each), low, high))
        out.extend(behind)
        return out

    return Raw(
        found=sorted(merge(old.found, new.found, _of_found, _move_found), key=place),
        wraps=sorted(
            merge(
                old.wraps,
                new.wraps,
                lambda each: (each[2], each[3]),
                lambda each, far: (each[0] + far, each[1] + far, each[2] + far, each[3] + far),
            )
        ),
        comments=merge(old.comments, new.comments, _same, _move_pair),
        attributes=merge(old.attributes, new.attributes, _same, _move_pair),
        imports=sorted(
            merge(old.imports, new.imports, lambda each: (each.span.start, each.span.end), _move_import),
            key=_import_start,
        ),
        sections=merge(old.sections, new.sections, _point, lambda each, far: (each[0] + far, each[1])),
        exported=merge(old.exported, new.exported, _point, lambda each, far: (each[0] + far, each[1])),
    )


def splice_uses(old: Uses, new: Uses, low: int, high: int, by: int) -> Uses:
    """The references in front and behind as they were, between them the new ones."""
    first = bisect_left(old.starts, low)
    last = bisect_left(old.starts, high - by, lo=first)
    return Uses(
        names=[*old.names[:first], *new.names, *old.names[last:]],
        qualifiers=[*old.qualifiers[:first], *new.qualifiers, *old.qualifiers[last:]],
        kinds=[*old.kinds[:first], *new.kinds, *old.kinds[last:]],
        starts=[*old.starts[:first], *new.starts, *_moved(old.starts[last:], by)],
        ends=[*old.ends[:first], *new.ends, *_moved(old.ends[last:], by)],
    )


def _moved(positions: list[int], by: int) -> Iterable[int]:
    return [each + by for each in positions] if by else positions


def _meets(span: tuple[int, int], low: int, high: int) -> bool:
    return span[0] <= high and span[1] >= low


def _same(each: tuple[int, int]) -> tuple[int, int]:
    return each


def _point(each: tuple[int, object]) -> tuple[int, int]:
    return each[0], each[0]


def _of_found(each: Found) -> tuple[int, int]:
    return each.start, each.end


def _import_start(each: Import) -> int:
    return each.span.start


def _move_pair(each: tuple[int, int], by: int) -> tuple[int, int]:
    return each[0] + by, each[1] + by


def _move_import(each: Import, by: int) -> Import:
    return Import(module=each.module, names=each.names, span=each.span.shifted(by))


def _move_found(each: Found, by: int) -> Found:
    start, end, kind, name, at, at_end, signature, body, body_end, doc, doc_end, within, exported, sort = each
    if body >= 0:
        body, body_end = body + by, body_end + by
    if doc >= 0:
        doc, doc_end = doc + by, doc_end + by
    return Found(
        start + by,
        end + by,
        kind,
        name,
        at + by,
        at_end + by,
        signature,
        body,
        body_end,
        doc,
        doc_end,
        within,
        exported,
        sort,
    )
