"""The blocks of a Markdown document through the official tree-sitter grammar: headings, inline text, code,
definitions of link targets.

The grammar's scanner keeps its open blocks in a buffer of 254 entries that it does not check, so lines that
would nest deeper are masked before parsing (same length, no markers) and reported.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module

import msgspec
from tree_sitter import Language, Node, Query, QueryCursor, Tree

from helix_lsp.syntax.documents.markdown_inline import normal_label, span_text
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

Segments = tuple[tuple[int, int], ...]

PACKAGE = "tree_sitter_markdown"
_DEEPEST = 200
_DEEP_PREFIX = regex(rb"(?m)^[ \t>*+\-0-9.)]{100}")
_PREFIX = regex(rb"[ \t>*+\-0-9.)]*+")
_MARKER = regex(rb">|(?:[-*+]|\d{1,9}[.)])(?=[ \t])")
_GAP_BEFORE = regex(rb"(\r\n|\n|\r)[ \t]*\Z")
_BLANK_LINE = regex(rb"(?:\r\n|\n|\r)[ \t]*(?=[\r\n])")
_CLOSING = regex(rb"(?:^|(?<![ \t])[ \t]+)#+[ \t]*$")
_LINE = regex(rb"[^\r\n]*+(?:\r\n|\n|\r)?")
_QUERY = """
(inline) @inline (pipe_table) @table (block_continuation) @hole (atx_heading) @atx (setext_heading) @setext
(fenced_code_block) @fenced (indented_code_block) @indented (link_reference_definition) @definition
(block_quote) @box (list_item) @box
"""


class Title(msgspec.Struct, frozen=True):
    """A heading before its text is read; `text` are its content's segments."""

    level: int
    span: Span
    text: Segments
    nested: bool


@dataclass(slots=True)
class Blocks:
    """The blocks of one document in reading order. `texts` are (segments, is a table cell), headings' texts
    among them.
    """

    titles: list[Title] = field(default_factory=list[Title])
    texts: list[tuple[Segments, bool]] = field(default_factory=list[tuple[Segments, bool]])
    codes: list[tuple[str, Span]] = field(default_factory=list[tuple[str, Span]])
    labels: dict[str, str] = field(default_factory=dict[str, str])


@lru_cache(1)
def _query() -> Query:
    return Query(Language(import_module(PACKAGE).language()), _QUERY)


def mask_deep(data: bytes) -> tuple[bytes, Span | None]:
    """`data` with the lines whose containers nest beyond 200 levels turned into plain words, and the first
    such line (None: there is none).

    The count is an upper bound: a line's white space continues at most the blocks that are open, its markers
    open one block each.
    """
    if _DEEP_PREFIX.search(data) is None:
        return data, None
    out = bytearray(data)
    first: Span | None = None
    depth = 0
    for line in _LINE.finditer(data):
        prefix = _PREFIX.match(data, line.start(), line.end())
        if prefix is None or prefix.end() == line.start():
            continue
        raw = prefix.group()
        markers = len(_MARKER.findall(raw + b" "))
        if not markers:
            continue
        width = raw.count(b" ") + 4 * raw.count(b"\t")
        deeper = min(depth, width // 2) + markers
        if deeper > _DEEPEST:
            out[prefix.start() : prefix.end()] = b"x" * len(raw)
            first = first or Span(line.start(), line.start() + len(line.group().rstrip(b"\r\n")))
        else:
            depth = deeper
    return bytes(out), first


def read_blocks(data: bytes, tree: Tree) -> Blocks:
    """The blocks of a scrubbed text whose deep lines are masked."""
    found = {
        name: sorted(nodes, key=_start)
        for name, nodes in QueryCursor(_query()).captures(tree.root_node).items()
    }
    holes = _Holes([(n.start_byte, n.end_byte) for n in found.get("hole", ())])
    out = Blocks()
    _titles(data, found, holes, out)
    out.texts.extend((holes.between(n.start_byte, n.end_byte), False) for n in found.get("inline", ()))
    out.texts.extend((holes.between(*cell), True) for node in found.get("table", ()) for cell in _cells(node))
    out.texts.sort(key=_first_byte)
    out.codes.extend(_fenced(data, node, holes) for node in found.get("fenced", ()))
    _indented_codes(data, found.get("indented", []), holes, out)
    out.codes.sort(key=lambda c: (c[1].start, c[1].end))
    for node in found.get("definition", ()):
        _define(data, node, out.labels)
    return out


def _start(node: Node) -> int:
    return node.start_byte


def _first_byte(text: tuple[Segments, bool]) -> int:
    return text[0][0][0]


def _cells(table: Node) -> list[tuple[int, int]]:
    """The cells of a table; what is in a row beyond the columns of the header is not shown, so it is left
    out.
    """
    out: list[tuple[int, int]] = []
    columns = -1
    for row in table.named_children:
        cells = [(c.start_byte, c.end_byte) for c in row.named_children if c.type == "pipe_table_cell"]
        if row.type == "pipe_table_header":
            columns = len(cells)
        out.extend(cells[:columns] if columns >= 0 else cells)
    return out


class _Holes:
    """The containers' markers and indentation that interrupt a block's text."""

    __slots__ = ("_ends", "_spans", "_starts")

    def __init__(self, spans: list[tuple[int, int]]) -> None:
        self._spans = spans
        self._starts = [s for s, _ in spans]
        self._ends = {e for _, e in spans}

    def end_at(self, offset: int) -> bool:
        """True when a container's marker or indentation ends here."""
        return offset in self._ends

    def between(self, start: int, end: int) -> Segments:
        """What is left of a range, empty pieces dropped; never empty for a range that is not."""
        out: list[tuple[int, int]] = []
        i = bisect_left(self._starts, start)
        at = start
        while i < len(self._spans) and self._spans[i][0] < end:
            hole_start, hole_end = self._spans[i]
            if hole_start > at:
                out.append((at, hole_start))
            at = max(at, min(hole_end, end))
            i += 1
        if at < end or not out:
            out.append((at, end))
        return tuple(out)


def _titles(data: bytes, found: dict[str, list[Node]], holes: _Holes, out: Blocks) -> None:
    nodes = sorted(found.get("atx", []) + found.get("setext", []), key=_start)
    boxes = found.get("box", [])
    next_box, boxed_until = 0, -1
    for node in nodes:
        start = node.start_byte
        while next_box < len(boxes) and boxes[next_box].start_byte <= start:
            boxed_until = max(boxed_until, boxes[next_box].end_byte)
            next_box += 1
        out.titles.append(_title(data, node, holes, start < boxed_until))


def _title(data: bytes, node: Node, holes: _Holes, nested: bool) -> Title:
    level, end, text = 1, node.start_byte, None
    for child in node.children:
        kind = child.type
        if kind.startswith(("atx_h", "setext_h")):
            level = int(kind[kind.index("_h") + 2])
            end = max(end, child.end_byte)
        elif kind in ("inline", "paragraph"):
            text = (child.start_byte, child.end_byte)
            end = max(end, child.end_byte)
    end = node.start_byte + len(data[node.start_byte : end].rstrip())
    start, stop = text or (end, end)
    raw = data[start:stop]
    start = min(stop, start + len(raw) - len(raw.lstrip(b" \t\r\n")))
    raw = data[start:stop]
    if node.type == "atx_heading":
        raw = _CLOSING.sub(b"", raw)
    return Title(
        level, Span(node.start_byte, end), holes.between(start, start + len(raw.rstrip(b" \t\r\n"))), nested
    )


def _indent(data: bytes, start: int, holes: _Holes) -> int:
    """Spaces (up to 3) between the container's content and a fence that begins at `start`."""
    while start < len(data) and data[start] == 0x20:
        start += 1
    at = start
    while at > 0 and start - at < 3 and data[at - 1] == 0x20 and not holes.end_at(at):
        at -= 1
    return start - at if at == 0 or data[at - 1] in b"\r\n" or holes.end_at(at) else 0


def _fenced(data: bytes, node: Node, holes: _Holes) -> tuple[str, Span]:
    language = ""
    start = end = -1
    indent = _indent(data, node.start_byte, holes)
    after_head = node.end_byte
    for child in node.children:
        if child.type == "info_string":
            language = first_word(data[child.start_byte : child.end_byte])
        elif child.type == "fenced_code_block_delimiter" and start < 0:
            line = _LINE.match(data, child.start_byte)
            after_head = min(node.end_byte, line.end()) if line else node.end_byte
        elif child.type == "code_fence_content":
            start, end = child.start_byte, child.end_byte
            last = child.child(child.child_count - 1) if child.child_count else None
            if last is not None and last.type == "block_continuation" and last.end_byte == end:
                end = last.start_byte
    if start < 0:
        return language, Span(after_head, after_head)
    while indent > 0 and start < end and data[start] == 0x20:
        start, indent = start + 1, indent - 1
    return language, Span(start, max(start, end))


def first_word(info: bytes) -> str:
    """The language of an info string: its first word without attribute braces, dots and what follows a comma."""
    words = re.split(rb"[\s,{}]+", info.strip().lstrip(b"{"), maxsplit=1)
    return words[0].lstrip(b".").decode("utf-8", "replace")


def _indented_codes(data: bytes, nodes: list[Node], holes: _Holes, out: Blocks) -> None:
    """Indented code; what follows a paragraph without a blank line is still its text, which the grammar
    forgets behind lists.
    """
    ends = {segments[-1][1]: i for i, (segments, cell) in enumerate(out.texts) if not cell} if nodes else {}
    for node in nodes:
        gap = _GAP_BEFORE.search(data, max(0, node.start_byte - 100), node.start_byte)
        text = ends.get(gap.start()) if gap else None
        if gap is None or text is None:
            span = _indented(data, node, holes)
            out.codes.extend([("", span)] if span is not None else [])
            continue
        blank = _BLANK_LINE.search(data, node.start_byte, node.end_byte)
        more = holes.between(node.start_byte, blank.start() if blank else node.end_byte)
        out.texts[text] = ((*out.texts[text][0], gap.span(1), *more), False)


def _indented(data: bytes, node: Node, holes: _Holes) -> Span | None:
    segments = holes.between(node.start_byte, node.end_byte)
    start = segments[0][0]
    raw = data[start : node.end_byte]
    end = start + len(raw.rstrip(b" \t\r\n"))
    column = 0
    while start < end and column < 4 and data[start] in b" \t":
        column = column + 1 if data[start] == 0x20 else 4
        start += 1
    if start >= end:
        return None
    line = _LINE.match(data, end)
    return Span(start, min(node.end_byte, line.end()) if line else end)


def _define(data: bytes, node: Node, labels: dict[str, str]) -> None:
    label = target = None
    for child in node.children:
        if child.type == "link_label":
            label = normal_label(data[child.start_byte + 1 : child.end_byte - 1])
        elif child.type == "link_destination":
            raw = data[child.start_byte : child.end_byte]
            target = (
                span_text(raw, 1, len(raw) - 1)
                if raw[:1] == b"<" and raw[-1:] == b">"
                else span_text(raw, 0, len(raw))
            )
    if label and target is not None:
        labels.setdefault(label, target)
