"""Channel: defined names that look like a word of the question which the repository does not hold."""

from __future__ import annotations

from rapidfuzz import fuzz, process

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.snapshot import Snapshot
from helix_lsp.search.candidate import Candidate
from helix_lsp.search.query import Query

_SHORTEST = 4
_MOST_WORDS = 6
_MOST_DEFINITIONS = 5


def near_names(snapshot: Snapshot, word: str, cfg: SearchConfig) -> tuple[tuple[str, float], ...]:
    """(name, similarity 0..1) of defined names close to `word`, best first.

    Prefilter: a name whose length differs too much cannot reach the cut-off, so it is not compared.
    """
    key = word.replace("_", "").lower()
    if len(key) < _SHORTEST:
        return ()
    slack = max(1, round(len(key) * 2 * (1 - cfg.fuzzy_cutoff / 100)))
    near = [n for n in snapshot.names() if abs(len(n) - len(word)) <= slack + n.count("_")]
    keys = [n.replace("_", "").lower() for n in near]
    scored = process.extract(key, keys, scorer=fuzz.ratio, score_cutoff=cfg.fuzzy_cutoff, limit=cfg.fuzzy_names)
    found = {near[at]: score / 100 for _, score, at in scored}
    return tuple(sorted(found.items(), key=lambda x: (-x[1], x[0])))


def fuzzy(snapshot: Snapshot, query: Query, unknown: tuple[str, ...], cfg: SearchConfig) -> tuple[Candidate, ...]:
    """Definitions of near names, for names without a definition and words without a hit. Feature `near`: the similarity."""
    written = dict(query.words)
    words = [n.parts[-1] for n in query.names if n.parts and not snapshot.defined(n.parts[-1])]
    words += [written[t] for t in unknown if t in written]
    best: dict[tuple[str, int], Candidate] = {}
    for word in list(dict.fromkeys(words))[:_MOST_WORDS]:
        for name, similarity in near_names(snapshot, word, cfg):
            for defined in snapshot.defined(name)[:_MOST_DEFINITIONS]:
                key = (defined.path, defined.ordinal)
                candidate = Candidate(path=key[0], unit=None, symbol=key[1], score=similarity, features=(("near", similarity),))
                if key not in best or candidate.score > best[key].score:
                    best[key] = candidate
    return tuple(sorted(best.values(), key=lambda c: c.order)[: cfg.pool_paths])
