"""The ranking after texts were read: what stands word for word, where a stack trace points, and what only
quotes the question.

Invariants: the same files come out, in a total order; without quoted phrases, messages, frames and quotations
nothing changes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.channels.exact import Exactly, Held
from helix_lsp.search.channels.frames import Own
from helix_lsp.search.question.query import Query
from helix_lsp.search.ranking.hit import Feature
from helix_lsp.search.ranking.rank import Ranked

_UNQUOTED = "without the quoted words"
_QUOTES = "quotes the question"


def hold(
    ranked: tuple[Ranked, ...],
    query: Query,
    exact: Exactly,
    own: tuple[Own, ...],
    quotes: frozenset[str],
    snapshot: Snapshot,
    cfg: SearchConfig,
) -> tuple[Ranked, ...]:
    """Features `quoted` and `literal`, their demotions, and the unit to show first."""
    if not (exact.phrases or exact.messages or own or quotes):
        return ranked
    places: dict[str, Own] = {}
    for frame in own:
        places.setdefault(frame.path, frame)
    somewhere = {h.text for held in exact.phrases.values() for h in held}
    must = frozenset(q.text for q in query.quoted if q.must and q.text in somewhere)
    judged = [_judge(r, exact, len(somewhere), must, places, quotes, snapshot, cfg) for r in ranked]
    return tuple(sorted((r for r in judged if r.score > 0), key=lambda r: r.order))


def _judge(
    ranked: Ranked,
    exact: Exactly,
    phrases: int,
    must: frozenset[str],
    frames: Mapping[str, Own],
    quotes: frozenset[str],
    snapshot: Snapshot,
    cfg: SearchConfig,
) -> Ranked:
    path = ranked.file.path
    quoted, said, frame = exact.phrases.get(path, ()), exact.messages.get(path, ()), frames.get(path)
    features, demotions = list(ranked.features), list(ranked.demotions)
    if quoted:
        features.append(_feature("quoted", len(quoted) / phrases, cfg.rank_quoted))
    if not must <= {h.text for h in quoted}:
        demotions.append((_UNQUOTED, cfg.demote_unquoted))
    if said:
        features.append(_feature("literal", said[0].value, cfg.rank_literal))
    if path in quotes:
        demotions.append((_QUOTES, cfg.demote_quoting))
    if len(features) == len(ranked.features) and len(demotions) == len(ranked.demotions) and frame is None:
        return ranked
    held = tuple((h.text, h.line) for h in (*quoted, *said[:1]))
    if frame is not None:
        held = (
            (
                f"stack frame {frame.depth + 1}: {frame.frame.function or frame.frame.path}",
                max(1, frame.frame.line),
            ),
            *held,
        )
    meant = (*(h for h in quoted if h.text in must), *said[:1])
    pin = (
        frame.unit.ordinal if frame is not None and frame.unit is not None else _around(path, meant, snapshot)
    )
    kept = tuple(f for f in features if f.contribution)
    score = math.fsum(f.contribution for f in kept) * math.prod(factor for _, factor in demotions)
    return replace(
        ranked, features=kept, demotions=tuple(demotions), score=round(score, 6), pin=pin, held=held
    )


def _around(path: str, held: tuple[Held, ...], snapshot: Snapshot) -> int:
    """Ordinal of the smallest unit around the first place, -1 without one."""
    if not held:
        return -1
    offset = held[0].offset
    around = [u for u in snapshot.units(path) if u.span.start <= offset < u.span.end]
    return min(around, key=lambda u: (u.span.end - u.span.start, u.ordinal)).ordinal if around else -1


def _feature(name: str, value: float, weight: float) -> Feature:
    value = round(value, 9)
    return Feature(name=name, value=value, weight=weight, contribution=round(value * weight, 9))
