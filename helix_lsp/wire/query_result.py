"""`query-result.v1`: ranked places with references, scores and reasons."""

from __future__ import annotations

from typing import Any

from helix_lsp import __version__
from helix_lsp.ask.claims.citation import chunk_id
from helix_lsp.ask.evidence.lookup import QueryAnswer, Range, RankedHit
from helix_lsp.index.freshness import Freshness
from helix_lsp.search.missed import Missed
from helix_lsp.search.ranking.hit import Why
from helix_lsp.wire.index_status import freshness_to_wire
from helix_lsp.wire.range_ref import range_ref_to_wire, source_to_wire

SCHEMA = "query-result.v1"
ESTABLISHES = ("bytes_as_cited", "words_as_matched", "order_as_explained")
NOT_ESTABLISHED = ("complete", "relevant", "correct", "absent_elsewhere", "runtime_behavior")


def query_result_to_wire(
    answer: QueryAnswer,
    freshness: Freshness,
    *,
    explain: bool = False,
    snapshot: str = "",
    config_sha256: str = "",
) -> dict[str, Any]:
    """The result as plain JSON data, hits best first; `explain` adds how the question was read. `snapshot`
    and `config_sha256` are those of the view that was asked.
    """
    filters = [{"key": k, "value": v} for k, v in answer.request.filters]
    out: dict[str, Any] = {
        "schema": SCHEMA,
        "query": answer.request.text,
        "k": answer.request.k,
        "engine": {
            "name": "helix",
            "version": __version__,
            "channels": [{"name": n, "candidates": count} for n, count in answer.results.channels],
            "reranked": answer.results.reranked,
        },
        "source": source_to_wire(snapshot, config_sha256),
        "applied_filters": filters,
        "count": len(answer.hits),
        "index": freshness_to_wire(freshness),
        "results": [_hit(h, rank, filters) for rank, h in enumerate(answer.hits, 1)],
        "claim_boundaries": {"establishes": list(ESTABLISHES), "does_not_establish": list(NOT_ESTABLISHED)},
    }
    if not answer.hits:
        out["why_zero"] = _why_zero(answer)
    if answer.results.exact.unheld:
        out["unheld"] = list(answer.results.exact.unheld)
    if explain:
        out["explain"] = _explain(answer)
    return out


def _hit(ranked: RankedHit, rank: int, filters: list[dict[str, str]]) -> dict[str, Any]:
    place = ranked.hit.place
    return {
        "rank": rank,
        "path": place.path,
        "kind": place.kind,
        "name": place.name,
        "qualified": place.qualified,
        "score": ranked.hit.score,
        "range_ref": _ref(ranked.range, chunk_id(place.path, place.qualified, ranked.range.sha256)),
        "more": [
            _ref(r, chunk_id(p.path, p.qualified, r.sha256))
            for p, r in zip(ranked.hit.more, ranked.more, strict=False)
        ],
        "why": why_to_wire(ranked.hit.why, filters),
    }


def _ref(found: Range, chunk: str) -> dict[str, Any]:
    return range_ref_to_wire(
        path=found.path,
        start_byte=found.span.start,
        end_byte=found.span.end,
        start_line=found.start_line,
        end_line=found.end_line,
        sha256=found.sha256,
        chunk_id=chunk,
    )


def why_to_wire(why: Why, filters: list[dict[str, str]]) -> dict[str, Any]:
    """Why a hit is where it is: on the list of its own query the score is the sum of the contributions times
    all factors.
    """
    return {
        "matched_terms": [{"field": field, "words": list(words)} for field, words in why.matched],
        "filter_pass": filters,
        "channels": [
            {"name": name, "rank": rank, "score": round(score, 6)} for name, rank, score in why.channels
        ],
        "rank_features": [
            {
                "name": f.name,
                "value": round(f.value, 6),
                "weight": round(f.weight, 6),
                "contribution": round(f.contribution, 6),
            }
            for f in why.features
        ],
        "demotions": _demotions(why.demotions),
        "held": [{"text": text, "line": line} for text, line in why.held],
    }


def _demotions(demotions: tuple[tuple[str, float], ...]) -> list[dict[str, Any]]:
    return [{"reason": reason, "factor": factor} for reason, factor in demotions]


def _why_zero(answer: QueryAnswer) -> dict[str, Any]:
    query = answer.results.query
    reason = (
        "the query has no word to search for"
        if not query.terms
        else "filters leave no file"
        if answer.request.filters and any(n for _, n in answer.results.channels)
        else "no file holds any of the words"
    )
    written = dict(query.words)
    return {
        "reason": reason,
        "searched": list(dict.fromkeys(written.get(t, t) for t, _ in query.terms)),
        "near": list(answer.results.near),
    }


def _explain(answer: QueryAnswer) -> dict[str, Any]:
    results = answer.results
    query, weighted, exact = results.query, results.weighted, results.exact
    own = {o.frame: o for o in reversed(results.frames)}
    return {
        "shape": query.shape,
        "short": round(query.short, 6),
        "kind": {
            "name": query.asked.kind,
            "form": query.asked.form,
            "documented": query.asked.documented,
            "reason": query.asked.reason,
        },
        "terms": [
            {"term": t, "weight": round(w, 6), "rarity": round(weighted.rarity[t], 6)}
            for t, w in weighted.terms
        ],
        "unknown": list(weighted.unknown),
        "names": [{"text": n.text, "weight": n.weight} for n in query.names],
        "paths": list(query.paths),
        "added": [{"term": t, "by": by} for t, by in weighted.added],
        "quoted": [
            {"text": q.text, "must": q.must, "held": q.text not in exact.unheld} for q in query.quoted
        ],
        "messages": list(query.messages),
        "frames": [
            {"path": f.path, "line": f.line, "function": f.function, "own": own[f].path if f in own else ""}
            for f in query.frames
        ],
        "near": list(answer.request.near),
        "channels": [{"name": name, "candidates": count} for name, count in results.channels],
        "lost": list(answer.lost),
        "reranked": results.reranked,
        "missed": [_missed(m) for m in answer.missed],
    }


def _missed(missed: Missed) -> dict[str, Any]:
    return {
        "path": missed.path,
        "rank": missed.rank,
        "score": missed.score,
        "above": missed.above,
        "above_score": missed.above_score,
        "reason": missed.reason,
        "channels": [
            {"name": name, "rank": rank, "score": round(score, 6)} for name, rank, score in missed.channels
        ],
        "features": [
            {"name": d.name, "own": round(d.own, 6), "above": round(d.above, 6)} for d in missed.features
        ],
        "demotions": _demotions(missed.demotions),
        "above_demotions": _demotions(missed.above_demotions),
        "words": list(missed.words),
        "lacking": list(missed.lacking),
    }
