"""Retrieval only: the ranked places for a text, each with the range it has now, its hash, and the reasons for
its rank.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from helix_lsp.align.live import Live
from helix_lsp.ask.text.quote import LiveFiles
from helix_lsp.config.questions import SearchConfig
from helix_lsp.errors import UsageError
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.missed import Missed, below, why_not
from helix_lsp.search.ranking.hit import Hit, Place
from helix_lsp.search.reading.likeness import Likeness
from helix_lsp.search.search import Results, search
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.paths import matches_glob, suffix
from helix_lsp.text.positions import Span

SURFACES = ("code", "docs", "config", "text", "test")
FILTERS = ("path", "ext", "language", "surface")
_MOST = 1_000


class QueryRequest(msgspec.Struct, frozen=True, kw_only=True):
    """`filters` are (key, value): `path` a glob, `ext` a suffix, `language`, `surface` (code, docs, config,
    text, test);

    `without` are paths that are not candidates; `near` are files that are open or were edited last; with
    `explain` the answer also says what was missed closely, and why `why_not` (a path, `` for none) is not
    among the hits.
    """

    text: str
    k: int = 10
    filters: tuple[tuple[str, str], ...] = ()
    without: frozenset[str] = frozenset()
    near: tuple[str, ...] = ()
    explain: bool = False
    why_not: str = ""


class Range(msgspec.Struct, frozen=True, kw_only=True):
    """A range of live bytes with its hash; lines from 1, both inclusive."""

    path: str
    span: Span
    start_line: int
    end_line: int
    sha256: str


class RankedHit(msgspec.Struct, frozen=True, kw_only=True):
    """A hit with the range of its place now, and of the further places in its file."""

    hit: Hit
    range: Range
    more: tuple[Range, ...]


class QueryAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`lost` are hits whose file no longer holds the place; they are not among `hits`. `missed`: the path
    asked about, then the next best.
    """

    request: QueryRequest
    results: Results
    hits: tuple[RankedHit, ...]
    lost: tuple[str, ...]
    missed: tuple[Missed, ...] = ()


def look_up(
    request: QueryRequest,
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    cfg: SearchConfig,
    check: Callable[[], None],
    opinion: Likeness | None = None,
) -> QueryAnswer:
    """The best `k` places, weighed by `opinion` too where there is one; raises `UsageError` for an empty text, a bad `k` or an unknown filter."""
    text = request.text.strip()
    if not text:
        raise UsageError("the query is empty; write a few words or a name")
    if len(text) > cfg.longest_question:
        raise UsageError(f"the query is {len(text):,} characters long, the limit is {cfg.longest_question:,}")
    if not 1 <= request.k <= _MOST:
        raise UsageError(f"k is {request.k}; it must be from 1 to {_MOST}")
    keep = scope(snapshot, request) if request.filters or request.without else None
    results = search(
        text, snapshot, texts, cfg, k=request.k, keep=keep, near=request.near, opinion=opinion, check=check
    )
    live = LiveFiles(Live(snapshot, texts))
    hits: list[RankedHit] = []
    lost: list[str] = []
    for hit in results.hits:
        here = _range(hit.place, live)
        if here is None:
            lost.append(hit.place.path)
        else:
            more = tuple(r for p in hit.more if (r := _range(p, live)) is not None)
            hits.append(RankedHit(hit=hit, range=here, more=more))
    return QueryAnswer(
        request=request,
        results=results,
        hits=tuple(hits),
        lost=tuple(lost),
        missed=_missed(request, results, snapshot, keep),
    )


def _missed(
    request: QueryRequest, results: Results, snapshot: Snapshot, keep: Callable[[str], bool] | None
) -> tuple[Missed, ...]:
    asked = ()
    if request.why_not:
        path = request.why_not
        asked = (why_not(path, results, snapshot, kept=keep is None or keep(path)),)
    return (*asked, *(below(results) if request.explain else ()))


def _range(place: Place, live: LiveFiles) -> Range | None:
    file, span = live.file(place.path), live.span_of(place)
    if file is None or span is None:
        return None
    if whole := not span.end:  # a file that does not have pieces is found as such
        span = Span(0, len(file.data))
    known = file.current and not whole
    first, last = (place.start_line, place.end_line) if known else file.lines.lines(span)
    return Range(
        path=place.path, span=span, start_line=first, end_line=last, sha256=sha256_hex(span.cut(file.data))
    )


def scope(snapshot: Snapshot, request: QueryRequest) -> Callable[[str], bool]:
    """Which paths a request searches: those that pass all its filters. Raises `UsageError` for an unknown
    filter or surface.
    """
    for key, value in request.filters:
        if key not in FILTERS:
            raise UsageError(f"unknown filter {key!r}; known filters are {', '.join(FILTERS)}")
        if key == "surface" and value not in SURFACES:
            raise UsageError(f"unknown surface {value!r}; choose from {', '.join(SURFACES)}")

    def keeps(path: str) -> bool:
        entry = snapshot.file(path)
        if entry is None or path in request.without:
            return False
        tests: dict[str, Callable[[str], bool]] = {
            "path": lambda value: matches_glob(path, value),
            "ext": lambda value: suffix(path) == "." + value.lower().lstrip("."),
            "language": lambda value: entry.language == value,
            "surface": lambda value: entry.surface.test if value == "test" else entry.surface.kind == value,
        }
        return all(tests[key](value) for key, value in request.filters)

    return keeps
