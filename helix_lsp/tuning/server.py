"""Tuning of the language server, of the session floor and of the command line."""

from __future__ import annotations

from helix_lsp.tuning.record import record


@record
class ServeTuning:
    """Bounds of one connection."""

    max_message_bytes: int = 64_000_000
    max_header_bytes: int = 8_192
    max_json_depth: int = 200
    inbox_messages: int = 1_000
    quick_workers: int = 2
    place_workers: int = 2
    quiet_ms: int = 1_000
    give_way_ms: int = 25
    max_waiting: int = 20_000
    switch_interval_us: int = 250
    backlog_bytes: int = 16_000_000
    turn_warning_ms: int = 100
    stop_grace_ms: int = 600
    parent_poll_ms: int = 2_000
    watch_debounce_ms: int = 300
    progress_every_ms: int = 100
    progress_after_ms: int = 500
    rescan_watched_ms: int = 60_000
    rescan_share: int = 300


@record
class SessionTuning:
    """Time limits and caps for what is outside the process."""

    git_bytes: int = 400_000_000
    parse_seconds: float = 20.0
    racy_seconds: float = 2.0
    follow_seconds: float = 10.0
    read_max_bytes: int = 64_000_000
    batch_bytes: int = 48_000_000
    restamped_files: int = 20_000
    ignore_max_bytes: int = 262_144
    ignore_steps: int = 10_000_000
    memory_seconds: int = 1_800
    memory_sessions: int = 200
    python_names_seconds: float = 10.0
    telemetry_days: int = 90


@record
class CliTuning:
    """Limits of the batch mode and of the resident process."""

    batch_line_bytes: int = 1_000_000
    batch_fresh_seconds: float = 2.0
    resident_workers: int = 4


# Tuning of many repositories and many machines: which indexes are asked, and how they are shared.


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


# Tuning of short waits that several modules share: how often a thread looks whether it should stop.


@record
class WaitingTuning:
    """Waits of threads. None of them decides what an answer says."""

    poll: float = 0.05
    grace: float = 0.5
    pause: float = 0.02
    watched: float = 60.0
    request: float = 2.0


WAITING = WaitingTuning()
"""The one record of these: threads that wait do not have a configuration at hand."""
