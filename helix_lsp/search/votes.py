"""Files that matching files use: a file whose definitions the evidence names is itself evidence.

Each matching file votes, by how well it matches, for the files that define the identifiers which its matching units name. A name that many
files define says nothing. One hop only. Worth +.004 NDCG@10 on Semble (bench/ablation.py; the study's whole-file variant +.013 in its
own recipe), harmful on long questions (ranking-study 1.5, `hub`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from helix_lsp.index.snapshot import Snapshot
from helix_lsp.index.unit import Unit

_MOST_DEFINERS = 2
_MOST_NAMES = 2_000


def votes(matching: Mapping[str, tuple[float, Iterable[Unit]]], snapshot: Snapshot) -> dict[str, float]:
    """Path -> 0..1, the most voted-for file has 1; `matching` maps a path to (how well it matches, its matching units)."""
    names: dict[str, dict[str, None]] = {}
    for path, (_, units) in sorted(matching.items()):
        used = dict.fromkeys(t for unit in units for counts in unit.counts for t in counts if t[0] == "=")
        names[path] = used
    wanted = list(dict.fromkeys(name for used in names.values() for name in used))[:_MOST_NAMES]
    definers = snapshot.definers((t[1:] for t in wanted), _MOST_DEFINERS)
    gained: dict[str, float] = {}
    for path, (strength, _) in sorted(matching.items()):
        shares: dict[str, float] = {}
        for name in names[path]:
            paths = definers.get(name[1:], ())
            if path in paths:
                continue
            for other in paths:
                shares[other] = shares.get(other, 0.0) + 1 / len(paths)
        for other, share in shares.items():
            gained[other] = gained.get(other, 0.0) + share * strength * strength
    best = max(gained.values(), default=0.0)
    return {path: (value / best) ** 0.5 for path, value in gained.items()} if best else {}
