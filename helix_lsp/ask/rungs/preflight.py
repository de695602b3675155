"""Rung 2: a first look that every question gets; what it finds may raise the intent, never lower it.

Its list is the seed of retrieval where the scope asks for nothing narrower (reused, but retrieval is never
skipped for it).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from helix_lsp.ask.draft import Events, event
from helix_lsp.ask.evidence.gate import TOP, Judged, judge
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.rungs.intent import Intent, raised
from helix_lsp.ask.standing import Standing
from helix_lsp.config.questions import ControlConfig
from helix_lsp.search.search import Results, search


class Preflight(msgspec.Struct, frozen=True, kw_only=True):
    """`intent` is the one to go on with; `doc_share` is the share of documents among the files found (0..1)."""

    results: Results
    judged: Judged
    verdict: Literal["ok", "weak", "empty"]
    doc_share: float
    upgraded: bool
    intent: Intent

    @property
    def status(self) -> str:
        return self.verdict

    @property
    def events(self) -> Events:
        raised_to = (event("intent_override", self.intent.domain),) if self.upgraded else ()
        return (event("preflight_retrieval", self.verdict), *raised_to)

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        return (
            ("preflight_queries", self.results.query.text),
            ("preflight_file_count", str(len(self.results.hits))),
            ("preflight_files", " ".join(h.place.path for h in self.results.hits[:6])),
            ("preflight_doc_share", f"{self.doc_share:.3f}"),
            ("preflight_evidence_ok", str(self.judged.passed).lower()),
            ("preflight_evidence_ratio", f"{self.judged.share:.3f}"),
            ("preflight_retrieval_upgrade", str(self.upgraded).lower()),
        )


def _raises(intent: Intent, judged: Judged, cfg: ControlConfig) -> bool:
    """General on any evidence; hybrid where nothing but weak words spoke for the repository and the evidence
    holds nearly all that is asked.
    """
    if intent.domain == "hybrid":
        return intent.expectation.level == "low" and judged.share >= cfg.preflight_share
    return intent.domain == "general"


def look_first(question: Question, intent: Intent, on: Standing, check: Callable[[], None]) -> Preflight:
    """One search of the whole repository for the whole question; words of a hypothesis may bring candidates."""
    snapshot, control = on.snapshot, on.cfg.control
    near = (question.path, *question.near) if question.path is not None else question.near
    results = search(
        question.text,
        snapshot,
        on.texts,
        on.cfg.search,
        k=on.cfg.ask.hits,
        near=near,
        hypothesis=on.hypothesis,
        check=check,
    )
    judged = judge(results, results.hits[:TOP], snapshot, on.cfg.ask)
    documents = [
        h for h in results.hits if (e := snapshot.file(h.place.path)) is not None and e.surface.kind == "docs"
    ]
    share = len(documents) / len(results.hits) if results.hits else 0.0
    up = (
        raised(intent, "preflight found evidence")
        if judged.passed and _raises(intent, judged, control)
        else intent
    )
    return Preflight(
        results=results,
        judged=judged,
        verdict="ok" if judged.passed else "weak" if results.hits else "empty",
        doc_share=round(share, 6),
        upgraded=up is not intent,
        intent=up,
    )
