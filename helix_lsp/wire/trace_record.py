"""`trace-record.v1`: a past question and what each rung did with it."""

from __future__ import annotations

from typing import Any

from helix_lsp.ask.rungs.envelope import Envelope
from helix_lsp.ask.trace import Trace

SCHEMA = "trace-record.v1"


def trace_to_wire(envelope: Envelope, trace: Trace, *, asked_at: str, session_id: str) -> dict[str, Any]:
    """The record as plain JSON data. `asked_at` is ISO 8601 with its offset; `digest` is the envelope's, which is the answer's identity."""
    return {
        "schema": SCHEMA, "asked_at": asked_at, "session_id": session_id, "question": envelope.question.text, "kind": envelope.kind,
        "mode": envelope.mode, "digest": envelope.digest, "snapshot": envelope.snapshot_digest, "generation": envelope.freshness.generation,
        "elapsed_us": sum(step.elapsed_us for step in trace.steps),
        "steps": [
            {"number": step.number, "rung": step.name, "status": step.status, "events": list(step.events),
             "facts": [{"label": label, "text": text} for label, text in step.facts], "digest": step.digest, "elapsed_us": step.elapsed_us}
            for step in trace.steps
        ],
    }  # fmt: skip
