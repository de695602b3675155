"""The debug payload: the whole state of the ladder as named fields, under the names of
docs/reference/ladder.md, read from the trace.
"""

from __future__ import annotations

from typing import Any

from helix_lsp.ask.rungs.envelope import Envelope
from helix_lsp.ask.trace import Trace
from helix_lsp.search.ranking.hit import Hit
from helix_lsp.wire.query_result import why_to_wire
from helix_lsp.wire.retrieval_plan import steps_to_wire


def debug_to_wire(envelope: Envelope, trace: Trace) -> dict[str, Any]:
    """Every fact of the answer's own climb by its label (of two, the later one), the live events in order,
    and the path that the answer took; times are those of all climbs.
    """
    fields = {label: text for step in trace.answer.steps for label, text in step.facts}
    evidence, prompt = envelope.climbed.evidence, envelope.climbed.written.prompt
    return {
        "fields": [{"name": name, "text": text} for name, text in fields.items()],
        "live_events": list(trace.lines),
        "answer_path": answer_path(envelope),
        "controller_steps": steps_to_wire(evidence),
        "prompt_items": [{"type": i.type, "hash": i.hash, "size": i.size} for i in prompt.items]
        if prompt is not None
        else [],
        "stage_timing": [
            {"climb": number, "rung": step.name, "elapsed_us": step.elapsed_us}
            for number, climb in enumerate(trace.climbs, 1)
            for step in climb.steps
        ],
        "hits": [_hit(rank, hit) for rank, hit in enumerate(evidence.hits, 1)],
    }


def _hit(rank: int, hit: Hit) -> dict[str, Any]:
    """A place that retrieval brought and why it is there. It is not a citation: its bytes were not hashed."""
    place = hit.place
    return {
        "rank": rank,
        "path": place.path,
        "start_byte": place.span.start,
        "end_byte": place.span.end,
        "start_line": place.start_line,
        "end_line": place.end_line,
        "kind": place.kind,
        "qualified": place.qualified,
        "score": hit.score,
        "why": why_to_wire(hit.why, []),
    }


def answer_path(envelope: Envelope) -> list[str]:
    """What happened, one word-pair a turn: intent, domain, strategy, preflight, arbiter, who wrote the
    answer, gates.
    """
    climbed = envelope.climbed
    intent, evidence, verdict, written = climbed.intent, climbed.evidence, climbed.verdict, climbed.written
    path = [f"intent:{intent.id}", f"domain:{intent.domain}", f"strategy:{intent.strategy}"]
    path += [f"concept:{c.card.id}" for c in intent.concepts[:1]]
    path += [
        "intent:retrieval_preflight",
        *([f"domain_override:{intent.domain}"] if climbed.preflight.upgraded else []),
    ]
    path += [f"controller:{s.action}" for s in evidence.steps]
    path += [f"stop:{evidence.stop}", f"arbiter:{verdict.mode}"]
    if verdict.mode == "clarify":
        path.append(f"clarify:{verdict.reason}")
    elif written.model is not None and written.model.draft is not None:
        path += [
            "answer:replaced" if envelope.replaced else "answer:llm",
            *(["citationRepair:applied"] if written.model.mended else []),
        ]
    else:
        path.append("answer:extractive" if written.model is None else "answer:fallback")
    return [*path, f"obligation_gate:{climbed.obliged.status}", f"platonic_gates:{climbed.weighed.status}"]
