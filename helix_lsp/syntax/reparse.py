"""An open document: keeps the tree, parses incrementally, reads again only what an edit can have changed.

Law: after any edits the outline equals `extract` of the same bytes. Where the parser recovers from errors an
incremental tree may differ from a fresh one, so a tree with errors is always a fresh one.
"""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Tree

from helix_lsp.syntax.code import Finished, finish
from helix_lsp.syntax.extract import HEAD, extract, guarded, readable, refuse, with_problems
from helix_lsp.syntax.grammar import Grammar, grammar_of
from helix_lsp.syntax.harvest import Raw, capture, local_names, structure, uses
from helix_lsp.syntax.language import language_of
from helix_lsp.syntax.outline import Outline, Problem
from helix_lsp.syntax.parse import parse
from helix_lsp.syntax.splice import affected, splice, splice_uses
from helix_lsp.syntax.survey import survey


class _State:
    """A parsed text and its raw facts. `left_out` references exceeded the limit."""

    __slots__ = ("data", "finished", "grammar", "left_out", "limit", "local", "raw", "shape", "tree")

    def __init__(self, grammar: Grammar, data: bytes, tree: Tree, limit: int) -> None:
        self.grammar = grammar
        self.data = data
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
        old.edit(
            start,
            old_end,
            new_end,
            _point(self.data, start),
            _point(self.data, old_end),
            _point(data, new_end),
        )
        tree = parse(self.grammar, data, None if broken else old)
        if not broken and (tree is None or tree.root_node.has_error):
            tree = parse(self.grammar, data)
        if tree is None:
            return None
        shape = survey(tree.root_node)
        if self.left_out or not self.shape.plain or not shape.plain or self._patched(broken, tree):
            return _State(self.grammar, data, tree, self.limit)
        raw, low = self._spliced(old, tree, data, start, new_end)
        if raw is None or len(raw.uses.starts) > self.limit:
            return _State(self.grammar, data, tree, self.limit)
        state = object.__new__(_State)
        state.grammar, state.limit, state.local, state.left_out = self.grammar, self.limit, self.local, 0
        state.data, state.tree, state.raw, state.shape = data, tree, raw, shape
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
        tree = parse(grammar, text) if grammar is not None and refuse(language, data) is None else None
        if grammar is None or tree is None:
            return self._reading(extract(self._path, data, self._limit), (), data)

        def read() -> Outline:
            self._state = _State(grammar, text, tree, self._limit)
            return self._state.finished.outline

        return self._reading(guarded(read, language, text), problems, data)


def _describes(old: bytes, new: bytes, start: int, old_end: int) -> bool:
    """True when the texts differ only in what an edit of `start..old_end` replaced."""
    new_end = old_end + len(new) - len(old)
    if not 0 <= start <= old_end <= len(old) or new_end < start:
        return False
    left, right = memoryview(old), memoryview(new)
    return left[:start] == right[:start] and left[old_end:] == right[new_end:]
