"""`claim-audit.v2`: claims with their verdicts and the passages on both sides."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, get_args

from helix_lsp.ask.claims.audit import Audited, ClaimAudit, Verdict
from helix_lsp.ask.claims.outside import OutsidePassage
from helix_lsp.ask.claims.passage import Passage
from helix_lsp.errors import UsageError
from helix_lsp.text.positions import Span
from helix_lsp.text.visible import counted
from helix_lsp.verify.claim.judge import Ruling
from helix_lsp.verify.read_claims import Address, Stated
from helix_lsp.wire.range_ref import range_ref_to_wire, source_to_wire
from helix_lsp.wire.readable import fields
from helix_lsp.wire.status import freshness_to_wire

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
        **fields(found, "unread_sentences=unread unread_blocks left_out"),
        "claims": [_claim(n, r) for n, r in enumerate(found.results, 1)],
        "index": freshness_to_wire(found.freshness),
        "source": source_to_wire(found.snapshot, found.config),
        "does_not_prove": list(DOES_NOT_PROVE),
    }


def _claim(number: int, one: Audited) -> dict[str, Any]:
    return {
        "id": f"c{number}",
        **fields(one, "text=claim status=verdict score covered reason"),
        "typed": None if one.ruling is None else _typed(one.ruling),
        "missing": list(one.missing),
        "cited": one.cited,
        "at": None if one.at is None else _at(*one.at),
        **fields(one, "grade independence_count=independence verification_status=status"),
        "supporting": [_passage(p) for p in one.supporting],
        "contradicting": [_passage(p) for p in one.contradicting],
        **({"outside": [_outside(p) for p in one.outside]} if one.outside else {}),
        "looked_at": None if one.looked_at is None else _passage(one.looked_at),
    }


def _typed(ruling: Ruling) -> dict[str, Any]:
    claim = ruling.claim
    return {
        **fields(
            claim,
            "subject=subject.written owner=subject.owner predicate object=object.written denied condition=scope",
        ),
        "verdict": ruling.verdict,
        "why": {"id": ruling.why.id, "facts": [{"name": n, "value": v} for n, v in ruling.why.facts]},
    }


def _at(path: str, span: Span, line: int) -> dict[str, Any]:
    return {"path": path, "start_byte": span.start, "end_byte": span.end, "line": line}


def _passage(at: Passage) -> dict[str, Any]:
    return {**fields(at, "text grade group"), "range_ref": range_ref_to_wire(at)}


def _outside(at: OutsidePassage) -> dict[str, Any]:
    source = at.source
    return {
        **fields(source, "source title grade"),
        "group": at.group,
        **fields(source, "dated added source_sha256=sha256"),
        **fields(at, "start_line end_line text content_sha256=sha256 carries likeness"),
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


# An audit as one HTML page for a person: figures, then each claim with the places on both sides.
#
# No script, no address outside the page; all text of the repository is escaped.

_LOOK = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "pre{background:#8881;padding:.5rem;white-space:pre-wrap}section{border-top:1px solid #8886;padding:.5rem 0}"
    ".CONTRADICTED b{color:#b00020}.PASS b{color:#1b7a2f}small{opacity:.75}"
)
_WORDS = {
    "PASS": "pass",
    "REVIEW": "review",
    "CONTRADICTED": "contradicted by code",
    "SOURCE_NOT_INDEXED": "no source",
}


def claim_audit_to_html(
    found: ClaimAudit, source: Mapping[str, str], statistics: Mapping[str, float | None] | None = None
) -> str:
    """A whole page, contradictions first, otherwise in the order of the claims. `source` and `statistics` are
    those of the claim-audit.
    """
    order = sorted(found.results, key=lambda r: r.verdict != "CONTRADICTED")
    rows = [(_WORDS[v], sum(r.verdict == v for r in found.results)) for v in VERDICTS]
    rows += [("sentences without a claim that is checked", found.unread)] if found.unread else []
    rows += [("code blocks without a place", found.unread_blocks)] if found.unread_blocks else []
    rows += [("sentences left out, the text is too long", found.left_out)] if found.left_out else []
    table = "".join(f"<tr><td>{escape(word)}</td><td>{n}</td></tr>" for word, n in rows)
    at = f", commit {source['commit']}" if source["commit"] else ""
    state = f"repository {source['repo_id']}{at}, snapshot {source['snapshot']}, options {source['config_sha256']}"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Claims checked against code</title>'
        f"<style>{_LOOK}</style></head><body><h1>Claims checked against code</h1><table>{table}</table>"
        f"<p><small>{escape(state)}</small></p>{_index(statistics or {})}{_advice(found)}{''.join(_section(r) for r in order)}</body></html>\n"
    )


_FIGURES = {
    "documents": "files indexed",
    "passages": "passages",
    "outside_sources": "documents from outside the repository",
    "total_queries": "questions and queries on this machine",
    "avg_results_per_query": "places that a query found, on average",
    "zero_result_rate": "queries that found nothing",
    "no_evidence_rate": "questions without evidence",
    "cache_hit_rate": "vectors that were kept from before",
}


def _index(statistics: Mapping[str, float | None]) -> str:
    """Index statistics and query performance; a figure that cannot be known is left out."""
    rows = [
        (word, f"{value:.0%}" if name.endswith("_rate") else f"{value:,}")
        for name, word in _FIGURES.items()
        if (value := statistics.get(name)) is not None
    ]
    table = "".join(f"<tr><td>{escape(word)}</td><td>{escape(value)}</td></tr>" for word, value in rows)
    return f"<h2>The index</h2><table>{table}</table>" if rows else ""


def _advice(found: ClaimAudit) -> str:
    """What a person should look at."""
    missing = sum(r.verdict == "SOURCE_NOT_INDEXED" for r in found.results)
    review = sum(r.verdict == "REVIEW" for r in found.results)
    advice = [
        *([f"The index is behind the files: {found.freshness.reason}"] if not found.freshness.fresh else []),
        *(
            [f"{counted(missing, 'claim')} without a source: add it, or correct the citation"]
            if missing
            else []
        ),
        *([f"{counted(review, 'claim')} to be read by a person"] if review else []),
    ]
    items = "".join(f"<li>{escape(one)}</li>" for one in advice)
    return f"<h2>Recommendations</h2><ul>{items}</ul>" if advice else ""


def _section(one: Audited) -> str:
    place = f"<small>{escape(one.at[0])}:{one.at[2]}</small> " if one.at is not None else ""
    why = f"<p>{escape(one.reason)}</p>" if one.reason else ""
    sides = _side("the code says", one.contradicting) + _side("said by", one.supporting)
    sides += "".join(
        f"<p><small>{'outside the repository' if p.carries else 'alike, and no proof'}: {escape(p.source.title)}, "
        f"{escape(p.source.source)}:{p.start_line} (grade {p.grade})</small></p><pre>{escape(p.text.rstrip())}</pre>"
        for p in one.outside
    )
    if not sides and one.looked_at is not None:
        sides = _side("looked at", (one.looked_at,))
    standing = f"<small>{escape(one.status.replace('_', ' '))}, grade {one.grade or 'none'}</small>"
    head = f"<p>{place}<b>{escape(_WORDS[one.verdict])}</b> {escape(one.claim)} {standing}</p>"
    return f'<section class="{one.verdict}">{head}{why}{sides}</section>'


def _side(head: str, passages: tuple[Passage, ...]) -> str:
    return "".join(
        f"<p><small>{head} {escape(p.path)}:{p.start_line} (grade {p.grade})</small></p>"
        f"<pre>{escape(p.text.rstrip())}</pre>"
        for p in passages
    )
