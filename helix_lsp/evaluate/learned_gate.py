"""Whether a learned ranker may be put in force: both rankers are asked what the repository itself can answer,
and every gate has to agree.

Later commits are asked by what was known before each of them, pairs of the text and gold questions by all
that is known. Processor time comes from the clock that is handed in, so that a test decides it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Literal

import msgspec

from helix_lsp.evaluate.evaluate import evaluate
from helix_lsp.evaluate.gold import GoldFile
from helix_lsp.evaluate.metrics import mean, ndcg_at
from helix_lsp.ide.mentions import View
from helix_lsp.ide.query import QueryRequest, query
from helix_lsp.search.ranking.learned import Learned, Told
from helix_lsp.session.learn.build import Report, Taught, with_ranker
from helix_lsp.tuning.learn import LEARN

GateId = Literal["later", "won", "in-force", "pairs", "gold", "latency", "calibration"]
_K = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One ranker. `digest` is `` for the baseline; `later` and `pairs` are NDCG@10, `gold` too, None where no
    gold file was given; `miscalibrated` is how far the chance that the first hit is right is from what its lead says, squared, 0 (best) to 1;
    `seconds` is the median processor time of a question.
    """

    digest: str
    later: float
    pairs: float
    gold: float | None
    miscalibrated: float
    seconds: float


class Gate(msgspec.Struct, frozen=True, kw_only=True):
    """`measured` has to be at least `least` where `at_least`, else at most."""

    id: GateId
    measured: float
    least: float
    at_least: bool
    passed: bool


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """`questions` are (later commits, pairs, gold questions). `won` and `lost` count later commits. `passed` when every gate did."""

    baseline: Side
    candidate: Side
    in_force: Side | None
    questions: tuple[int, int, int]
    won: int
    lost: int
    gates: tuple[Gate, ...]

    @property
    def passed(self) -> bool:
        """True when the candidate may be promoted."""
        return all(gate.passed for gate in self.gates)


class Rankers(msgspec.Struct, frozen=True, kw_only=True):
    """What is compared; `in_force` is None where that is the baseline or the candidate itself."""

    candidate: Learned
    in_force: Learned | None


def judge(
    view: View,
    taught: Taught,
    rankers: Rankers,
    gold: tuple[GoldFile, str] | None,
    clock: Callable[[], float],
    report: Report,
) -> Judgement:
    """Both sides and what each gate says; `gold` is a file with its path in the workspace. Raises what `report` raises."""
    sides = [None, rankers.candidate, *([rankers.in_force] if rankers.in_force is not None else [])]
    each = 2 * len(sides)
    asked = [_ask(view, taught, one, clock, _Steps(report, at * 2, each)) for at, one in enumerate(sides)]
    golds = [_gold(view, one, gold, report) for one in sides]
    made = [
        Side(
            digest=one.digest if one is not None else "",
            later=mean(found.later),
            pairs=mean(found.pairs),
            gold=gold_figure,
            miscalibrated=miscalibration(found.margins),
            seconds=median(found.seconds) if found.seconds else 0.0,
        )
        for one, found, gold_figure in zip(sides, asked, golds, strict=True)
    ]
    steps = [after - before for before, after in zip(asked[0].later, asked[1].later, strict=True)]
    won, lost = sum(s > 0 for s in steps), sum(s < 0 for s in steps)
    held = made[2] if len(made) > 2 else None
    return Judgement(
        baseline=made[0],
        candidate=made[1],
        in_force=held,
        questions=(taught.later, len(taught.texts), len(gold[0].queries) if gold is not None else 0),
        won=won,
        lost=lost,
        gates=gates(made[0], made[1], held, won - lost),
    )


def gates(baseline: Side, candidate: Side, held: Side | None, ahead: int) -> tuple[Gate, ...]:
    """What each gate says; `held` is the ranker in force where it is another, `ahead` the later commits won
    less those lost.
    """
    found = [
        _at_least("later", candidate.later - baseline.later, LEARN.later_gain),
        _at_least("won", ahead, 1),
        _at_least("pairs", candidate.pairs - baseline.pairs, -LEARN.pairs_loss),
    ]
    if held is not None:
        found.append(_at_least("in-force", candidate.later - held.later, 0.0))
    if candidate.gold is not None and baseline.gold is not None:
        found.append(_at_least("gold", candidate.gold - baseline.gold, -LEARN.gold_loss))
    slowest = max(baseline.seconds * LEARN.slower, baseline.seconds + LEARN.slower_seconds)
    found.append(_at_most("latency", candidate.seconds, slowest))
    found.append(
        _at_most("calibration", candidate.miscalibrated - baseline.miscalibrated, LEARN.calibration_loss)
    )
    return tuple(found)


def _at_least(gate: GateId, measured: float, least: float) -> Gate:
    measured = round(measured, 9)
    return Gate(id=gate, measured=measured, least=least, at_least=True, passed=measured >= least)


def _at_most(gate: GateId, measured: float, most: float) -> Gate:
    measured = round(measured, 9)
    return Gate(id=gate, measured=measured, least=most, at_least=False, passed=measured <= most)


@dataclass(slots=True)
class _Found:
    later: list[float]
    pairs: list[float]
    margins: list[tuple[float, bool]]
    seconds: list[float]


class _Steps(msgspec.Struct, frozen=True):
    report: Report
    before: int
    parts: int

    def __call__(self, what: str, part: int, done: int, of: int) -> None:
        whole = max(1, of)
        self.report(what, (self.before + part) * whole + done, self.parts * whole)


def _ask(
    view: View, taught: Taught, ranker: Learned | None, clock: Callable[[], float], report: _Steps
) -> _Found:
    found = _Found([], [], [], [])
    later = taught.commits[: taught.later]
    for done, (at, pair) in enumerate(later):
        report("asking later commits", 0, done, len(later))
        limited = with_ranker(view, _with(ranker, ranker.told.before(at)) if ranker is not None else None)
        found.later.append(_one(limited, pair.text, pair.files, clock, found))
    whole = with_ranker(view, ranker)
    for done, pair in enumerate(taught.texts):
        report("asking pairs of the text", 1, done, len(taught.texts))
        found.pairs.append(_one(whole, pair.text, pair.files, clock, found))
    return found


def _with(ranker: Learned, told: Told) -> Learned:
    return replace(ranker, told=told)


def _one(view: View, text: str, files: Sequence[str], clock: Callable[[], float], found: _Found) -> float:
    began = clock()
    hits = query(view, QueryRequest(text=text, k=_K)).hits
    found.seconds.append(clock() - began)
    came = list(dict.fromkeys(hit.range.path for hit in hits))
    ranks = [came.index(path) + 1 if path in came else None for path in files]
    scores = [hit.hit.score for hit in hits[:2]]
    margin = (
        (scores[0] - scores[1]) / scores[0] if len(scores) == 2 and scores[0] > 0 else float(bool(scores))
    )
    found.margins.append((round(margin, 9), bool(came) and came[0] in files))
    return ndcg_at(ranks, _K)


def _gold(
    view: View, ranker: Learned | None, gold: tuple[GoldFile, str] | None, report: Report
) -> float | None:
    if gold is None:
        return None
    done = evaluate(
        with_ranker(view, ranker),
        gold[0],
        k=_K,
        own=gold[1],
        check=lambda: report("asking gold questions", 0, 0),
    )
    return done.overall.ndcg


def miscalibration(margins: Sequence[tuple[float, bool]]) -> float:
    """Mean square distance between how often a first hit is right in one half of the questions and in the
    other, for the same lead over the second hit (below or above the median, add-one); the reliability term of
    Murphy, Journal of Applied Meteorology 12 (1973). The whole Brier score would punish a ranker that is right
    in half of the cases where it was right in none.
    """
    errors: list[float] = []
    for known, asked in ((margins[::2], margins[1::2]), (margins[1::2], margins[::2])):
        if not known:
            continue
        middle = median(lead for lead, _ in known)
        for side in (False, True):
            here, there = (
                _rate([w for lead, w in some if (lead > middle) is side]) for some in (known, asked)
            )
            count = sum((lead > middle) is side for lead, _ in asked)
            errors += [(here - there) ** 2] * count
    return math.fsum(errors) / len(errors) if errors else 0.0


def _rate(right: Sequence[bool]) -> float:
    return (sum(right) + 1) / (len(right) + 2)
