"""Tuning of many repositories and many machines: which indexes are asked, and how they are shared."""

from __future__ import annotations

from helix_lsp.tuning.record import record


@record
class FleetTuning:
    """Read by the first pass over all indexes (`session/fleet/first_look.py`) and by those who keep indexes open."""

    asked: int = 2
    searched: int = 4
    named: int = 8
    short_list: int = 12
    terms: int = 16
    names: int = 8
    rare: float = 50.0
    size: float = 150.0
    floor: float = 0.4
    own_name: float = 2.0
    definitions: int = 20
    kept_open: int = 128
    lost_workers: int = 2
    stop: float = 10.0
    every: float = 1.0


FLEET = FleetTuning()
"""The one record of these: nobody sets them."""


@record
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
