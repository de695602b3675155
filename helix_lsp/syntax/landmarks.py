"""Definitions where a grammar has lost its place: by the words at the start of a line, their ends by counting
braces.

Only the outermost broken ranges are read, each byte once: strings and comments are skipped, a definition ends
with the brace that it opens, or with its line.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping

from tree_sitter import Node

from helix_lsp.syntax.outline import SymbolKind
from helix_lsp.syntax.rules import Found, fold
from helix_lsp.text.regex import regex

_SMALLEST = 60
_MOST_VISITED = 50_000
_TOKENS = regex(
    rb"//[^\r\n]*|/\*(?>(?:[^*]|\*(?!/))*)(?:\*/|\Z)|\"\"\"(?>(?:[^\"]|\"(?!\"\"))*)(?:\"\"\"|\Z)|\"(?>(?:[^\"\\\r\n]|\\.)*)\"?|[{}]"
)
_HEADER = 2_000
_REST = regex(
    rb"(?>(?:[^(){}\r\n=]|\((?>(?:[^()]|\((?>(?:[^()]|\([^()]*+\))*)\))*)\)|[ \t]*\r?\n[ \t]*(?=[:,]|where\b))*)(?:=[^{}\r\n]*+)?(?=\{)"
)


def broken_parts(root: Node) -> list[tuple[int, int]]:
    """The outermost error ranges that are long enough to hide a definition, in order."""
    if not root.has_error:
        return []
    out: list[tuple[int, int]] = []
    pending = [root]
    visited = 0
    while pending and visited < _MOST_VISITED:
        node = pending.pop()
        visited += 1
        if node.is_error:
            if node.end_byte - node.start_byte >= _SMALLEST:
                out.append(node.byte_range)
            continue
        children = node.children
        visited += len(children)
        pending.extend(child for child in children if child.has_error and child.child_count)
    return sorted(out)


class Landmarks:
    """The line patterns of one language.

    `pattern` follows the indentation of a line and has the groups `head` (modifiers), `word` (the keyword, a
    key of `kinds`), `name` and `owner` (the type that the definition belongs to, or absent). `private` are
    the modifiers that hide. Variables are one line long.
    """

    __slots__ = ("_kinds", "_pattern", "_private")

    def __init__(
        self, *, pattern: bytes, kinds: Mapping[str, SymbolKind], private: tuple[bytes, ...]
    ) -> None:
        self._pattern = re.compile(rb"(?m)^[ \t]*+(?>(?:@[\w.]++(?:\([^()\r\n]*\))?[ \t]++)*)" + pattern)
        self._kinds = kinds
        self._private = private

    def read(self, data: bytes, start: int, end: int) -> list[Found]:
        """The definitions that begin in `start..end`."""
        skipped: list[tuple[int, int]] = []
        open_: list[int] = []
        close: dict[int, int] = {}
        for match in _TOKENS.finditer(data, start, end):
            at = match.start()
            byte = data[at]
            if byte == 0x7B:
                open_.append(at)
            elif byte == 0x7D:
                if open_:
                    close[open_.pop()] = match.end()
            else:
                skipped.append(match.span())
        hits = [
            match
            for match in self._pattern.finditer(data, start, end)
            if not _inside(skipped, match.start("word"))
        ]
        out: list[Found] = []
        for index, match in enumerate(hits):
            follows = hits[index + 1].start() if index + 1 < len(hits) else end
            out.append(self._found(data, match, close, follows, end))
        return out

    def _found(
        self, data: bytes, match: re.Match[bytes], close: Mapping[int, int], follows: int, end: int
    ) -> Found:
        head = match.start("head")
        at, at_end = match.span("name")
        line = data.find(b"\n", at_end, end)
        stop = line if line >= 0 else end
        body = body_end = -1
        kind = self._kinds[match.group("word").decode()]
        rest = _REST.match(data, at_end, min(end, at_end + _HEADER)) if kind != "variable" else None
        if rest is not None:
            body = rest.end()
            stop = body_end = close.get(body, max(follows, body + 1))
        owner = match.group("owner")
        return Found(
            head,
            stop,
            kind,
            data[at:at_end].decode("utf-8", "replace").strip("`"),
            at,
            at_end,
            fold(data, head, body if body >= 0 else stop),
            body,
            body_end,
            within=owner.decode("utf-8", "replace").partition("<")[0] if owner else "",
            exported=False if any(word in match.group("head").split() for word in self._private) else None,
        )


def _inside(spans: list[tuple[int, int]], at: int) -> bool:
    """True when one of the ascending, disjoint spans holds `at`."""
    place = bisect_left(spans, (at, -1)) - 1
    return place >= 0 and at < spans[place][1]
