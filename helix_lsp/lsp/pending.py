"""A clarification that waits in an editor for a choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """`asked` are the params of the question, `line` (from 0) where it was asked, -1 for nowhere; `options`:
    (id, label).
    """

    asked: Mapping[str, Any]
    line: int
    asks: str
    options: tuple[tuple[str, str], ...]
    token: str

    def chosen(self, option: str) -> dict[str, Any]:
        """The params that ask again with this option."""
        return {**self.asked, "clarify": {"token": self.token, "optionId": option}}
