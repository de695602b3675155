"""Channel: defined names that look like a word of the question which the repository does not hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.names.declared import bare_names
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.channels.candidate import Candidate
from helix_lsp.search.question.query import Query

_SHORTEST = 4
_MOST_WORDS = 6
_MOST_DEFINITIONS = 5


def near_names(snapshot: Snapshot, word: str, cfg: SearchConfig) -> tuple[tuple[str, float], ...]:
    """(name, similarity 0..1) of defined names close to `word`, best first.

    Prefilter: a name whose length differs too much cannot reach the cut-off, so it is not compared. The
    similarity of two texts is at most twice the shorter length over the sum of both.
    """
    key = word.replace("_", "").lower()
    if len(key) < _SHORTEST:
        return ()
    cutoff = cfg.fuzzy_cutoff / 100
    slack = max(1, round(len(key) * 2 * (1 - cutoff)))
    shortest, longest = int(len(key) * cutoff / (2 - cutoff)), int(len(key) * (2 - cutoff) / cutoff) + 1
    near: Sequence[str] = snapshot.names_between(shortest, min(longest, len(word) + slack))
    if shortest < len(word) - slack:
        near = [n for n in near if abs(len(n) - len(word)) <= slack + n.count("_")]
    from rapidfuzz import fuzz, process  # few questions come this far

    ratio: Callable[..., float] = fuzz.ratio
    scored = process.extract(key, bare_names(near), scorer=ratio, score_cutoff=cfg.fuzzy_cutoff, limit=None)
    return tuple(
        sorted([(near[at], score / 100) for _, score, at in scored], key=lambda x: (-x[1], x[0]))[
            : cfg.fuzzy_names
        ]
    )


def fuzzy(
    snapshot: Snapshot, query: Query, unknown: tuple[str, ...], cfg: SearchConfig
) -> tuple[Candidate, ...]:
    """Definitions of near names, for names without a definition and words without a hit. Feature `near`: the
    similarity.
    """
    written = dict(query.words)
    words = [n.parts[-1] for n in query.names if n.parts and not snapshot.defined(n.parts[-1])]
    words += [written[t] for t in unknown if t in written]
    best: dict[tuple[str, int], Candidate] = {}
    for word in list(dict.fromkeys(words))[:_MOST_WORDS]:
        for name, similarity in near_names(snapshot, word, cfg):
            for defined in snapshot.defined(name)[:_MOST_DEFINITIONS]:
                key = (defined.path, defined.ordinal)
                candidate = Candidate(
                    path=key[0], unit=None, symbol=key[1], score=similarity, features=(("near", similarity),)
                )
                if key not in best or candidate.score > best[key].score:
                    best[key] = candidate
    return tuple(sorted(best.values(), key=lambda c: c.order)[: cfg.pool_paths])
