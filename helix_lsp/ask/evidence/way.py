"""Where a course of events begins and ends: in the words of a question, and in what it names of here."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

import msgspec

from helix_lsp.ask.evidence.callees import ABLE, CALLABLE, Act, Calls, is_own
from helix_lsp.ask.text.quote import LiveFile
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.search.ranking.bm25f import in_test_container
from helix_lsp.search.reading.read import Reading
from helix_lsp.search.reading.units import Candidate
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.regex import regex
from helix_lsp.text.words import terms
from helix_lsp.tuning.questions import COMPOSE

_READ = 200  # units
FEWEST = 2  # one call is handed on, two have an order
_BODY = 2_000  # bytes
_ONE_HEIR = 2  # what declares, and what carries it out
_DEPTH, _NODES, _FAR = 5, 90, 4
_END = r"`?([A-Za-z_]\w*(?:(?:\.|::|#)\w+)*[!?]?)`?(?:\(\))?"
_REACHES = regex(
    rf"\bhow (?:does|do|can|would) (?:the )?{_END} (?:reach|get to|arrive at|end up (?:in|at)|lead to|come to call) (?:the )?{_END}\W*\Z|"
    rf"\b(?:path|way|chain|calls?|steps) (?:lead )?from (?:the )?{_END} to (?:the )?{_END}\W*\Z",
    re.I,
)
_NAME = regex(r"(?<![\w.:#`])(`?)([A-Za-z_][\w.:#]{0,80}[!?]?)`?(\(\))?")
_FROM = regex(r"\bfrom (?:the |an? |calling |calls? (?:of |to ))?\Z", re.I)
_CODE = regex(r"[a-z][A-Z]|\w_\w|\w(?:\.|::|#)\w")
_ENDS = (
    regex(
        r"\bfrom (?P<a>.{1,80}?),? (?:until|till|to|up to|through to|into) (?P<b>.{1,90})|\bbetween (?P<c>.{1,80}?) and (?P<d>.{1,90})",
        re.I,
    ),
    regex(
        r"\b(?:does|do|is|are|can) (?P<a>.{1,80}?) (?:get|come|turn|turned|become|made|end up|reach|go through|through)"
        r"(?: to| into| in| at)? (?P<b>.{1,90})",
        re.I,
    ),
    regex(r"(?P<a>.{0,80})\b(?:until|till|before) (?P<b>.{1,90})", re.I),
    regex(r"\b(?:when|after|once|as soon as|with|to) (?P<a>.{1,90})", re.I),
)


class Asked:
    """The words of a question, and of its two ends: `first` where it begins, `last` where it is over."""

    def __init__(self, question: str, reading: Reading) -> None:
        self._wanted = reading.wanted
        first, last = both_ends(question)
        self.first = frozenset(t for t in terms(first) if t in reading.wanted.values)
        self.last = frozenset(t for t in terms(last) if t in reading.wanted.values) - self.first
        self.every = frozenset(reading.wanted.values)

    def known(self, every: Iterable[Iterable[str]]) -> None:
        """Leaves out of the last end what none of these texts speaks of, where they speak of some of it."""
        missing = set(self.last)
        for stems in every:
            missing.difference_update(self._wanted.held([t for t in stems if t in self._wanted.stands]))
            if not missing:
                return
        self.last = (self.last - missing) or self.last

    def share(self, stems: Iterable[str], of: frozenset[str]) -> float:
        """How much of these words a text with such stems holds, 0..1."""
        values = self._wanted.values
        held = self._wanted.held([t for t in dict.fromkeys(stems) if t in self._wanted.stands])
        total = math.fsum(values[w] for w in sorted(of))
        return math.fsum(values[w] * sure for w, sure in held.items() if w in of) / total if total else 0.0


def said_of(act: Act) -> tuple[str, ...]:
    """The stems of a call as written, and of what it leads to."""
    owner = ".".join(act.to[0].symbol.qualified.split(".")[-2:]) if act.to else ""
    return tuple(terms(f"{act.said} {owner}"))


def both_ends(question: str) -> tuple[str, str]:
    """The words for where a course begins and for where it is over, `` for what is not said."""
    for form in _ENDS:
        if (found := form.search(question)) is not None:
            parts = found.groupdict()
            return parts.get("a") or parts.get("c") or "", parts.get("b") or parts.get("d") or ""
    return question, ""


def named_ends(question: str, snapshot: Snapshot) -> tuple[tuple[Defined, ...], ...]:
    """What can be called and is named in a question about a course, the start first, all that bear one name
    together: what follows `from`, then what is written as code.
    """
    names = list(_NAME.finditer(question))
    written = [m[2] for m in names if _FROM.search(question[: m.start()])]
    written += [m[2] for m in names if m[1] or m[3] or _CODE.search(m[2])]
    found = (
        bearing(name, snapshot) or bearing(name.rstrip("?"), snapshot) for name in dict.fromkeys(written)
    )
    return tuple(dict.fromkeys(defined for defined in found if defined))


def bearing(name: str, snapshot: Snapshot) -> tuple[Defined, ...]:
    """What can be called and bears the name, of its owner where one is written; the product's own first."""
    *owner, last = re.split(r"\.|::|#", name)
    found = [
        d
        for d in snapshot.defined(last)
        if last
        and d.symbol.name == last
        and d.symbol.kind in CALLABLE
        and (not owner or owner[-1].casefold() in d.symbol.qualified.casefold().split("."))
    ]

    def order(d: Defined) -> tuple[bool, str, int]:
        return not is_own(d.path, snapshot), d.path, d.ordinal

    return tuple(sorted(found, key=order))


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """`first` and `last` as the question writes them; `starts` and `ends` are what bears these names, the product's
    own first, neither empty.
    """

    first: str
    last: str
    starts: tuple[Defined, ...]
    ends: tuple[Defined, ...]


def asked_way(question: str, snapshot: Snapshot) -> Way | None:
    """None for any other question, and where an end is not defined here."""
    asked = _REACHES.search(question)
    if asked is None:
        return None
    first, last = asked[1] or asked[3], asked[2] or asked[4]
    starts, ends = bearing(first, snapshot), bearing(last, snapshot)
    if not ends:  # the mark may be the question's own
        last = last.rstrip("?")
        ends = bearing(last, snapshot)
    return Way(first=first, last=last, starts=starts, ends=ends) if starts and ends else None


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """A definition that is reached from another one, `above`, by its `act`, both None for the start; `heir` where it
    is one of several that carry out what is called.
    """

    path: str
    symbol: Symbol
    depth: int
    above: tuple[str, int] | None
    act: Act | None
    heir: bool = False

    @property
    def key(self) -> tuple[str, int]:
        """Path and first byte."""
        return self.path, self.symbol.span.start


def reach(
    path: str, symbol: Symbol, calls: Calls, *, depth: int = _DEPTH, most: int = _NODES
) -> dict[tuple[str, int], Node]:
    """What a definition leads to by its path and first byte, nearest first; what is done after a failure is far
    away.
    """
    nodes: dict[tuple[str, int], Node] = {}
    waiting = [(0, 0, Node(path=path, symbol=symbol, depth=0, above=None, act=None))]
    number = 0
    while waiting and len(nodes) < most:
        far, _, node = heappop(waiting)
        key = (node.path, node.symbol.span.start)
        if key in nodes:
            continue
        nodes[key] = node
        for act in calls.of(node.path, node.symbol) if far < depth else ():
            for defined, here in calls.after(act):
                if (defined.path, here.span.start) not in nodes and is_own(defined.path, calls.snapshot):
                    number += 1
                    one = Node(
                        path=defined.path,
                        symbol=here,
                        depth=node.depth + 1,
                        above=key,
                        act=act,
                        heir=defined != act.to[0] and len(act.to) > _ONE_HEIR,
                    )
                    heappush(waiting, (far + (_FAR if act.failed else 1), number, one))
    return nodes


def way_to(node: Node, nodes: dict[tuple[str, int], Node]) -> list[Node]:
    """The nodes from the start to this one."""
    way = [node]
    while (above := way[0].above) is not None:
        way.insert(0, nodes[above])
    return way


class Values:
    """What each definition has to do with the question: its words, and how well reading found it."""

    def __init__(self, reading: Reading, asked: Asked, calls: Calls) -> None:
        self._asked, self._calls = asked, calls
        self._known: dict[tuple[str, int], float] = {}
        self._read: dict[tuple[str, int], float] = {}
        units = reading.units[:_READ]
        top, least = (units[0][1], units[-1][1]) if units else (0.0, 0.0)
        for candidate, score in units:
            share = (score - least) / (top - least) if top > least else 0.0
            for file, symbol in definitions(candidate, calls):
                self._read.setdefault((file.path, symbol.span.start), share)

    def of(self, node: Node) -> float:
        """Not below 0; both parts are 0..1 each, the words' up to 1.5."""
        if node.key not in self._known:
            self._known[node.key] = _worth_of(node, self._asked, self._calls) + COMPOSE.course_read * (
                self._read.get(node.key, 0.0) ** COMPOSE.course_power
            )
        return self._known[node.key]


def definitions(candidate: Candidate, calls: Calls) -> Iterator[tuple[LiveFile, Symbol]]:
    """What a unit is of, and the functions inside it, where they can be carried out and are the product's
    own.
    """
    file, unit = calls.files.file(candidate.path), candidate.unit
    if file is None or not file.current or not 0 <= unit.symbol < len(file.outline.symbols):
        return
    if not is_own(candidate.path, calls.snapshot) or in_test_container(unit):
        return
    symbol = file.outline.symbols[unit.symbol]
    if symbol.kind not in ABLE:
        return
    yield file, symbol
    for inner in file.outline.symbols:
        if inner.kind in ABLE and inner is not symbol and symbol.span.covers(inner.span):
            first, last = file.lines.lines(inner.span)
            if first <= unit.end_line and unit.start_line <= last:
                yield file, inner


def _worth_of(node: Node, asked: Asked, calls: Calls) -> float:
    file = calls.files.file(node.path)
    body = (node.symbol.body or node.symbol.span).cut(file.data)[:_BODY] if file is not None else b""
    stems = terms(body.decode("utf-8", "western"))
    own = asked.share(terms(node.symbol.name), asked.every)
    return own + 0.5 * asked.share(stems, asked.every)
