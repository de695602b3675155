"""The baseline file: findings that are known and not told again, as (document, reference) pairs, so that it survives lines that move."""

from __future__ import annotations

import json
from collections.abc import Iterable

from helix_lsp.align.drift.world import BASELINE

NAME = ".helix-drift-baseline.json"
Pairs = frozenset[tuple[str, str]]


def read_baseline(data: bytes) -> Pairs:
    """The pairs of a baseline file. Raises ValueError for what is none."""
    try:
        rows: list[dict[str, str]] = json.loads(data)["findings"]
        return frozenset((str(row["path"]), str(row["reference"])) for row in rows)
    except (ValueError, RecursionError, KeyError, TypeError) as error:
        raise ValueError("no drift baseline") from error


def baseline_text(pairs: Iterable[tuple[str, str]]) -> str:
    """The file for these pairs, sorted, one line to a value."""
    body = {"schema": BASELINE.decode(), "findings": [{"path": path, "reference": text} for path, text in sorted(set(pairs))]}
    return json.dumps(body, indent=1, ensure_ascii=False) + "\n"
