"""Prose that describes without naming: symbols and files told by likeness, and how much of it chance would
give.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.align.components.requirement import elements_of, likelihoods, requirement_files, substitutes
from helix_lsp.config.documents import AlignConfig
from helix_lsp.ide.lens import Alignment, AlignRequest, Candidate, Scope, align
from tests.support.check import World, indexed, read_fixture

CFG = AlignConfig()
_FILLER = "\n\n".join(
    f'def {verb}_{noun}():\n    """{verb.capitalize()} the {noun} of the {place}."""'
    for verb, place in (
        ("paint", "shed"),
        ("count", "yard"),
        ("sweep", "attic"),
        ("lift", "cellar"),
        ("sell", "market"),
    )
    for noun in ("barrel", "ladder", "window", "carpet", "lantern", "bucket", "pillow", "saddle")
)
LIBRARY = f"""
    //- /library/lending.py
    def extend_loan(card, book):
        \"\"\"Give a reader more days before a borrowed book must be returned.\"\"\"

    def _overdue_fee(days):
        \"\"\"Fee that a reader owes for each day a borrowed book is late.\"\"\"

    class Shelf:
        def add_volume(self, volume):
            \"\"\"Put a volume on its shelf in the order of its signature.\"\"\"

    //- /library/chores.py
    {_FILLER.replace(chr(10), chr(10) + "    ")}

    //- /tests/test_lending.py
    def test_extend_loan():
        \"\"\"A reader gets more days before a borrowed book must be returned.\"\"\"
"""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed(read_fixture(LIBRARY).files) as made:
        yield made


def of(world: World, text: str, **scope: tuple[Candidate, ...]) -> Alignment:
    return align(world.view(), AlignRequest(scope=Scope(symbols=scope.get("symbols")), text=text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Readers are given more days before the book they borrowed must be returned.", ["extend_loan"]),
        ("Volumes stand on a shelf in the order of their signature.", ["Shelf.add_volume"]),
        ("The weather was fine and nobody came to see us that day.", []),
        ("More days.", []),
    ],
)
def test_a_sentence_describes(world: World, text: str, expected: list[str]) -> None:
    assert [s.name for s in of(world, text).symbols if s.why.startswith("described: ")] == expected


def test_tests_are_not_described_by_what_they_test(world: World) -> None:
    found = of(world, "A reader gets more days before a borrowed book must be returned.")
    assert {s.path for s in found.symbols} == {"library/lending.py"}


def test_reasons_and_evidence_are_words_of_the_text(world: World) -> None:
    text = "Nothing here. Readers are given more days before the book they borrowed must be returned."
    found = of(world, text)
    link = found.symbols[0]
    assert set(link.why.removeprefix("described: ").split(", ")) <= set(text.replace(".", "").split())
    assert (
        link.evidence.cut(text.encode()).decode()
        == "Readers are given more days before the book they borrowed must be returned."
    )
    assert set(found.files[0].why.removeprefix("says ").split(", ")) <= set(text.replace(".", "").split())


def test_only_listed_symbols_are_described(world: World) -> None:
    listed = (
        Candidate(name="Shelf.add_volume", path="library/lending.py"),
        Candidate(name="paint_barrel", path="library/chores.py"),
    )
    assert not of(
        world, "Readers are given more days before the book they borrowed must be returned.", symbols=listed
    ).symbols


def test_a_text_that_names_a_function_commits_the_file_that_defines_it(world: World) -> None:
    found = of(world, "Does extend_loan check the card?")
    assert [(f.path, f.why) for f in found.files] == [("library/lending.py", "named: extend_loan")]
    assert [f.path for f in of(world, "Does test_extend_loan pass?").files] == ["tests/test_lending.py"]


def test_an_acronym_in_prose_is_no_symbol() -> None:
    with indexed({"a.py": b"class User:\n    def ID(self): ...\n"}) as world:
        assert [s.name for s in of(world, "Each has an ID of its own").symbols] == []
        assert [s.name for s in of(world, "Each has an `ID` of its own").symbols] == ["User.ID"]


def test_an_answer_does_not_depend_on_the_order_of_files(world: World) -> None:
    paths = world.snapshot.paths()
    text = "Readers are given more days before the book they borrowed must be returned."
    assert requirement_files(text, elements_of(world.snapshot, paths), CFG) == requirement_files(
        text, elements_of(world.snapshot, paths[::-1]), CFG
    )


def test_other_words_are_as_rare_and_always_the_same() -> None:
    rarity = {f"word{i:03}": i / 10 for i in range(200)}
    draws = list(substitutes(["word100", "unknown"], rarity, 8))
    assert draws == list(substitutes(["word100", "unknown"], rarity, 8))
    assert len({draw["word100"] for draw in draws}) > 1
    assert all(set(draw) == {"word100"} and abs(rarity[draw["word100"]] - 10) <= 1.0 for draw in draws)


SCORES = st.lists(st.floats(0, 10, allow_nan=False), min_size=1, max_size=60)


@given(SCORES, SCORES, st.floats(0.0001, 1))
def test_a_higher_score_is_never_less_likely(scores: list[float], chance: list[float], share: float) -> None:
    found = likelihoods(sorted(scores, reverse=True), sorted(chance), share, CFG)
    assert all(0 < x < 1 for x in found)
    assert found == sorted(found, reverse=True)


def test_what_chance_gives_as_often_is_less_likely_and_so_is_one_of_many() -> None:
    assert likelihoods([5.0], [1.0] * 100, 0.1, CFG) > likelihoods(
        [5.0], [*([1.0] * 90), *([6.0] * 10)], 0.1, CFG
    )
    assert likelihoods([5.0], [1.0] * 100, 0.1, CFG) > likelihoods([5.0], [1.0] * 100, 0.001, CFG)
