"""Tuning of questions over many repositories: which of them are asked, and what is kept open."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetTuning:
    """Read by the first pass over all indexes (`search/route.py`) and by those who keep indexes open."""

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
