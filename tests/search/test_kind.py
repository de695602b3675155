"""The one reader of question words: what is looked for, and how the answer is told."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.config.questions import SearchConfig
from helix_lsp.search.question.kind import KINDS, Form, read_kind
from helix_lsp.search.reading.kinds import asks_for_several
from tests.search.world import ask, paths, world_of

PLACES = """
//- /src/store.py
def keep_index(folder):
    '''Put it there.'''
    return folder


def index_limit(index):
    '''The limit of the index in rows.'''
    return index
//- /docs/adr/0002-store.md
# Where the index is kept

The index is kept in bytes, because columns differ between editors.
//- /settings.toml
# the limit of the index in rows
index_limit = 12
"""


FORMS = [  # question, kind, form
    ("LineIndex", "symbol", "definition"),
    ("Flask.route", "symbol", "definition"),
    ("`blob_id`?", "symbol", "definition"),
    ("cookie", "definition", "definition"),
    ("search/search.py", "path", "definition"),
    ("pyproject.toml", "path", "definition"),
    ("what is a snapshot?", "definition", "definition"),
    ("where are ignore rules compiled?", "location", "location"),
    ("who calls open_session?", "usage", "usage"),
    ("where do we call open_session?", "usage", "usage"),
    ("is open_session used anywhere?", "usage", "usage"),
    ("does anything use open_session?", "usage", "usage"),
    ("callers of open_session", "usage", "usage"),
    ("which functions use open_session?", "usage", "usage"),
    ("how is a range found again?", "flow", "flow"),
    ("why are offsets bytes?", "reason", "reason"),
    ("records of architectural decisions", "reason", "overview"),
    ("difference between Request and Response", "comparison", "definition"),
    ("which option limits the length of a question?", "configuration", "overview"),
    ("how do I configure the timeout?", "configuration", "flow"),
    ("which tests cover a full disk?", "test", "overview"),
    ("where are the tests for the session cookie?", "test", "location"),
    ("show me the tests of the session cookie", "test", "definition"),
    ("which versions does the CI test on?", "overview", "overview"),  # what is asked for are versions
    ("what operating systems are the tests run on?", "overview", "overview"),
    ("why are the tests run one by one?", "reason", "reason"),
    ("where is the session cookie tested?", "test", "location"),
    ("is the session cookie tested?", "test", "overview"),
    ("ValueError: the path is absolute", "error", "overview"),
    ("cannot open 'x.sock': permission denied", "error", "overview"),
    ("at parse (/src/a.js:10:5)", "error", "overview"),
    ("session cookie signing", "overview", "overview"),
]


@pytest.mark.parametrize(("text", "kind", "form"), FORMS)
def test_kind_and_form(text: str, kind: str, form: str) -> None:
    asked = read_kind(text)
    assert (asked.kind, asked.form) == (kind, form)


@given(st.text(max_size=300))
def test_every_text_has_exactly_one_kind_and_form(text: str) -> None:
    asked = read_kind(text)
    assert asked.kind in KINDS
    assert asked.form in get_args(Form)
    assert asked == read_kind(text)


def test_a_reason_in_documents_is_told_from_one_in_code() -> None:
    assert read_kind("why are offsets bytes and not code points?").documented
    assert not read_kind("why does the method that opens files restrict the mode?").documented
    assert not read_kind("why does open_session return None?").documented


def test_documents_are_not_halved_where_a_decision_is_asked_for() -> None:
    with world_of(PLACES) as world:
        why = ask(world, "why is the index kept in bytes?")
        assert paths(why)[0] == "docs/adr/0002-store.md"
        assert "document" not in dict(why.hits[0].why.demotions)
        halved = ask(world, "why is the index kept in bytes?", demote_docs_reason=SearchConfig().demote_docs)
        assert dict(next(h for h in halved.hits if h.place.path.startswith("docs")).why.demotions) == {
            "document": 0.5
        }


def test_configuration_is_not_halved_where_options_are_asked_for() -> None:
    with world_of(PLACES) as world:
        asked = next(
            h
            for h in ask(world, "which option is the limit of the index?").hits
            if h.place.path == "settings.toml"
        )
        other = next(h for h in ask(world, "index limit rows").hits if h.place.path == "settings.toml")
        assert asked.why.demotions == ()
        assert dict(other.why.demotions) == {"configuration": 0.5}


@pytest.mark.parametrize(
    ("question", "several"),
    [
        ("which exit codes are there?", True),
        ("what events can I listen for?", True),
        ("list the signals", True),
        ("which signals", True),
        ("what happens when it sinks?", False),
        ("what does the keeper do?", False),
        ("what do the tests do with fog?", False),
        ("what calls the bell?", False),
        ("which process is it?", False),
        ("how many signals are there?", False),
    ],
)
def test_whether_a_list_is_asked_for(question: str, several: bool) -> None:
    assert asks_for_several(question) is several
