"""`query-result.v1`: ranked places with references, scores and reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from helix_lsp import __version__
from helix_lsp.align.coverage import Coverage, Public, share
from helix_lsp.align.mentions.mentions import Mentions
from helix_lsp.ask.claims.citation import chunk_id
from helix_lsp.ask.evidence.find import Evidence, Found
from helix_lsp.ask.evidence.lookup import QueryAnswer, RankedHit
from helix_lsp.ask.evidence.uses import UseGroup, UsesPage
from helix_lsp.index.freshness import Freshness
from helix_lsp.search.missed import Missed
from helix_lsp.search.ranking.hit import Why
from helix_lsp.wire.range_ref import in_repository, range_ref_to_wire, source_to_wire
from helix_lsp.wire.readable import Exact, fields
from helix_lsp.wire.status import freshness_to_wire

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
        **fields(place, "path kind name qualified"),
        "score": ranked.hit.score,
        "range_ref": range_ref_to_wire(
            ranked.range, chunk_id=chunk_id(place.path, place.qualified, ranked.range.sha256)
        ),
        "more": [
            range_ref_to_wire(r, chunk_id=chunk_id(p.path, p.qualified, r.sha256))
            for p, r in zip(ranked.hit.more, ranked.more, strict=False)
        ],
        "why": why_to_wire(ranked.hit.why, filters),
    }


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
        "kind": fields(query.asked, "name=kind form documented reason"),
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
            {**fields(f, "path line function"), "own": own[f].path if f in own else ""} for f in query.frames
        ],
        "near": list(answer.request.near),
        "channels": [{"name": name, "candidates": count} for name, count in results.channels],
        "lost": list(answer.lost),
        "reranked": results.reranked,
        "missed": [_missed(m) for m in answer.missed],
    }


def _missed(missed: Missed) -> dict[str, Any]:
    return {
        **fields(missed, "path rank score above above_score reason"),
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


# `uses.v1`: a page of every use of a name, grouped by file and function, with what may be missing.

SCHEMA_USES = "uses.v1"


def uses_to_wire(page: UsesPage) -> dict[str, Any]:
    """The page as plain JSON data: product code first, then tests, each by path and byte."""
    return {
        "schema": SCHEMA_USES,
        "name": page.asked,
        "definitions": [fields(d, "path line qualified kind certain") for d in page.definitions],
        "complete": page.complete,
        "gaps": [fields(g, "id count examples") for g in page.gaps],
        **fields(page, "total certain in_tests files"),
        "kinds": [{"kind": kind, "count": count} for kind, count in page.kinds],
        "page": fields(page, "first last next"),
        "groups": [_group(g) for g in page.groups],
        "index": freshness_to_wire(page.freshness),
    }


def _group(group: UseGroup) -> dict[str, Any]:
    return {
        **fields(group, "path test scope"),
        "uses": [
            fields(p, "line start_byte=start end_byte=end kind name certain means text") for p in group.places
        ],
    }


# `evidence.v1`: places that answer a query, cut to a budget; each item is a range reference with its text.

SCHEMA_EVIDENCE = "evidence.v1"


def evidence_to_wire(found: Found, snapshot: str, config_sha256: str) -> dict[str, Any]:
    """The evidence as plain JSON data, best first; `snapshot` and `config_sha256` are those of the view that
    was asked. What a reference is of is said once, in `source`, since each word of it costs.
    """
    return {
        "schema": SCHEMA_EVIDENCE,
        "query": found.request.query,
        "source": source_to_wire(snapshot, config_sha256),
        **fields(found, "budget spent found left_out"),
        "items": [_item(one) for one in found.items],
        "near": list(found.near),
        "index": freshness_to_wire(found.freshness),
    }


def _item(one: Evidence) -> dict[str, Any]:
    return Exact(
        {
            "ref": fields(
                one, "path start_byte=span.start end_byte=span.end start_line end_line content_sha256=sha256"
            ),
            **fields(one, "kind name signature unit whole text"),
        }
    )


# `fleet-result.v1`: the messages of several repositories for one question, each under the name of its
# repository.

SCHEMA_FLEET_RESULT = "fleet-result.v1"


def result_to_wire(
    repository: str, root: str, kind: Literal["envelope", "places"], message: Any
) -> dict[str, Any]:
    """The message of one repository, whose references carry its name."""
    return {"repository": repository, "root": root, kind: in_repository(message, repository)}


def fleet_to_wire(
    *,
    question: str,
    named: bool,
    looked_at: int,
    asked: Iterable[str],
    not_read: Iterable[tuple[str, str, str]],
    results: Iterable[Mapping[str, Any]],
) -> dict[str, Any]:
    """All of it; `not_read` are (repository, reason, detail)."""
    return {
        "schema": SCHEMA_FLEET_RESULT,
        "question": question,
        "repositories": {
            "named": named,
            "looked_at": looked_at,
            "asked": list(asked),
            "not_read": [{"repository": n, "reason": r, "detail": d} for n, r, d in not_read],
        },
        "results": list(results),
    }


# `mentions.v1`: the documents that mention a symbol; `docs-coverage.v1`: the definitions that documents
# mention.

SCHEMA_MENTIONS = "mentions.v1"
COVERAGE = "docs-coverage.v1"


def mentions_to_wire(found: Mentions) -> dict[str, Any]:
    """The mentions as plain JSON data, in the order of (path, byte)."""
    return {
        "schema": SCHEMA_MENTIONS,
        "symbol": found.asked,
        "definitions": [{"path": path, "qualified": qualified} for path, qualified in found.definitions],
        "mentions": [
            fields(
                p,
                "path line start_byte=span.start end_byte=span.end text section symbol defined_in confidence said",
            )
            for p in found.places
        ],
        "index": freshness_to_wire(found.freshness),
    }


def coverage_to_wire(found: Coverage) -> dict[str, Any]:
    """The coverage as plain JSON data: modules by path, and what of each is not surely mentioned by line."""
    return {
        "schema": COVERAGE,
        "total": _tally(found.found),
        "modules": [
            {
                "path": path,
                "package": path.rpartition("/")[0],
                **_tally(some),
                "rest": [
                    fields(one, "qualified kind line commented said") for one in some if one.said != "yes"
                ],
            }
            for path, some in found.by_module().items()
        ],
        "files": found.files,
        "documents": found.documents,
        "not_read": [fields(one, "what reason count examples") for one in found.left],
        "index": freshness_to_wire(found.freshness),
    }


def _tally(some: Iterable[Public]) -> dict[str, Any]:
    some = tuple(some)
    return {
        "public": len(some),
        "mentioned": sum(one.said == "yes" for one in some),
        "perhaps": sum(one.said == "perhaps" for one in some),
        "share": share(some),
    }
