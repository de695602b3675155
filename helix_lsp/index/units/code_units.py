"""Units of a file that defines something: one per function and container, parts of long ones, and the lines
between them.

A line belongs to the innermost definition that is a unit; functions inside functions are not units, their
names are the outer one's `inner` names. A definition's lines begin with the comment right above it.
Such units gained .036 NDCG@10 on Semble over windows of 40 lines (design-decisions.md#ranking-recipe).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.units.lines import LONG_LINE, Lines, windows
from helix_lsp.index.units.unit import Draft
from helix_lsp.syntax.outline import Outline, Symbol
from helix_lsp.text.span import Span

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


@dataclass(slots=True)
class _Owner:
    """A symbol that becomes a unit: its lines (first after comments are added), the lines it keeps, the names
    inside it.
    """

    symbol: int
    container: bool
    first: int
    stop: int
    above: int
    inner: list[str] = field(default_factory=list[str])


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
