"""The port of a second opinion: bounded, and whatever it does an answer comes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from helix_lsp.errors import Cancelled
from helix_lsp.search.rerank import Late, Passage
from tests.search.world import ask, paths, world_of

FILES = "".join(
    f"//- /src/part{n}.py\ndef glaze_pot_{n}(pot):\n    '''{'Glaze the pot. ' * n}'''\n    return pot\n"
    for n in range(1, 6)
)


def backwards(_: str, passages: tuple[Passage, ...]) -> Sequence[int]:
    return range(len(passages))[::-1]


def test_a_port_turns_the_first_candidates_round_and_contributions_still_sum_to_the_score() -> None:
    with world_of(FILES) as world:
        plain = ask(world, "glaze the pot", collaborators=0)
        turned = ask(world, "glaze the pot", reranker=backwards, collaborators=0)
        assert paths(turned) == paths(plain)[::-1]
        assert turned.reranked == "applied"
        assert [h.score for h in turned.hits] == [h.score for h in plain.hits]
        for hit in turned.hits:
            whole = math.fsum(f.contribution for f in hit.why.features) * math.prod(
                f for _, f in hit.why.demotions
            )
            assert whole == pytest.approx(hit.score, abs=1e-5)


def test_only_the_pool_is_shown() -> None:
    with world_of(FILES) as world:
        plain = paths(ask(world, "glaze the pot", collaborators=0))
        turned = paths(ask(world, "glaze the pot", reranker=backwards, rerank_pool=2, collaborators=0))
        assert turned == [plain[1], plain[0], *plain[2:]]


@pytest.mark.parametrize(
    ("fault", "note"),
    [
        (RuntimeError("no weights"), "failed (RuntimeError): the lexical order stands"),
        (Late(), "late: the lexical order stands"),
        (TimeoutError(), "late: the lexical order stands"),
    ],
)
def test_a_port_that_fails_or_is_late_changes_nothing(fault: Exception, note: str) -> None:
    def port(_: str, passages: tuple[Passage, ...]) -> Sequence[int]:
        raise fault

    with world_of(FILES) as world:
        found = ask(world, "glaze the pot", reranker=port)
        assert (paths(found), found.reranked) == (paths(ask(world, "glaze the pot")), note)


@pytest.mark.parametrize("order", [(), (0, 0, 1, 2, 3), (9,), (0, 1)])
def test_an_answer_that_is_no_order_changes_nothing(order: tuple[int, ...]) -> None:
    def port(_: str, passages: tuple[Passage, ...]) -> Sequence[int]:
        return order

    with world_of(FILES) as world:
        found = ask(world, "glaze the pot", reranker=port)
        assert paths(found) == paths(ask(world, "glaze the pot"))
        assert found.reranked.startswith("answered no order")


def test_cancelling_goes_through() -> None:
    def port(_: str, passages: tuple[Passage, ...]) -> Sequence[int]:
        raise Cancelled("stop")

    with world_of(FILES) as world, pytest.raises(Cancelled):
        ask(world, "glaze the pot", reranker=port)
