"""A question against one snapshot: channels -> fuse -> rank -> diversify -> present."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.snapshot import Snapshot
from helix_lsp.search.bm25f import make_scorer
from helix_lsp.search.candidate import Candidate
from helix_lsp.search.diversify import diversify
from helix_lsp.search.fuse import fuse
from helix_lsp.search.fuzzy import fuzzy, near_names
from helix_lsp.search.hit import Hit
from helix_lsp.search.lexical import lexical
from helix_lsp.search.path import path
from helix_lsp.search.present import present
from helix_lsp.search.query import Query, read_query
from helix_lsp.search.rank import rank
from helix_lsp.search.spread import spread
from helix_lsp.search.symbol import symbol
from helix_lsp.search.tracked import tracked
from helix_lsp.search.weighting import Weighted, weigh

Texts = Callable[[str], bytes | None]
Check = Callable[[], None]
Keep = Callable[[str], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """`hits` best first. `channels` are (name, candidates found) by name; `near` are the nearest names where nothing was found."""

    query: Query
    weighted: Weighted
    hits: tuple[Hit, ...]
    channels: tuple[tuple[str, int], ...]
    near: tuple[str, ...]


def search(
    question: str,
    snapshot: Snapshot,
    texts: Texts,
    cfg: SearchConfig,
    *,
    k: int,
    keep: Keep | None = None,
    check: Check = lambda: None,
) -> Results:
    """The `k` best places for a question; `keep` filters paths before ranking, not after.

    Cost: the text engine's query plus work linear in the pool (`cfg.pool_units`), independent of the size of the workspace.
    """
    query = read_query(question, cfg)
    weighted = weigh(query, snapshot, cfg)
    check()
    channels: dict[str, tuple[Candidate, ...]] = {
        "lexical": lexical(snapshot, weighted, cfg),
        "symbol": symbol(snapshot, query, cfg),
        "path": path(snapshot, query, weighted.rarity, cfg),
        "fuzzy": fuzzy(snapshot, query, weighted.unknown, cfg),
        "tracked": tracked(snapshot, query, texts, weighted.rarity, cfg),
    }
    check()
    if keep is not None:
        channels = {name: tuple(c for c in found if keep(c.path)) for name, found in channels.items()}
    fused = fuse(channels, _channel_weights(cfg), cfg.rrf_k)
    scorer = make_scorer(weighted.terms, weighted.rarity, snapshot.statistics(), cfg)
    chosen = diversify(rank(fused, query, weighted, scorer, snapshot, cfg), k, cfg)
    check()
    hits = spread(tuple(present(r, query, weighted, scorer, snapshot, cfg) for r in chosen), k, cfg)
    near = () if hits else _nearest(snapshot, query, cfg)
    return Results(
        query=query, weighted=weighted, hits=hits, channels=tuple((n, len(channels[n])) for n in sorted(channels)), near=near
    )


def _channel_weights(cfg: SearchConfig) -> dict[str, float]:
    return {
        "lexical": cfg.channel_lexical,
        "symbol": cfg.channel_symbol,
        "path": cfg.channel_path,
        "fuzzy": cfg.channel_fuzzy,
        "tracked": cfg.channel_tracked,
    }


def _nearest(snapshot: Snapshot, query: Query, cfg: SearchConfig) -> tuple[str, ...]:
    words = dict.fromkeys(word for _, word in query.words)
    return tuple(dict.fromkeys(name for word in words for name, _ in near_names(snapshot, word, cfg)))[:10]
