"""A question against one snapshot: channels -> fuse -> rank -> hold -> fold in what was read ->
rerank -> present.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.units.unit import Unit
from helix_lsp.search.channels.candidate import Candidate
from helix_lsp.search.channels.exact import NOTHING, Exactly, Own, exactly, own_frames, trace
from helix_lsp.search.channels.fuzzy import fuzzy, near_names
from helix_lsp.search.channels.lexical import lexical
from helix_lsp.search.channels.path import path, words_of_paths
from helix_lsp.search.channels.quoted import quoted
from helix_lsp.search.channels.symbol import symbol
from helix_lsp.search.channels.tracked import tracked
from helix_lsp.search.question.kind import spelled_in
from helix_lsp.search.question.query import Query, read_query
from helix_lsp.search.question.word_forms import Weighted, as_written, idf, weigh
from helix_lsp.search.ranking.bm25f import Scorer, make_scorer
from helix_lsp.search.ranking.hit import Hit
from helix_lsp.search.ranking.hold import by_words_held, further_places, hold, spread
from helix_lsp.search.ranking.present import lift_collaborators, present
from helix_lsp.search.ranking.rank import Fused, Ranked, fuse, rank
from helix_lsp.search.reading.likeness import Likeness
from helix_lsp.search.reading.wanted import in_words, spellings
from helix_lsp.search.reading.weights import UnitOrder, fold_in, read_units
from helix_lsp.search.rerank import rerank
from helix_lsp.text.paths import split_path
from helix_lsp.text.words import STOP_WORDS, terms

# A weak signal of the editor: candidates that are open, were edited last, or lie near such a file.
#
# Invariants: only files that are candidates anyway gain; the value is a function of the two lists alone;
# with no such files, or weight 0, the ranking is exactly what it is without.

_SAME_FOLDER = 0.6
_MOST_NEAR = 20


def beside(fused: tuple[Fused, ...], near: tuple[str, ...], cfg: SearchConfig) -> tuple[Fused, ...]:
    """Feature `beside`, 0..1: 1 for the first file of `near` itself, less for later ones, for their folders,
    and for folders further away.
    """
    wanted = tuple(dict.fromkeys(near))[:_MOST_NEAR]
    if not wanted or not cfg.rank_beside:
        return fused
    return tuple(
        replace(f, features=tuple(sorted({**dict(f.features), "beside": _value(f.path, wanted)}.items())))
        for f in fused
    )


def _value(path: str, near: tuple[str, ...]) -> float:
    return max(_closeness(path, other) / (1 + n) for n, other in enumerate(near))


def _closeness(path: str, other: str) -> float:
    if path == other:
        return 1.0
    left, right = split_path(path)[0].split("/"), split_path(other)[0].split("/")
    shared = 0
    while shared < min(len(left), len(right)) and left[shared] == right[shared]:
        shared += 1
    return _SAME_FOLDER * shared / max(len(left), len(right))


# Files that hold the question itself, word for word: gold files, test packs, lists of benchmark questions.
# They quote it and answer nothing.
#
# A heading of a document that reads like the question is not a quotation: there the answer is below it. See
# design-decisions.md#quoted-questions.

_MOST_FILES = 20
_LONGER = 3  # case folding makes at most three characters of one


def quoting(
    ranked: Sequence[Ranked],
    query: Query,
    weighted: Weighted,
    texts: Callable[[str], bytes | None],
    cfg: SearchConfig,
) -> frozenset[str]:
    """Paths among the best candidates that quote the question. A file is read only when one of its units
    holds all words of it.
    """
    words = _folded(query.text)
    if (
        cfg.demote_quoting == 1
        or query.shape == "issue"
        or query.asked.kind == "error"
        or words.count(" ") < cfg.quoting_words - 1
    ):
        return frozenset()
    own = [t for t, _ in query.terms if t in weighted.rarity and t not in weighted.unknown]
    if len(own) < len(query.terms):
        return frozenset()  # a word that nothing holds: nothing holds the whole
    # what `_folded(text)` would hold as `words`, without folding the white space of whole files
    said = re.compile(r"\s+".join(map(re.escape, words.split())))
    found: set[str] = set()
    for one in ranked[:_MOST_FILES]:
        held = any(_holds(u.unit, own) for u in one.units) and not any(
            says(u.unit.name, words) for u in one.units
        )
        if held and said.search(
            (texts(one.file.path) or b"")[: cfg.exact_bytes].decode("utf-8", "replace").casefold()
        ):
            found.add(one.file.path)
    return frozenset(found)


def says(name: str, words: str) -> bool:
    """True when folded words are in a name; most names are too short to be folded for it."""
    return len(name) * _LONGER >= len(words) and words in _folded(name)


def _holds(unit: Unit, terms: list[str]) -> bool:
    return all(any(term in counts for counts in unit.counts) for term in terms)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip("?!. ")


Texts = Callable[[str], bytes | None]
Check = Callable[[], None]
Keep = Callable[[str], bool]


class Results(msgspec.Struct, frozen=True, kw_only=True):
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
    hypothesis: str = "",
    check: Check = lambda: None,
) -> Results:
    """The `k` best places for a question; `keep` filters paths before ranking, not after; `near` are paths
    that are open or were edited last; `opinion` is asked about the first files of the list (`rerank.py`);
    `hypothesis` is a passage whose words may bring candidates, and nothing else.

    Cost: the text engine's query plus work linear in the pool (`cfg.pool_units`), independent of the size of
    the workspace.
    """
    question = as_written(question, snapshot, texts) if len(question) <= cfg.issue_from else question
    query = read_query(question, cfg, spelled_in(snapshot))
    placed = words_of_paths(question, snapshot)
    if placed:  # `guide.md` is not a member `md` of a thing `guide`
        paths = tuple(p.replace("\\", "/") for p in query.paths)
        names = (n for n in query.names if not any(p == n.text or p.endswith(f"/{n.text}") for p in paths))
        query = replace(query, names=tuple(names))
    weighted = weigh(query, snapshot, cfg, lambda word: spellings(word, snapshot))
    check()
    own = own_frames(snapshot, query.frames, cfg)
    sought = widened(hypothesis, query, weighted, snapshot, cfg) if hypothesis else weighted
    first = _gather(snapshot, query, sought, own, texts, cfg, keep, near, check)
    ranked = first.ranked
    exact = exactly(query, [r.file.path for r in ranked], texts, weighted.rarity, cfg)
    ranked = hold(ranked, query, exact, own, quoting(ranked, query, weighted, texts, cfg), snapshot, cfg)
    check()
    new = by_words_held(ranked, query, weighted, cfg)
    chosen = lift_collaborators(new[:k], new, query, snapshot, cfg)
    order = read_units(query, weighted, ranked, snapshot, cfg, check, keep) if in_words(query) else None
    if order is not None:
        chosen = fold_in(chosen, new, order, query, k, cfg)
    second = rerank(query, chosen, opinion, snapshot, texts, cfg, check)
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


class _Pass(msgspec.Struct, frozen=True, kw_only=True):
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


# Terms that stand in for a better worded question, at a low weight: those of a hypothetical passage that a model
# wrote (HyDE, Gao et al. 2022); see design-decisions.md#feedback.


def widened(
    passage: str, query: Query, weighted: Weighted, snapshot: Snapshot, cfg: SearchConfig
) -> Weighted:
    """The question with the rarest terms of a passage that units hold; unchanged where there is none.

    What is added may only bring candidates: the caller judges and reads by the question's own words.
    """
    own = {*weighted.rarity, *(t for t, _ in query.terms)}
    said = dict.fromkeys(t for t in terms(passage) if t[0] != "=" and t not in own and t not in STOP_WORDS)
    frequency = snapshot.frequencies(list(said))
    total = snapshot.statistics().units
    rarity = {t: idf(frequency[t], total) for t in said if frequency[t]}
    best = sorted(rarity, key=lambda t: (-rarity[t], t))[: cfg.hypothesis_terms]
    if not best or not cfg.hypothesis_weight:
        return weighted
    weight = cfg.hypothesis_weight * max((w for _, w in weighted.terms), default=1.0)
    return replace(
        weighted,
        terms=tuple(sorted([*weighted.terms, *((t, weight) for t in best)], key=lambda x: (-x[1], x[0]))),
        rarity={**weighted.rarity, **{t: rarity[t] for t in best}},
        added=tuple(sorted([*weighted.added, *((t, "") for t in best)])),
    )
