"""Rung 5: the seed pass: the question through all channels, fused, ranked, in the first tier
of the scope.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from helix_lsp.ask.draft import Events, event
from helix_lsp.ask.evidence.pool import Pool, add, pool_of, selects
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.rungs.preflight import Preflight
from helix_lsp.ask.rungs.scope import Scope
from helix_lsp.ask.standing import Standing
from helix_lsp.search.search import Results, search

WIDE = "repository"


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """What retrieval brought, best first; `parts` are the lists of a compound question's own questions."""

    pool: Pool
    parts: tuple[Results, ...] = ()

    @property
    def status(self) -> str:
        return "ok" if self.pool.hits else "empty"

    @property
    def events(self) -> Events:
        return (event("retrieval_channels", self.status),)

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        found = self.pool.results
        return (
            ("shape", found.query.shape),
            ("terms", " ".join(f"{t}:{w:.2f}" for t, w in found.weighted.terms[:16])),
            ("unknown", " ".join(found.weighted.unknown)),
            ("retrieval_channel_hits", " ".join(f"{name}={count}" for name, count in found.channels)),
            ("queries", " | ".join(a.query for a in self.pool.asked)),
            ("hits", str(len(found.hits))),
            *(
                (f"hit {n}", f"{h.score:.4f} {h.place.path}:{h.place.start_line} {h.place.qualified}")
                for n, h in enumerate(found.hits[:10], 1)
            ),
        )


def retrieve(
    question: Question, first: Preflight, scope: Scope, on: Standing, check: Callable[[], None]
) -> Found:
    """The question's own list (the preflight's, where the scope leaves nothing out), then the further parts
    of a compound question.
    """
    control = on.cfg.control

    def find(text: str, k: int) -> Results:
        return search(text, on.snapshot, on.texts, on.cfg.search, k=k, keep=scope.allows, check=check)

    avoided = any(not scope.allows(h.place.path) for h in first.results.hits)
    results = find(question.text, on.cfg.ask.hits) if avoided else first.results
    pool = pool_of(_favoured(results, scope, on.cfg.plan.topic_boost), question.text, WIDE)
    own: list[Results] = []
    for part in scope.parts:
        check()
        found = find(part, control.query_hits)
        pool = add(pool, found, part, WIDE, control.extra_share)
        if found.query.asked.form != "overview":
            own.append(found)
    return Found(pool=pool, parts=tuple(own))


def _favoured(results: Results, scope: Scope, boost: float) -> Results:
    """Places that a topic of the repository names stand a little higher; without such a topic the list is as
    search gave it.
    """
    if not scope.boosts or not boost:
        return results
    raised = [
        replace(h, score=round(h.score * (1 + boost), 6))
        if any(selects(g, h.place.path, scope.knowledge) for g in scope.boosts)
        else h
        for h in results.hits
    ]
    return replace(results, hits=tuple(sorted(raised, key=lambda h: h.order)))
