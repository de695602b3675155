"""Which comment belongs to what: the one above a definition, the one behind a field, the one at the head of a
file.

A comment documents the definition right below it, with no blank line between; annotations may be between
them. A comment that shares its line with code documents that line only. A licence, a shebang and a tool's
directive document nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from helix_lsp.syntax.harvest import Raw
from helix_lsp.syntax.outline import SymbolKind
from helix_lsp.syntax.rules import Found, Rules
from helix_lsp.text.regex import regex

_WINDOW = 256
_LICENCE = regex(
    rb"copyright|licen[sc]e|spdx-|all rights reserved|permission is hereby|\(c\) (?:19|20)\d\d", re.IGNORECASE
)
_DIRECTIVE = regex(
    rb"#!|(?:#|//|/\*)[ \t]*(?:-\*-|vim?:|coding[:=]|eslint|tslint|jshint|istanbul|prettier-|@ts-|@flow|go:|\+build|noqa|type:|pylint|"
    rb"mypy:|ruff:|isort|fmt:|shellcheck|rubocop|frozen_string_literal|pyright:|NOLINT|clang-format|pragma|region|endregion|<reference|swiftlint:|"
    rb"scalafmt:|scalastyle:|ktlint|credo:)|\{-#|--[ \t]*(?:\^|stylua:|luacheck:)|---[ \t]*@diagnostic"
)
_PRELUDE = regex(
    rb"(?:\xef\xbb\xbf)?\s*(?:(?:<\?(?:php)?|#!.*|['\"]use strict['\"];?|#pragma once|#ifndef \w+\s+#define \w+|set -\w.*)\s*)?"
)
_LETTER = regex(rb"[A-Za-z\x80-\xff]")
_TRAILING = regex(rb"[ \t]*[,;]?[ \t]*")
_ONE_LINE: frozenset[SymbolKind] = frozenset({"field", "enum_member", "constant", "variable"})

Pair = tuple[int, int]


def ink_before(data: bytes, before: int, start: int = 0) -> int:
    """The offset behind the last byte of `start`..`before` that is not white space, `start` where there is none."""
    while before > start:
        low = max(start, before - _WINDOW)
        text = data[low:before].rstrip()
        if text:
            return low + len(text)
        before = low
    return before


def _own_line(data: bytes, start: int) -> bool:
    """True when only white space is before `start` on its line."""
    at = start - 1
    while at >= 0 and data[at] in b" \t\f":
        at -= 1
    return at < 0 or data[at] in b"\r\n" or (at == 2 and data.startswith(b"\xef\xbb\xbf"))


def _breaks(data: bytes, start: int, end: int) -> int:
    """Line ends between two offsets."""
    gap = data[start:end]
    return max(gap.count(b"\n"), gap.count(b"\r"))


class Comments:
    """The comments and free-standing annotations of one file, found by where they end."""

    __slots__ = ("_attributes", "_data", "_ends", "_starts", "spans")

    def __init__(self, data: bytes, comments: Sequence[Pair], attributes: Sequence[Pair]) -> None:
        self.spans = comments
        self._data = data
        self._starts: Mapping[int, int] = dict(comments)
        # many grammars count the space behind a comment to it
        self._ends: Mapping[int, int] = {ink_before(data, end): start for start, end in comments}
        self._attributes: Mapping[int, int] = {end: start for start, end in attributes}

    def above(self, start: int) -> tuple[int, Pair | None]:
        """(where the definition starts with its annotations, its leading comment or None)."""
        data = self._data
        doc: Pair | None = None
        closed = False
        at = start
        while True:
            ink = ink_before(data, at)
            if _breaks(data, ink, at) > 1:
                break
            if ink in self._attributes:
                at = start = self._attributes[ink]
                closed = doc is not None
                continue
            begin = self._ends.get(ink)
            if begin is None or not _own_line(data, begin) or _DIRECTIVE.match(data, begin):
                break
            if not closed:
                doc = (begin, doc[1] if doc is not None else ink)
            at = begin
        if doc is not None and (
            (_LICENCE.search(data, *doc) and doc[0] < _WINDOW) or not _LETTER.search(data, *doc)
        ):
            doc = None
        return start, doc

    def behind(self, end: int) -> Pair | None:
        """The comment that follows on the same line."""
        match = _TRAILING.match(self._data, end)
        at = match.end() if match is not None else end
        stop = self._starts.get(at)
        if stop is None or _DIRECTIVE.match(self._data, at) or not _LETTER.search(self._data, at, stop):
            return None
        return at, stop

    def header(self, taken: Pair | None) -> Pair | None:
        """The block at the head that is about the file: not a licence, a directive or `taken` (the first
        definition's own).
        """
        data = self._data
        block: Pair | None = None
        at = 0
        for start, end in self.spans:
            gap = data[at : min(start, at + _WINDOW)]
            if not _PRELUDE.fullmatch(gap) or start > at + _WINDOW:
                break
            at = end
            if _DIRECTIVE.match(data, start):
                continue
            if block is not None and not gap.strip() and _breaks(gap, 0, len(gap)) <= 1:
                block = (block[0], end)
                continue
            if block is not None and self._is_header(block, taken):
                return block
            block = (start, end)
        return block if block is not None and self._is_header(block, taken) else None

    def _is_header(self, block: Pair, taken: Pair | None) -> bool:
        data = self._data
        if taken is not None and block[0] <= taken[0] < block[1]:
            return False
        return _LETTER.search(data, *block) is not None and not _LICENCE.search(data, *block)


def takes_trailing(kind: SymbolKind) -> bool:
    """True for definitions that are written on one line with their comment behind them."""
    return kind in _ONE_LINE


# Where each definition begins and ends with what belongs to it (decorators, `export`, annotations), and
# which comment documents it.


class Placed(NamedTuple):
    """A definition with its final range and leading comment, before nesting. `wrapper` is where its outermost
    wrapper starts, else -1.
    """

    found: Found
    start: int
    end: int
    doc: tuple[int, int] | None
    wrapper: int


def place_all(
    rules: Rules, raw: Raw, data: bytes, comments: Comments, steady: Sequence[Placed] = ()
) -> list[Placed]:
    """Ranges widened to wrappers and annotations, in order of start, the outer one first; one definition per
    name.

    `steady` are placements of an earlier reading that still hold.
    """
    wraps = {(first, last): (start, end) for first, last, start, end in raw.wraps}
    out = list(steady)
    names = {one.found.at for one in steady}
    for each in raw.found:
        if each.at in names:
            continue
        names.add(each.at)
        start, end, wrapper = each.start, each.end, -1
        while (start, end) in wraps and wraps[start, end][0] < start:
            start, end = wraps[start, end]
            wrapper = start
        start, doc = comments.above(start)
        if each.doc >= 0:
            doc = (each.doc, each.doc_end)
        elif doc is None and takes_trailing(each.kind):
            doc = _own_doc(rules, data, end) or comments.behind(end)
        out.append(Placed(each, start, end, doc, wrapper))
    out = _close_open(out, len(data))
    out.sort(key=lambda one: (one.start, -one.end, one.found.at))
    return out


def still_standing(placed: Sequence[Placed], data: bytes, low: int) -> list[Placed]:
    """The placements of an earlier reading that hold for a text which differs only from `low` on, the start
    of a line.

    A variable may be documented by the string below it, so the last one before `low` does not count.
    """
    ink = ink_before(data, low)

    def stands(one: Placed) -> bool:
        if one.end >= low or one.found.sort == "open" or (one.doc is not None and one.doc[1] >= low):
            return False
        if not takes_trailing(one.found.kind):
            return True
        line_end = data.find(b"\n", one.end)
        return 0 <= line_end < ink

    return [one for one in placed if stands(one)]


def _own_doc(rules: Rules, data: bytes, end: int) -> tuple[int, int] | None:
    if rules.below is None:
        return None
    doc = rules.below(data, end)
    return doc if doc[0] >= 0 else None


def _close_open(placed: list[Placed], size: int) -> list[Placed]:
    """File-scoped namespaces run to the next one or to the end of the file."""
    opened = sorted(one.start for one in placed if one.found.sort == "open")
    if not opened:
        return placed
    ends = dict(zip(opened, [*opened[1:], size], strict=True))
    return [one._replace(end=ends[one.start]) if one.found.sort == "open" else one for one in placed]
