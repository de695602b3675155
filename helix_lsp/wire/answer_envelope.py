"""`answer-envelope.v1`: the sealed answer with its citations, how it was searched, and how fresh the index was."""

from __future__ import annotations

from typing import Any

from helix_lsp.ask.rungs.envelope import Citation, Claim, Envelope
from helix_lsp.ask.trace import Trace
from helix_lsp.wire.index_status import freshness_to_wire
from helix_lsp.wire.range_ref import range_ref_to_wire

SCHEMA = "answer-envelope.v1"
_MODES = {"brief": "brief", "normal": "standard", "extended": "extended"}


def envelope_to_wire(envelope: Envelope, trace: Trace | None = None, repo_id: str = "") -> dict[str, Any]:
    """The envelope as plain JSON data; `trace` is added where it is asked for. The digest leaves time and generation out."""
    claims = [c for p in envelope.passages for c in p.claims]
    found, evidence = envelope.found.results, envelope.evidence
    written = dict(found.query.words)
    out: dict[str, Any] = {
        "schema": SCHEMA, "question": envelope.question.text, "kind": envelope.kind, "mode": envelope.mode,
        "verbosity": _MODES[envelope.question.verbosity], "answer": answer_text(envelope),
        "sections": [_section(p.title, p.claims, envelope) for p in envelope.passages],
        "claims": [{"id": f"c{n}", "text": c.text, "kind": "fact" if c.refs else "note", "evidence_refs": list(c.refs)}
                   for n, c in enumerate(claims, 1)],
        "citations": [_citation(c, repo_id) for c in envelope.citations],
        "retrieval": {
            "shape": found.query.shape, "searched": list(dict.fromkeys(written.get(t, t) for t, _ in found.query.terms)),
            "unknown": list(dict.fromkeys(written.get(t, t) for t in found.weighted.unknown)), "near": list(found.near),
            "channels": [{"name": name, "candidates": count} for name, count in found.channels],
            "files": [h.place.path for h in found.hits],
        },
        "evidence": {"verdict": evidence.verdict, "share": evidence.share, "held": list(evidence.held), "missing": list(evidence.missing),
                     "reason": evidence.reason},
        "index": freshness_to_wire(envelope.freshness), "snapshot": envelope.snapshot_digest, "dropped": envelope.dropped,
        "digest": envelope.digest,
    }  # fmt: skip
    if trace is not None:
        out["trace"] = [
            {"number": s.number, "rung": s.name, "status": s.status, "events": list(s.events),
             "facts": [{"label": label, "text": text} for label, text in s.facts], "digest": s.digest, "elapsed_us": s.elapsed_us}
            for s in trace.steps
        ]  # fmt: skip
    return out


def answer_text(envelope: Envelope) -> str:
    """The answer as Markdown; every sentence that states something ends in its `path:line` citations."""
    blocks: list[str] = []
    for passage in envelope.passages:
        if passage.title:
            blocks.append(f"### {passage.title}")
        blocks.append(_body(passage.claims, envelope))
    return "\n\n".join(blocks)


def _body(claims: tuple[Claim, ...], envelope: Envelope) -> str:
    lines: list[str] = []
    for claim in claims:
        cited = "".join(f" ({envelope.citations[r - 1].path}:{envelope.citations[r - 1].start_line})" for r in claim.refs)
        if claim.item:
            lines.append(f"- {claim.text}{cited}")
        else:
            if lines and lines[-1].startswith("- "):
                lines.append("")
            lines.append(f"{claim.text}{cited}")
        if claim.code:
            fence = "`" * max(3, _longest_run(claim.code) + 1)
            lines += ["", f"{fence}{claim.language}", claim.code, fence, ""]
        elif not claim.item:
            lines.append("")
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(lines)


def _longest_run(text: str) -> int:
    longest = run = 0
    for char in text:
        run = run + 1 if char == "`" else 0
        longest = max(longest, run)
    return longest


def _section(title: str, claims: tuple[Claim, ...], envelope: Envelope) -> dict[str, Any]:
    refs = list(dict.fromkeys(r for c in claims for r in c.refs))
    return {"title": title, "body": _body(claims, envelope), "citations": refs}


def _citation(citation: Citation, repo_id: str) -> dict[str, Any]:
    return {
        "id": citation.id,
        "range_ref": range_ref_to_wire(
            path=citation.path, start_byte=citation.span.start, end_byte=citation.span.end, start_line=citation.start_line,
            end_line=citation.end_line, sha256=citation.sha256, repo_id=repo_id,
        ),
    }  # fmt: skip
