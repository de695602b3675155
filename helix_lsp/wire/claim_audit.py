"""`claim-audit.v1`: claims with the passage that does or does not carry them."""

from __future__ import annotations

from typing import Any

from helix_lsp.ask.audit import Audited, ClaimAudit
from helix_lsp.errors import UsageError
from helix_lsp.verify.read_claims import Address, Stated
from helix_lsp.wire.index_status import freshness_to_wire
from helix_lsp.wire.range_ref import range_ref_to_wire

SCHEMA = "claim-audit.v1"
DOES_NOT_PROVE = ("claims_true", "repo_understood", "all_relevant_context_used", "runtime_behavior")


def claim_audit_to_wire(found: ClaimAudit, repo_id: str = "") -> dict[str, Any]:
    """The audit as plain JSON data; `does_not_prove` is part of it, so that nobody reads more into it."""
    counts = {verdict: sum(r.verdict == verdict for r in found.results) for verdict in ("PASS", "REVIEW", "SOURCE_NOT_INDEXED")}
    return {
        "schema": SCHEMA, "passed": found.passed, "counts": counts, "claims": [_claim(n, r, repo_id) for n, r in enumerate(found.results, 1)],
        "index": freshness_to_wire(found.freshness), "snapshot": found.snapshot, "does_not_prove": list(DOES_NOT_PROVE),
    }  # fmt: skip


def _claim(number: int, one: Audited, repo_id: str) -> dict[str, Any]:
    out: dict[str, Any] = {
        "id": f"c{number}", "text": one.claim, "status": one.verdict, "support_score": one.score, "reason": one.reason,
        "missing": list(one.missing), "cited": one.cited, "passage": None,
    }  # fmt: skip
    if (at := one.passage) is not None:
        out["passage"] = {
            "text": at.text,
            "range_ref": range_ref_to_wire(
                path=at.path, start_byte=at.span.start, end_byte=at.span.end, start_line=at.start_line, end_line=at.end_line,
                sha256=at.sha256, repo_id=repo_id,
            ),
        }  # fmt: skip
    return out


def stated_from_envelope(value: object) -> tuple[Stated, ...]:
    """The claims of an `answer-envelope.v1` with their citations; notes are left out. Raises `UsageError` that names what is wrong."""
    if not isinstance(value, dict):
        raise UsageError("an answer-envelope.v1 must be a JSON object")
    data: dict[str, Any] = {str(k): v for k, v in value.items()}  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType]
    try:
        if data.get("schema") != "answer-envelope.v1":
            raise UsageError(f"schema is {data.get('schema')!r}; an answer-envelope.v1 or Markdown is wanted")
        refs = {c["id"]: c["range_ref"] for c in data["citations"]}
        return tuple(
            Stated(
                text=str(claim["text"]),
                cites=tuple(Address(path=str(refs[r]["path"]), first=int(refs[r]["start_line"]), last=int(refs[r]["end_line"]))
                            for r in claim["evidence_refs"]),
            )
            for claim in data["claims"] if claim.get("kind") != "note"
        )  # fmt: skip
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(f"the envelope cannot be read: {type(error).__name__} at {error}") from error
