"""`trace-record.v1`: a past question and what each rung did with it, climb by climb."""

from __future__ import annotations

from typing import Any

from helix_lsp.ask.rungs.envelope import Envelope
from helix_lsp.ask.trace import Trace
from helix_lsp.trees.diff import TrainingRecord
from helix_lsp.wire.readable import fields
from helix_lsp.wire.trees import bound_to_wire

SCHEMA = "trace-record.v1"


def trace_to_wire(envelope: Envelope, trace: Trace, *, asked_at: str, session_id: str) -> dict[str, Any]:
    """The record as plain JSON data. `asked_at` is ISO 8601 with its offset; `digest` is the envelope's,
    which is the answer's identity.
    """
    return {
        "schema": SCHEMA,
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


# `training-record.v1`: one line of a training export; it links a tree node to the hash of a span.

SCHEMA_TRAINING_RECORD = "training-record.v1"


def record_to_wire(record: TrainingRecord) -> dict[str, Any]:
    """The record as plain JSON data."""
    return {
        "schema": SCHEMA_TRAINING_RECORD,
        **fields(record, "id treeId=tree_id treeVersion=tree_version nodeId=node_id title says access"),
        "evidence": bound_to_wire(record.evidence),
        **fields(record, "repo_rev content_hash lattice_rev provenance_class claim_tier certifying"),
    }
