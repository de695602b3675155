"""One parsed tree (or a range of it) -> the raw facts of `Raw`: positions and words that do not yet know each
other.

A query finds the nodes, makers of the language turn definition nodes into `Found`, and `reads.py` finds the
plain uses. What a node yields depends only on itself and its ancestors, never on its neighbours: that is what
lets `reparse.py` replace a range and keep the rest.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache

import msgspec
from tree_sitter import Node, Query, QueryCursor

from helix_lsp.syntax.outline import Import, ReferenceKind
from helix_lsp.syntax.parse import DEEPEST, Grammar, Shape
from helix_lsp.syntax.rules import Found
from helix_lsp.text.regex import regex

# Plain uses of names, found by words instead of nodes: three scans in C cost less than one node per
# identifier.
#
# Three sorts of words count, because they are likely to name a definition: an attribute (`.route`,
# `->next`, `::new`), a capitalised word, and a lower-case word that this file itself defines or imports at
# its top, where it stands as a value (`register(handler)`). Strings, comments and import statements are
# blanked first, so that a word in them is never a use.

_CAPITAL = regex(rb"\b[A-Z]\w++")
_VALUE = regex(rb"\b[a-z_]\w++(?=\s*(?:[),\]};]|\n|\Z))")
_QUALIFIER = regex(
    rb"(?:\.\??|>-\??|::|\\)\s*((?:\)\()?[\w$\x80-\xff]*(?:(?:\.\??|>-\??|::|\\)[\w$\x80-\xff]+)*)"
)
OPENS = frozenset(".>:\\")
_LONGEST_QUALIFIER = 120


@lru_cache(16)
def _members(accessors: tuple[str, ...]) -> re.Pattern[bytes]:
    """What follows one of these marks; a single literal mark is found much faster than a choice."""
    marks = "|".join(re.escape(mark) for mark in accessors)
    return re.compile(rf"(?:{marks})([A-Za-z_]\w++)".encode())


def blank(data: bytes, start: int, end: int, spans: Iterable[tuple[int, int]]) -> bytes:
    """The bytes from `start` to `end`, same length, with these spans replaced by spaces."""
    out = bytearray(data[start:end])
    for first, last in spans:
        low, high = max(first, start) - start, min(last, end) - start
        if low < high:
            out[low:high] = b" " * (high - low)
    return bytes(out)


def reads(
    text: bytes, offset: int, accessors: tuple[str, ...], local: frozenset[bytes], ignore: frozenset[bytes]
) -> list[tuple[int, int]]:
    """(start, end) of the words in a blanked text that count; `offset` is where the text begins. In no
    particular order.
    """
    out = [match.span(1) for match in _members(accessors).finditer(text)]
    out.extend([match.span() for match in _CAPITAL.finditer(text)])
    if ignore:
        out = [(first, last) for first, last in out if text[first:last] not in ignore]
    if local:
        values = [match.span() for match in _VALUE.finditer(text) if match.group() in local]
        out.extend(
            [(first, last) for first, last in values if first == 0 or text[first - 1] not in b".$@:>&-"]
        )
    if not text.isascii():
        out = [(first, last) for first, last in out if _whole(text, first, last)]
    return [(first + offset, last + offset) for first, last in out] if offset else out


def _whole(text: bytes, first: int, last: int) -> bool:
    """False for a piece of a name that goes on in letters beyond ASCII."""
    return (first == 0 or text[first - 1] < 0x80) and (last >= len(text) or text[last] < 0x80)


def qualifier(data: bytes, start: int) -> str:
    """What is before a name, joined with dots: `app`, `self.app`, `super()`; `()` for anything that is
    not a chain of names; ``.

    To be asked only where the byte before `start` is one of `OPENS`.
    """
    low = start - _LONGEST_QUALIFIER
    match = _QUALIFIER.match(data[start - 1 : low if low > 0 else None : -1])
    if match is None:
        return ""
    chain = match.group(1)[::-1]
    if not chain:
        return "()" if data[start - 1] != 0x3A and not _leads_reads(data, start) else ""
    text = chain.decode("utf-8", "ignore")
    if text.isidentifier():
        return text
    for mark in ("?.", "->", "::", "\\"):
        if mark in text:
            text = text.replace(mark, ".")
    return text.strip(".")


def _leads_reads(data: bytes, start: int) -> bool:
    """True when the separator before a name has nothing before it on its left that it could belong to
    (`::std`, `\\Foo`).
    """
    at = start - 1
    while at >= 0 and data[at] in b".:\\>-?":
        at -= 1
    return at < 0 or data[at] in b" \t\r\n(,=<!&|;{["


_KINDS: tuple[ReferenceKind, ...] = ("decorate", "inherit", "call", "type", "read")
_COMMON = frozenset({"type", "read"})
_SELVES = frozenset({"self", "this", "super", "crate"})
_TRANSPARENT = frozenset({"impl", "namespace", "module"})
_Pair = tuple[int, int]
_MOST_PIECES = 20_000


class Uses(msgspec.Struct):
    """References as columns of equal length, in order of `starts`."""

    names: list[str] = msgspec.field(default_factory=list[str])
    qualifiers: list[str] = msgspec.field(default_factory=list[str])
    kinds: list[ReferenceKind] = msgspec.field(default_factory=list[ReferenceKind])
    starts: list[int] = msgspec.field(default_factory=list[int])
    ends: list[int] = msgspec.field(default_factory=list[int])


class Raw(msgspec.Struct):
    """Facts by sort, each list in order of its first number. `wraps` holds (start and end of what is inside,
    start, end);

    `sections` (start, hides what follows), `exported` (start, name).
    """

    found: list[Found] = msgspec.field(default_factory=list[Found])
    wraps: list[tuple[int, int, int, int]] = msgspec.field(default_factory=list[tuple[int, int, int, int]])
    comments: list[_Pair] = msgspec.field(default_factory=list[_Pair])
    attributes: list[_Pair] = msgspec.field(default_factory=list[_Pair])
    imports: list[Import] = msgspec.field(default_factory=list[Import])
    sections: list[tuple[int, bool]] = msgspec.field(default_factory=list[tuple[int, bool]])
    exported: list[tuple[int, str]] = msgspec.field(default_factory=list[tuple[int, str]])
    uses: Uses = msgspec.field(default_factory=Uses)


Captures = dict[str, list[Node]]


def capture(grammar: Grammar, root: Node, shape: Shape, within: _Pair | None = None) -> Captures:
    """The nodes of the language's query by capture name; `within` (start, end) keeps what touches that range."""
    return run(grammar.query, root, shape, within)


def run(query: Query, root: Node, shape: Shape, within: _Pair | None = None) -> Captures:
    """A query over a tree whose shape may be hostile."""
    if not shape.wide:
        return _cursor(query, within).captures(root)
    out: Captures = {}
    budget = _MOST_PIECES
    for node in shape.wide:
        for child in node.named_children[:budget]:
            if not child.child_count:
                continue
            budget -= 1
            for name, nodes in _cursor(query, within).captures(child).items():
                out.setdefault(name, []).extend(nodes)
    return out


def _cursor(query: Query, within: _Pair | None) -> QueryCursor:
    cursor = QueryCursor(query)
    cursor.set_max_start_depth(DEEPEST)
    if within is not None:
        cursor.set_byte_range(max(0, within[0] - 1), within[1] + 1)
    return cursor


def structure(grammar: Grammar, root: Node, captures: Captures, data: bytes) -> Raw:
    """Everything but the references."""
    rules = grammar.rules
    raw = Raw()
    if rules.top is not None:
        raw.found.extend(rules.top(root, data))
    for node in captures.get("def", ()):
        maker = rules.makers.get(node.type)
        if maker is not None:
            raw.found.extend(maker(node, data))
    for node in captures.get("import", ()):
        raw.imports.extend(rules.imports(node, data))
    for node in captures.get("wrap", ()):
        inner = _inside(node, rules.wrap[node.type])
        if inner is not None:
            raw.wraps.append((*inner.byte_range, *node.byte_range))
    raw.comments = [_trimmed(data, first, last) for first, last in _ranges(captures.get("comment", ()))]
    raw.attributes = _ranges(captures.get("attribute", ()))
    raw.sections = [
        (node.start_byte, data[node.start_byte : node.end_byte].lstrip()[:3] in (b"pri", b"pro"))
        for node in captures.get("section", ())
    ]
    raw.exported = [
        (node.start_byte, data[node.start_byte : node.end_byte].decode("utf-8", "replace"))
        for node in captures.get("exported", ())
    ]
    raw.found.sort(key=place)
    raw.imports.sort(key=lambda each: each.span.start)
    raw.wraps.sort()
    raw.sections.sort()
    raw.exported.sort()
    return raw


def place(each: Found) -> tuple[int, int, int]:
    """The order of definitions: by start, the outer one first."""
    return each.start, -each.end, each.at


def _inside(node: Node, where: str) -> Node | None:
    count = node.named_child_count
    if where == "last" or (where == "only" and count == 1):
        return node.named_child(count - 1) if count else None
    return node.child_by_field_name(where) if where != "only" else None


def _ranges(nodes: Iterable[Node]) -> list[_Pair]:
    return sorted({node.byte_range for node in nodes})


def local_names(raw: Raw) -> frozenset[bytes]:
    """Lower-case names that the file defines or imports at its top: where they stand as a value, they are
    uses.
    """
    names: set[str] = set()
    reach = -1
    for each in raw.found:
        if each.start >= reach:
            if not each.within and each.sort != "own":
                names.add(each.name)
            if each.kind not in _TRANSPARENT:
                reach = each.end
    for each in raw.imports:
        names.update(alias or name for name, alias in each.names)
    return frozenset(
        name.encode() for name in names if len(name) > 2 and name not in _SELVES and not name[0].isupper()
    )


def uses(
    grammar: Grammar,
    captures: Captures,
    raw: Raw,
    local: frozenset[bytes],
    data: bytes,
    start: int,
    end: int,
    limit: int,
) -> tuple[Uses, int]:
    """References whose name starts in `start..end`, at most `limit`, and how many were left out."""
    taken = {each.at for each in raw.found} | {node.start_byte for node in captures.get("name", ())}
    ends: dict[int, int] = {}
    kinds: dict[int, ReferenceKind] = {}
    for kind in _KINDS:
        shortest = 2 if kind in _COMMON else 1
        for node in captures.get(kind, ()):
            first, last = node.byte_range
            if grammar.rules.dotted:
                first = max(first, data.rfind(b".", first, last) + 1)
            if first not in kinds and last - first >= shortest and start <= first < end:
                kinds[first] = kind
                ends[first] = last
    for first in [
        first for first, kind in kinds.items() if kind == "type" and _leads(data, first, ends[first])
    ]:
        del ends[first], kinds[first]
    if grammar.ignore:
        for first in [first for first, last in ends.items() if data[first:last] in grammar.ignore]:
            del ends[first], kinds[first]
    if grammar.rules.reads:
        regions = _merged(_ranges(captures.get("types", ())))
        text = blank(data, start, end, _hidden(captures, raw, regions))
        plain = [
            each
            for each in reads(text, start, grammar.rules.accessors, local, grammar.ignore)
            if each[0] not in kinds
        ]
        ends.update(plain)
        kinds.update(_kinds_of(plain, regions))
    return _columns(ends, kinds, taken, data, limit)


def _leads(data: bytes, first: int, last: int) -> bool:
    """True for a package in front of a type (`java` of `java.io.Closeable`)."""
    return data[last : last + 1] == b"." and data[first : first + 1].islower()


def _columns(
    ends: dict[int, int], kinds: dict[int, ReferenceKind], taken: set[int], data: bytes, limit: int
) -> tuple[Uses, int]:
    order = sorted(ends.keys() - taken)
    left_out = max(0, len(order) - limit)
    del order[limit:]
    text = data.decode("latin-1")
    names = [text[first : ends[first]] for first in order]
    if not data.isascii():
        names = [
            name if name.isascii() else name.encode("latin-1").decode("utf-8", "replace") for name in names
        ]
    return Uses(
        names=names,
        qualifiers=[qualifier(data, first) if text[first - 1] in OPENS else "" for first in order],
        kinds=[kinds[first] for first in order],
        starts=order,
        ends=[ends[first] for first in order],
    ), left_out


def _hidden(captures: Captures, raw: Raw, regions: list[_Pair]) -> list[_Pair]:
    """What holds no names: comments, imports and strings, except a string that stands for a type."""
    out = list(raw.comments)
    out.extend((each.span.start, each.span.end) for each in raw.imports)
    out.extend(raw.attributes)
    out.extend((each.at, each.at_end) for each in raw.found)
    strings = _ranges(captures.get("string", ()))
    if not regions:
        return out + strings
    at = 0
    for first, last in strings:
        while at < len(regions) and regions[at][1] <= first:
            at += 1
        if at == len(regions) or regions[at][0] > first:
            out.append((first, last))
    return out


def _trimmed(data: bytes, first: int, last: int) -> _Pair:
    """Some grammars count the line end as part of a comment; here it never is."""
    while last > first and data[last - 1] in b"\r\n":
        last -= 1
    return first, last


def _merged(ranges: list[_Pair]) -> list[_Pair]:
    """The outermost of nested ranges, in order."""
    out: list[_Pair] = []
    for first, last in ranges:
        if not out or first >= out[-1][1]:
            out.append((first, last))
    return out


def _kinds_of(plain: list[_Pair], regions: list[_Pair]) -> list[tuple[int, ReferenceKind]]:
    """The kind of each plain use by its start: `type` inside the ranges of types."""
    if not regions:
        return [(first, "read") for first, _ in plain]
    starts = [first for first, _ in regions]
    out: list[tuple[int, ReferenceKind]] = []
    for first, _ in plain:
        at = bisect_right(starts, first) - 1
        out.append((first, "type" if at >= 0 and first < regions[at][1] else "read"))
    return out
