"""What a plan may direct, and nothing else: where to look, what an answer should speak of, what to ask for. Never a fact.

Invariant: every value that stands in a record made by `read_block` has passed the checks of `values.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

SURFACES = ("docs", "knowledge", "tests", "code", "config")
STRUCTURAL = ("definition", "repo_mapping", "verification", "failure_path")


@dataclass(frozen=True, slots=True, kw_only=True)
class Directives:
    """In the order of the block, each value once. `evidence_criteria` are (slot id, phrases); `clarify` is one question or empty."""

    preferred_surfaces: tuple[str, ...] = ()
    avoid_surfaces: tuple[str, ...] = ()
    must_include_globs: tuple[str, ...] = ()
    required_slots: tuple[str, ...] = ()
    concept_slots: tuple[str, ...] = ()
    evidence_criteria: tuple[tuple[str, tuple[str, ...]], ...] = ()
    clarify: str = ""
    hints: tuple[str, ...] = ()
