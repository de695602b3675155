"""Channel: full text over names, signatures, docs and bodies."""

from __future__ import annotations

from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.channels.candidate import Candidate
from helix_lsp.search.question.word_forms import Weighted


def lexical(snapshot: Snapshot, weighted: Weighted, cfg: SearchConfig) -> tuple[Candidate, ...]:
    """The units that share most of the question's weight, best first; at most `cfg.pool_units`.

    The text engine's own BM25 only gathers; `rank` scores what it gathered from exact statistics.
    """
    if not weighted.terms:
        return ()
    hits = snapshot.match(dict(weighted.terms), cfg.pool_units)
    return tuple(Candidate(path=h.path, unit=h.unit, score=h.score) for h in hits)
