"""Tuning of what is sent to a model and of how its reply is read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTuning:
    """Excerpts, citations and repairs."""

    reply_max_bytes: int = 1_000_000
    span_chars: int = 1_600
    spans: int = 16
    spans_per_file: int = 3
    carried: float = 0.7
    recited: float = 0.1
    sentence_chars: int = 600
    sentences: int = 40
    repeated: float = 0.5
