"""Tuning of evidence that is cut to a budget."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FindTuning:
    """How much evidence one answer holds. A token is taken for four characters, whatever the model."""

    budget: int = 2_000
    least: int = 200
    most: int = 20_000
    places: int = 40
    record: int = 70
    printed: int = 5
    full: int = 3
    token: int = 4


FIND = FindTuning()
"""The one record of these: nobody sets them."""
