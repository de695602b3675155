"""Whether a learned ranker may be put in force: both rankers are asked what the repository itself can answer, and
every gate has to agree. Also what `helix-lsp learn` tells as JSON.

Later commits are asked by what was known before each of them, pairs of the text and gold questions by all
that is known. Processor time comes from the clock that is handed in, so that a test decides it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Literal

import msgspec

from helix_lsp.evaluate.evaluate import evaluate, mean, ndcg_at
from helix_lsp.evaluate.gold import GoldFile
from helix_lsp.ide.lens import WalkRequest, tree_check, tree_walk
from helix_lsp.ide.mentions import View
from helix_lsp.ide.query import QueryRequest, query
from helix_lsp.search.ranking.learned import Learned, Told
from helix_lsp.session.learn.build import Model, Report, Taught, with_ranker
from helix_lsp.session.learn.pairs import Pair
from helix_lsp.session.learn.store import State
from helix_lsp.tuning.search import LEARN
from helix_lsp.wire.trees import metadata_to_wire

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


# What `helix-lsp learn` tells as plain JSON data: the rankers that are kept (`learned-ranker-state.v1`), a
# judgement (`learned-judgement.v1`), and the pairs as records (`learning-record.v1`).
#
# A record has the eight fields of the graph pack and pointers to its evidence. It is `full` where every
# node that its words anchor passes the full-access checklist, else it is marked `diagnostic`.

STATE_SCHEMA = "learned-ranker-state.v1"
JUDGEMENT_SCHEMA = "learned-judgement.v1"
RECORD_SCHEMA = "learning-record.v1"
_DIGITS = 6
_REVISION = 16


def state_to_wire(state: State, baseline: str, models: dict[str, Model], problem: str) -> dict[str, object]:
    """`models` by digest are those that can be read; `active` is null while the baseline is in force."""
    return {
        "schema": STATE_SCHEMA,
        "baseline": baseline,
        "active": state.active or None,
        "candidate": state.candidate or None,
        "before": [digest or None for digest in state.before],
        "problem": problem,
        "rankers": [_model(digest, model) for digest, model in sorted(models.items())],
    }


def _model(digest: str, model: Model) -> dict[str, object]:
    return {
        "digest": digest,
        "baseline": model.baseline,
        "commit": model.commit,
        "snapshot": model.snapshot,
        "told": model.weight,
        "changes": len(model.changes),
        "files": len(model.paths),
        "later": model.later,
        "pairs": model.pairs,
        "training_ndcg": {"before": model.before, "after": model.after},
    }


def judgement_to_wire(found: Judgement, lattice: tuple[int, int, int] | None) -> dict[str, object]:
    """`lattice` is (generation before, newest, differences) of the index, None while there is none before."""
    later, pairs, gold = found.questions
    return {
        "schema": JUDGEMENT_SCHEMA,
        "passed": found.passed,
        "questions": {"later": later, "pairs": pairs, "gold": gold},
        "won": found.won,
        "lost": found.lost,
        "baseline": _side(found.baseline),
        "candidate": _side(found.candidate),
        "in_force": _side(found.in_force) if found.in_force is not None else None,
        "gates": [_gate(gate) for gate in found.gates],
        "lattice": dict(zip(("baseline", "newest", "changes"), lattice, strict=True)) if lattice else None,
    }


def _side(side: Side) -> dict[str, object]:
    return {
        "digest": side.digest or None,
        "later_ndcg": round(side.later, _DIGITS),
        "pairs_ndcg": round(side.pairs, _DIGITS),
        "gold_ndcg": None if side.gold is None else round(side.gold, _DIGITS),
        "miscalibrated": round(side.miscalibrated, _DIGITS),
        "seconds": round(side.seconds, _DIGITS),
    }


def _gate(gate: Gate) -> dict[str, object]:
    return {
        "id": gate.id,
        "measured": round(gate.measured, _DIGITS),
        "at_least" if gate.at_least else "at_most": round(gate.least, _DIGITS),
        "passed": gate.passed,
    }


def records(view: View, taught: Taught, commit: str, report: Report) -> Iterator[dict[str, object]]:
    """A `learning-record.v1` for each pair: those of the history newest first, then those of the text. Raises
    what `report` raises.
    """
    full = {
        f"{node.tree_id}/{node.node_id}"
        for node in (tree_check(view).nodes if view.knowledge().forest.trees else ())
        if node.access == "full"
    }
    pairs = [*(pair for _, pair in taught.commits), *taught.companions, *taught.texts]
    for done, pair in enumerate(pairs):
        report("writing records", done, len(pairs))
        meta = metadata_to_wire(tree_walk(view, WalkRequest(question=pair.text, repo_rev=commit)).metadata)
        nodes = meta["anchorIds"]
        admitted = bool(nodes) and all(any(f"{t}/{n}" in full for t in meta["treeIds"]) for n in nodes)
        yield {
            "schema": RECORD_SCHEMA,
            "id": pair.id,
            "kind": pair.kind,
            "text": pair.text,
            "files": list(pair.files),
            **meta,
            "repo_rev": commit,
            "lattice_rev": view.snapshot.digest()[:_REVISION],
            "access": "full" if admitted else "diagnostic",
            "held_back": any(pair is kept for _, kept in taught.commits[: taught.later]),
            "evidence": _evidence(pair, view, commit),
        }


def _evidence(pair: Pair, view: View, commit: str) -> list[dict[str, object]]:
    said: list[dict[str, object]] = []
    if pair.where is not None:
        path, span, sha256 = pair.where
        said.append(
            {
                "type": pair.kind,
                "path": path,
                "start_byte": span.start,
                "end_byte": span.end,
                "repo_rev": commit,
                "content_hash": f"sha256:{sha256}",
            }
        )
    files: list[dict[str, object]] = [
        {
            "type": "file",
            "path": path,
            "repo_rev": pair.commit or commit,
            "content_hash": f"blob:{view.snapshot.sha(path)}",
        }
        for path in pair.files
    ]
    return said + files
