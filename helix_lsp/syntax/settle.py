"""Where a definition really ends, for grammars that end an indented block only where the next one begins.

White space and the comments of the next definition are taken off the end.
"""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from helix_lsp.syntax.rules import Found, Maker

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
        end = _ink(data, start, end)
        if end - len(closes) > start and data.startswith(closes, end - len(closes)):
            at = data.rfind(opens, start, end - len(closes))
            if at <= start or not _leads(data, at):
                return end
        else:
            at = data.rfind(b"\n", start, end) + 1
            if at <= start or not data[at : min(end, at + _WINDOW)].lstrip().startswith(line):
                return end
        end = at


def _ink(data: bytes, start: int, end: int) -> int:
    while end > start:
        low = max(start, end - _WINDOW)
        text = data[low:end].rstrip()
        if text:
            return low + len(text)
        end = low
    return end


def _leads(data: bytes, at: int) -> bool:
    """True when only white space is before `at` on its line."""
    low = max(data.rfind(b"\n", 0, at) + 1, at - _WINDOW)
    return not data[low:at].strip()
