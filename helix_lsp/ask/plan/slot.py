"""Slots: what an answer should speak of. Hard and soft are two types, so that a soft one cannot reach a gate
(I6).

Hard slots come from concept cards that the question matches and from the request; nothing else makes one
(design-decisions.md#hard-slots).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

_NOT_ID = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class HardSlot:
    """Coverage is measured on these and a missing one fails the gate. `aliases` are other words for it."""

    id: str
    label: str
    source: Literal["concept", "request"]
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SoftSlot:
    """Steers retrieval and is reported; never decides."""

    id: str
    label: str
    source: Literal["structure", "plan", "heading", "tree", "name", "token"]
    aliases: tuple[str, ...] = ()


def slot_id(label: str) -> str:
    """Lower case, words joined by hyphens; empty when the label has neither letters nor digits."""
    return _NOT_ID.sub("-", label.lower()).strip("-")
