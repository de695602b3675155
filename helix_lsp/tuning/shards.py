"""Tuning of shared indexes: how they are cut, and how much of a store is believed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardsTuning:
    """Sizes, counts and time limits of what goes into an object store and comes out of it."""

    piece_bytes: int = 1_048_576
    most_pieces: int = 16_384
    manifest_bytes: int = 4_000_000
    most_commits: int = 1_000
    seconds: int = 60
    retry_seconds: int = 20
    stalled_seconds: int = 10
    at_once: int = 8


SHARDS = ShardsTuning()
