"""The debug payload: the whole state of the ladder as named fields, under the names of docs/reference/ladder.md, read from the trace."""

from __future__ import annotations

from typing import Any

from helix_lsp.ask.rungs.envelope import Envelope
from helix_lsp.ask.trace import Trace
from helix_lsp.search.hit import Hit
from helix_lsp.wire.query_result import why_to_wire
from helix_lsp.wire.retrieval_plan import steps_to_wire


def debug_to_wire(envelope: Envelope, trace: Trace) -> dict[str, Any]:
    """Every fact of the trace by its label (of two, the later one), the live events in order, and the path that the answer took."""
    fields = {label: text for step in trace.steps for label, text in step.facts}
    prompt = envelope.written.prompt
    return {
        "fields": [{"name": name, "text": text} for name, text in fields.items()],
        "live_events": [line for step in trace.steps for line in step.events],
        "answer_path": answer_path(envelope),
        "controller_steps": steps_to_wire(envelope.evidence),
        "prompt_items": [{"type": i.type, "hash": i.hash, "size": i.size} for i in prompt.items] if prompt is not None else [],
        "stage_timing": [{"rung": step.name, "elapsed_us": step.elapsed_us} for step in trace.steps],
        "hits": [_hit(rank, hit) for rank, hit in enumerate(envelope.evidence.hits, 1)],
    }


def _hit(rank: int, hit: Hit) -> dict[str, Any]:
    """A place that retrieval brought and why it stands there. It is no citation: its bytes were not hashed."""
    place = hit.place
    return {
        "rank": rank, "path": place.path, "start_byte": place.span.start, "end_byte": place.span.end, "start_line": place.start_line,
        "end_line": place.end_line, "kind": place.kind, "qualified": place.qualified, "score": hit.score, "why": why_to_wire(hit.why, []),
    }  # fmt: skip


def answer_path(envelope: Envelope) -> list[str]:
    """What happened, one word-pair a turn: intent, domain, strategy, preflight, arbiter, who wrote the answer, gates."""
    first, verdict, written = envelope.preflight, envelope.verdict, envelope.written
    path = [f"intent:{envelope.intent.id}", f"domain:{envelope.intent.domain}", f"strategy:{envelope.intent.strategy}"]
    path += [f"concept:{c.card.id}" for c in envelope.intent.concepts[:1]]
    path += ["intent:retrieval_preflight", *([f"domain_override:{envelope.intent.domain}"] if first.upgraded else [])]
    path += [f"controller:{s.action}" for s in envelope.evidence.steps]
    path += [f"stop:{envelope.evidence.stop}", f"arbiter:{verdict.mode}"]
    if verdict.mode == "clarify":
        path.append(f"clarify:{verdict.reason}")
    elif written.model is not None and written.model.draft is not None:
        path += ["answer:replaced" if envelope.replaced else "answer:llm", *(["citationRepair:applied"] if written.model.mended else [])]
    else:
        path.append("answer:extractive" if written.model is None else "answer:fallback")
    return [*path, f"obligation_gate:{envelope.climbed.obliged.status}", f"platonic_gates:{envelope.weighed.status}"]
