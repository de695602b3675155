"""Channel: definitions of the names that the question writes."""

from __future__ import annotations

import math

from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.search.channels.candidate import Candidate
from helix_lsp.search.question.query import Query

_OTHER_CASE = 0.6
_OWNER = 0.5
_MOST_SAME_NAMED = 200


def symbol(snapshot: Snapshot, query: Query, cfg: SearchConfig) -> tuple[Candidate, ...]:
    """Definitions of the named things, best first. Feature `defines`: how surely (a name with many
    definitions says little).
    """
    found: dict[tuple[str, int], float] = {}
    for named in query.names:
        parts = named.parts
        if not parts:
            continue
        same = snapshot.defined(parts[-1])[:_MOST_SAME_NAMED]
        rarity = 1 / math.sqrt(max(1, len({d.path for d in same})))
        for defined in same:
            _keep(found, defined, named.weight * _fit(defined, parts, rarity))
        for owner in parts[:-1]:
            owners = snapshot.defined(owner)[:_MOST_SAME_NAMED]
            share = _OWNER * named.weight / math.sqrt(max(1, len({d.path for d in owners})))
            for defined in owners:
                _keep(found, defined, share)
    listed = [
        Candidate(path=path, unit=None, symbol=ordinal, score=score, features=(("defines", min(1.0, score)),))
        for (path, ordinal), score in found.items()
    ]
    return tuple(sorted(listed, key=lambda c: c.order)[: cfg.pool_paths])


def _fit(defined: Defined, parts: tuple[str, ...], rarity: float) -> float:
    """1 when the written owner agrees, else by how rare the name is; less when upper and lower case differ."""
    fit = rarity
    if len(parts) > 1:
        owner = parts[-2].lower()
        if owner in defined.symbol.qualified.lower().split(".")[:-1] or owner in defined.path.lower().replace(
            ".", "/"
        ).split("/"):
            fit = 1.0
    return fit if [defined.symbol.name] == list(parts[-1:]) else fit * _OTHER_CASE


def _keep(found: dict[tuple[str, int], float], defined: Defined, score: float) -> None:
    key = (defined.path, defined.ordinal)
    found[key] = max(found.get(key, 0.0), score)
