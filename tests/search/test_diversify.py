"""Diversity: subset, first stays first, near copies give way, per-file limit."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.units.unit import Unit
from helix_lsp.search.ranking.bm25f import ScoredUnit
from helix_lsp.search.ranking.fuse import Fused
from helix_lsp.search.ranking.rank import Ranked
from helix_lsp.search.search import diversify, similarity
from helix_lsp.text.positions import Span

CFG = replace(SearchConfig(), diversity=0.2)


def _ranked(path: str, score: float, words: str) -> Ranked:
    unit = Unit(
        ordinal=0,
        kind="def",
        name="",
        qualifier="",
        span=Span(0, 1),
        start_line=1,
        end_line=1,
        symbol=-1,
        section=-1,
        inner=(),
        counts=(dict.fromkeys(words.split(), 1), {}, {}, {}, {}),
    )
    return Ranked(
        file=Fused(path=path, units=(unit,), ranks=(), features=(), defines=(), score=0.0),
        score=score,
        features=(),
        demotions=(),
        units=(ScoredUnit(unit=unit, score=1.0, named=0.0, defines=0.0),),
        best=1.0,
    )


def test_a_near_copy_gives_way_to_something_new() -> None:
    hits = (
        _ranked("a/x.py", 1.0, "session cookie sign"),
        _ranked("a/copy.py", 0.96, "session cookie sign"),
        _ranked("b/y.py", 0.92, "other words here"),
    )
    assert [h.file.path for h in diversify(hits, 3, CFG)] == ["a/x.py", "b/y.py", "a/copy.py"]


def test_without_diversity_the_order_is_that_of_the_scores() -> None:
    hits = (_ranked("a", 1.0, "x"), _ranked("b", 0.9, "x"), _ranked("c", 0.8, "y"))
    assert diversify(hits, 2, replace(CFG, diversity=0.0)) == hits[:2]


def test_similarity_is_between_zero_and_one_and_sees_content_and_path() -> None:
    assert similarity("a/b/x.py", frozenset("pq"), "a/b/y.py", frozenset("pq")) == 1.0
    assert similarity("a/b/x.py", frozenset("pq"), "c/y.py", frozenset("rs")) == 0.0


_ranks = st.dictionaries(
    st.sampled_from(["a", "b/c", "b/d", "e", "f"]),
    st.tuples(st.integers(1, 9), st.sampled_from(["x", "x y", "z"])),
)


@given(_ranks, st.integers(1, 12))
def test_the_result_is_a_subset_whose_first_is_the_best(raw: dict[str, tuple[int, str]], k: int) -> None:
    ranked = tuple(sorted((_ranked(p, s / 10, w) for p, (s, w) in raw.items()), key=lambda r: r.order))
    out = diversify(ranked, k, CFG)
    assert len(out) == min(k, len(ranked))
    assert {r.order for r in out} <= {r.order for r in ranked}
    assert len({r.order for r in out}) == len(out)
    assert not ranked or out[0] == ranked[0]
