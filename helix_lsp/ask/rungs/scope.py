"""Rung 4: what is asked of the repository, and where it is looked for first.

Queries: the whole question, the parts of a compound one, then the plan's hints, each once. The tiers are the
places that the plan and the topics name, the whole repository last, so that a tier never hides evidence. What
the question itself rules out is left out everywhere. A must-include is hard only when a topic of the
repository names it and the question demands the repository (design-decisions.md#must-include). See
docs/reference/ladder.md, S1-15.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from helix_lsp.ask.draft import Events, event
from helix_lsp.ask.evidence.pool import EVERYTHING, SURFACE, first_of, selects
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.rungs.intent import Intent
from helix_lsp.ask.rungs.obligations import Obligations
from helix_lsp.ask.rungs.plan import Plan
from helix_lsp.ask.slots import divide
from helix_lsp.config.questions import PlanConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.text.visible import counted

WHOLE = "repository"


class Tier(msgspec.Struct, frozen=True, kw_only=True):
    """A place to look before the whole repository; `globs` may hold `surface:docs` and the like."""

    name: str
    globs: tuple[str, ...]


class MustInclude(msgspec.Struct, frozen=True, kw_only=True):
    """`exists` says whether a visible file fits; one that does not exist is never hard."""

    glob: str
    source: Literal["topic", "plan"]
    hard: bool
    exists: bool


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """`queries` begin with the whole question; `parts` are those of a compound one, asked with it; the plan's
    hints behind them wait for a further pass. `avoid` is left out everywhere; `boosts` are globs of the repository's own topics, a little favoured.
    """

    queries: tuple[str, ...]
    parts: tuple[str, ...]
    tiers: tuple[Tier, ...]
    avoid: tuple[str, ...]
    must_include: tuple[MustInclude, ...]
    boosts: tuple[str, ...]
    docs_first: bool
    docs_allow: tuple[str, ...]
    knowledge: frozenset[str]

    def allows(self, path: str) -> bool:
        """True when a path may be evidence."""
        return not any(selects(s, path, self.knowledge) for s in self.avoid)

    def allows_docs(self, path: str) -> bool:
        """True when the docs-first phase may look at a path."""
        return self.allows(path) and any(selects(s, path, self.knowledge) for s in self.docs_allow)

    def holds(self, must: MustInclude, path: str) -> bool:
        """True when a path is one that a must-include asks for."""
        return selects(must.glob, path, self.knowledge)

    @property
    def asked(self) -> int:
        """How many queries the first pass runs: the question and its parts."""
        return 1 + len(self.parts)

    @property
    def status(self) -> str:
        return "ok"

    @property
    def events(self) -> Events:
        return (
            event("queries_merged", counted(self.asked, "query", "queries")),
            event("retrieval_scope", "ok"),
        )

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        must = (
            f"{m.glob}({m.source}{'' if m.exists else ', missing'}{', hard' if m.hard else ''})"
            for m in self.must_include
        )
        return (
            ("queries", " | ".join(self.queries)),
            ("allowlist_tiers", " > ".join(f"{t.name}[{' '.join(t.globs)}]" for t in self.tiers)),
            ("avoidlist", " ".join(self.avoid)),
            ("must_include_globs", " ".join(must)),
            ("docs_first", str(self.docs_first).lower()),
            ("docs_allowlist", " ".join(self.docs_allow)),
        )


def scope(
    question: Question,
    obligations: Obligations,
    intent: Intent,
    plan: Plan,
    snapshot: Snapshot,
    cfg: PlanConfig,
) -> Scope:
    """The scope of a question; costs a look at the paths for each must-include with a wildcard."""
    parts = divide(question.text, cfg.sub_questions)
    must = _must(obligations, intent, plan, snapshot)
    first = _docs_first(intent)
    return Scope(
        queries=_merged((question.text.strip(), *parts), plan.hints, cfg.queries),
        parts=parts,
        tiers=_tiers(intent, plan, must),
        avoid=tuple(SURFACE + s for s in plan.avoided),
        must_include=must,
        boosts=tuple(dict.fromkeys(g for p in intent.profiles if p.repository for g in p.boosts)),
        docs_first=first,
        docs_allow=_docs(intent, plan) if first else (),
        knowledge=frozenset(plan.knowledge),
    )


def _merged(base: tuple[str, ...], hints: tuple[str, ...], most: int) -> tuple[str, ...]:
    """Base queries, then hints, letter case and outer marks ignored when they are compared."""
    kept: dict[str, str] = {}
    for query in (*base, *hints):
        key = " ".join(query.casefold().strip(" ?.!,;").split())
        if key or not kept:
            kept.setdefault(key, query)
    return tuple(kept.values())[:most]


def _tiers(intent: Intent, plan: Plan, must: tuple[MustInclude, ...]) -> tuple[Tier, ...]:
    """The plan's preferred surfaces, its must-include files, the tiers of the topics level by level, the
    whole repository.
    """
    tiers: list[Tier] = []
    if plan.preferred:
        tiers.append(Tier(name="preferred", globs=tuple(SURFACE + s for s in plan.preferred)))
    if files := tuple(m.glob for m in must if m.exists):
        tiers.append(Tier(name="must_include", globs=files))
    profiles = [p for p in intent.profiles if p.tiers]
    for level in range(max((len(p.tiers) for p in profiles), default=0)):
        globs = tuple(dict.fromkeys(g for p in profiles for g in p.tiers[min(level, len(p.tiers) - 1)]))
        tiers.append(Tier(name=f"topic {level + 1}", globs=globs))
    return (*tiers, Tier(name=WHOLE, globs=(EVERYTHING,)))


def _must(
    obligations: Obligations, intent: Intent, plan: Plan, snapshot: Snapshot
) -> tuple[MustInclude, ...]:
    topical = {g for p in intent.profiles if p.repository for g in p.must_include}
    found: list[MustInclude] = []
    for glob in plan.must_include:
        topic = glob in topical
        exists = bool(first_of(glob, snapshot))
        found.append(
            MustInclude(
                glob=glob,
                source="topic" if topic else "plan",
                hard=topic and exists and obligations.requires_repo,
                exists=exists,
            )
        )
    return tuple(found)


def _docs_first(intent: Intent) -> bool:
    """Documents before code: the repository is expected to know, and a topic asks for it or a concept or tree
    is what documents explain.
    """
    if (
        intent.expectation.level == "low"
        or intent.kind in ("usage", "location")
        or intent.sought in ("test", "error", "path", "symbol")
    ):
        return False
    return bool(intent.concepts or intent.trees) or any(p.docs_first for p in intent.profiles)


def _docs(intent: Intent, plan: Plan) -> tuple[str, ...]:
    """The documents of the docs-first topics, else all documents; the knowledge of the repository always."""
    own = [g for p in intent.profiles if p.docs_first for g in p.docs]
    named = (path for m in intent.concepts[:1] for path in (m.card.path, *m.card.must_include))
    cards = [p for p in named if p in plan.knowledge or selects(SURFACE + "docs", p, frozenset())]
    wide = [] if own else [SURFACE + "docs"]
    return tuple(dict.fromkeys((*own, *cards, *wide, *([SURFACE + "knowledge"] if plan.knowledge else []))))
