"""Tuning of composers: what a line must hold of a question to be told, and what is before what."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposeTuning:
    """How the extractive answers choose and order what they quote; shares are of the question's weight."""

    document_share: float = 0.25
    adds: float = 0.05
    most_of_it: float = 0.5
    content: float = 0.3
    reading_fall_off: float = 3.5
    carries: float = 0.15
    carries_last: float = 0.3
    carries_first: float = 0.01
    carries_whole: float = 0.6
    third_adds: float = 0.008
    third_fit: float = 1.0
    place_adds: float = 0.1
    prose_first: int = 50
    prose_next: int = 15
    same_excerpt: float = 0.8
    value_share: float = 0.36
    value_share_told: float = 0.45
    value_share_sure: float = 0.5
    premise_share: float = 0.2
    agrees: float = 0.5
    course_found: float = 2.0
    course_read: float = 1.0
    course_power: float = 2.0
    course_beside: float = 0.15
    course_start: float = 10.0
    course_end: float = 4.0
    course_covers: float = 4.0
    course_way: float = 0.3
    course_near: float = 0.7
    course_facade: float = 6.0
    course_least: float = 0.15
    course_passive: float = 4.0
    course_under: float = 0.7
    course_less: float = 0.05
    course_behind: float = 5.0
    course_reached: float = 0.5
    course_stage: float = 0.25
    in_a_row: float = 0.5
    leads_on: float = 0.3
    tree_fit: float = 0.4


COMPOSE = ComposeTuning()
"""The one record of these: they are read where no configuration is at hand."""
