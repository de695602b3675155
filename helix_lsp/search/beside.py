"""A weak signal of the editor: candidates that are open, were edited last, or lie near such a file.

Invariants: only files that are candidates anyway gain; the value is a function of the two lists alone; with
no such files, or weight 0, the ranking is exactly what it is without.
"""

from __future__ import annotations

from dataclasses import replace

from helix_lsp.config.search import SearchConfig
from helix_lsp.search.fuse import Fused
from helix_lsp.text.paths import split_path

_SAME_FOLDER = 0.6
_MOST_NEAR = 20


def beside(fused: tuple[Fused, ...], near: tuple[str, ...], cfg: SearchConfig) -> tuple[Fused, ...]:
    """Feature `beside`, 0..1: 1 for the first file of `near` itself, less for later ones, for their folders,
    and for folders further away.
    """
    wanted = tuple(dict.fromkeys(near))[:_MOST_NEAR]
    if not wanted or not cfg.rank_beside:
        return fused
    return tuple(
        replace(f, features=tuple(sorted({**dict(f.features), "beside": _value(f.path, wanted)}.items())))
        for f in fused
    )


def _value(path: str, near: tuple[str, ...]) -> float:
    return max(_closeness(path, other) / (1 + n) for n, other in enumerate(near))


def _closeness(path: str, other: str) -> float:
    if path == other:
        return 1.0
    left, right = split_path(path)[0].split("/"), split_path(other)[0].split("/")
    shared = 0
    while shared < min(len(left), len(right)) and left[shared] == right[shared]:
        shared += 1
    return _SAME_FOLDER * shared / max(len(left), len(right))
