"""Evidence for a query, cut to a budget: the best places, of each its signature and the lines that matter.

Invariants: the text of an item is exactly the bytes of its range, so that its hash proves it; items are in the
order of the search; what is spent never passes the budget, and what did not fit is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import msgspec

from helix_lsp.align.live import Live
from helix_lsp.ask.evidence.lookup import QueryAnswer, QueryRequest, Range, look_up
from helix_lsp.ask.text.excerpt import narrow, stretch
from helix_lsp.ask.text.quote import LiveFile, LiveFiles
from helix_lsp.config.questions import SearchConfig
from helix_lsp.errors import UsageError
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.ranking.hit import Place
from helix_lsp.search.reading.likeness import Likeness
from helix_lsp.search.reading.read import Passage, read
from helix_lsp.search.reading.wanted import WantedWords, wanted_words
from helix_lsp.search.reading.weights import WINDOWS, dot
from helix_lsp.search.reading.windows import Window, windows
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.positions import Span, lines_of
from helix_lsp.tuning.search import FIND

_HEAD = 5  # lines below the name of a unit that is shown by its head: a signature and what is said of it


class FindRequest(msgspec.Struct, frozen=True, kw_only=True):
    """`budget` in tokens of four characters, 0 for the usual; `whole`: units as they are, as far as the budget
    goes; `filters` keep places as those of a query do; `near` are files that somebody works on; `record` are
    the tokens that a place costs beside its text.
    """

    query: str
    budget: int = 0
    whole: bool = False
    filters: tuple[tuple[str, str], ...] = ()
    near: tuple[str, ...] = ()
    record: int = FIND.record


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One place: `text` are the bytes at `span`, of `start_line` to `end_line` (from 1); `unit` the lines of
    the whole unit around; `signature` is `` where the text shows it or there is none.
    """

    path: str
    span: Span
    start_line: int
    end_line: int
    sha256: str
    kind: str
    name: str
    signature: str
    text: str
    unit: tuple[int, int]

    @property
    def whole(self) -> bool:
        """True when nothing of the unit is left out."""
        return (self.start_line, self.end_line) == self.unit

    @property
    def tokens(self) -> int:
        """What its words cost; the record of it comes to that."""
        written = len(self.text) + len(self.signature) + len(self.path) + len(self.name)
        return -(-written // FIND.token)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """`found` places were looked at, of which `left_out` did not fit; `near` are the nearest names where nothing
    was found.
    """

    request: FindRequest
    budget: int
    spent: int
    found: int
    left_out: int
    items: tuple[Evidence, ...]
    near: tuple[str, ...]
    freshness: Freshness


def find_evidence(
    request: FindRequest,
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    cfg: SearchConfig,
    freshness: Freshness,
    likeness: Likeness | None,
    check: Callable[[], None],
    opinion: Likeness | None = None,
) -> Found:
    """`likeness` chooses the lines of a place, `opinion` weighs the places.

    Raises `UsageError` for an empty query or a budget out of bounds, and what `check` raises.
    """
    budget = request.budget or FIND.budget
    if not FIND.least <= budget <= FIND.most:
        raise UsageError(f"the budget is {budget:,} tokens; it must be from {FIND.least} to {FIND.most:,}")
    wanted = QueryRequest(text=request.query, k=FIND.places, filters=request.filters, near=request.near)
    answer = look_up(wanted, snapshot, texts, cfg, check, opinion)
    matter = _matter(request, answer, snapshot, texts, likeness, check)
    kept: list[Evidence] = []
    spent = left = 0
    places = _places(answer)
    for place, here in places:
        check()
        room = budget - spent - request.record
        one = _evidence(place, here, matter, room, whole=request.whole, before=len(kept))
        if one is None:
            left += 1
            continue
        kept.append(one)
        spent += request.record + one.tokens
    return Found(
        request=request,
        budget=budget,
        spent=spent,
        found=len(places),
        left_out=left,
        items=tuple(kept),
        near=answer.results.near,
        freshness=freshness,
    )


class _Lines(msgspec.Struct, frozen=True, kw_only=True):
    """Which lines of a place matter: those that were read for the question, else those that hold most of its
    words, else where the place is named.
    """

    passages: Mapping[tuple[str, int], Passage]
    wanted: WantedWords
    files: LiveFiles

    def of(self, place: Place, here: Range, file: LiveFile, *, document: bool) -> tuple[int, int, int]:
        """(first, last, the one that matters most), from 1."""
        if not file.current:
            return self._named(place, here, file)
        read_before = self.passages.get((place.path, place.start_line))
        window = read_before.window if read_before is not None else self._best(place, file, document=document)
        return (
            (window.first, window.last, window.line) if window is not None else self._named(place, here, file)
        )

    def _best(self, place: Place, file: LiveFile, *, document: bool) -> Window | None:
        units = self.files.live.snapshot.units(place.path)
        unit = next((u for u in units if u.span == place.span and u.kind == place.kind), None)
        if unit is None:
            return None
        text = lines_of(file.data)
        found = windows(file.path, unit, text, 0.0, 0, document, self.wanted)
        return min(found, key=lambda w: (-round(dot(WINDOWS, w.features), 6), w.first), default=None)

    def _named(self, place: Place, here: Range, file: LiveFile) -> tuple[int, int, int]:
        symbol = self.files.symbol(place)
        row = file.lines.line_of(symbol.name_span.start) + 1 if symbol is not None else here.start_line
        row = row if here.start_line <= row <= here.end_line else here.start_line
        return row, min(row + _HEAD, here.end_line), row


def _matter(
    request: FindRequest,
    answer: QueryAnswer,
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    likeness: Likeness | None,
    check: Callable[[], None],
) -> _Lines:
    """The best passage of each unit that was read, by (path, first line of the unit), and the words of the
    question for the others.
    """
    results, best = answer.results, dict[tuple[str, int], Passage]()
    if results.order is not None:
        found = read(results.order, snapshot, texts, check, question=request.query, likeness=likeness)
        for one in found.passages:
            best.setdefault((one.window.path, one.window.unit.start_line), one)
    return _Lines(
        passages=best,
        wanted=wanted_words(results.query, results.weighted, snapshot),
        files=LiveFiles(Live(snapshot, texts)),
    )


def _places(answer: QueryAnswer) -> list[tuple[Place, Range]]:
    """The best place of each file in the order of the search, then the further ones, none inside another."""
    every = [(one.hit.place, one.range) for one in answer.hits]
    for one in answer.hits:
        every += zip(one.hit.more, one.more, strict=False)
    kept: list[tuple[Place, Range]] = []
    for place, here in every:
        if not any(k.path == here.path and k.span.overlaps(here.span) for _, k in kept):
            kept.append((place, here))
    return kept


def _evidence(
    place: Place, here: Range, matter: _Lines, room: int, *, whole: bool, before: int
) -> Evidence | None:
    """The place within its room, behind so many others: whole where that was asked for, else the lines that
    matter, of the first place as many as fit, of the later ones the line that matters most; None where it is
    gone or does not fit.
    """
    files = matter.files
    file = files.file(place.path)
    if file is None:
        return None
    last = min(here.end_line, file.lines.line_count)
    if whole:
        every = _cut(place, here, file, here.start_line, last, files)
        if every.tokens <= room:
            return every
    entry = files.live.snapshot.file(place.path)
    document = entry is not None and entry.surface.kind == "docs"
    first, end, line = matter.of(place, here, file, document=document)
    if before < FIND.full:
        quoted = stretch(file, here.start_line, last, first, end, document=document, marked=line)
    else:
        quoted = narrow(file, here.start_line, last, line - 1, line + 1, document=document, marked=line)
    if quoted is None:
        return None
    one = _cut(place, here, file, quoted.start_line, quoted.end_line, files)
    while not before and one.tokens > room and one.end_line > one.start_line:
        one = _cut(place, here, file, one.start_line, one.end_line - 1, files)
    return one if one.tokens <= room else None


def _cut(place: Place, here: Range, file: LiveFile, first: int, last: int, files: LiveFiles) -> Evidence:
    """Whole lines of a file as an item; the signature only where these lines do not show it."""
    lines = file.lines
    span = Span(lines.line_span(first - 1).start, lines.line_span(last - 1).end)
    raw = span.cut(file.data)
    symbol = files.symbol(place)
    shown = symbol is None or span.contains(symbol.name_span.start)
    return Evidence(
        path=place.path,
        span=span,
        start_line=first,
        end_line=last,
        sha256=sha256_hex(raw),
        kind=place.kind,
        name=place.qualified or place.name,
        signature="" if shown or symbol is None else symbol.signature,
        text=raw.decode("utf-8", "western"),
        unit=(here.start_line, max(here.start_line, min(here.end_line, lines.line_count))),
    )
