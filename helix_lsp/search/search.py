"""A question against one snapshot: channels -> fuse -> rank -> hold -> diversify -> fold in what was read ->
rerank -> present.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.snapshot import Snapshot
from helix_lsp.search.beside import beside
from helix_lsp.search.bm25f import Scorer, make_scorer
from helix_lsp.search.candidate import Candidate
from helix_lsp.search.collaborators import lift_collaborators
from helix_lsp.search.diversify import diversify
from helix_lsp.search.exact import NOTHING, Exactly, exactly
from helix_lsp.search.feedback import feedback
from helix_lsp.search.frames import Own, own_frames, trace
from helix_lsp.search.fuse import fuse
from helix_lsp.search.fuzzy import fuzzy, near_names
from helix_lsp.search.hit import Hit
from helix_lsp.search.hold import hold
from helix_lsp.search.lexical import lexical
from helix_lsp.search.path import path, words_of_paths
from helix_lsp.search.present import present
from helix_lsp.search.query import Query, read_query
from helix_lsp.search.quoted import quoted
from helix_lsp.search.quoting import quoting
from helix_lsp.search.rank import Ranked, rank
from helix_lsp.search.reading.fold_in import fold_in
from helix_lsp.search.reading.likeness import Likeness
from helix_lsp.search.reading.order import UnitOrder, read_units
from helix_lsp.search.reading.wanted import in_words
from helix_lsp.search.rerank import rerank
from helix_lsp.search.spread import further_places, spread
from helix_lsp.search.stop_names import spelled_in
from helix_lsp.search.symbol import symbol
from helix_lsp.search.tracked import tracked
from helix_lsp.search.weighting import Weighted, weigh
from helix_lsp.search.words_held import by_words_held

Texts = Callable[[str], bytes | None]
Check = Callable[[], None]
Keep = Callable[[str], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """`hits` best first. `channels` are (name, candidates found) by name; `near` are the nearest names where
    nothing was found.

    `ranked` is the whole ranking before it is cut and spread, `exact` what texts hold word for word,
    `reranked` what became of the port, `frames` those of a stack trace that lie in the workspace, `order` the
    units of a question in words (None for any other question), `placed` the terms of the paths that the question
    writes and that are here.
    """

    query: Query
    weighted: Weighted
    hits: tuple[Hit, ...]
    channels: tuple[tuple[str, int], ...]
    near: tuple[str, ...]
    ranked: tuple[Ranked, ...] = ()
    exact: Exactly = NOTHING
    reranked: str = ""
    frames: tuple[Own, ...] = ()
    order: UnitOrder | None = None
    placed: frozenset[str] = frozenset()


def search(
    question: str,
    snapshot: Snapshot,
    texts: Texts,
    cfg: SearchConfig,
    *,
    k: int,
    keep: Keep | None = None,
    near: tuple[str, ...] = (),
    opinion: Likeness | None = None,
    check: Check = lambda: None,
) -> Results:
    """The `k` best places for a question; `keep` filters paths before ranking, not after; `near` are paths
    that are open or were edited last; `opinion` is asked about the first files of the list (`rerank.py`).

    Cost: the text engine's query plus work linear in the pool (`cfg.pool_units`), independent of the size of
    the workspace.
    """
    query = read_query(question, cfg, spelled_in(snapshot))
    placed = words_of_paths(question, snapshot)
    if placed:  # `guide.md` is not a member `md` of a thing `guide`
        paths = tuple(p.replace("\\", "/") for p in query.paths)
        names = (n for n in query.names if not any(p == n.text or p.endswith(f"/{n.text}") for p in paths))
        query = replace(query, names=tuple(names))
    weighted = weigh(query, snapshot, cfg)
    check()
    own = own_frames(snapshot, query.frames, cfg)
    first = _gather(snapshot, query, weighted, own, texts, cfg, keep, near, check)
    more = feedback(first.ranked, query, weighted, snapshot, cfg)
    if more is not None:
        weighted = more
        first = _gather(snapshot, query, weighted, own, texts, cfg, keep, near, check)
    ranked = first.ranked
    exact = exactly(query, [r.file.path for r in ranked], texts, weighted.rarity, cfg)
    ranked = hold(ranked, query, exact, own, quoting(ranked, query, weighted, texts, cfg), snapshot, cfg)
    check()
    new = by_words_held(ranked, query, weighted, cfg)
    chosen = lift_collaborators(diversify(new, k, cfg), new, query, snapshot, cfg)
    order = read_units(query, weighted, ranked, snapshot, cfg, check, keep) if in_words(query) else None
    if order is not None:
        chosen = fold_in(chosen, new, order, query, k, cfg)
    second = rerank(query.text, chosen, opinion, texts, cfg, check)
    check()
    places = further_places(k, cfg)
    hits = spread(
        tuple(present(r, query, weighted, first.scorer, snapshot, places, cfg) for r in second.ranked), k, cfg
    )
    return Results(
        query=query,
        weighted=weighted,
        hits=hits,
        channels=first.channels,
        near=() if hits else _nearest(snapshot, query, cfg),
        ranked=ranked,
        exact=exact,
        reranked=second.note,
        frames=own,
        order=order,
        placed=placed,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pass:
    ranked: tuple[Ranked, ...]
    channels: tuple[tuple[str, int], ...]
    scorer: Scorer


def _gather(
    snapshot: Snapshot,
    query: Query,
    weighted: Weighted,
    own: tuple[Own, ...],
    texts: Texts,
    cfg: SearchConfig,
    keep: Keep | None,
    near: tuple[str, ...],
    check: Check,
) -> _Pass:
    """One pass: channels -> fuse -> rank."""
    channels: dict[str, tuple[Candidate, ...]] = {
        "lexical": lexical(snapshot, weighted, cfg),
        "symbol": symbol(snapshot, query, cfg),
        "path": path(snapshot, query, weighted.rarity, cfg),
        "fuzzy": fuzzy(snapshot, query, weighted.unknown, cfg),
        "tracked": tracked(snapshot, query, texts, weighted.rarity, cfg),
        "trace": trace(own, cfg),
        "quoted": quoted(snapshot, query, cfg),
    }
    check()
    if keep is not None:
        channels = {name: tuple(c for c in found if keep(c.path)) for name, found in channels.items()}
    fused = beside(fuse(channels, _channel_weights(cfg), cfg.rrf_k), near, cfg)
    scorer = make_scorer(weighted.terms, weighted.rarity, snapshot.statistics(), cfg)
    return _Pass(
        ranked=rank(fused, query, weighted, scorer, snapshot, cfg),
        channels=tuple((n, len(channels[n])) for n in sorted(channels)),
        scorer=scorer,
    )


def _channel_weights(cfg: SearchConfig) -> dict[str, float]:
    return {
        "lexical": cfg.channel_lexical,
        "symbol": cfg.channel_symbol,
        "path": cfg.channel_path,
        "fuzzy": cfg.channel_fuzzy,
        "tracked": cfg.channel_tracked,
        "trace": cfg.channel_trace,
        "quoted": cfg.channel_quoted,
    }


def _nearest(snapshot: Snapshot, query: Query, cfg: SearchConfig) -> tuple[str, ...]:
    words = dict.fromkeys(word for _, word in query.words)
    return tuple(dict.fromkeys(name for word in words for name, _ in near_names(snapshot, word, cfg)))[:10]
