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


_LINE = regex(  # a definition of Kotlin from the start of its line
    rb"(?m)^[ \t]*+(?>(?:@[\w.]++(?:\([^()\r\n]*\))?[ \t]++)*)"
    rb"(?P<head>(?>(?:(?:public|private|internal|protected|abstract|open|final|sealed|data|enum|annotation|inner|value|inline|suspend|"
    rb"override|operator|infix|tailrec|external|expect|actual|lateinit|const|companion|fun(?=[ \t]+interface))[ \t]+)*))"
    rb"(?P<word>class|interface|object|fun|val|var|typealias)[ \t]++(?:<[^>\n]*>[ \t]*)?(?:(?P<owner>[A-Z][\w.]*(?:<[^\n(=]*?>)?)\??\.)?"
    rb"(?P<name>\w++|`[^`\n]+`)"
)
_KINDS: dict[bytes, SymbolKind] = {
    b"class": "class", b"interface": "interface", b"object": "class", b"fun": "function", b"val": "variable", b"var": "variable",
    b"typealias": "type",
}  # fmt: skip


def definitions(root: Node, data: bytes) -> list[Found]:
    """Those that begin in the broken parts of a tree of Kotlin. A variable is one line long."""
    return [each for start, end in broken_parts(root) for each in _read(data, start, end)]


def _read(data: bytes, start: int, end: int) -> list[Found]:
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
    hits = [match for match in _LINE.finditer(data, start, end) if not _inside(skipped, match.start("word"))]
    out: list[Found] = []
    for index, match in enumerate(hits):
        follows = hits[index + 1].start() if index + 1 < len(hits) else end
        out.append(_found(data, match, close, follows, end))
    return out


def _found(data: bytes, match: re.Match[bytes], close: Mapping[int, int], follows: int, end: int) -> Found:
    head = match.start("head")
    at, at_end = match.span("name")
    line = data.find(b"\n", at_end, end)
    stop = line if line >= 0 else end
    body = body_end = -1
    kind = _KINDS[match.group("word")]
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
        exported=False if b"private" in match.group("head").split() else None,
    )


def _inside(spans: list[tuple[int, int]], at: int) -> bool:
    """True when one of the ascending, disjoint spans holds `at`."""
    place = bisect_left(spans, (at, -1)) - 1
    return place >= 0 and at < spans[place][1]
