"""Definitions where a grammar has lost its place: by the words at the start of a line, their ends by counting
braces. Also where a definition ends in grammars that end an indented block only where the next one begins.

Only the outermost broken ranges are read, each byte once: strings and comments are skipped, a definition ends
with the brace that it opens, or with its line.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping

from tree_sitter import Node

from helix_lsp.syntax.docs_of import ink_before
from helix_lsp.syntax.outline import SymbolKind
from helix_lsp.syntax.rules import Found, Maker, fold
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


# Where a definition really ends, for grammars that end an indented block only where the next one begins.
#
# White space and the comments of the next definition are taken off the end.

_WINDOW = 256
_SPACE = b" \t\r\n\f"


def settled(maker: Maker, line: bytes, block: tuple[bytes, bytes]) -> Maker:
    """The maker with the ends of what it makes put right. `line` opens a line comment, `block` are the marks
    of the other kind.
    """

    def make(node: Node, data: bytes) -> Iterable[Found]:
        return [_settle(each, data, line, block) for each in maker(node, data)]

    return make


def _settle(each: Found, data: bytes, line: bytes, block: tuple[bytes, bytes]) -> Found:
    if data[each.end - 1] not in _SPACE:
        return each
    end = _last(data, max(each.at_end, each.body), each.end, line, block)
    if each.body < 0:
        return each._replace(end=end)
    return each._replace(end=end, body_end=max(each.body, min(each.body_end, end)))


def _last(data: bytes, start: int, end: int, line: bytes, block: tuple[bytes, bytes]) -> int:
    """The offset behind the last byte that is neither white space nor part of a comment that has its lines to
    itself.
    """
    opens, closes = block
    while True:
        end = ink_before(data, end, start)
        if end - len(closes) > start and data.startswith(closes, end - len(closes)):
            at = data.rfind(opens, start, end - len(closes))
            if at <= start or not _leads(data, at):
                return end
        else:
            at = data.rfind(b"\n", start, end) + 1
            if at <= start or not data[at : min(end, at + _WINDOW)].lstrip().startswith(line):
                return end
        end = at


def _leads(data: bytes, at: int) -> bool:
    """True when only white space is before `at` on its line."""
    low = max(data.rfind(b"\n", 0, at) + 1, at - _WINDOW)
    return not data[low:at].strip()
