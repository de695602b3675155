"""Tuning of the session floor: how long the outside world may take, and how much of it is believed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
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
