"""Files that the best places use, lifted to the end of the first ten: a question in a sentence asks how
things work together.

A file one call away shares few words with the question, so it stands far down; mixed in by weight it costs
more at the top than it gains (design-decisions.md#ranking-recipe). At the end of what is read it costs next
to nothing.
Invariants: only files that a channel found are lifted; the files above `cfg.collaborators_from` stay where
they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.question.query import Query
from helix_lsp.search.ranking.hit import Feature
from helix_lsp.search.ranking.kin import can_use, kin_of
from helix_lsp.search.ranking.rank import Ranked

_ASKING_FILES = 3
_ASKING_UNITS = 2
_MOST_DEFINERS = 3
_TEST = 0.3


def lift_collaborators(
    chosen: tuple[Ranked, ...],
    ranked: tuple[Ranked, ...],
    query: Query,
    snapshot: Snapshot,
    cfg: SearchConfig,
) -> tuple[Ranked, ...]:
    """`chosen` in its order and length, with up to `cfg.collaborators` of the other files of `ranked` at
    `cfg.collaborators_from`.
    """
    at = cfg.collaborators_from
    if query.shape != "sentence" or cfg.collaborators == 0 or len(chosen) < at + cfg.collaborators:
        return chosen
    used = _used_by_best(chosen, snapshot, guarded=cfg.guard_names > 0)
    wanted = {path: value for path, value in used.items() if round(value, 6) >= cfg.collaborators_least}
    head = {r.file.path for r in chosen[:at]}
    found = {r.file.path: r for r in (*ranked, *chosen) if r.file.path in wanted and r.file.path not in head}
    best = sorted(found, key=lambda path: (-round(wanted[path], 6), path))[: cfg.collaborators]
    top, below = chosen[at - 1].score, chosen[at].score
    lifted = [
        _lift(found[path], below + (top - below) * (len(best) - i) / (len(best) + 1))
        for i, path in enumerate(best)
    ]
    return (*chosen[:at], *lifted, *(r for r in chosen[at:] if r.file.path not in best))[: len(chosen)]


def _used_by_best(chosen: tuple[Ranked, ...], snapshot: Snapshot, *, guarded: bool) -> dict[str, float]:
    """Path -> how much the best places of the first files use what it defines; a name with many definitions
    says nothing.
    """
    wanted: dict[str, float] = {}
    for asking in chosen[:_ASKING_FILES]:
        share = asking.score / chosen[0].score
        for scored in asking.units[:_ASKING_UNITS]:
            names = dict.fromkeys(t[1:] for counts in scored.unit.counts for t in counts if t[0] == "=")
            for paths in _defined_for(asking.file.path, names, snapshot, guarded=guarded):
                for path in paths:
                    wanted[path] = wanted.get(path, 0.0) + share / len(paths)
    for path in wanted:
        entry = snapshot.file(path)
        if entry is not None and entry.surface.test:
            wanted[path] *= _TEST
    return wanted


def _defined_for(
    asking: str, names: Iterable[str], snapshot: Snapshot, *, guarded: bool
) -> Iterator[Sequence[str]]:
    """For each name the few files that it may be defined in; names that the asking file itself defines are
    left out.
    """
    user = _kin(asking, snapshot)
    for paths in snapshot.definers(names, _MOST_DEFINERS).values():
        if asking not in paths:
            yield [p for p in paths if can_use(user, _kin(p, snapshot))] if guarded else paths


def _kin(path: str, snapshot: Snapshot) -> str:
    entry = snapshot.file(path)
    return kin_of(entry.language) if entry is not None else ""


def _lift(ranked: Ranked, score: float) -> Ranked:
    """The same file with a higher score; its own feature says what was added (in the end, behind the
    demotions).
    """
    score = round(score, 6)
    if score <= ranked.score:
        return ranked
    factor = 1.0
    for _, demotion in ranked.demotions:
        factor *= demotion
    added = (score - ranked.score) / factor if factor else 0.0
    feature = Feature(name="collaborator", value=1.0, weight=round(added, 9), contribution=round(added, 9))
    return replace(ranked, score=score, features=(*ranked.features, feature))
