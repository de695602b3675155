"""Tuning of the retrieval controller, coverage, ambiguity, the arbiter and the verdict."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlTuning:
    """Read by `helix_lsp.ask`."""

    queries: int = 3
    query_hits: int = 6
    extra_share: float = 0.6
    preflight_share: float = 0.8

    # ambiguity
    use_meanings: int = 4
    sense_places: int = 12
    sense_spans: int = 4
    dominance: float = 0.18
    density_share: float = 0.5

    # arbiter
    repo_confidence: float = 0.45
    high_confidence: float = 0.6
    medium_confidence: float = 0.35

    # the verdict of an answer: a logistic of features 0..1, none of which lowers it
    verdict_apart: float = 4.11
    verdict_own: float = 0.99
    verdict_cause: float = 0.97
    verdict_lines: float = 1.28
    verdict_needed: float = 3.31
    verdict_strong: float = 0.7
    verdict_strong_fit: float = 0.75
    verdict_weak: float = 0.52
    verdict_fit: float = 0.5
    verdict_weak_fit: float = 1.0
