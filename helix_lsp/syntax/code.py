"""Source code -> outline, through tree-sitter: parse, harvest, assemble."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from msgspec.structs import replace
from tree_sitter import Tree

from helix_lsp.syntax import assemble, outline
from helix_lsp.syntax.assemble import Table
from helix_lsp.syntax.docs_of import Comments
from helix_lsp.syntax.harvest import Raw, Uses, capture, local_names, run, structure, uses
from helix_lsp.syntax.outline import MOST_BROKEN, Outline, Problem, Reference, Symbol
from helix_lsp.syntax.parse import DEEPEST, Grammar, Shape, grammar_of, parse, seen, survey
from helix_lsp.text.positions import Span


def read_code(language: str, data: bytes, limit: int) -> Outline:
    """The facts of a source file in one of the languages of `grammar.py`. `data` is valid UTF-8.

    A broken file gives what could be read and a `syntax` problem for each of the first five places;
    a language without its grammar gives one `no_grammar` problem.
    """
    grammar = grammar_of(language)
    if grammar is None:
        return Outline(
            language=language,
            problems=(Problem(code="no_grammar", message=f"no grammar for {language} is installed"),),
        )
    tree = parse(grammar, seen(grammar, data))
    if tree is None:
        return Outline(
            language=language,
            problems=(Problem(code="syntax", message="too broken to be parsed within the budget"),),
        )
    return outline_of(grammar, tree, data, limit)


def outline_of(grammar: Grammar, tree: Tree, data: bytes, limit: int) -> Outline:
    """The facts of a parsed file."""
    shape = survey(tree.root_node)
    captures = capture(grammar, tree.root_node, shape)
    raw = structure(grammar, tree.root_node, captures, data)
    raw.uses, left_out = uses(grammar, captures, raw, local_names(raw), data, 0, len(data), limit)
    return finish(grammar, tree, shape, raw, data, limit, left_out).outline


class Finished:
    """A reading of a file: its symbols at once, the whole outline when it is asked for, and what `reparse.py`
    needs for the next one.

    Safe under threads: the outline is a function of what never changes; two threads may at worst make it
    twice.
    """

    __slots__ = ("_kept", "_limit", "_made", "_named", "_raw", "symbols", "table")

    def __init__(
        self,
        named: Outline,
        symbols: tuple[Symbol, ...],
        table: Table,
        raw: Raw,
        limit: int,
        kept: tuple[Reference, ...],
    ) -> None:
        """`named` is the outline as far as it is made; `kept` are references of an earlier reading that may
        be used again.
        """
        self.symbols = symbols
        self.table = table
        self._named = named
        self._raw = raw
        self._limit = limit
        self._kept = kept
        self._made: Outline | None = None

    @property
    def language(self) -> str:
        """Name of the grammar."""
        return self._named.language

    @property
    def outline(self) -> Outline:
        """All facts."""
        if self._made is None:
            raw, limit = self._raw, self._limit
            comments = raw.comments[:limit]
            self._made = replace(
                self._named,
                symbols=self.symbols,
                references=_references(raw.uses, assemble.scopes(self.table, raw.uses.starts), self._kept),
                imports=tuple(raw.imports[:limit]),
                comments=tuple(outline.spans([start for start, _ in comments], [end for _, end in comments])),
            )
            self._kept = ()
        return self._made

    def references_before(self, low: int) -> tuple[Reference, ...]:
        """References in front of a byte, if they were ever made."""
        return (
            self._made.references[: bisect_left(self._raw.uses.starts, low)] if self._made is not None else ()
        )


def finish(
    grammar: Grammar,
    tree: Tree,
    shape: Shape,
    raw: Raw,
    data: bytes,
    limit: int,
    left_out: int,
    earlier: Finished | None = None,
    low: int = 0,
) -> Finished:
    """Raw facts to the records of an outline; what exceeds `limit` per sort is counted in a problem.

    `earlier` is a reading of a text that differs only from the byte `low` on: its records in front of that
    are used again.
    """
    problems = _broken(grammar, tree, shape)
    comments = Comments(data, raw.comments, raw.attributes)
    table, same = assemble.symbols(
        grammar.rules, raw, data, comments, limit, earlier.table if earlier is not None else None, low
    )
    symbols = (*(earlier.symbols[:same] if earlier is not None else ()), *outline.symbols(table.rows[same:]))
    left_out += table.left_out + max(0, len(raw.imports) - limit) + max(0, len(raw.comments) - limit)
    if left_out:
        message = f"{left_out} facts beyond the limit of {limit} per sort were left out"
        problems = (*problems, Problem(code="too_many_facts", message=message))
    module_doc = _module_doc(grammar, tree, comments, symbols[0].doc if symbols else None)
    named = Outline(language=grammar.name, module_doc=module_doc, problems=problems)
    return Finished(
        named, symbols, table, raw, limit, earlier.references_before(low) if earlier is not None else ()
    )


def _references(found: Uses, scopes: list[int], kept: Sequence[Reference]) -> tuple[Reference, ...]:
    same = len(kept) if [each.scope for each in kept] == scopes[: len(kept)] else 0
    return (
        *kept[:same],
        *outline.references(
            found.names[same:],
            found.qualifiers[same:],
            found.kinds[same:],
            found.starts[same:],
            found.ends[same:],
            scopes[same:],
        ),
    )


def _module_doc(grammar: Grammar, tree: Tree, comments: Comments, taken: Span | None) -> Span | None:
    """The file's docstring where the language has one, else the comment at its head."""
    if grammar.rules.docstring is not None:
        start, end = grammar.rules.docstring(tree.root_node)
        if start >= 0:
            return Span(start, end)
    block = comments.header((taken.start, taken.end) if taken is not None else None)
    return Span(*block) if block is not None else None


def _broken(grammar: Grammar, tree: Tree, shape: Shape) -> tuple[Problem, ...]:
    """A problem for each of the first places that could not be parsed, with the number of all; one for a tree
    that is too deep.
    """
    message = f"nested more than {DEEPEST} levels deep; what lies deeper was not read"
    deep = (Problem(code="too_deep", message=message),) if shape.deep else ()
    if not tree.root_node.has_error:
        return deep
    if shape.wide:
        span = Span(shape.wide[0].start_byte, shape.wide[0].end_byte)
        return (*deep, Problem(code="syntax", message="the file could not be parsed", span=span))
    captures = run(grammar.errors, tree.root_node, shape)
    places = sorted(node.byte_range for nodes in captures.values() for node in nodes)
    if not places:
        return (*deep, Problem(code="syntax", message="the file could not be parsed"))
    count = f"{len(places)} places" if len(places) > 1 else "1 place"
    return (
        *deep,
        *(
            Problem(code="syntax", message=f"{count} could not be parsed", span=Span(*place))
            for place in places[:MOST_BROKEN]
        ),
    )
