"""Which comment belongs to what: the one above a definition, the one behind a field, the one at the head of a
file.

A comment documents the definition right below it, with no blank line between; annotations may be between
them. A comment that shares its line with code documents that line only. A licence, a shebang and a tool's
directive document nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from helix_lsp.syntax.outline import SymbolKind

_WINDOW = 256
_LICENCE = re.compile(
    rb"copyright|licen[sc]e|spdx-|all rights reserved|permission is hereby|\(c\) (?:19|20)\d\d", re.IGNORECASE
)
_DIRECTIVE = re.compile(
    rb"#!|(?:#|//|/\*)[ \t]*(?:-\*-|vim?:|coding[:=]|eslint|tslint|jshint|istanbul|prettier-|@ts-|@flow|go:|\+build|noqa|type:|pylint|"
    rb"mypy:|ruff:|isort|fmt:|shellcheck|rubocop|frozen_string_literal|pyright:|NOLINT|clang-format|pragma|region|endregion|<reference|swiftlint:|"
    rb"scalafmt:|scalastyle:|ktlint|credo:)|\{-#|--[ \t]*(?:\^|stylua:|luacheck:)|---[ \t]*@diagnostic"
)
_PRELUDE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:(?:<\?(?:php)?|#!.*|['\"]use strict['\"];?|#pragma once|#ifndef \w+\s+#define \w+|set -\w.*)\s*)?"
)
_LETTER = re.compile(rb"[A-Za-z\x80-\xff]")
_TRAILING = re.compile(rb"[ \t]*[,;]?[ \t]*")
_ONE_LINE: frozenset[SymbolKind] = frozenset({"field", "enum_member", "constant", "variable"})

Pair = tuple[int, int]


def ink_before(data: bytes, before: int) -> int:
    """The offset behind the last byte that is not white space before `before`."""
    while before > 0:
        low = max(0, before - _WINDOW)
        text = data[low:before].rstrip()
        if text:
            return low + len(text)
        before = low
    return 0


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
