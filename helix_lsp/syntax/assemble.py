"""Raw facts -> the symbols of an outline: who is inside whom, full names, kinds that depend on the place,
documentation, visibility.

Also gives the segments of the file by innermost symbol, from which references get their scope.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

from helix_lsp.syntax import outline
from helix_lsp.syntax.docs_of import Comments, Placed, place_all, still_standing
from helix_lsp.syntax.harvest import Raw, place
from helix_lsp.syntax.outline import Import, Outline, Problem, ReferenceKind, SymbolKind
from helix_lsp.syntax.rules import Above, Found, Rules
from helix_lsp.text.regex import regex

_LONGEST_QUALIFIED = 300
_FUNCTIONS: frozenset[SymbolKind] = frozenset({"function", "method", "constructor", "property"})
_CLASSES: frozenset[SymbolKind] = frozenset(
    {"class", "interface", "struct", "trait", "impl", "enum", "union"}
)
_VALUES: frozenset[SymbolKind] = frozenset({"variable", "constant", "field"})
_SPACES: frozenset[SymbolKind] = frozenset({"namespace", "module"})


class _Nest:
    """The stack of enclosing symbols while definitions arrive in order of their start."""

    __slots__ = ("_hidden", "_marks", "_next", "ends", "indexes")

    def __init__(self, marks: Sequence[tuple[int, bool]]) -> None:
        self.ends: list[int] = []
        self.indexes: list[int] = []
        self._hidden: dict[int, bool] = {}
        self._marks = marks
        self._next = 0

    def parent_at(self, start: int, reach: int) -> int:
        """The innermost symbol that holds `start..reach`, -1 outside; access sections passed on the way are
        noted for theirs.

        A symbol that ends between the two (in broken text an annotation may lie in the symbol before) holds
        nothing from there on.
        """
        while self._next < len(self._marks) and self._marks[self._next][0] < start:
            position, hides = self._marks[self._next]
            self._next += 1
            self._pop(position)
            if self.indexes:
                self._hidden[self.indexes[-1]] = hides
        self._pop(max(start, reach - 1))
        return self.indexes[-1] if self.indexes else -1

    def _pop(self, position: int) -> None:
        while self.ends and self.ends[-1] <= position:
            self.ends.pop()
            self.indexes.pop()

    def push(self, index: int, end: int) -> None:
        self.indexes.append(index)
        self.ends.append(end)

    def hidden(self, index: int, default: bool) -> bool:
        """True when the access section that is open in this symbol hides what follows."""
        return self._hidden.get(index, default)


class Table:
    """The symbols of a file while they are made: rows for `outline.symbols`, what a child needs to know of its
    parent, and the sources.
    """

    __slots__ = ("above", "encloses", "exports", "left_out", "origins", "placed", "rows")

    def __init__(self, placed: list[Placed], exports: _Exports) -> None:
        self.rows: list[tuple[Any, ...]] = []
        self.above: list[Above] = []
        self.encloses: list[bool] = []
        self.origins: list[int] = []
        self.left_out = 0
        self.placed = placed
        self.exports = exports

    def starts_like(self, other: Table, low: int) -> int:
        """How many placements at the front end before `low` and are the same in both."""
        count = 0
        for mine, theirs in zip(self.placed, other.placed, strict=False):
            if mine.end >= low or mine != theirs:
                break
            count += 1
        return count


def symbols(
    rules: Rules,
    raw: Raw,
    data: bytes,
    comments: Comments,
    limit: int,
    earlier: Table | None = None,
    low: int = 0,
) -> tuple[Table, int]:
    """The symbols in order of start, and how many at the front are those of `earlier`, a reading that differs
    only from `low` on.
    """
    steady = still_standing(earlier.placed, data, low) if earlier is not None else []
    table = Table(place_all(rules, raw, data, comments, steady), _Exports(rules, raw, data))
    nest = _Nest(raw.sections)
    members: set[tuple[int, str]] = set()
    same = 0
    if (
        earlier is not None
        and not raw.sections
        and not earlier.left_out
        and table.exports.alike(earlier.exports)
    ):
        same = _resume(table, earlier, low, members)
    first = len(table.rows)
    for index in range(same, len(table.placed)):
        _add(rules, table, nest, members, index, data, limit)
    return table, first


def innermost(qualified: str) -> str:
    """A qualified name without the outermost containers that would make it too long: each definition repeats
    those of its containers.
    """
    kept = qualified[-_LONGEST_QUALIFIED:]
    return kept.partition(".")[2] or kept


def _resume(table: Table, earlier: Table, low: int, members: set[tuple[int, str]]) -> int:
    """Take over the rows of the placements at the front that have stayed; gives their number."""
    same = table.starts_like(earlier, low)
    reach = max((one.end for one in table.placed[:same]), default=0)
    if not same or (same < len(table.placed) and table.placed[same].start < reach):
        return 0
    count = bisect_left(earlier.origins, same)
    table.rows, table.above = earlier.rows[:count], earlier.above[:count]
    table.encloses, table.origins = earlier.encloses[:count], earlier.origins[:count]
    members.update((row[8], row[0]) for row in table.rows)
    return same


def _add(
    rules: Rules,
    table: Table,
    nest: _Nest,
    members: set[tuple[int, str]],
    index: int,
    data: bytes,
    limit: int,
) -> None:
    above_of, one = table.above, table.placed[index]
    each = one.found
    own = each.sort == "own"
    parent = nest.parent_at(one.start, each.at_end)
    if own:
        parent = above_of[parent].parent if parent >= 0 and above_of[parent].kind == "constructor" else -1
        if parent < 0 or (parent, each.name) in members:
            return
    if each.kind in _VALUES and parent >= 0 and table.rows[parent][2:4] == (each.kind, (one.start, one.end)):
        parent = above_of[parent].parent  # `const {a, b} = f()`: they are beside each other
    above = above_of[parent] if parent >= 0 else None
    if (
        not own
        and above is not None
        and above.kind in _FUNCTIONS
        and (each.kind in _VALUES or each.sort == "pair")
    ):
        return
    if len(table.rows) >= limit:
        table.left_out += 1
        return
    kind = _kind(rules, each, above, data[one.wrapper : each.start] if one.wrapper >= 0 else b"")
    end = min(one.end, nest.ends[-1]) if nest.ends and not own else one.end
    members.add((parent, each.name))
    if not own:
        nest.push(len(table.rows), end)
    in_hidden = nest.hidden(parent, rules.private_sections and above is not None and above.kind == "class")
    shows = table.exports.shows(one, above, in_hidden)
    within = each.within
    if above is not None and f"{within}.".startswith(f"{above.qualified}."):
        within = within[len(above.qualified) + 1 :]
    qualified = f"{within}.{each.name}" if within else each.name
    if above is not None:
        qualified = f"{above.qualified}.{qualified}"
    if len(qualified) > _LONGEST_QUALIFIED:
        qualified = innermost(qualified)
    above_of.append(Above(each.name, qualified, kind, each.signature, shows, parent))
    table.encloses.append(not own)
    table.origins.append(index)
    table.rows.append(
        (
            each.name,
            qualified,
            kind,
            (one.start, end),
            (each.at, each.at_end),
            each.signature,
            one.doc,
            (each.body, each.body_end) if each.body >= 0 else None,
            parent,
            shows,
        )
    )


def _kind(rules: Rules, each: Found, above: Above | None, wrapper: bytes) -> SymbolKind:
    kind = each.kind
    in_class = above is not None and above.kind in _CLASSES
    if kind == "function" and (in_class or each.within):
        kind = "method"
    if kind == "method" and above is None and not each.within:
        kind = "function"
    if kind == "method":
        owner = each.within.rpartition(".")[2] or (above.name if above is not None else "")
        if each.name in rules.constructors or (each.name == owner and rules.private_sections):
            kind = "constructor"
    if kind == "variable" and in_class:
        kind = "field"
    if rules.wrapped is not None and wrapper:
        kind = rules.wrapped(kind, wrapper)
    return kind


class _Exports:
    """Whether a definition can be seen from other files."""

    __slots__ = ("_data", "_listed", "_rules", "_selective")

    def __init__(self, rules: Rules, raw: Raw, data: bytes) -> None:
        self._rules = rules
        self._data = data
        self._listed = {name for _, name in raw.exported}
        self._selective = rules.explicit and (
            bool(raw.exported)
            or any(b"export" in data[start:inner] for inner, _, start, _ in raw.wraps)
            or any(each.exported for each in raw.found)
        )

    def alike(self, other: _Exports) -> bool:
        """True when the same names are listed for export."""
        return self._selective == other._selective and self._listed == other._listed

    def shows(self, one: Placed, above: Above | None, in_hidden_section: bool) -> bool:
        """True unless the language, an export list, an access section, a convention or the enclosing symbol
        hides it.
        """
        each = one.found
        if in_hidden_section and (self._rules.private_sections or each.kind in _FUNCTIONS):
            return False
        if each.exported is False or (each.exported is None and self._rules.hides(each.name)):
            return False
        if each.exported is None and self._rules.shown is not None and not self._rules.shown(each, above):
            return False
        if above is not None and above.kind not in _SPACES:
            return above.exported and (above.kind not in _FUNCTIONS or each.sort == "own")
        if above is not None and not above.exported:
            return False
        if self._selective and each.exported is None and not each.within:
            return each.name in self._listed or (
                one.wrapper >= 0 and b"export" in self._data[one.wrapper : each.start]
            )
        return True


def _segments(rows: Sequence[tuple[Any, ...]], encloses: Sequence[bool]) -> list[tuple[int, int]]:
    """(start, innermost symbol from there on), in order; before the first start nothing encloses."""
    out: list[tuple[int, int]] = []
    ends: list[int] = []
    indexes: list[int] = [-1]
    for index, row in enumerate(rows):
        if not encloses[index]:
            continue
        start, end = row[3]
        while ends and ends[-1] <= start:
            indexes.pop()
            out.append((ends.pop(), indexes[-1]))
        out.append((start, index))
        ends.append(end)
        indexes.append(index)
    while ends:
        indexes.pop()
        out.append((ends.pop(), indexes[-1]))
    return out


def scopes(table: Table, positions: Sequence[int]) -> list[int]:
    """The innermost symbol for each of these ascending positions, -1 outside."""
    out: list[int] = []
    current = -1
    at = 0
    for start, owner in _segments(table.rows, table.encloses):
        upto = bisect_left(positions, start, lo=at)
        if upto > at:
            out.extend(repeat(current, upto - at))
            at = upto
        current = owner
    out.extend(repeat(current, len(positions) - at))
    return out


# What a reader without a grammar has found -> an outline: nesting, documentation, scopes, caps, by the same
# rules as for parsed code.

Use = tuple[int, int, str, ReferenceKind]
_INK = regex(rb"[^\r\n]")
_RULES = Rules(package="", makers={}, imports=lambda _node, _data: ())


@dataclass(slots=True)
class Listing:
    """Definitions, uses (start, end, qualifier, kind), imports and comments of one file, in any order."""

    found: list[Found] = field(default_factory=list[Found])
    uses: list[Use] = field(default_factory=list[Use])
    imports: list[Import] = field(default_factory=list[Import])
    comments: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def outline(self, language: str, data: bytes, limit: int, *, methods: bool = True) -> Outline:
        """The outline; what exceeds `limit` per sort is counted in a problem. Without `methods` a function
        stays one in a namespace.
        """
        comments = sorted(set(self.comments))
        raw = Raw(found=sorted(self.found, key=place))
        notes = Comments(data, comments, ())
        table, _ = symbols(_RULES, raw, data, notes, limit)
        if not methods:
            table.rows = [
                (*row[:2], "function", *row[3:]) if row[2] == "method" else row for row in table.rows
            ]
        made = tuple(outline.symbols(table.rows))
        taken = {each.at for each in self.found}
        uses = sorted({use[0]: use for use in reversed(self.uses) if use[0] not in taken}.values())
        imports = sorted(self.imports, key=lambda each: each.span.start)
        left_out = table.left_out + sum(max(0, len(sort) - limit) for sort in (uses, imports, comments))
        uses = uses[:limit]
        references = outline.references(
            [data[start:end].decode("utf-8", "replace") for start, end, _, _ in uses],
            [qualifier for _, _, qualifier, _ in uses],
            [kind for _, _, _, kind in uses],
            [start for start, _, _, _ in uses],
            [end for _, end, _, _ in uses],
            scopes(table, [start for start, _, _, _ in uses]),
        )
        message = f"{left_out} facts beyond the limit of {limit} per sort were left out"
        first = made[0].doc if made else None
        header = notes.header((first.start, first.end) if first is not None else None)
        return Outline(
            language=language,
            symbols=made,
            references=tuple(references),
            imports=tuple(imports[:limit]),
            comments=tuple(
                outline.spans([start for start, _ in comments[:limit]], [end for _, end in comments[:limit]])
            ),
            module_doc=outline.spans([header[0]], [header[1]])[0] if header is not None else None,
            problems=(Problem(code="too_many_facts", message=message),) if left_out else (),
        )


def masked(data: bytes, spans: Iterable[tuple[int, int]], fill: bytes = b" ") -> bytes:
    """The same bytes with these ranges turned into spaces (or `fill`); line ends stay."""
    out = bytearray(data)
    for start, end in spans:
        if start < end:
            out[start:end] = _INK.sub(fill, data[start:end])
    return bytes(out)


def stripped(data: bytes, start: int, end: int) -> tuple[int, int]:
    """The range without white space at its ends."""
    text = data[start:end]
    inner = text.lstrip()
    low = start + len(text) - len(inner)
    return low, low + len(inner.rstrip())
