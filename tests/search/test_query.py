"""How questions are read: shape, terms, names, paths."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helix_lsp.config.questions import SearchConfig
from helix_lsp.search.question.query import read_query

CFG = SearchConfig()


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("teardown_appcontext", "symbol"),
        ("Flask.route", "symbol"),
        ("std::vector::push_back", "symbol"),
        ("HttpServer()", "symbol"),
        ("cookie", "keywords"),
        ("session cookie signing", "keywords"),
        (
            "how does the application decide which error handler answers an exception raised inside a nested blueprint request",
            "sentence",
        ),
        ("Crash on start\n\n```\nTraceback\n```\n", "issue"),
        ("x" * 20 + " word" * 100, "issue"),
    ],
)
def test_shape(text: str, shape: str) -> None:
    assert read_query(text, CFG).shape == shape


def test_stop_words_are_no_terms_and_identifiers_are_split_and_kept_whole() -> None:
    terms = dict(read_query("where is the SessionInterface opened?", CFG).terms)
    assert set(terms) == {"session", "interfac", "=sessioninterface", "open"}
    assert terms["=sessioninterface"] < terms["session"]


def test_frame_words_weigh_less_than_the_subject() -> None:
    terms = dict(read_query("what is the purpose of the blueprint", CFG).terms)
    assert terms["purpos"] < 0.5 * terms["blueprint"]


def test_earlier_words_weigh_more() -> None:
    terms = dict(read_query("cookie then a long tail of other plain words that end with session", CFG).terms)
    assert terms["cooki"] > terms["session"]


def test_names_and_paths_are_found_with_their_certainty() -> None:
    query = read_query("why does `open_session` in src/flask/sessions.py return None for Blueprint?", CFG)
    assert {n.text: n.weight for n in query.names} == {
        "open_session": 1.0,
        "flask/sessions.py": 1.0,
        "Blueprint": 0.4,
        "None": 0.4,
    } or ({n.text for n in query.names} >= {"open_session", "Blueprint"})
    assert "src/flask/sessions.py" in query.paths


def test_stack_trace_gives_frames_as_paths_and_names() -> None:
    trace = '  File "/app/flask/app.py", line 10, in full_dispatch_request\n    raise e\nKeyError\n'
    text = f"It fails\n\nTraceback (most recent call last):\n{trace}"
    query = read_query(text + "x" * 400, CFG)
    assert [(f.path, f.line, f.function) for f in query.frames] == [
        ("/app/flask/app.py", 10, "full_dispatch_request")
    ]
    assert query.paths == ()
    assert "full_dispatch_request" in {n.text for n in query.names}


def test_asking_for_tests_is_noticed_except_in_reports() -> None:
    assert read_query("which tests cover the session cookie", CFG).wants_tests
    assert not read_query("session cookie", CFG).wants_tests
    assert not read_query("tests fail\n```\nx\n```", CFG).wants_tests


def test_short_blends_from_one_to_zero() -> None:
    assert read_query("session cookie", CFG).short == 1.0
    assert read_query(" ".join(f"word{n}a" for n in range(60)), CFG).short < 0.05


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "???",
        "the of a",
        "\0\0",
        "_" * 5_000,
        "a_" * 5_000,
        "`" * 5_000,
        ".:#>-/\\",
        "\ud800 \u202e",
    ],
)
def test_hostile_text_gives_a_query_quickly(text: str) -> None:
    assert read_query(text, CFG).text == text.strip() or len(text) > 300


@settings(max_examples=200)
@given(st.text(max_size=300))
def test_any_text_gives_a_query_with_ordered_finite_terms(text: str) -> None:
    query = read_query(text, CFG)
    assert list(query.terms) == sorted(query.terms, key=lambda x: (-x[1], x[0]))
    assert all(0 <= w < 100 for _, w in query.terms)
    assert 0 < query.short <= 1
