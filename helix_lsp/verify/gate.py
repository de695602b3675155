"""The record of one gate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Act = Literal["none", "label", "drop", "replace"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """`value` against `threshold` decided; `detail` says what of the answer decided it, in words.

    `act` is what a fail asks for: `label` adds a sentence that says so, `drop` removes the `claims` named,
    `replace` gives the deterministic answer or a plain refusal instead. It is carried out only when gates are
    enforced.
    `missing` are the words that nothing cited speaks of, `faults` what is wrong with each claim.
    """

    name: str
    verdict: Literal["pass", "fail", "skipped"]
    value: float = 0.0
    threshold: float = 0.0
    detail: str = ""
    act: Act = "none"
    claims: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def skipped(name: str, why: str) -> Gate:
    """A gate that has nothing to look at."""
    return Gate(name=name, verdict="skipped", detail=why)
