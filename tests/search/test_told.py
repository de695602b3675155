"""What earlier changes say of files, and how ranking shows it."""

from __future__ import annotations

from helix_lsp.config.questions import SearchConfig
from helix_lsp.search.ranking.learned import (
    TOLD,
    Change,
    Learned,
    LearnedSearch,
    Told,
    baseline_digest,
    learned_of,
    without_learned,
)
from helix_lsp.search.search import search
from tests.support.check import indexed, read_fixture

CHANGES = (
    Change("c3", ("mend", "walrus"), ("a.py",)),
    Change("c2", ("ferri", "mend"), ("b.py", "c.py")),
    Change("c1", ("mend", "walrus"), ("d.py",)),
)
FILES = """
//- /a.py
def handler():
    return 1
//- /d.py
def handler():
    return 2
"""


def asked(told: Told, *words: str) -> dict[str, float]:
    return told.files([(word, 1.0) for word in words])


def test_a_rare_word_of_a_subject_names_its_files():
    found = asked(Told(CHANGES), "walrus")
    assert set(found) == {"a.py", "d.py"}
    assert found["a.py"] == found["d.py"]


def test_a_word_that_every_subject_holds_says_less_than_a_rare_one():
    assert asked(Told(CHANGES), "mend")["a.py"] < asked(Told(CHANGES), "walrus")["a.py"]


def test_a_change_of_two_files_says_less_of_each():
    assert asked(Told(CHANGES), "ferri")["b.py"] < asked(Told(CHANGES), "walrus")["a.py"]


def test_only_what_is_older_is_asked():
    assert set(asked(Told(CHANGES).before(0), "walrus")) == {"d.py"}
    assert asked(Told(CHANGES).before(2), "walrus") == {}


def test_unknown_words_and_no_history_say_nothing():
    assert asked(Told(CHANGES), "zebra") == {}
    assert asked(Told(()), "walrus") == {}
    assert Told(CHANGES).files([]) == {}


def test_the_ranking_says_what_history_added():
    plain = SearchConfig()
    ranker = Learned(digest="1", weight=4.0, told=Told(CHANGES[2:]))
    with indexed(read_fixture(FILES).files) as world:
        before = search("walrus handler", world.snapshot, world.texts, plain, k=2)
        after = search("walrus handler", world.snapshot, world.texts, LearnedSearch.of(plain, ranker), k=2)
    assert before.hits[0].place.path == "a.py"
    assert after.hits[0].place.path == "d.py"
    assert [f.weight for f in after.hits[0].why.features if f.name == TOLD] == [4.0]
    assert not any(f.name == TOLD for f in before.hits[0].why.features)


def test_the_options_name_their_ranker_and_give_it_back():
    cfg = SearchConfig(per_file=3)
    taught = LearnedSearch.of(cfg, Learned(digest="abc"))
    assert "abc" in repr(taught)
    assert learned_of(taught) == Learned(digest="abc")
    assert learned_of(cfg) is None
    assert without_learned(taught) == cfg
    assert baseline_digest(taught) == baseline_digest(SearchConfig())
