"""Another form or spelling of a word is the same word, an ordinary word refuses nothing, and the name of what
is not there does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from helix_lsp.config.questions import SearchConfig
from helix_lsp.search.question.word_forms import as_written, forms, irregular, respelled
from helix_lsp.search.reading.kinds import ordinary
from helix_lsp.search.reading.read import Reading, merit, read
from helix_lsp.search.reading.wanted import spellings
from helix_lsp.search.search import search
from helix_lsp.text.data_file import parts_of_text
from helix_lsp.text.words import stem
from tests.support.check import World, indexed, read_fixture

BELLS = """
//- /bells/tower.py
def ring(times):
    \"\"\"Ring the bell of the tower, and choose the color of its lamp.\"\"\"
    for _ in range(times):
        strike()


def refund(payment):
    \"\"\"Give back what a visitor of the tower paid on the calendar day.\"\"\"
    return -payment
"""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed(read_fixture(BELLS).files) as made:
        yield made


def _read(world: World, question: str) -> Reading:
    view = world.view()
    results = search(question, view.snapshot, view.texts, SearchConfig(), k=8)
    assert results.order is not None
    return read(results.order, view.snapshot, view.texts)


@pytest.mark.parametrize(
    ("form", "base"),
    [
        ("rung", "ring"),
        ("sent", "send"),
        ("chosen", "choose"),
        ("overwritten", "overwrite"),
        ("vertices", "vertex"),
    ],
)
def test_an_irregular_form_is_its_word_and_the_other_way_round(form: str, base: str):
    assert stem(base) in irregular(stem(form))
    assert stem(form) in irregular(stem(base))


@pytest.mark.parametrize("other", ["left", "bound", "wound", "found"])
def test_a_form_that_is_more_often_another_word_is_none(other: str):
    assert irregular(stem(other)) == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [("colour", "color"), ("normalise", "normalize"), ("capitalisation", "capitalization"), ("analysed", "analyzed"), ("licence", "license"),
     ("centre", "center"), ("catalogue", "catalog"), ("behaviours", "behaviors"), ("grey", "gray")],
)  # fmt: skip
def test_both_spellings_of_a_word_are_one(one: str, other: str):
    assert other in respelled(one)
    assert one in respelled(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("notification", "notify"), ("verifications", "verified"), ("modifiers", "modification")],
)
def test_a_noun_and_its_verb_that_the_stemmer_parts_are_one(one: str, other: str):
    assert stem(other) in forms(stem(one), one)
    assert stem(one) in forms(stem(other), other)


def test_a_word_is_no_form_of_itself():
    for word in ("reset", "cut", "colour", "sent", "tower"):
        assert stem(word) not in forms(stem(word), word)


@pytest.mark.parametrize(
    "word",
    [
        "insist",
        "oldest",
        "bigger",
        "simplest",
        "easier",
        "said",
        "alone",
        "myself",
        "wich",
        "minutes",
        "walking",
        "realized",
        "favorite",
        "went",
        "tried",
    ],
)
def test_ordinary(word: str):
    assert ordinary(word)


@pytest.mark.parametrize(
    "word",
    [
        "kafka",
        "migration",
        "screenshot",
        "telemetry",
        "websocket",
        "queue",
        "throttle",
        "encrypt",
        "login",
        "cache",
        "thread",
    ],
)
def test_what_names_something_is_not_ordinary(word: str):
    assert not ordinary(word)


def test_each_word_is_listed_once_in_order():
    ((_, *lines),) = parts_of_text("helix_lsp.search.reading", "ordinary.txt")
    words = [word for line in lines for word in line.split()]
    assert words == sorted(set(words))
    assert all(re.fullmatch(r"[a-z]+", w) for w in words)


def test_a_misspelt_word_is_looked_for_among_all_words(world: World):
    snapshot = world.view().snapshot
    assert spellings("calender", snapshot) == ("calendar",)
    assert spellings("payemnt", snapshot) == (stem("payment"),)
    assert spellings("bel", snapshot) == ()  # too short: one letter away from too many others
    assert spellings("tells", snapshot) == ()  # spelled as it is meant


def test_only_what_names_something_costs_merit(world: World):
    plain = _read(world, "how is the bell of the tower rung?")
    for same in (
        "how is the oldest bell of the tower rung?",
        "how is the bell of the towwer rung?",
        "which colour has the lamp of the tower?",
    ):
        assert _read(world, same).wanted.lost < 0.05, same
    strange = _read(world, "how is the bell of the tower rung over kafka?")
    assert strange.wanted.lost > 0.2
    assert merit(strange) < merit(plain)
    nearly = _read(
        world, "how is a client of the tower paid back?"
    ).wanted.lost  # `visitor` says it in another word
    assert 0.0 < nearly < _read(world, "how is a kraken of the tower paid back?").wanted.lost


def test_how_something_is_done_refuses_nothing() -> None:
    assert ordinary("cheaply")
    assert not ordinary("assembly")
    assert not ordinary("anomaly")


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("how is the belltower lit?", "how is the BellTower lit?"),
        ("is Belltower lit?", "is Belltower lit?"),  # a name: as it is written
        ("belltower", "belltower"),
        (
            "who paid for the towerbell?",
            "who paid for the towerbell?",
        ),  # both words are here, the name is not
        ("when is the tower lit?", "when is the tower lit?"),
    ],
)
def test_a_name_of_two_words_is_known_in_one(asked: str, read: str) -> None:
    """`BellTower` is two words to the index, and a question writes it as one."""
    files = read_fixture(
        BELLS + "\n//- /a.py\nbell = tower = abelltowers = 1\n//- /lamp.py\nclass BellTower:\n    lit = 1\n"
    ).files
    with indexed(files) as one:
        view = one.view(None)
        assert as_written(asked, view.snapshot, view.texts) == read
