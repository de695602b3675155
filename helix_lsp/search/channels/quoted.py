"""Channel: units that hold all words of a phrase that the question quotes. Whether they hold it word for word
is for `exact` to say.
"""

from __future__ import annotations

from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.channels.candidate import Candidate
from helix_lsp.search.question.query import Query
from helix_lsp.text.words import terms


def quoted(snapshot: Snapshot, query: Query, cfg: SearchConfig) -> tuple[Candidate, ...]:
    """At most `pool_paths` units a phrase, best first. No features: they only become candidates."""
    found: dict[tuple[str, int], Candidate] = {}
    for phrase in query.quoted:
        wanted = [t for t in dict.fromkeys(terms(phrase.text)) if t[0] != "="]
        if not wanted:
            continue
        for hit in snapshot.match(dict.fromkeys(wanted, 1.0), cfg.pool_paths):
            if all(any(t in counts for counts in hit.unit.counts) for t in wanted):
                key = (hit.path, hit.unit.ordinal)
                if key not in found or found[key].score < hit.score:
                    found[key] = Candidate(path=hit.path, unit=hit.unit, score=hit.score)
    return tuple(sorted(found.values(), key=lambda c: c.order)[: cfg.pool_paths])
