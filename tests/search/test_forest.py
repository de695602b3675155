"""A forest gives for each row what walking its trees gives, to the bit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helix_lsp.search.reading.forest import Forest

FEATURES = 6
LIMITS = (-1.5, 0.0, 0.1, 0.25, 1, 3.0)
leaves = st.floats(-9, 9, allow_nan=False)
trees = st.recursive(
    leaves,
    lambda inner: st.tuples(st.integers(0, FEATURES - 1), st.sampled_from(LIMITS), inner, inner).map(list),
    max_leaves=12,
)
values = st.one_of(st.sampled_from(LIMITS), st.floats(-3, 5, allow_nan=False))
rows = st.lists(st.tuples(*[values] * FEATURES), max_size=8)


def walked(made: Sequence[Any], row: Sequence[float]) -> float:
    total = 0.0
    for tree in made:
        node = tree
        while isinstance(node, list):
            node = node[2] if row[node[0]] <= node[1] else node[3]
        total += node
    return total


@settings(max_examples=200, deadline=None)
@given(st.lists(trees, min_size=1, max_size=7), rows, st.integers(0, FEATURES), st.integers(0, FEATURES))
def test_every_row_has_the_sum_of_its_walks(made: list[Any], asked: list[Any], one: int, two: int) -> None:
    twice = [*asked, *reversed(asked)]
    sums = Forest(made, slice(min(one, two), max(one, two))).sums(twice)
    assert [total.hex() for total in sums] == [walked(made, row).hex() for row in twice]


def test_a_tree_with_more_leaves_than_bits_is_refused() -> None:
    tree: Any = 0.0
    for limit in range(16):
        tree = [0, limit, tree, float(limit)]
    with pytest.raises(ValueError, match="more leaves"):
        Forest([tree], slice(0, 0))
