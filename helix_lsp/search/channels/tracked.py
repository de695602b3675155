"""Channel: tracked files that the index knows by path only (too large to parse), scanned for the question's
rarest words.

Bounded: at most `cfg.scan_files` files a question, the ones whose paths fit best first.
"""

from __future__ import annotations

from collections.abc import Callable

from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.overlay.snapshot import FileEntry, Snapshot
from helix_lsp.search.channels.candidate import Candidate
from helix_lsp.search.question.query import Query
from helix_lsp.text.words import terms

_MOST_WORDS = 8


def tracked(
    snapshot: Snapshot,
    query: Query,
    texts: Callable[[str], bytes | None],
    rarity: dict[str, float],
    cfg: SearchConfig,
) -> tuple[Candidate, ...]:
    """Unparsed tracked files that hold at least half of the question's rare words. Feature `scanned`: the
    share held.
    """
    large = snapshot.without_units()
    if not large or not cfg.scan_files:
        return ()
    written = dict(query.words)
    rare = sorted(
        (t for t, _ in query.terms if t[0] != "=" and t in written), key=lambda t: (-rarity.get(t, 0.0), t)
    )[:_MOST_WORDS]
    words = list(dict.fromkeys(written[t].lower().encode() for t in rare))
    if not words:
        return ()

    def path_fit(entry: FileEntry) -> tuple[int, str]:
        return (-len(set(terms(entry.path)) & set(rare)), entry.path)

    out: list[Candidate] = []
    for entry in sorted(large, key=path_fit)[: cfg.scan_files]:
        data = texts(entry.path)
        if data is None or b"\0" in data[:8192]:
            continue
        lower = data.lower()
        share = sum(1 for w in words if w in lower) / len(words)
        if share >= 0.5:
            out.append(Candidate(path=entry.path, unit=None, score=share, features=(("scanned", share),)))
    return tuple(sorted(out, key=lambda c: c.order))
