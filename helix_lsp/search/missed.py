"""Why a file is not among the hits: its place in the ranking and, feature by feature, what the hit above it
has more of.

Invariants: pure, from the results of one search; every difference is a contribution that the ranking really
used. A path that was never a candidate is told from one that lost: it holds none of the question's words, or
too few of them.
"""

from __future__ import annotations

import msgspec

from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.ranking.rank import Ranked
from helix_lsp.search.search import Results

_BELOW = 3


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """A feature's contribution to the missed file and to the hit above it."""

    name: str
    own: float
    above: float


class Missed(msgspec.Struct, frozen=True, kw_only=True):
    """`rank` from 1 in the whole ranking, 0 for no candidate; `channels` are (name, rank there, score there);
    `above` the last hit (`` for none);

    `features` with the greatest loss first; `demotions` and `above_demotions` are (reason, factor); `words`
    of the question that the file holds, `lacking` those that it does not (only for what was not a candidate);
    `reason` says it in words.
    """

    path: str
    rank: int
    score: float
    above: str
    above_score: float
    channels: tuple[tuple[str, int, float], ...]
    features: tuple[Difference, ...]
    demotions: tuple[tuple[str, float], ...]
    above_demotions: tuple[tuple[str, float], ...]
    words: tuple[str, ...]
    lacking: tuple[str, ...]
    reason: str


def below(results: Results) -> tuple[Missed, ...]:
    """The first files under the cut, best first."""
    shown = {hit.place.path for hit in results.hits}
    if not shown:
        return ()
    return tuple(
        _lost(results, n, r)
        for n, r in [(n, r) for n, r in enumerate(results.ranked, 1) if r.file.path not in shown][:_BELOW]
    )


def why_not(path: str, results: Results, snapshot: Snapshot, *, kept: bool = True) -> Missed:
    """About one path; `kept` is False when the filters of the request leave it out."""
    if snapshot.file(path) is None:
        return _absent(path, "the index has no such file")
    if not kept:
        return _absent(path, "the filters leave it out")
    for n, ranked in enumerate(results.ranked, 1):
        if ranked.file.path == path:
            return _lost(results, n, ranked)
    words, lacking = _words(path, results, snapshot)
    if not words:
        return _absent(path, "no candidate: it holds none of the question's words", lacking=lacking)
    reason = f"no candidate of any channel: it holds {len(words)} of {len(words) + len(lacking)} words, and enough files hold more"
    return _absent(path, reason, words=words, lacking=lacking)


def _lost(results: Results, rank: int, ranked: Ranked) -> Missed:
    shown = {hit.place.path: hit for hit in results.hits}
    last = results.hits[-1] if results.hits else None
    above = next((r for r in results.ranked if last is not None and r.file.path == last.place.path), None)
    own = {f.name: f.contribution for f in ranked.features}
    other = {f.name: f.contribution for f in above.features} if above is not None else {}
    differences = [
        Difference(name=n, own=own.get(n, 0.0), above=other.get(n, 0.0)) for n in sorted({*own, *other})
    ]
    differences.sort(key=lambda d: (round(d.own - d.above, 9), d.name))
    path = ranked.file.path
    if path in shown:
        reason = f"it is hit {list(shown).index(path) + 1}"
    elif above is None:
        reason = f"rank {rank}"
    elif ranked.order < above.order:
        reason = f"rank {rank}, better than the last hit, but it gave way to a file that says something else or that the best files use"
    else:
        reason = f"rank {rank}: {_because(ranked, above, differences)}"
    return Missed(
        path=path,
        rank=rank,
        score=ranked.score,
        above=above.file.path if above is not None else "",
        above_score=above.score if above is not None else 0.0,
        channels=ranked.file.ranks,
        features=tuple(differences),
        demotions=ranked.demotions,
        above_demotions=above.demotions if above is not None else (),
        words=(),
        lacking=(),
        reason=reason,
    )


def _because(ranked: Ranked, above: Ranked, differences: list[Difference]) -> str:
    """The one thing without which it would be above, or the greatest loss."""
    whole = sum(f.contribution for f in ranked.features)
    if ranked.demotions and whole > above.score:
        return (
            "only its demotion ("
            + ", ".join(reason for reason, _ in ranked.demotions)
            + ") keeps it below the last hit"
        )
    lost = [d for d in differences if d.own < d.above]
    if not lost:
        return "it has no less of anything, but the last hit is demoted less"
    return f"{lost[0].name} {lost[0].own:.3f} against {lost[0].above:.3f}"


def _absent(path: str, reason: str, words: tuple[str, ...] = (), lacking: tuple[str, ...] = ()) -> Missed:
    return Missed(
        path=path,
        rank=0,
        score=0.0,
        above="",
        above_score=0.0,
        channels=(),
        features=(),
        demotions=(),
        above_demotions=(),
        words=words,
        lacking=lacking,
        reason=reason,
    )


def _words(path: str, results: Results, snapshot: Snapshot) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The question's words that the file's units hold, and those that they do not."""
    written = dict(results.query.words)
    held = {t for unit in snapshot.units(path) for counts in unit.counts for t in counts}
    asked = [(t, written[t]) for t, _ in results.query.terms if t in written]
    own = tuple(dict.fromkeys(w for t, w in asked if t in held))
    return own, tuple(dict.fromkeys(w for t, w in asked if t not in held and w not in own))
