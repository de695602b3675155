"""`trace-record.v1`: a past question and what each rung did with it, climb by climb."""

from __future__ import annotations

from typing import Any

from helix_lsp.ask.rungs.envelope import Envelope
from helix_lsp.ask.trace import Trace

SCHEMA = "trace-record.v1"


def trace_to_wire(envelope: Envelope, trace: Trace, *, asked_at: str, session_id: str) -> dict[str, Any]:
    """The record as plain JSON data. `asked_at` is ISO 8601 with its offset; `digest` is the envelope's,
    which is the answer's identity.
    """
    return {
        "schema": SCHEMA,
        "asked_at": asked_at,
        "session_id": session_id,
        "question": envelope.climbed.question.text,
        "kind": envelope.climbed.intent.kind,
        "mode": envelope.mode,
        "digest": envelope.digest,
        "snapshot": envelope.snapshot_digest,
        "generation": envelope.freshness.generation,
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
            "number": step.number,
            "rung": step.name,
            "status": step.status,
            "events": list(step.events),
            "facts": [{"label": label, "text": text} for label, text in step.facts],
            "digest": step.digest,
            "elapsed_us": step.elapsed_us,
        }
        for number, climb in enumerate(trace.climbs, 1)
        for step in climb.steps
    ]
