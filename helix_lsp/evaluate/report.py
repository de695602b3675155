"""An evaluation as `retrieval-eval.v1`: plain JSON data, the same for the same files, gold file and options."""

from __future__ import annotations

from helix_lsp.evaluate.evaluate import Evaluation, Figures, Judged, JudgedTarget
from helix_lsp.evaluate.gold import Target
from helix_lsp.wire.index_status import freshness_to_wire

SCHEMA = "retrieval-eval.v1"
_DIGITS = 6


def evaluation_to_wire(done: Evaluation) -> dict[str, object]:
    """The whole result; shares are from 0 to 1, ranks count from 1."""
    gold = done.gold
    return {
        "schema": SCHEMA,
        "gold": {"file": gold.file, "name": gold.name, "sha256": gold.sha256},
        "k": done.k,
        "engine": "helix",
        "index": freshness_to_wire(done.freshness),
        "snapshot": done.snapshot,
        "excluded": [{"path": e.path, "reason": e.reason} for e in done.excluded],
        "overall": _figures(done.overall),
        "categories": [{"category": name} | _figures(figures) for name, figures in done.categories],
        "misses": [{"class": miss, "count": count} for miss, count in done.misses],
        "thresholds": [
            {"name": t.name, "least": t.least, "measured": round(t.measured, _DIGITS), "passed": t.passed}
            for t in done.thresholds
        ],
        "passed": done.passed,
        "queries": [_judged(j) for j in done.judged],
    }


def _figures(figures: Figures) -> dict[str, object]:
    out: dict[str, object] = {
        "questions": figures.questions,
        "found": figures.found,
        "targets": figures.targets,
        "targets_found": figures.targets_found,
        "recall_at_k": round(figures.recall_at_k, _DIGITS),
        "question_recall_at_k": round(figures.question_recall_at_k, _DIGITS),
        "mrr": round(figures.mrr, _DIGITS),
        "ndcg": round(figures.ndcg, _DIGITS),
        "span_questions": figures.span_questions,
        "zero_results": figures.zero_results,
    }
    return out if figures.span_hit is None else out | {"span_hit": round(figures.span_hit, _DIGITS)}


def _judged(judged: Judged) -> dict[str, object]:
    out: dict[str, object] = {
        "id": judged.query.id,
        "query": judged.query.text,
        "category": judged.query.category,
        "filters": [{"key": key, "value": value} for key, value in judged.query.filters],
        "found": judged.rank is not None,
        "hits": judged.hits,
        "recall": round(judged.recall, _DIGITS),
        "reciprocal_rank": round(judged.reciprocal_rank, _DIGITS),
        "ndcg": round(judged.ndcg, _DIGITS),
        "targets": [_target(t) for t in judged.targets],
        "came": [{"path": r.path, "start_line": r.start_line, "end_line": r.end_line} for r in judged.came],
    }
    if judged.rank is not None:
        out["rank"] = judged.rank
    if judged.span_hit is not None:
        out["span_hit"] = judged.span_hit == 1
    if judged.miss is not None:
        out["miss"] = {"class": judged.miss.miss, "detail": judged.miss.detail}
    return out


def _target(judged: JudgedTarget) -> dict[str, object]:
    out: dict[str, object] = {"target": _wanted(judged.target), "found": judged.rank is not None}
    if judged.rank is not None:
        out["rank"] = judged.rank
    if judged.place_rank is not None:
        out["place_rank"] = judged.place_rank
    if judged.miss is not None:
        out["miss"] = {"class": judged.miss.miss, "detail": judged.miss.detail}
    return out


def _wanted(target: Target) -> dict[str, object]:
    """The target as the gold file writes it."""
    fields = {"path": target.path, "glob": target.glob, "symbol": target.symbol, "contains": target.contains}
    out: dict[str, object] = {name: text for name, text in fields.items() if text}
    return (
        out | {"start_line": target.start_line, "end_line": target.end_line} if target.kind == "span" else out
    )
