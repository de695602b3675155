"""How one tuning value is declared: a dataclass field whose metadata says what it means and where its value
comes from.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any


def tuned(default: Any, meaning: str, *, source: str, unit: str = "") -> Any:
    """A field with `default`; `source` names the paper, measurement or ADR behind it. It does not have a range,
    because nobody sets it.
    """
    return field(default=default, metadata={"meaning": meaning, "source": source, "unit": unit})
