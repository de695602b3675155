"""The port of a second opinion: bounded, and whatever it does an answer comes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pytest

from helix_lsp.errors import Cancelled
from helix_lsp.search.reading.likeness import Late, Unusable
from tests.search.world import ask, paths, world_of

FILES = "".join(
    f"//- /src/part{n}.py\ndef glaze_pot_{n}(pot):\n    '''{'Glaze the pot. ' * n}'''\n    return pot\n"
    for n in range(1, 6)
)


Check = Callable[[], None]
ALONE: dict[str, float | int] = {"collaborators": 0, "rerank_weight": 1.0}  # the port's order alone


def backwards(_: str, passages: tuple[str, ...], check: Check) -> Sequence[float]:
    return [at / 10 for at in range(len(passages))]


def test_a_port_turns_the_first_candidates_round_and_contributions_still_sum_to_the_score() -> None:
    with world_of(FILES) as world:
        plain = ask(world, "glaze the pot", collaborators=0)
        turned = ask(world, "glaze the pot", opinion=backwards, **ALONE)
        assert paths(turned) == paths(plain)[::-1]
        assert turned.reranked == "applied"
        assert [h.score for h in turned.hits] == [h.score for h in plain.hits]
        for hit in turned.hits:
            whole = math.fsum(f.contribution for f in hit.why.features) * math.prod(
                f for _, f in hit.why.demotions
            )
            assert whole == pytest.approx(hit.score, abs=1e-5)


def test_a_long_sentence_is_left_to_the_order_of_words() -> None:
    long = (
        "glaze a pot on the wheel beside the kiln with clay and water while an apprentice sweeps the bench, carries wood, "
        "stacks plates, cleans brushes, counts orders, answers letters, feeds chickens and paints the gate"
    )
    with world_of(FILES) as world:
        found = ask(world, long, opinion=backwards, **ALONE)
        assert (paths(found), found.reranked) == (paths(ask(world, long, collaborators=0)), "")


def test_only_the_pool_is_shown() -> None:
    with world_of(FILES) as world:
        plain = paths(ask(world, "glaze the pot", collaborators=0))
        turned = paths(ask(world, "glaze the pot", opinion=backwards, rerank_pool=2, **ALONE))
        assert turned == [plain[1], plain[0], *plain[2:]]


@pytest.mark.parametrize(
    ("fault", "note"),
    [
        (RuntimeError("no weights"), "failed (RuntimeError): the order of words stands"),
        (Unusable("half a file"), "half a file: the order of words stands"),
        (Late(), "late: the order of words stands"),
        (TimeoutError(), "late: the order of words stands"),
    ],
)
def test_a_port_that_fails_or_is_late_changes_nothing(fault: Exception, note: str) -> None:
    def port(_: str, passages: tuple[str, ...], check: Check) -> Sequence[float]:
        raise fault

    with world_of(FILES) as world:
        found = ask(world, "glaze the pot", opinion=port)
        assert (paths(found), found.reranked) == (paths(ask(world, "glaze the pot")), note)


@pytest.mark.parametrize("values", [(), (0.1,) * 4, (math.nan,) * 5, (0.1,) * 6])
def test_an_answer_without_a_value_for_each_changes_nothing(values: tuple[float, ...]) -> None:
    def port(_: str, passages: tuple[str, ...], check: Check) -> Sequence[float]:
        return values

    with world_of(FILES) as world:
        found = ask(world, "glaze the pot", opinion=port)
        assert paths(found) == paths(ask(world, "glaze the pot"))
        assert found.reranked.startswith("answered no value for each")


def test_cancelling_goes_through() -> None:
    def port(_: str, passages: tuple[str, ...], check: Check) -> Sequence[float]:
        raise Cancelled("stop")

    with world_of(FILES) as world, pytest.raises(Cancelled):
        ask(world, "glaze the pot", opinion=port)


def test_a_small_share_moves_only_what_is_nearly_even() -> None:
    with world_of(FILES) as world:
        plain, weighed = (ask(world, "glaze the pot", opinion=p, collaborators=0) for p in (None, backwards))
        assert (plain.reranked, weighed.reranked) == ("", "applied")
        assert paths(weighed)[0] == paths(plain)[0]


def test_an_opinion_that_is_even_moves_nothing() -> None:
    def port(_: str, passages: tuple[str, ...], check: Check) -> Sequence[float]:
        return [0.5] * len(passages)

    with world_of(FILES) as world:
        assert paths(ask(world, "glaze the pot", opinion=port)) == paths(ask(world, "glaze the pot"))


def test_a_passage_says_in_words_where_it_stands_and_what_is_written_there() -> None:
    seen: list[str] = []

    def port(_: str, passages: tuple[str, ...], check: Check) -> Sequence[float]:
        seen.extend(passages)
        return [0.0] * len(passages)

    with world_of(FILES) as world:
        ask(world, "glaze the pot", opinion=port)
    assert "glaze pot 2 in src part 2: Glaze the pot. Glaze the pot. def glaze_pot_2(pot)" in seen, seen


def test_a_file_is_as_alike_as_the_most_alike_of_its_first_places() -> None:
    files = FILES + "".join(
        f"//- /src/more{n}.py\ndef glaze_more(pot):\n    '''Glaze a pot.'''\n\ndef glaze_{word}(pot):\n    '''Glaze a pot.'''\n"
        for n, word in enumerate(("dish", "target", "plate"))
    )

    def port(_: str, passages: tuple[str, ...], check: Check) -> Sequence[float]:
        return [1.0 if "target" in passage else 0.0 for passage in passages]

    with world_of(files) as world:
        assert paths(ask(world, "glaze the pot", opinion=port, **ALONE))[0] == "src/more1.py"
        first = ask(world, "glaze the pot", opinion=port, rerank_places=1, **ALONE)
        assert first.reranked == "applied"


def test_what_is_not_a_definition_has_its_first_words_there() -> None:
    seen: list[str] = []

    def port(_: str, passages: tuple[str, ...], check: Check) -> Sequence[float]:
        seen.extend(passages)
        return [0.0] * len(passages)

    pages = "".join(f"//- /doc/page{n}.md\n# Glaze\n\nHow to glaze a pot, part {n}.\n" for n in range(3))
    with world_of(pages) as world:
        ask(world, "glaze the pot", opinion=port)
    assert any("glaze in doc page 1:" in p and "How to glaze a pot, part 1." in p for p in seen), seen
