"""How well a claim stands: its sources on both sides, how many of them are independent, and what that is called.

Two sources are one group when their words are nearly the same: a copy proves nothing that its original does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from helix_lsp.text.words import word_terms
from helix_lsp.verify.facts.fact import Grade

VerificationStatus = Literal["verified", "single_source", "contested", "refuted", "unverified"]
_SOURCES: frozenset[Grade] = frozenset({"A", "B", "C"})


def groups(texts: Sequence[str], least: float) -> tuple[int, ...]:
    """For each text the position of the first one that it repeats: `least` is the share of different words
    that both must have in common.
    """
    words = [frozenset(word_terms(t)) for t in texts]
    out: list[int] = []
    for at, mine in enumerate(words):
        first = at
        for other in range(at):
            union = len(mine | words[other])
            if out[other] == other and (not union or len(mine & words[other]) / union >= least):
                first = other
                break
        out.append(first)
    return tuple(out)


def status_of(supporting: Iterable[tuple[Grade, int]], *, contradicted: bool) -> VerificationStatus:
    """From (grade, group) of what supports: a definition, or two independent sources of grade B or C, verify;
    one such source is a single one; sources on both sides make a claim contested.
    """
    counted = [(grade, group) for grade, group in supporting if grade in _SOURCES]
    if contradicted:
        return "contested" if counted else "refuted"
    if not counted:
        return "unverified"
    independent = len({group for _, group in counted})
    return "verified" if independent > 1 or any(grade == "A" for grade, _ in counted) else "single_source"
