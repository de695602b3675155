"""How an answer was searched for: the part of the envelope that says trees, channels, files, sections, terms
and slot coverage.

Why it is there: design-decisions.md#retrieval-plan.
"""

from __future__ import annotations

from typing import Any

from helix_lsp.ask.rungs.envelope import Envelope
from helix_lsp.ask.rungs.evidence import Evidence
from helix_lsp.ask.trace import Trace
from helix_lsp.search.ranking.hit import Hit
from helix_lsp.search.reading.read import by_meaning
from helix_lsp.trees.assemble import Pack, WalkStep
from helix_lsp.wire.query_result import why_to_wire
from helix_lsp.wire.range_ref import range_ref_to_wire
from helix_lsp.wire.readable import fields
from helix_lsp.wire.trees import metadata_to_wire


def retrieval_to_wire(envelope: Envelope) -> dict[str, Any]:
    """Plain JSON data; lists are in the order in which things happened or rank."""
    climbed = envelope.climbed
    evidence, scope, plan = climbed.evidence, climbed.scope, climbed.plan
    found = evidence.results
    written = dict(found.query.words)
    sections = [
        (p.path, p.name) for h in evidence.hits for p in (h.place, *h.more) if p.section >= 0 and p.name
    ]
    return {
        "shape": found.query.shape,
        "ordered": "meaning" if by_meaning(evidence.reading) else "words",
        "searched": list(dict.fromkeys(written.get(t, t) for t, _ in found.query.terms)),
        "unknown": list(dict.fromkeys(written.get(t, t) for t in found.weighted.unknown)),
        "near": list(found.near),
        "channels": [{"name": name, "candidates": count} for name, count in found.channels],
        "files": [h.place.path for h in evidence.hits],
        "sections": [{"path": path, "title": title} for path, title in dict.fromkeys(sections)],
        "trees": list(climbed.pack.metadata.tree_ids),
        "queries": [{"query": a.query.strip(), **fields(a, "tier found new")} for a in evidence.pool.asked],
        "hints": list(plan.hints),
        "scope": {
            "tiers": [{"name": t.name, "globs": list(t.globs)} for t in scope.tiers],
            "avoid": list(scope.avoid),
            "must_include": [fields(m, "glob source hard exists") for m in scope.must_include],
            "docs_first": scope.docs_first,
            "docs_allow": list(scope.docs_allow),
        },
        "slots": [fields(s, "id label hard source covered path line") for s in evidence.coverage.slots],
        "coverage": {"ratio": evidence.coverage.ratio, "missing": list(evidence.coverage.missing)},
        "controller_steps": steps_to_wire(evidence),
        "stop": evidence.stop,
        "confidence": {
            "value": evidence.confidence,
            "label": "low" if envelope.mode == "provisional" else evidence.label,
        },
        "preflight": fields(climbed.preflight, "verdict doc_share upgraded"),
    }


def steps_to_wire(evidence: Evidence) -> list[dict[str, Any]]:
    """`controller_steps[]` in the order of the passes."""
    return [
        {
            "action": s.action,
            "queries": [q.strip() for q in s.queries],
            **fields(s, "files new_files coverage share gate missing"),
        }
        for s in evidence.steps
    ]


def tree_walk_to_wire(pack: Pack) -> dict[str, Any]:
    """The `tree_walk` section: every walked node with its proof, or marked as a hint."""
    return {
        "binding_rate": pack.binding_rate,
        "locked": list(pack.locked),
        "metadata": metadata_to_wire(pack.metadata),
        "trees": [
            {**fields(w, "id=tree_id label source mode why fallback"), "steps": [_step(s) for s in w.steps]}
            for w in pack.trees
        ],
    }


def _step(step: WalkStep) -> dict[str, Any]:
    bound = step.bound
    return {
        **fields(step, "id title relation depth role"),
        "range_ref": None if bound is None else range_ref_to_wire(bound),
    }


# The debug payload: the whole state of the ladder as named fields, under the names of
# docs/reference/ladder.md, read from the trace.


def debug_to_wire(envelope: Envelope, trace: Trace) -> dict[str, Any]:
    """Every fact of the answer's own climb by its label (of two, the later one), the live events in order,
    and the path that the answer took; times are those of all climbs.
    """
    facts = {label: text for step in trace.answer.steps for label, text in step.facts}
    evidence, prompt = envelope.climbed.evidence, envelope.climbed.written.prompt
    return {
        "fields": [{"name": name, "text": text} for name, text in facts.items()],
        "live_events": list(trace.lines),
        "answer_path": answer_path(envelope),
        "controller_steps": steps_to_wire(evidence),
        "prompt_items": [fields(i, "type hash size") for i in prompt.items] if prompt is not None else [],
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
        **fields(place, "path start_byte=span.start end_byte=span.end start_line end_line kind qualified"),
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


# `trace-record.v1`: a past question and what each rung did with it, climb by climb.

SCHEMA_TRACE_RECORD = "trace-record.v1"


def trace_to_wire(envelope: Envelope, trace: Trace, *, asked_at: str, session_id: str) -> dict[str, Any]:
    """The record as plain JSON data. `asked_at` is ISO 8601 with its offset; `digest` is the envelope's,
    which is the answer's identity.
    """
    return {
        "schema": SCHEMA_TRACE_RECORD,
        "asked_at": asked_at,
        "session_id": session_id,
        **fields(
            envelope,
            "question=climbed.question.text kind=climbed.intent.kind mode digest snapshot=snapshot_digest generation=freshness.generation",
        ),
        "elapsed_us": trace.elapsed_us,
        "steps": rungs_to_wire(trace),
    }


def rungs_to_wire(trace: Trace) -> list[dict[str, Any]]:
    """All rungs in the order they ran; `climb` counts from 1 how often the ladder was climbed for the
    question, `purpose` says what that climb was for.
    """
    return [
        {
            "climb": number,
            "purpose": climb.purpose,
            **fields(step, "number rung=name status events"),
            "facts": [{"label": label, "text": text} for label, text in step.facts],
            "digest": step.digest,
            "elapsed_us": step.elapsed_us,
        }
        for number, climb in enumerate(trace.climbs, 1)
        for step in climb.steps
    ]
