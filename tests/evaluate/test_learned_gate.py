"""The gates of a learned ranker, each alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helix_lsp.evaluate.learned_gate import Side, gates, miscalibration

BASELINE = Side(digest="", later=0.5, pairs=0.5, gold=0.5, miscalibrated=0.0, seconds=0.1)
BETTER = replace(BASELINE, digest="1", later=0.52)


def refused(candidate: Side, held: Side | None = None, ahead: int = 3) -> list[str]:
    return [gate.id for gate in gates(BASELINE, candidate, held, ahead) if not gate.passed]


def test_a_better_candidate_passes():
    assert refused(BETTER) == []


@pytest.mark.parametrize(
    ("change", "gate"),
    [
        ({"later": 0.504}, "later"),
        ({"pairs": 0.48}, "pairs"),
        ({"gold": 0.49}, "gold"),
        ({"seconds": 0.2}, "latency"),
        ({"miscalibrated": 0.05}, "calibration"),
    ],
)
def test_each_gate_refuses_alone(change: dict[str, float], gate: str):
    assert refused(replace(BETTER, **change)) == [gate]


def test_as_many_lost_as_won_is_no_gain():
    assert refused(BETTER, ahead=0) == ["won"]


def test_the_ranker_in_force_must_not_be_better():
    assert refused(BETTER, held=replace(BETTER, digest="2", later=0.6)) == ["in-force"]
    assert refused(BETTER, held=replace(BETTER, digest="2")) == []


def test_without_a_gold_file_its_gate_is_not_asked():
    silent = replace(BASELINE, gold=None)
    assert "gold" not in [gate.id for gate in gates(silent, replace(BETTER, gold=None), None, 3)]


def test_a_quick_question_may_take_a_moment_longer():
    quick = replace(BASELINE, seconds=0.001)
    found = {g.id: g.passed for g in gates(quick, replace(BETTER, seconds=0.009), None, 3)}
    assert found["latency"]


def test_a_lead_that_means_the_same_in_both_halves_is_calibrated():
    steady = [(0.1, False), (0.1, False), (0.9, True), (0.9, True)] * 10
    turned = [(0.1, False), (0.1, True), (0.9, True), (0.9, False)] * 10
    assert miscalibration(steady) == 0
    assert miscalibration(turned) > 0.5
    assert miscalibration([]) == 0


def test_to_be_right_more_often_is_no_error():
    assert miscalibration([(0.1, False), (0.1, False), (0.9, False), (0.9, False)] * 10) == miscalibration(
        [(0.1, True), (0.1, True), (0.9, True), (0.9, True)] * 10
    )
