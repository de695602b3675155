"""Units of a file that defines something: one per function and container, parts of long ones, and the lines
between them.

A line belongs to the innermost definition that is a unit; functions inside functions are not units, their
names are the outer one's `inner` names. A definition's lines begin with the comment right above it.
Such units gained .036 NDCG@10 on Semble over windows of 40 lines (design-decisions.md#ranking-recipe).
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, pairwise
from operator import add, not_

import msgspec

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.units.unit import Draft
from helix_lsp.syntax.outline import Outline, Symbol
from helix_lsp.text.positions import Span

# The lines of one text as a table, and which of them are documentation: what cutting units works on.

LONG_LINE = 1_000  # bytes; a longer line is clipped to the symbol that is in it


class Lines:
    """Lines of `data`, counted from 0. `starts[i]` is the first byte of line i, `ends[i]` the byte behind its
    last one before the line end, `texts[i]` what is between. `long` is True when any line is longer than
    LONG_LINE.

    The empty line behind a final line end is not a line here; an empty text has none.
    """

    __slots__ = ("blank", "data", "doc", "ends", "long", "starts", "texts")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.texts = data.splitlines()
        sizes = list(map(len, self.texts))
        self.starts = list(accumulate(map(len, data.splitlines(keepends=True)), initial=0))
        self.starts.pop()
        self.ends = list(map(add, self.starts, sizes))
        self.long = max(sizes, default=0) > LONG_LINE
        self.blank = bytearray(map(not_, map(bytes.strip, self.texts)))
        self.doc = bytearray(len(sizes))

    def __len__(self) -> int:
        return len(self.starts)

    def line_of(self, offset: int) -> int:
        """Line that holds a byte; the last one for offsets beyond it."""
        return max(0, bisect_right(self.starts, offset) - 1)

    def touched(self, span: Span) -> tuple[int, int]:
        """First line and the one after the last that a span touches."""
        return self.line_of(span.start), self.line_of(max(span.start, span.end - 1)) + 1

    def span(self, first: int, stop: int) -> Span:
        """Bytes of the lines first..stop-1 without the last line end."""
        return Span(self.starts[first], self.ends[stop - 1])

    def trimmed(self, first: int, stop: int) -> tuple[int, int]:
        """The same lines without blank ones at both ends; may be empty."""
        while first < stop and self.blank[first]:
            first += 1
        while stop > first and self.blank[stop - 1]:
            stop -= 1
        return first, stop

    def mark_documentation(self, outline: Outline) -> dict[int, list[bytes]]:
        """Mark the lines that are comments or docstrings; gives the comments that are behind code, by line."""
        beside: dict[int, list[bytes]] = {}
        for span in outline.comments:
            first, stop = self.touched(span)
            if first < len(self.starts) and self.data[self.starts[first] : span.start].strip():
                beside.setdefault(first, []).append(span.cut(self.data))
            else:
                self._mark(span, first, stop)
        docs = [s.doc for s in outline.symbols if s.doc is not None]
        if outline.module_doc is not None:
            docs.append(outline.module_doc)
        for span in docs:
            first, stop = self.touched(span)
            if first < len(self.starts) and not self.data[self.starts[first] : span.start].strip(b" \t\f;{"):
                self._mark(span, first, stop)
        return beside

    def _mark(self, span: Span, first: int, stop: int) -> None:
        if stop > first and self.data[span.end : self.ends[stop - 1]].strip(b" \t\f;"):
            stop -= 1  # code is behind the comment's end
        for line in range(first, stop):
            self.doc[line] = 1


def windows(first: int, stop: int, size: int, whole: int) -> list[tuple[int, int]]:
    """first..stop-1 as it is when it has at most `whole` lines, else cut in equal parts of at most `size`
    lines.
    """
    count = stop - first
    if count <= 0:
        return []
    if count <= whole:
        return [(first, stop)]
    parts = (count + size - 1) // size
    cuts = [first + count * i // parts for i in range(parts + 1)]
    return list(pairwise(cuts))


_FUNCTIONS = frozenset({"function", "method", "constructor", "macro"})
_CONTAINERS = frozenset(
    {"class", "interface", "struct", "enum", "union", "trait", "impl", "module", "namespace"}
)
_VALUES = frozenset({"constant", "variable", "field", "property"})
_SCRIPTS = frozenset({"javascript", "typescript", "tsx"})
_MOST_COMMENT_LINES = 60
_CLASS_SPAN_LINES = 120
_MODULE_GAP_LINES = 400
_MOST_INNER = 200


class _Owner(msgspec.Struct):
    """A symbol that becomes a unit: its lines (first after comments are added), the lines it keeps, the names
    inside it.
    """

    symbol: int
    container: bool
    first: int
    stop: int
    above: int
    inner: list[str] = msgspec.field(default_factory=list[str])


def code_drafts(lines: Lines, outline: Outline, cfg: IndexConfig) -> list[Draft]:
    """All drafts of a code file, in no particular order."""
    beside = lines.mark_documentation(outline)
    owners, loose = _owners(lines, outline, cfg.max_units_per_file)
    kept, rest = _kept_lines(lines, owners)
    drafts: list[Draft] = []
    for owner, own in zip(owners, kept, strict=True):
        drafts.extend(_definition(lines, outline.symbols[owner.symbol], owner, own, beside, cfg))
    drafts.extend(_module(lines, rest, loose, beside, cfg))
    return drafts


def _is_unit(symbol: Symbol, language: str, at_top: bool, rows: int) -> bool:
    if symbol.kind in _FUNCTIONS or symbol.kind in _CONTAINERS or symbol.kind == "type":
        return True
    if symbol.kind not in _VALUES:
        return False
    return (symbol.body is not None and rows > 1) or (at_top and language in _SCRIPTS)


def _owners(lines: Lines, outline: Outline, most: int) -> tuple[list[_Owner], list[tuple[int, str]]]:
    """The symbols that become units, a container before its members; and (line, name) of the others outside
    all units.
    """
    symbols = outline.symbols
    owners: list[_Owner] = []
    owner_of = [-1] * len(symbols)  # the unit that a symbol is or lies in
    loose: list[tuple[int, str]] = []
    for i, symbol in enumerate(symbols):
        if owners and symbol.kind in _VALUES and symbol.span == symbols[owners[-1].symbol].span:
            owner_of[i] = len(owners) - 1  # `const {a, b} = f()` is one unit
            continue
        above = owner_of[symbol.parent] if 0 <= symbol.parent < i else -1
        inside_function = above >= 0 and not owners[above].container
        first, stop = lines.touched(symbol.span)
        wanted = not inside_function and len(owners) < most and stop > first
        if wanted and _is_unit(symbol, outline.language, above < 0, stop - first):
            owner_of[i] = len(owners)
            owners.append(
                _Owner(symbol=i, container=symbol.kind in _CONTAINERS, first=first, stop=stop, above=above)
            )
        else:
            owner_of[i] = above
        if above < 0 and owner_of[i] < 0:
            loose.append((first, symbol.name))
        elif above >= 0 and (
            owners[above].container or symbol.kind in _FUNCTIONS or symbol.kind in _CONTAINERS
        ):
            owners[above].inner.append(symbol.name)
    return owners, loose


def _kept_lines(lines: Lines, owners: list[_Owner]) -> tuple[list[list[int]], list[int]]:
    """Lines that each owner keeps after its members took theirs, and the lines that nobody owns. Moves
    `first` up over comments.
    """
    belongs = [-1] * len(lines)
    for i, owner in enumerate(owners):
        floor = max(
            owner.first - _MOST_COMMENT_LINES, owners[owner.above].first + 1 if owner.above >= 0 else 0
        )
        while owner.first > floor and lines.doc[owner.first - 1] and belongs[owner.first - 1] == owner.above:
            owner.first -= 1
        belongs[owner.first : owner.stop] = [i] * (owner.stop - owner.first)
    kept: list[list[int]] = [[] for _ in owners]
    rest: list[int] = []
    for line, i in enumerate(belongs):
        (kept[i] if i >= 0 else rest).append(line)
    return kept, rest


def _definition(
    lines: Lines,
    symbol: Symbol,
    owner: _Owner,
    own: list[int],
    beside: dict[int, list[bytes]],
    cfg: IndexConfig,
) -> list[Draft]:
    """The unit of one definition; long ones in parts that all carry the name."""
    clip = _clip(lines, symbol, owner)
    limit = 2 * cfg.unit_split_lines if owner.container else cfg.unit_split_lines
    rows = own or [owner.first]
    out: list[Draft] = []
    for start, stop in windows(0, len(rows), cfg.unit_lines, limit):
        part = _trimmed(lines, rows[start:stop])
        if not part:
            continue
        doc, body = _fields(lines, part, beside, clip)
        out.append(
            Draft(
                kind="part" if out else "class" if owner.container else "def",
                name=symbol.name,
                qualifier=symbol.qualified.rpartition(".")[0],
                signature="" if out else symbol.signature,
                span=clip or lines.span(part[0], _span_stop(part, owner.container)),
                doc=doc,
                body=body,
                symbol=owner.symbol,
                inner=tuple(owner.inner),
            )
        )
    return out


def _clip(lines: Lines, symbol: Symbol, owner: _Owner) -> Span | None:
    """The symbol's own bytes when it is on a line that is too long to be shown or counted whole."""
    if not lines.long:
        return None
    touched = range(owner.first, owner.stop)
    return symbol.span if any(lines.ends[i] - lines.starts[i] > LONG_LINE for i in touched) else None


def _span_stop(part: list[int], container: bool) -> int:
    """Line behind the last one shown: a container's lines with its members between them, at most 120."""
    return min(part[-1] + 1, part[0] + _CLASS_SPAN_LINES) if container else part[-1] + 1


def _module(
    lines: Lines,
    rest: list[int],
    loose: list[tuple[int, str]],
    beside: dict[int, list[bytes]],
    cfg: IndexConfig,
) -> list[Draft]:
    """Lines outside all definitions, in groups of about 60 that do not reach across more than 400 lines of
    definitions.
    """
    out: list[Draft] = []
    names: dict[int, list[str]] = {}
    for line, name in loose:
        names.setdefault(line, []).append(name)
    for group in _groups(rest, cfg.unit_lines):
        part = _trimmed(lines, group)
        if not part:
            continue
        doc, body = _fields(lines, part, beside, None)
        stop = part[-1] + 1 if part[-1] - part[0] < cfg.unit_split_lines else part[0] + cfg.unit_lines
        inner = [name for line in part if line in names for name in names[line]]
        out.append(
            Draft(
                kind="module",
                span=lines.span(part[0], stop),
                doc=doc,
                body=body,
                inner=tuple(inner[:_MOST_INNER]),
            )
        )
    return out


def _groups(rest: list[int], size: int) -> list[list[int]]:
    groups: list[list[int]] = []
    for line in rest:
        if not groups or len(groups[-1]) >= size or line - groups[-1][-1] > _MODULE_GAP_LINES:
            groups.append([])
        groups[-1].append(line)
    return groups


def _trimmed(lines: Lines, part: list[int]) -> list[int]:
    """The same lines without blank ones at both ends."""
    first, stop = 0, len(part)
    while first < stop and lines.blank[part[first]]:
        first += 1
    while stop > first and lines.blank[part[stop - 1]]:
        stop -= 1
    return part[first:stop]


def _fields(
    lines: Lines, part: list[int], beside: dict[int, list[bytes]], clip: Span | None
) -> tuple[bytes, bytes]:
    """(documentation, code) of some lines; a comment behind code counts in both, as it did when the weights
    were measured.
    """
    marks, texts = lines.doc, lines.texts
    body = [texts[i] for i in part if not marks[i]]
    if len(body) == len(part) and clip is None and beside.keys().isdisjoint(part):
        return b"", b"\n".join(body)
    doc: list[bytes] = []
    body.clear()
    for i in part:
        start, end = lines.starts[i], lines.ends[i]
        if clip is not None and end - start > LONG_LINE:
            start, end = max(start, clip.start), min(end, clip.end)
        (doc if lines.doc[i] else body).append(lines.data[start:end])
        if i in beside and clip is None:
            doc.extend(beside[i])
    return b"\n".join(doc), b"\n".join(body)
