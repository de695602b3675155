"""All questions of a gold file against one view: figures, hits, classified misses, pass or fail. Also the figures
of one ranked list: recall, reciprocal rank, NDCG and span hit.

Invariants: the questions go the way of every `query`; what quotes them is not a candidate; a question that fails
counts as missed; the same files, gold file and options give the same result. Symbol and span targets are
found when a hit shows them at its own place or at a further one that it names; span hit asks for its own
place.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import msgspec

from helix_lsp.align.live import Live
from helix_lsp.ask.evidence.lookup import QueryAnswer, QueryRequest, Range
from helix_lsp.ask.text.quote import LiveFiles
from helix_lsp.errors import Cancelled
from helix_lsp.evaluate.diagnose import MISSES, Diagnosing, Diagnosis, Miss, goal_of, shown
from helix_lsp.evaluate.gold import GoldFile, GoldQuery, Target
from helix_lsp.ide.mentions import View
from helix_lsp.ide.query import query
from helix_lsp.index.freshness import Freshness
from helix_lsp.search.question.query import read_query
from helix_lsp.search.question.word_forms import weigh
from helix_lsp.text.paths import matches_glob

# Recall, reciprocal rank, NDCG and span hit of one ranked list, from the ranks at which its targets were
# found.
#
# Invariants: pure; every value lies in 0..1; a list without targets scores 0. `ranks` hold one entry a
# target: its rank from 1, or None where it was not found. Several targets may share a rank (one hit shows
# them all). Source: Manning, Raghavan, Schuetze, Introduction to Information Retrieval, ch. 8; for NDCG the
# rule of the public Semble benchmark, so that figures can be compared: gain 1, a target counts at its first
# hit, targets on one rank count once, the ideal fills min(n, targets) ranks.

Ranks = Sequence[int | None]


def recall_at(ranks: Ranks, k: int) -> float:
    """Share of the targets among the first `k` hits."""
    return sum(1 for r in ranks if r is not None and r <= k) / len(ranks) if ranks else 0.0


def reciprocal_rank(ranks: Ranks, k: int) -> float:
    """One over the rank of the first target, 0 when none is among the first `k` hits."""
    best = min((r for r in ranks if r is not None and r <= k), default=None)
    return 1 / best if best else 0.0


def ndcg_at(ranks: Ranks, n: int = 10) -> float:
    """Normalised discounted cumulative gain over the first `n` hits."""
    if not ranks:
        return 0.0
    found = {r for r in ranks if r is not None and r <= n}
    return _gain(sorted(found)) / _gain(range(1, min(n, len(ranks)) + 1))


def span_hit_at(ranks: Ranks, k: int) -> float:
    """1 when one of the first `k` hits shows a target's own lines; `ranks` are those of hits whose shown
    range overlaps a target.
    """
    return 1.0 if any(r is not None and r <= k for r in ranks) else 0.0


def mean(values: Iterable[float]) -> float:
    """Arithmetic mean, 0 of nothing; summed exactly, so that no order changes it."""
    listed = list(values)
    return math.fsum(listed) / len(listed) if listed else 0.0


def _gain(ranks: Iterable[int]) -> float:
    return math.fsum(1 / math.log2(r + 1) for r in ranks)


_CAME = 3


class JudgedTarget(msgspec.Struct, frozen=True, kw_only=True):
    """`rank` from 1 among the first k hits, or None with the reason in `miss`; `place_rank`: where the hit's
    own place shows it.
    """

    target: Target
    rank: int | None
    place_rank: int | None
    miss: Diagnosis | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One question: found when one of its targets was. `came` are the ranges of the first hits; `span_hit` is
    None without a place to hit.

    `miss` is set when nothing was found: the reason of its first target in the order of MISSES.
    """

    query: GoldQuery
    targets: tuple[JudgedTarget, ...]
    hits: int
    rank: int | None
    recall: float
    reciprocal_rank: float
    ndcg: float
    span_hit: float | None
    miss: Diagnosis | None
    came: tuple[Range, ...]


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Means over questions; `span_hit` over those with a symbol or span target, None without any. All but the
    counts lie in 0..1.
    """

    questions: int
    found: int
    targets: int
    targets_found: int
    recall_at_k: float
    question_recall_at_k: float
    mrr: float
    ndcg: float
    span_questions: int
    span_hit: float | None
    zero_results: int


class Threshold(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of the whole file against the least that passes."""

    name: str
    least: float
    measured: float
    passed: bool


class Evaluation(msgspec.Struct, frozen=True, kw_only=True):
    """The whole result; `categories` by name, `misses` (class, questions) in the order of MISSES. `passed`
    when no threshold is missed.
    """

    gold: GoldFile
    k: int
    judged: tuple[Judged, ...]
    overall: Figures
    categories: tuple[tuple[str, Figures], ...]
    misses: tuple[tuple[Miss, int], ...]
    thresholds: tuple[Threshold, ...]
    excluded: tuple[Excluded, ...]
    snapshot: str
    freshness: Freshness
    passed: bool


def evaluate(
    view: View,
    gold: GoldFile,
    *,
    k: int,
    own: str = "",
    compared: str = "",
    check: Callable[[], None] = lambda: None,
) -> Evaluation:
    """Asks every question for its `k` best hits; `own` and `compared` are paths in the workspace
    that are not candidates: the gold file, and the evaluation this one is compared with. Raises
    `Cancelled` through `check`.
    """
    left_out = excluded(view, gold, own, compared, check)
    without = frozenset(e.path for e in left_out)
    live = LiveFiles(Live(view.snapshot, view.texts))
    judged: list[Judged] = []
    for item in gold.queries:
        check()
        judged.append(
            _judge(
                view,
                live,
                item,
                QueryRequest(text=item.text, k=k, filters=item.filters, without=without),
                check,
            )
        )
    overall = _figures(judged)
    names = sorted({j.query.category for j in judged})
    classes = [j.miss.miss for j in judged if j.miss is not None]
    thresholds = tuple(_threshold(name, least, overall) for name, least in gold.thresholds)
    return Evaluation(
        gold=gold,
        k=k,
        judged=tuple(judged),
        overall=overall,
        categories=tuple((name, _figures(j for j in judged if j.query.category == name)) for name in names),
        misses=tuple((miss, classes.count(miss)) for miss in MISSES if miss in classes),
        thresholds=thresholds,
        excluded=left_out,
        snapshot=view.snapshot.digest(),
        freshness=view.freshness,
        passed=all(t.passed for t in thresholds),
    )


def _judge(
    view: View, live: LiveFiles, item: GoldQuery, request: QueryRequest, check: Callable[[], None]
) -> Judged:
    try:
        answer = query(view, request, check=check)
        targets = _targets(view, live, item, request, answer)
    except Cancelled:
        raise
    except Exception as error:  # noqa: BLE001  one question that fails is a miss, and the others are asked
        failed = Diagnosis(
            miss="query_execution_error", detail=" ".join(f"{type(error).__name__}: {error}".split())
        )
        answer, targets = (
            None,
            tuple(JudgedTarget(target=t, rank=None, place_rank=None, miss=failed) for t in item.targets),
        )
    ranks = [t.rank for t in targets]
    places = [t.place_rank for t in targets if t.target.located]
    reasons = [t.miss for t in targets if t.miss is not None]
    found = min((r for r in ranks if r is not None), default=None)
    hits = answer.hits if answer is not None else ()
    return Judged(
        query=item,
        targets=targets,
        hits=len(hits),
        rank=found,
        recall=recall_at(ranks, request.k),
        reciprocal_rank=reciprocal_rank(ranks, request.k),
        ndcg=ndcg_at(ranks),
        span_hit=span_hit_at(places, request.k) if places else None,
        miss=min(reasons, key=lambda r: MISSES.index(r.miss)) if found is None else None,
        came=tuple(hit.range for hit in hits[:_CAME]),
    )


def _targets(
    view: View, live: LiveFiles, item: GoldQuery, request: QueryRequest, answer: QueryAnswer
) -> tuple[JudgedTarget, ...]:
    diagnosing = Diagnosing(view, live, request, answer)
    judged: list[JudgedTarget] = []
    for target in item.targets:
        goal = goal_of(target, view.snapshot, live)
        seen = shown(goal, answer.hits)
        miss = diagnosing.diagnose(goal) if seen.any is None else None
        judged.append(JudgedTarget(target=target, rank=seen.any, place_rank=seen.place, miss=miss))
    return tuple(judged)


def _figures(judged: Iterable[Judged]) -> Figures:
    rows = list(judged)
    targets = [t for j in rows for t in j.targets]
    spans = [j.span_hit for j in rows if j.span_hit is not None]
    return Figures(
        questions=len(rows),
        found=sum(j.rank is not None for j in rows),
        targets=len(targets),
        targets_found=sum(t.rank is not None for t in targets),
        recall_at_k=mean(j.recall for j in rows),
        question_recall_at_k=mean(float(j.rank is not None) for j in rows),
        mrr=mean(j.reciprocal_rank for j in rows),
        ndcg=mean(j.ndcg for j in rows),
        span_questions=len(spans),
        span_hit=mean(spans) if spans else None,
        zero_results=sum(j.hits == 0 for j in rows),
    )


def _threshold(name: str, least: float, overall: Figures) -> Threshold:
    values = {
        "recall_at_k": overall.recall_at_k,
        "question_recall_at_k": overall.question_recall_at_k,
        "mrr": overall.mrr,
        "ndcg": overall.ndcg,
        "span_hit": overall.span_hit or 0.0,
    }
    measured = values[name]
    return Threshold(name=name, least=least, measured=measured, passed=round(measured, 9) >= least)


# What quotes the questions is not evidence: the gold file itself, what it excludes, and test packs that hold
# the questions word for word.
#
# A pack is looked for only among the candidates of each question, because only there can it take a place. A
# file that the gold file names as the answer stays. See design-decisions.md#quoted-questions.


class Excluded(msgspec.Struct, frozen=True, kw_only=True):
    """A file that is not a candidate, and why in words."""

    path: str
    reason: str


def excluded(
    view: View, gold: GoldFile, own: str, compared: str, check: Callable[[], None]
) -> tuple[Excluded, ...]:
    """In the order of their paths; `own` and `compared` are the paths in the workspace of the gold file and of the
    evaluation that this one is compared with, empty when they lie outside.
    """
    found: dict[str, str] = {}
    for path in view.snapshot.paths():
        glob = next((g for g in gold.exclude if matches_glob(path, g)), None)
        if path == own:
            found[path] = "the gold file"
        elif path == compared:
            found[path] = "the evaluation it is compared with"
        elif glob is not None:
            found[path] = f"the gold file excludes {glob}"
    answers = {target.path for query in gold.queries for target in query.targets}
    for path, count in _packs(view, gold, frozenset(found) | answers, check):
        found[path] = f"quotes {count} of the questions"
    return tuple(Excluded(path=path, reason=found[path]) for path in sorted(found))


def _packs(
    view: View, gold: GoldFile, settled: frozenset[str], check: Callable[[], None]
) -> list[tuple[str, int]]:
    """(path, questions quoted) of the files that quote enough of them."""
    cfg, search = view.config.evaluate, view.config.search
    texts: dict[str, str] = {}
    quoted: Counter[str] = Counter()
    for item in gold.queries:
        check()
        if len(item.text.split()) < cfg.pack_words or len(item.text) > search.longest_question:
            continue
        words = _folded(item.text)
        weighted = weigh(read_query(item.text, search), view.snapshot, search)
        for path in sorted(
            {hit.path for hit in view.snapshot.match(dict(weighted.terms), search.pool_units)} - settled
        ):
            if path not in texts:
                texts[path] = _folded((view.texts(path) or b"").decode("utf-8", "replace"))
            if words in texts[path]:
                quoted[path] += 1
    return sorted((path, count) for path, count in quoted.items() if count >= cfg.pack_questions)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
