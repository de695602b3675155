"""`claim-audit.v2`: claims with their verdicts and the passages on both sides."""

from __future__ import annotations

from typing import Any, get_args

from helix_lsp.ask.claims.audit import Audited, ClaimAudit, Passage, Verdict
from helix_lsp.ask.claims.outside import OutsidePassage
from helix_lsp.errors import UsageError
from helix_lsp.text.span import Span
from helix_lsp.verify.claim.judge import Ruling
from helix_lsp.verify.read_claims import Address, Stated
from helix_lsp.wire.index_status import freshness_to_wire
from helix_lsp.wire.range_ref import range_ref_to_wire, source_to_wire

SCHEMA = "claim-audit.v2"
DOES_NOT_PROVE = ("claims_true", "repo_understood", "all_relevant_context_used", "runtime_behavior")
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


def claim_audit_to_wire(found: ClaimAudit) -> dict[str, Any]:
    """The audit as plain JSON data, to be `stamped` with repository and commit. `does_not_prove` is part of it,
    so that nobody reads more into it.
    """
    return {
        "schema": SCHEMA,
        "passed": found.passed,
        "counts": {verdict: sum(r.verdict == verdict for r in found.results) for verdict in VERDICTS},
        "unread_sentences": found.unread,
        "unread_blocks": found.unread_blocks,
        "left_out": found.left_out,
        "claims": [_claim(n, r) for n, r in enumerate(found.results, 1)],
        "index": freshness_to_wire(found.freshness),
        "source": source_to_wire(found.snapshot, found.config),
        "does_not_prove": list(DOES_NOT_PROVE),
    }


def _claim(number: int, one: Audited) -> dict[str, Any]:
    return {
        "id": f"c{number}",
        "text": one.claim,
        "status": one.verdict,
        "score": one.score,
        "covered": one.covered,
        "reason": one.reason,
        "typed": None if one.ruling is None else _typed(one.ruling),
        "missing": list(one.missing),
        "cited": one.cited,
        "at": None if one.at is None else _at(*one.at),
        "grade": one.grade,
        "independence_count": one.independence,
        "verification_status": one.status,
        "supporting": [_passage(p) for p in one.supporting],
        "contradicting": [_passage(p) for p in one.contradicting],
        **({"outside": [_outside(p) for p in one.outside]} if one.outside else {}),
        "looked_at": None if one.looked_at is None else _passage(one.looked_at),
    }


def _typed(ruling: Ruling) -> dict[str, Any]:
    claim = ruling.claim
    return {
        "subject": claim.subject.written,
        "owner": claim.subject.owner,
        "predicate": claim.predicate,
        "object": claim.object.written,
        "denied": claim.denied,
        "condition": claim.scope,
        "verdict": ruling.verdict,
        "why": {"id": ruling.why.id, "facts": [{"name": n, "value": v} for n, v in ruling.why.facts]},
    }


def _at(path: str, span: Span, line: int) -> dict[str, Any]:
    return {"path": path, "start_byte": span.start, "end_byte": span.end, "line": line}


def _passage(at: Passage) -> dict[str, Any]:
    return {
        "text": at.text,
        "grade": at.grade,
        "group": at.group,
        "range_ref": range_ref_to_wire(
            path=at.path,
            start_byte=at.span.start,
            end_byte=at.span.end,
            start_line=at.start_line,
            end_line=at.end_line,
            sha256=at.sha256,
        ),
    }


def _outside(at: OutsidePassage) -> dict[str, Any]:
    source = at.source
    return {
        "source": source.source,
        "title": source.title,
        "grade": source.grade,
        "group": at.group,
        "dated": source.dated,
        "added": source.added,
        "source_sha256": source.sha256,
        "start_line": at.start_line,
        "end_line": at.end_line,
        "text": at.text,
        "content_sha256": at.sha256,
        "carries": at.carries,
        "likeness": at.likeness,
    }


def stated_from_envelope(value: object) -> tuple[Stated, ...]:
    """The claims of an `answer-envelope.v1` with their citations; notes are left out. Raises `UsageError`
    that names what is wrong.
    """
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
                cites=tuple(
                    Address(
                        path=str(refs[r]["path"]),
                        first=int(refs[r]["start_line"]),
                        last=int(refs[r]["end_line"]),
                    )
                    for r in claim["evidence_refs"]
                ),
            )
            for claim in data["claims"]
            if claim.get("kind") != "note"
        )
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(f"the envelope cannot be read: {type(error).__name__} at {error}") from error
