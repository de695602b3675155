"""Runs the first rungs on a one-string workspace, as the ladder does."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from helix_lsp.ask.question.question import Question
from helix_lsp.ask.rungs.intent import Intent, route
from helix_lsp.ask.rungs.obligations import Obligations, oblige
from helix_lsp.ask.rungs.plan import Plan, draft_plan
from helix_lsp.ask.rungs.scope import Scope, scope
from helix_lsp.config.questions import PlanConfig, TopicProfile
from helix_lsp.search.search import search
from helix_lsp.trees.assemble import assemble
from tests.support.check import World

CODE = '''
//- /src/app/router.py
"""Routes of the app."""
class RouteTable:
    """Maps rules to handlers."""
    def find_handler(self, rule):
        """The handler of a rule."""
        raise KeyError(rule)
class Hub:
    """Joins tables."""
MAX_RULES = 40
//- /tests/test_router.py
from app.router import RouteTable
def test_find_handler():
    assert RouteTable().find_handler("/")
//- /docs/routing.md
# Routing
## Route tables
A route table maps rules to handlers.
//- /config/app.toml
max_rules = 40
'''
KNOWLEDGE = (
    CODE
    + """
//- /docs/cards/warp-bubble.md
---
id: warp-bubble
label: Warp bubble
aliases: [warp shell, "bubble metric"]
topicTags: [warp]
mustIncludeFiles: [docs/routing.md]
---
# Warp bubble
Definition: A thin shell of curved space.
//- /configs/graph-resolvers.json
{"version": 1, "trees": [{"id": "warp-mechanics", "label": "Warp Mechanics", "path": "docs/trees/warp.json", "topicTags": ["warp"]}]}
//- /docs/trees/warp.json
{"version": 1, "rootId": "root", "nodes": [
 {"id": "root", "title": "Warp Mechanics", "children": ["shell"]},
 {"id": "shell", "title": "Warp Shell Metric", "excerpt": "The metric of the shell."}]}
"""
)
WARP = TopicProfile(
    name="warp",
    matchers=("warp",),
    docs_first=True,
    docs=("docs/**",),
    tiers=(("docs/**",), ("docs/**", "src/**")),
    must_include=("docs/routing.md", "docs/gone.md"),
    boosts=("docs/trees/**",),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class First:
    """What the first rungs said."""

    obligations: Obligations
    intent: Intent
    plan: Plan
    scope: Scope


def first(
    world: World, text: str, *topics: TopicProfile, slots: tuple[str, ...] = (), path: str | None = None
) -> First:
    """Rungs 0, 1, 3 and 4 with a search of the whole repository between them."""
    view = world.view()
    cfg: PlanConfig = replace(view.config.plan, topics=topics)
    question = Question(text=text, slots=slots, path=path)
    obligations = oblige(question)
    question = msgspec.structs.replace(question, text=obligations.subject)
    text = question.text
    knowledge = view.knowledge()
    intent = route(question, obligations, knowledge, cfg, view.snapshot)
    found = search(text, view.snapshot, view.texts, view.config.search, k=10)
    pack = assemble(
        text,
        intent.topics,
        intent.concepts,
        knowledge.forest,
        (),
        None,
        view.snapshot,
        view.texts,
        view.config.trees,
    )
    plan = draft_plan(question, obligations, intent, found, knowledge, pack, view.snapshot, cfg)
    return First(
        obligations=obligations,
        intent=intent,
        plan=plan,
        scope=scope(question, obligations, intent, plan, view.snapshot, cfg),
    )
