"""What is said of one reference, and the witness of history that the special kinds share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from helix_lsp.align.drift.history import Gone, Introduced
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.config.drift import DriftConfig

Verdict = Literal["live", "stale", "cannot_know"]
Written = Callable[[DocReference, int], Introduced | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """`tier` is A or B for a stale reference, `` otherwise; `last_path` and `last_commit` say where it last stood.

    `successor` is the name (or path) of today that history saw take its place, `` when none is known; `certain`: so surely that it may be written
    without anybody looking.
    """

    verdict: Verdict
    reason: str
    confidence: float
    tier: str = ""
    suggestions: tuple[str, ...] = ()
    last_path: str = ""
    last_commit: str = ""
    successor: str = ""
    certain: bool = False


def live(reason: str) -> Judged:
    """The code backs it."""
    return Judged(verdict="live", reason=reason, confidence=0.0)


def cannot(reason: str) -> Judged:
    """Nobody can tell from this tree: never an alarm."""
    return Judged(verdict="cannot_know", reason=reason, confidence=0.0)


def doubt(said: Judged, cfg: DriftConfig) -> Judged:
    """The same finding as a hint."""
    return replace(said, tier="B", confidence=min(said.confidence, cfg.sure_doubtful))


def witnessed(ref: DocReference, word: str, seen: tuple[Gone, ...], written: Written, cfg: DriftConfig, hint: Judged, sure: float) -> Judged:
    """`hint` made an alarm of confidence `sure` where history saw the word leave the code and the document had it before.

    `word` stands in the document as written, and its first writing is what is asked for.
    """
    if not seen:
        return hint
    gone = seen[0]
    since = written(replace(ref, name=None, target=word), gone.time)
    if since is not None and since.time >= gone.time and not since.whole:
        return cannot("written when it was already gone: the text speaks of the past")
    told = replace(hint, reason=f"{hint.reason}; {word} left {gone.path} in {gone.commit[:10]}", last_path=gone.path, last_commit=gone.commit)
    if since is None or since.time >= gone.time:
        return doubt(told, cfg)
    return replace(told, tier="A", confidence=sure)


def alike(word: str, names: Iterable[str], cfg: DriftConfig) -> tuple[str, ...]:
    """The names that look like the word, best first, as many as the options allow."""
    from rapidfuzz import fuzz  # 4 MB that a session with nothing stale does without

    rated = sorted(((round(fuzz.ratio(word, n), 3), n) for n in names), key=lambda x: (-x[0], x[1]))
    return tuple(n for score, n in rated if score >= cfg.suggest_likeness)[: cfg.suggest_most]
