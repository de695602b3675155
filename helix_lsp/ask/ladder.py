"""The ladder on one page: straight-line code whose locals are the data flow.

Numbers are those of the whole ladder; the rungs between them are not built yet and are absent, not faked.
"""

from __future__ import annotations

from collections.abc import Callable

from helix_lsp.align.live import Live
from helix_lsp.ask.card import Role
from helix_lsp.ask.compose.material import Material
from helix_lsp.ask.live import LiveFiles
from helix_lsp.ask.question import Question, sized
from helix_lsp.ask.rungs.cards import lay_out
from helix_lsp.ask.rungs.envelope import Envelope, seal
from helix_lsp.ask.rungs.evidence import Evidence, weigh_evidence
from helix_lsp.ask.rungs.intent import route
from helix_lsp.ask.rungs.retrieval import retrieve
from helix_lsp.ask.rungs.synthesis import synthesise
from helix_lsp.ask.trace import Recorder, Trace
from helix_lsp.config import Config
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.snapshot import Snapshot


def climb(
    question: Question, snapshot: Snapshot, texts: Callable[[str], bytes | None], cfg: Config, freshness: Freshness, recorder: Recorder,
    check: Callable[[], None],
) -> tuple[Envelope, Trace]:  # fmt: skip
    """Answer one question against one snapshot. Deterministic but for the trace's `elapsed_us`; raises only `Cancelled`."""
    live = LiveFiles(Live(snapshot, texts))
    shown = sized(cfg.ask, question.verbosity)

    intent = recorder.rung(1, "intent", route, question)
    found = recorder.rung(5, "retrieval", retrieve, question, snapshot, texts, cfg.search, cfg.ask.hits, check)
    evidence = recorder.rung(7, "evidence", weigh_evidence, found, snapshot.statistics().units, cfg.ask)
    cards = recorder.rung(9, "cards", lay_out, evidence, found.results.weighted, live, _roles(evidence, snapshot), shown)
    material = Material(
        question=question, results=found.results, cards=cards.cards, live=live, snapshot=snapshot, cfg=shown, align=cfg.align,
        search=cfg.search,
    )
    draft = recorder.rung(10, "synthesis", synthesise, intent, evidence, material)
    envelope = recorder.rung(13, "envelope", seal, question, intent, found, evidence, draft, snapshot, texts, freshness)
    return envelope, recorder.trace()


def _roles(evidence: Evidence, snapshot: Snapshot) -> dict[str, Role]:
    """What each file is to an answer."""
    roles: dict[str, Role] = {}
    for hit in evidence.hits:
        entry = snapshot.file(hit.place.path)
        surface = entry.surface if entry else None
        roles[hit.place.path] = (
            "code" if surface is None
            else "test" if surface.test
            else "document" if surface.kind == "docs"
            else "configuration" if surface.kind in ("config", "text")
            else "code"
        )  # fmt: skip
    return roles
