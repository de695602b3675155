"""Weighted reciprocal rank fusion of channel results.

Invariants: I7 the result does not depend on the order of channels.
Source: Cormack, Clarke, Buettcher, SIGIR 2009 (k = 60).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from helix_lsp.index.units.unit import Unit
from helix_lsp.search.channels.candidate import Candidate


class Fused(msgspec.Struct, frozen=True, kw_only=True):
    """One file: `units` that any channel named (in order of their place), the channels' ranks, their
    features, the fused score.

    `ranks` are (channel, best rank from 1, that channel's score), by channel name.
    """

    path: str
    units: tuple[Unit, ...]
    ranks: tuple[tuple[str, int, float], ...]
    features: tuple[tuple[str, float], ...]
    defines: tuple[tuple[int, float], ...]
    """(index of a definition, how surely the question names it or a near name)"""
    score: float


def fuse(
    channels: Mapping[str, Sequence[Candidate]], weights: Mapping[str, float], k: float
) -> tuple[Fused, ...]:
    """One entry a file, best fused score first, ties by path. A file counts once a channel, at its best rank
    there.
    """
    units: dict[str, dict[int, Unit]] = {}
    ranks: dict[str, dict[str, tuple[int, float]]] = {}
    features: dict[str, dict[str, float]] = {}
    defines: dict[str, dict[int, float]] = {}
    for channel in sorted(channels):
        place = 0
        for candidate in channels[channel]:
            seen = ranks.setdefault(candidate.path, {})
            if channel not in seen:
                place += 1
                seen[channel] = (place, candidate.score)
            if candidate.unit is not None:
                units.setdefault(candidate.path, {})[candidate.unit.ordinal] = candidate.unit
            own = features.setdefault(candidate.path, {})
            for name, value in candidate.features:
                own[name] = max(own.get(name, 0.0), value)
                if candidate.symbol >= 0:
                    sure = defines.setdefault(candidate.path, {})
                    sure[candidate.symbol] = max(sure.get(candidate.symbol, 0.0), value)
    fused = [  # `seen` holds its channels in the order of their names
        Fused(
            path=path,
            units=tuple([own[at] for at in sorted(own)]) if (own := units.get(path)) else (),
            ranks=tuple([(channel, *place) for channel, place in seen.items()]),
            features=tuple(sorted(features[path].items())),
            defines=tuple(sorted(sure.items())) if (sure := defines.get(path)) else (),
            score=sum([weights[channel] / (k + place[0]) for channel, place in seen.items()]),
        )
        for path, seen in ranks.items()
    ]
    return tuple(sorted(fused, key=lambda f: (-round(f.score, 9), f.path)))
