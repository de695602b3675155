"""Recall, reciprocal rank, NDCG and span hit against values worked out by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.evaluate.evaluate import mean, ndcg_at, recall_at, reciprocal_rank, span_hit_at

RANKS = st.lists(st.one_of(st.none(), st.integers(1, 60)), min_size=0, max_size=12)


@pytest.mark.parametrize(
    ("ranks", "k", "recall", "reciprocal"),
    [
        ([], 10, 0.0, 0.0),
        ([1], 10, 1.0, 1.0),
        ([None], 10, 0.0, 0.0),
        ([3], 10, 1.0, 1 / 3),
        ([11], 10, 0.0, 0.0),
        ([10], 10, 1.0, 0.1),
        ([2, None, 7, 12], 10, 0.5, 0.5),
        ([2, None, 7, 12], 1, 0.0, 0.0),
        ([4, 4], 5, 1.0, 0.25),
    ],
)
def test_recall_and_reciprocal_rank(ranks: list[int | None], k: int, recall: float, reciprocal: float):
    assert recall_at(ranks, k) == pytest.approx(recall)
    assert reciprocal_rank(ranks, k) == pytest.approx(reciprocal)


@pytest.mark.parametrize(
    ("ranks", "value"),
    [
        ([], 0.0),
        ([None, None], 0.0),
        ([1], 1.0),
        ([2], 1 / math.log2(3)),  # .6309
        ([1, 2, 3], 1.0),
        ([3, 1], (1 + 1 / 2) / (1 + 1 / math.log2(3))),  # log2(4) = 2
        ([1, None], 1 / (1 + 1 / math.log2(3))),  # .6131
        ([1, 1], 1 / (1 + 1 / math.log2(3))),  # two targets on one rank count once
        ([11], 0.0),
        ([None] * 11 + [1], 1 / sum(1 / math.log2(r + 1) for r in range(1, 11))),  # the ideal fills ten ranks
    ],
)
def test_ndcg(ranks: list[int | None], value: float):
    assert ndcg_at(ranks) == pytest.approx(value)


def test_span_hit():
    assert span_hit_at([None, 5], 5) == 1
    assert span_hit_at([None, 6], 5) == 0
    assert span_hit_at([], 5) == 0


def test_mean_of_nothing_is_zero():
    assert mean([]) == 0
    assert mean([0.1] * 10) == pytest.approx(0.1, abs=0)


@given(RANKS, st.integers(1, 50))
def test_every_figure_is_a_share_and_no_order_of_targets_changes_it(ranks: list[int | None], k: int):
    back = ranks[::-1]
    for value, again in (
        (recall_at(ranks, k), recall_at(back, k)),
        (reciprocal_rank(ranks, k), reciprocal_rank(back, k)),
        (ndcg_at(ranks), ndcg_at(back)),
        (span_hit_at(ranks, k), span_hit_at(back, k)),
    ):
        assert 0 <= value <= 1 + 1e-12
        assert value == again
    assert recall_at(ranks, k) <= recall_at(ranks, k + 1)
