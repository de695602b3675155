"""An open document: keeps the tree, parses incrementally, reads again only what an edit can have changed.

Law: after any edits the outline equals `extract` of the same bytes. Where the parser recovers from errors an
incremental tree may differ from a fresh one, so a tree with errors is always a fresh one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import TypeVar

from tree_sitter import Node, Tree

from helix_lsp.syntax.code import Finished, finish
from helix_lsp.syntax.extract import HEAD, extract, guarded, readable, refuse, with_problems
from helix_lsp.syntax.harvest import Raw, Uses, capture, local_names, place, structure, uses
from helix_lsp.syntax.language import language_of
from helix_lsp.syntax.outline import Import, Outline, Problem
from helix_lsp.syntax.parse import Grammar, grammar_of, parse, seen, survey
from helix_lsp.syntax.rules import Found

# Raw facts of an edited file: what an edit cannot have touched is kept and moved, the rest is replaced by
# what was read again.
#
# A fact is touched when its range meets the range that was read again, ends included; so the containers
# around an edit are always replaced.

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
        sections=merge(old.sections, new.sections, _point_splice, lambda each, far: (each[0] + far, each[1])),
        exported=merge(old.exported, new.exported, _point_splice, lambda each, far: (each[0] + far, each[1])),
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


def _point_splice(each: tuple[int, object]) -> tuple[int, int]:
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


class _State:
    """A parsed text and its raw facts. `shown` is the text as the parser got it; `left_out` references exceeded the
    limit.
    """

    __slots__ = ("data", "finished", "grammar", "left_out", "limit", "local", "raw", "shape", "shown", "tree")

    def __init__(self, grammar: Grammar, data: bytes, shown: bytes, tree: Tree, limit: int) -> None:
        self.grammar = grammar
        self.data = data
        self.shown = shown
        self.tree = tree
        self.limit = limit
        self.shape = survey(tree.root_node)
        captures = capture(grammar, tree.root_node, self.shape)
        self.raw = structure(grammar, tree.root_node, captures, data)
        self.local = local_names(self.raw)
        self.raw.uses, self.left_out = uses(
            grammar, captures, self.raw, self.local, data, 0, len(data), limit
        )
        self.finished = finish(grammar, tree, self.shape, self.raw, data, limit, self.left_out)

    def edited(self, start: int, old_end: int, data: bytes) -> _State | None:
        """The state after the bytes `start..old_end` were replaced so that the text is `data`; None when that
        cannot be parsed.
        """
        new_end = old_end + len(data) - len(self.data)
        old = self.tree
        broken = old.root_node.has_error
        shown = seen(self.grammar, data)
        if shown is not data and not _describes(self.shown, shown, start, old_end):
            again = parse(self.grammar, shown)  # the edit changes what is masked beside it
            return None if again is None else _State(self.grammar, data, shown, again, self.limit)
        old.edit(
            start,
            old_end,
            new_end,
            _point(self.data, start),
            _point(self.data, old_end),
            _point(data, new_end),
        )
        tree = parse(self.grammar, shown, None if broken else old)
        if not broken and (tree is None or tree.root_node.has_error):
            tree = parse(self.grammar, shown)
        if tree is None:
            return None
        shape = survey(tree.root_node)
        if self.left_out or not self.shape.plain or not shape.plain or self._patched(broken, tree):
            return _State(self.grammar, data, shown, tree, self.limit)
        raw, low = self._spliced(old, tree, data, start, new_end)
        if raw is None or len(raw.uses.starts) > self.limit:
            return _State(self.grammar, data, shown, tree, self.limit)
        state = object.__new__(_State)
        state.grammar, state.limit, state.local, state.left_out = self.grammar, self.limit, self.local, 0
        state.data, state.shown, state.tree, state.raw, state.shape = data, shown, tree, raw, shape
        state.finished = finish(self.grammar, tree, shape, raw, data, self.limit, 0, self.finished, low)
        return state

    def _patched(self, broken: bool, tree: Tree) -> bool:
        """True where a broken range is read as a whole, before or after the edit."""
        return self.grammar.rules.patches and (broken or tree.root_node.has_error)

    def _spliced(self, old: Tree, tree: Tree, data: bytes, start: int, end: int) -> tuple[Raw | None, int]:
        """(the facts of the new text, the byte up to which they are the old ones); None where the names at
        the top have changed.
        """
        grammar, by = self.grammar, len(data) - len(self.data)
        low, high = affected(old, tree, data, start, end, grammar.rules.containers)
        captures = capture(grammar, tree.root_node, self.shape, (low, high))
        read = structure(grammar, tree.root_node, captures, data)
        raw = splice(self.raw, read, low, high, by)
        if local_names(raw) != self.local:
            return None, 0
        read.uses, _ = uses(grammar, captures, read, self.local, data, low, high, self.limit)
        raw.uses = splice_uses(self.raw.uses, read.uses, low, high, by)
        return raw, low


def _point(data: bytes, offset: int) -> tuple[int, int]:
    return data.count(b"\n", 0, offset), offset - (data.rfind(b"\n", 0, offset) + 1)


class Reading:
    """One state of an open document: its symbols at once, its whole outline when it is asked for. Never
    raises (I2); safe under threads.
    """

    __slots__ = ("_again", "_finished", "_made", "_problems", "language", "symbols")

    def __init__(
        self, read: Finished | Outline, problems: tuple[Problem, ...], again: Callable[[], Outline]
    ) -> None:
        """`problems` come first in the outline; `again` reads the text afresh, should the outline fail."""
        self.language = read.language
        self.symbols = read.symbols
        self._finished = read
        self._problems = problems
        self._again = again
        self._made: Outline | None = None

    @property
    def outline(self) -> Outline:
        """Equal to `extract` of the same bytes."""
        if self._made is None:
            try:
                outline = self._finished.outline if isinstance(self._finished, Finished) else self._finished
                self._made = with_problems(outline, self._problems)
            except Exception:  # noqa: BLE001  law I2
                self._made = self._again()
        return self._made


class Reparser:
    """The outline of an open document through its edits. Never raises (I2)."""

    __slots__ = ("_data", "_limit", "_path", "_state", "reading")

    def __init__(self, path: str, data: bytes, limit: int = 20_000) -> None:
        self._path = path
        self._limit = limit
        self._data = data
        self._state: _State | None = None
        self.reading = self._open(data)

    @property
    def outline(self) -> Outline:
        """Equal to `extract(path, data, limit)` of the present bytes."""
        return self.reading.outline

    def edit(self, start: int, old_end: int, new_data: bytes) -> Outline:
        """The outline after the bytes `start..old_end` were replaced; `new_data` is the whole new text.

        Offsets that do not describe the difference of the two texts cost a full reading, nothing else.
        """
        return self.change(start, old_end, new_data).outline

    def change(self, start: int, old_end: int, new_data: bytes) -> Reading:
        """Like `edit`, with the outline still to be asked for."""
        before, self._data = self._data, new_data
        self.reading = self._edited(before, start, old_end, new_data) or self._open(new_data)
        return self.reading

    def _edited(self, before: bytes, start: int, old_end: int, data: bytes) -> Reading | None:
        """The reading when it can be had from the earlier state, else None."""
        state, self._state = self._state, None
        if state is None or refuse("", data) is not None:
            return None
        text, problems = readable(state.grammar.name, data)
        if not _describes(state.data, text, start, old_end) or not self._same_language(before, data, state):
            return None
        try:
            self._state = state.edited(start, old_end, text)
        except Exception:  # noqa: BLE001  law I2
            return None
        return self._reading(self._state.finished, problems, data) if self._state is not None else None

    def _same_language(self, before: bytes, data: bytes, state: _State) -> bool:
        if before[:HEAD] == data[:HEAD]:
            return True
        return language_of(self._path, data[:HEAD]) == state.grammar.name

    def _reading(self, read: Finished | Outline, problems: tuple[Problem, ...], data: bytes) -> Reading:
        path, limit = self._path, self._limit
        return Reading(read, problems, lambda: extract(path, data, limit))

    def _open(self, data: bytes) -> Reading:
        self._state = None
        language = language_of(self._path, data[:HEAD])
        grammar = grammar_of(language)
        text, problems = readable(language, data)
        shown = seen(grammar, text) if grammar is not None and refuse(language, data) is None else None
        tree = parse(grammar, shown) if grammar is not None and shown is not None else None
        if grammar is None or shown is None or tree is None:
            return self._reading(extract(self._path, data, self._limit), (), data)

        def read() -> Outline:
            self._state = _State(grammar, text, shown, tree, self._limit)
            return self._state.finished.outline

        return self._reading(guarded(read, language, text), problems, data)


def _describes(old: bytes, new: bytes, start: int, old_end: int) -> bool:
    """True when the texts differ only in what an edit of `start..old_end` replaced."""
    new_end = old_end + len(new) - len(old)
    if not 0 <= start <= old_end <= len(old) or new_end < start:
        return False
    left, right = memoryview(old), memoryview(new)
    return left[:start] == right[:start] and left[old_end:] == right[new_end:]
