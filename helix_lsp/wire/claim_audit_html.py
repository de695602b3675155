"""An audit as one HTML page for a person: figures, then each claim with the places on both sides.

No script, no address outside the page; all text of the repository is escaped.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from helix_lsp.ask.claims.audit import Audited, ClaimAudit, Passage
from helix_lsp.text.counted import counted
from helix_lsp.wire.claim_audit import VERDICTS

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
