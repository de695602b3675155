"""Sentences that the syntax at a cited place decides: what is defined there, and what is called there.

`` `send` is a method of `Client` (src/client.py:40)`` and `` `send` calls `retry` (src/client.py:44)`` need no weighing
of words. A place that does not decide says nothing about the sentence.
"""

from __future__ import annotations

from collections.abc import Iterator

from helix_lsp.ask.compose.material import kind_words
from helix_lsp.ask.text.live import LiveFiles
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_NAME = r"`(?P<{0}>[\w.$:<>~?!#-]{{1,200}})(?:\(\))?`"
_IS = regex(
    _NAME.format("name")
    + r" is (?:an?|the) (?P<kind>[a-z][a-z ]{2,22}?)(?: (?:of|in) "
    + _NAME.format("owner")
    + r")?\s*[.:]?"
)
_CALLS = regex(
    _NAME.format("name")
    + r" (?:itself |directly )?(?:calls|invokes) (?:the )?"
    + _NAME.format("called")
    + r"\s*[.:]?"
)
_PARTS = regex(r"\.|::|#|\\")


def is_carried_there(sentence: str, path: str, lines: Span, live: LiveFiles) -> bool:
    """Whether the sentence is one of these two and the cited lines carry it."""
    if (found := _IS.fullmatch(sentence)) is not None:
        return any(
            kind_words(one.kind).rpartition(" ")[2] == found["kind"].rpartition(" ")[2]
            and (found["owner"] is None or _ends(one.qualified.rpartition(".")[0], found["owner"]))
            for one in _around(found["name"], path, lines, live)
        )
    if (found := _CALLS.fullmatch(sentence)) is not None:
        file = live.file(path)
        whom = _PARTS.split(found["called"])[-1].rstrip("!?")
        for one in _around(found["name"], path, lines, live):
            head = lines.overlaps(one.name_span)
            within = (
                one.span if head else Span(max(lines.start, one.span.start), min(lines.end, one.span.end))
            )
            if file is not None and any(
                r.kind == "call" and r.name.rstrip("!?") == whom and within.covers(r.span)
                for r in file.references
            ):
                return True
    return False


def _around(name: str, path: str, lines: Span, live: LiveFiles) -> Iterator[Symbol]:
    """Definitions of a written name of which the lines hold a part."""
    file = live.file(path)
    for symbol in file.outline.symbols if file is not None else ():
        if symbol.span.overlaps(lines) and _ends(symbol.qualified, name):
            yield symbol


def _ends(qualified: str, written: str) -> bool:
    """Whether a qualified name ends in the written one, part by part."""
    parts, said = _PARTS.split(qualified), [part for part in _PARTS.split(written) if part]
    return bool(said) and parts[-len(said) :] == said


# What stands about a cited place: its path, the definitions and headings it lies in, and what kind they
# are.
#
# A sentence may use these words without quoting them: `Flask.route` is told by where the cited line stands,
# not by the line.


def surroundings(path: str, span: Span, live: LiveFiles) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(names, signatures). Names: the path; then `qualified name\\nkind` of every definition that holds the
    place or whose name is in it, outermost first; then the titles of its sections. A documentation
    comment belongs to the definition it is over.
    """
    names, heads = [path], [path]
    file = live.file(path)
    if file is None:
        return tuple(names), ()
    for symbol in file.outline.symbols:
        if (
            symbol.span.covers(span)
            or span.covers(symbol.name_span)
            or (symbol.doc is not None and symbol.doc.overlaps(span))
        ):
            names.append(f"{symbol.qualified}\n{kind_words(symbol.kind)}")
            heads.append(symbol.signature)
    names.extend(s.title for s in file.outline.sections if s.extent.covers(span) and s.title)
    return tuple(names), tuple(heads[1:])
