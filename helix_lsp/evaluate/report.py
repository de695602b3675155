"""An evaluation as `retrieval-eval.v1`: plain JSON data, the same for the same files, gold file and options."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from helix_lsp.errors import UsageError
from helix_lsp.evaluate.evaluate import Evaluation, Figures, Judged, JudgedTarget
from helix_lsp.evaluate.gold import Target
from helix_lsp.text.data_file import BrokenData, read_json, read_text
from helix_lsp.wire.status import freshness_to_wire

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


# Two evaluations of the same questions: which were lost, which were won, which moved.
#
# The earlier one is a `retrieval-eval.v1` that a program kept; of it are read the figures and the rank of
# each question, and nothing else.

FIGURES = ("recall_at_k", "question_recall_at_k", "mrr", "ndcg")
"""The shares that both evaluations have."""


class Earlier(msgspec.Struct, frozen=True, kw_only=True):
    """`ranks` by question, from 1, None for a miss; `figures` are those of `FIGURES`, from 0 to 1."""

    file: str
    gold_sha256: str
    k: int
    figures: tuple[tuple[str, float], ...]
    ranks: tuple[tuple[str, int | None], ...]


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """A question that both evaluations asked; ranks from 1, None for a miss."""

    id: str
    before: int | None
    after: int | None


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """`figures` are (name, before, after). `lost` were found before and are not now, `won` the reverse, `moved`
    were found both times at another rank; `added` and `gone` are questions that one side alone has.
    `same_gold` is false when the gold file has other bytes than before.
    """

    earlier: Earlier
    same_gold: bool
    figures: tuple[tuple[str, float, float], ...]
    lost: tuple[Moved, ...]
    won: tuple[Moved, ...]
    moved: tuple[Moved, ...]
    added: tuple[str, ...]
    gone: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """True when no question was lost."""
        return not self.lost


def read_earlier(name: str, data: bytes) -> Earlier:
    """Raises UsageError in one line that names the file and what is wrong in it."""
    try:
        said: Any = read_json(read_text(data))
    except BrokenData as error:
        raise UsageError(f"--compare {name}: {error}") from error
    try:
        if said["schema"] != SCHEMA:
            raise KeyError("schema")
        figures = tuple((one, float(said["overall"][one])) for one in FIGURES)
        ranks = tuple(
            (str(q["id"]), int(q["rank"]) if q["found"] else None)
            for q in cast("list[dict[str, Any]]", said["queries"])
        )
        return Earlier(
            file=name, gold_sha256=str(said["gold"]["sha256"]), k=int(said["k"]), figures=figures, ranks=ranks
        )
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(
            f"--compare {name} is not a {SCHEMA} (see {error}): make one with `helix-lsp eval --json`"
        ) from error


def compare(done: Evaluation, earlier: Earlier) -> Comparison:
    """Questions in the order of the gold file. Raises UsageError when the two looked at another number of hits."""
    if earlier.k != done.k:
        raise UsageError(
            f"--compare {earlier.file} looked at {earlier.k} hits for each question; this one looks at {done.k}: "
            f"give --k {earlier.k}"
        )
    before, overall = dict(earlier.ranks), done.overall
    both = [
        Moved(id=j.query.id, before=before[j.query.id], after=j.rank)
        for j in done.judged
        if j.query.id in before
    ]
    now = {j.query.id for j in done.judged}
    return Comparison(
        earlier=earlier,
        same_gold=earlier.gold_sha256 == done.gold.sha256,
        figures=tuple((name, old, float(getattr(overall, name))) for name, old in earlier.figures),
        lost=tuple(m for m in both if m.before is not None and m.after is None),
        won=tuple(m for m in both if m.before is None and m.after is not None),
        moved=tuple(m for m in both if None not in (m.before, m.after) and m.before != m.after),
        added=tuple(j.query.id for j in done.judged if j.query.id not in before),
        gone=tuple(name for name, _ in earlier.ranks if name not in now),
    )


def comparison_to_wire(found: Comparison) -> dict[str, object]:
    """The part `compared` of a `retrieval-eval.v1`."""
    return {
        "same_gold": found.same_gold,
        "passed": found.passed,
        "figures": [
            {"name": name, "before": round(old, _DIGITS), "after": round(new, _DIGITS)}
            for name, old, new in found.figures
        ],
        "lost": [_to_wire(m) for m in found.lost],
        "won": [_to_wire(m) for m in found.won],
        "moved": [_to_wire(m) for m in found.moved],
        "added": list(found.added),
        "gone": list(found.gone),
    }


def _to_wire(moved: Moved) -> dict[str, object]:
    ranks = {
        name: rank for name, rank in (("before", moved.before), ("after", moved.after)) if rank is not None
    }
    return {"id": moved.id, **ranks}
