"""Remembers what was worked out from a snapshot, with the snapshot: it goes when the snapshot goes, so
nothing is ever out of date.

Two threads may work the same thing out twice; both get equal results.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from helix_lsp.index.overlay.snapshot import Snapshot

Found = TypeVar("Found")
_MOST = 200_000  # entries; then it begins anew


def remembered(snapshot: Snapshot, key: tuple[object, ...], work: Callable[[], Found]) -> Found:
    """The result of `work` for this key; the first part of the key names the question. None is a result like
    any other.
    """
    memo = snapshot.memo
    if key in memo:
        return cast("Found", memo[key])
    found = work()
    if len(memo) >= _MOST:
        memo.clear()
    memo[key] = found
    return found
