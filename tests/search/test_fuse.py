"""Fusion: law I7, ranks, ties."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.search.channels.candidate import Candidate
from helix_lsp.search.ranking.rank import fuse

WEIGHTS = {"lexical": 1.0, "symbol": 0.5, "path": 0.7}


def _candidates(paths: list[str]) -> list[Candidate]:
    return [
        Candidate(path=p, unit=None, score=1.0 / n, features=(("stem", 0.5),)) for n, p in enumerate(paths, 1)
    ]


def test_reciprocal_ranks_are_weighted_and_summed() -> None:
    fused = fuse({"lexical": _candidates(["a", "b"]), "path": _candidates(["b"])}, WEIGHTS, 60)
    assert [(f.path, round(f.score, 9)) for f in fused] == [
        ("b", round(1 / 62 + 0.7 / 61, 9)),
        ("a", round(1 / 61, 9)),
    ]


def test_a_file_counts_once_a_channel_at_its_best_rank() -> None:
    fused = fuse({"lexical": _candidates(["a", "a", "a", "b"])}, WEIGHTS, 60)
    assert {f.path: f.ranks for f in fused} == {"a": (("lexical", 1, 1.0),), "b": (("lexical", 2, 0.25),)}


def test_ties_are_ordered_by_path() -> None:
    fused = fuse({"lexical": _candidates(["z"]), "symbol": [], "path": []}, {**WEIGHTS, "path": 1.0}, 60)
    both = fuse({"lexical": _candidates(["z"]), "path": _candidates(["a"])}, {**WEIGHTS, "path": 1.0}, 60)
    assert [f.path for f in fused] == ["z"]
    assert [f.path for f in both] == ["a", "z"]


_lists = st.lists(st.sampled_from("abcdefgh"), max_size=12)


@given(_lists, _lists, _lists, st.permutations(["lexical", "symbol", "path"]))
def test_I7_fusion_does_not_depend_on_the_order_of_channels(
    one: list[str], two: list[str], three: list[str], order: list[str]
) -> None:
    channels = {"lexical": _candidates(one), "symbol": _candidates(two), "path": _candidates(three)}
    assert fuse(channels, WEIGHTS, 60) == fuse({name: channels[name] for name in order}, WEIGHTS, 60)
