"""A stop word that is marked as a name, or has the capital letter of a definition, is one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.ask.question.question import Question
from helix_lsp.config.questions import SearchConfig
from helix_lsp.ide.ask import ask
from helix_lsp.search.question.query import read_query
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.support.check import World, indexed

FILES = {
    "src/pair.py": b'"""Pairs."""\n\n\ndef other(pair, one):\n    """The half of a pair that is not this one."""\n'
    b"    return pair[1] if pair[0] == one else pair[0]\n\n\ndef ring(bell):\n    return bell\n",
    "src/store.go": b"package store\n\n// Get returns the value that is kept under a key.\nfunc Get(key string) string {\n"
    b"\treturn kept[key]\n}\n\n// Put keeps a value.\nfunc Put(key string, value string) {\n\tkept[key] = value\n}\n",
    "src/all.rs": b"/// Every place in which a key is kept.\npub fn all(key: &str) -> Vec<String> {\n    places(key)\n}\n",
}
OTHER, GET, ALL = ("src/pair.py", 4), ("src/store.go", 4), ("src/all.rs", 2)


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed(FILES) as made:
        yield made


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("what does `other` do?", OTHER),
        ("what does other() do?", OTHER),
        ("where is `other` defined?", OTHER),
        ("what does `pair.other` do?", OTHER),
        ("what does Get do?", GET),
        ("what does `Get` do?", GET),
        ("what does store.Get do?", GET),
        ("who calls Get?", GET),
        ("what does `all` do?", ALL),
    ],
)
def test_the_definition_is_found(question: str, place: tuple[str, int], world: World) -> None:
    wire = envelope_to_wire(ask(world.view(), Question(text=question)).envelope)
    assert wire["mode"] == "repo_grounded"
    cited = [one["range_ref"] for one in wire["citations"]]
    assert place[0] in {one["path"] for one in cited}
    assert any(one["start_line"] <= place[1] <= one["end_line"] for one in cited if one["path"] == place[0])


def terms(question: str) -> dict[str, float]:
    return dict(read_query(question, SearchConfig(), {"other", "Get", "Use", "With"}.__contains__).terms)


@pytest.mark.parametrize(
    "question",
    [
        "what does the other half of a pair do?",
        "how do I get the value that is kept under a key?",
        "Get me the value of a key",
        "what is kept? Use the key",
        "How Do I Use The Store With Other Keys",
        "WHAT DOES GET DO",
        "what happens `if` the key is lost, and `with` no key?",
        "which use(s) of the key are there, e.g. in other stores?",
    ],
)
def test_a_plain_stop_word_stays_one(question: str) -> None:
    bare = dict(read_query(question.replace("`", ""), SearchConfig()).terms)
    assert terms(question).keys() == bare.keys()
    assert not {"other", "get", "use", "with", "if", "what"} & terms(question).keys()


def test_a_marked_name_needs_no_definition_and_a_capital_one_does() -> None:
    assert "most" in terms("what does `most` do?")
    assert terms("what does Into do?") == {}
    assert "get" in terms("what does Get do?")
    assert "with" in terms("where is With called?")
