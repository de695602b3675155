"""How one option is declared: a dataclass field whose metadata carries everything the generated references show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

Scope = Literal["workspace", "user"]


def option(
    default: Any,
    meaning: str,
    *,
    source: str,
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    scope: Scope = "workspace",
) -> Any:
    """A field with `default`; `scope="user"` is never read from a repository's own files (I11).

    `low` and `high` are inclusive; `source` names the paper, measurement or ADR behind the default.
    """
    return field(
        default=default,
        metadata={
            "meaning": meaning,
            "source": source,
            "unit": unit,
            "low": low,
            "high": high,
            "choices": choices,
            "scope": scope,
        },
    )


def check(value: object, default: object, meta: Mapping[str, Any]) -> str | None:
    """Why `value` cannot stand for an option with this default and metadata, in words; None when it can."""
    wanted = type(default)
    if isinstance(default, bool) != isinstance(value, bool):
        return f"expected {wanted.__name__}, got {type(value).__name__}"
    if wanted is float and isinstance(value, int):
        value = float(value)
    if not isinstance(value, wanted):
        return f"expected {wanted.__name__}, got {type(value).__name__}"
    if meta["choices"] and value not in meta["choices"]:
        return f"expected one of {', '.join(meta['choices'])}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        if meta["low"] is not None and value < meta["low"]:
            return f"below the least allowed value {meta['low']}"
        if meta["high"] is not None and value > meta["high"]:
            return f"above the greatest allowed value {meta['high']}"
    return None
