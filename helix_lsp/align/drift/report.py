"""What drifted: stale references of the documents, told from the tree and its history; mentions that are fine
are only counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from helix_lsp.align.drift.decide import weighed
from helix_lsp.align.drift.find import Finding, below, causes_of, find_drift, grouped
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.world import World, build_world
from helix_lsp.align.live import Texts
from helix_lsp.config.drift import DriftConfig
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.overlay.snapshot import Snapshot

Known = frozenset[tuple[str, str]]


class DriftReport(msgspec.Struct, frozen=True, kw_only=True):
    """`findings` are stale and at or above `min_confidence`; `checked` counts all judged references, `hints`
    the stale ones below it.

    `silenced` are findings that would be likelier right than wrong, had nothing spoken against them. `known`
    counts findings that the baseline holds.
    `history_missed` says why git did not read all of the history, `` where nothing failed.
    `copies` are, finding by finding, the same one in copies of its document (`drift/find.py`);
    `causes` number, finding by finding, what brought it about (`drift/find.py`).
    """

    findings: tuple[Finding, ...]
    copies: tuple[tuple[Finding, ...], ...]
    causes: tuple[int, ...]
    checked: int
    hints: int
    known: int
    cannot_know: int
    silenced: tuple[Finding, ...]
    min_confidence: float
    history: bool
    history_missed: str
    freshness: Freshness


def report_drift(
    snapshot: Snapshot,
    texts: Texts,
    history: History,
    cfg: DriftConfig,
    freshness: Freshness,
    paths: Iterable[str] = (),
    *,
    min_confidence: float | None = None,
    baseline: Known = frozenset(),
    beside: Callable[[World, str], Iterable[Finding]] = lambda _world, _path: (),
) -> DriftReport:
    """Judges all references below `paths` (everything when empty); `baseline` holds (path, text) pairs that
    are known and not told; `beside` gives further findings of a file.
    """
    least = cfg.min_confidence if min_confidence is None else min_confidence
    world, paths = build_world(snapshot, texts, cfg), tuple(paths)
    more = [one for path in below(paths, world) for one in beside(world, path)]
    found = sorted(
        (*find_drift(world, history, cfg, paths), *more),
        key=lambda f: (f.reference.path, f.reference.span.start, f.reference.span.end, f.reference.kind),
    )
    stale = [f for f in found if f.judged.verdict == "stale"]
    loud = [f for f in stale if f.judged.confidence >= least]
    fresh = tuple(f for f in loud if (f.reference.path, f.reference.text) not in baseline)
    told = grouped(fresh)
    findings = tuple(one for one, _ in told)
    return DriftReport(
        findings=findings,
        copies=tuple(copies for _, copies in told),
        causes=causes_of(findings),
        checked=len(found),
        hints=len(stale) - len(loud),
        known=len(loud) - len(fresh),
        cannot_know=sum(f.judged.verdict == "cannot_know" for f in found),
        silenced=tuple(f for f in found if f.judged.verdict == "cannot_know" and _would_stand(f)),
        min_confidence=least,
        history=history.known,
        history_missed=history.missed,
        freshness=freshness,
    )


def _would_stand(found: Finding) -> bool:
    """True where the check alone says that the reference is likelier stale than not."""
    told = weighed(found.judged)
    return bool(told) and told[0][1] > 0
