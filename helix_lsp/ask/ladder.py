"""The ladder on one page: straight-line code whose locals are the data flow. Numbers are those of
docs/reference/ladder.md, S1.

Every gate runs for every question; whether a fail is acted on is an option. One recorder wraps each rung and
is the only writer of the trace.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from helix_lsp.align.live import Live
from helix_lsp.ask.compose.material import Material
from helix_lsp.ask.question.question import Question, sized
from helix_lsp.ask.rungs.arbiter import arbitrate
from helix_lsp.ask.rungs.cards import lay_out
from helix_lsp.ask.rungs.docs_first import docs_first
from helix_lsp.ask.rungs.envelope import Climbed, Envelope, seal
from helix_lsp.ask.rungs.evidence import settle
from helix_lsp.ask.rungs.graph_pack import walk_trees
from helix_lsp.ask.rungs.intent import route
from helix_lsp.ask.rungs.obligation_gate import oblige_citations
from helix_lsp.ask.rungs.obligations import oblige
from helix_lsp.ask.rungs.plan import draft_plan
from helix_lsp.ask.rungs.platonic import held_to, weigh_claims
from helix_lsp.ask.rungs.preflight import look_first
from helix_lsp.ask.rungs.retrieval import retrieve
from helix_lsp.ask.rungs.scope import scope as scope_of
from helix_lsp.ask.rungs.synthesis import synthesise
from helix_lsp.ask.standing import Standing
from helix_lsp.ask.text.live import LiveFiles
from helix_lsp.ask.trace import Recorder


def climb(question: Question, on: Standing, recorder: Recorder, check: Callable[[], None]) -> Envelope:
    """Answer one question. Deterministic but for the trace's `elapsed_us` and what a model writes; raises
    only `Cancelled`. Which climbs a question takes: `conversation.py`.
    """
    snapshot, texts, cfg, knowledge = on.snapshot, on.texts, on.cfg, on.knowledge
    live = LiveFiles(Live(snapshot, texts, on.oracle))
    shown = sized(cfg.ask, question.verbosity)
    rung = recorder.rung

    obligations = rung(0, "obligations", oblige)(question)
    asked = replace(question, text=obligations.subject)  # how the answer is demanded is not searched for
    routed = rung(1, "intent", route)(asked, obligations, knowledge, cfg.plan, snapshot, cfg.trees)
    first = rung(2, "preflight", look_first)(
        asked, routed, snapshot, texts, cfg.search, cfg.ask, cfg.control, check, on.hypothesis
    )
    intent = first.intent
    trees = rung(3, "knowledge trees", walk_trees)(asked, intent, knowledge, on, cfg.trees)
    plan = rung(3, "plan", draft_plan)(
        asked, obligations, intent, first.results, knowledge, trees.pack, asked.slots, snapshot, cfg.plan
    )
    scope = rung(4, "scope", scope_of)(asked, obligations, intent, plan, snapshot, cfg.plan)
    found = rung(5, "retrieval", retrieve)(
        asked, first, scope, snapshot, texts, cfg.search, cfg.ask, cfg.control, cfg.plan, check
    )
    docs = rung(6, "docs first", docs_first)(
        asked, found, scope, snapshot, texts, cfg.search, cfg.ask, cfg.control, check
    )
    evidence = rung(7, "evidence", settle)(
        asked,
        intent,
        plan,
        scope,
        docs,
        snapshot,
        texts,
        cfg.search,
        cfg.ask,
        cfg.control,
        cfg.align,
        check,
        on.likeness,
    )
    verdict = rung(8, "kind of answer", arbitrate)(
        asked, obligations, intent, evidence, snapshot, cfg.control, cfg.search
    )
    cards = rung(9, "cards", lay_out)(evidence, verdict, live, snapshot, shown)
    material = Material(
        question=asked,
        results=evidence.results,
        cards=cards.cards,
        live=live,
        snapshot=snapshot,
        cfg=shown,
        align=cfg.align,
        search=cfg.search,
        reading=evidence.reading,
        behind=on.freshness.behind,
        begun=on.freshness.provisional,
    )
    written = rung(10, "synthesis", synthesise)(
        intent, plan, evidence, verdict, trees.pack, material, on.model, cfg.model, check
    )
    required, mode = obligations.requires_repo or obligations.requires_citations, cfg.control.mode
    obliged = rung(11, "demanded citations", oblige_citations)(
        required, written.draft, live, cfg.verify, fallback=written.fallback, mode=mode
    )
    held = held_to(asked, intent, plan, evidence, written, mode)
    weighed = rung(12, "sentence checks", weigh_claims)(asked, obliged.draft, live, cfg.verify, held)
    climbed = Climbed(
        question=question,
        intent=intent,
        preflight=first,
        pack=trees.pack,
        plan=plan,
        scope=scope,
        evidence=evidence,
        verdict=verdict,
        written=written,
        obliged=obliged,
        weighed=weighed,
    )
    return rung(13, "envelope", seal)(climbed, snapshot, texts, on.freshness, cfg.control)
