"""TOML and JSON that a repository brings: whatever they hold, there is one error, with a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.text.data_file import MOST_PARTS, BrokenData, next_json, read_json, read_text, read_toml

PIECES = (
    *"ab.=[]{},:'\"\\\n\t #_-+é\x00\ufeff\ud800",
    *(
        "[[",
        "]]",
        "'''",
        '"""',
        "1979-05-27",
        "T07:32:00Z",
        "25:61:61",
        "1979-13-99",
        "0x",
        "1e5",
        "9" * 5_000,
    ),
    *("NaN", "inf", "true", "\\u", "D800", "\\ud800", "a.b=1\n", "[a]\n", "[[a]]\n", "[a.b]\n", "[[a.b]]\n"),
    *("a={b=1}\n", "a=[1]\n", "[" * 3_000, "{a=" * 3_000, '{"a":' * 3_000, "a." * 3_000),
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text(max_size=60)


def broken(read: Callable[[], object]) -> BrokenData | None:
    """The one error that a reader may raise; None where it read the text."""
    try:
        read()
    except BrokenData as error:
        return error
    return None


@given(TEXTS)
def test_whatever_a_text_holds_there_is_one_error_with_a_line(text: str):
    lines = text.count("\n") + 1
    for read in (read_toml, read_json):
        error = broken(partial(read, text))
        assert error is None or (1 <= error.line <= lines and error.why)
    error = broken(lambda: next_json(text, 0))
    assert error is None or 1 <= error.line <= lines


@given(st.binary(max_size=60))
def test_whatever_bytes_are_given_there_is_one_error_with_a_line(data: bytes):
    for read in (read_text, read_json):
        error = broken(partial(read, data))
        assert error is None or error.line >= 1


@pytest.mark.parametrize(
    ("text", "said"),
    {
        "digits": ("a = 1\nx = " + "9" * 5_000, "line 2: a number with too many digits"),
        "brackets": ("x = " + "[" * 5_000, "line 1: nested too deeply"),
        "parts": ("a = 1\n\n" + "a." * 500_000 + "b = 1", f"line 3: a key of more than {MOST_PARTS} parts"),
        "parts of a table": ("[" + "'a' . " * 30 + "b]", f"line 1: a key of more than {MOST_PARTS} parts"),
        "parts behind a string": ('x = {a = """\n"\n""", ' + "a." * 30 + 'b = ""}', "line 3: a key of more"),
        "parts behind an end that looks like one": ("# '''\n" + "a." * 30 + "b = 1 # '''", "line 2: a key"),
        "a date": ("a = 1979-13-99", "line 1: broken TOML"),
    }.values(),
)
def test_broken_toml_is_told_with_its_line(text: str, said: str):
    with pytest.raises(BrokenData) as caught:
        read_toml(text)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    {
        "digits": ('{"a": 1,\n"x": ' + "9" * 5_000 + "}", "line 2: a number with too many digits"),
        "brackets": ("[" * 100_000, "line 1: nested too deeply"),
        "no number": ('{"a": NaN}', "line 1: NaN is not JSON"),
        "a comma": ('{\n "a": [,]}', "line 2: broken JSON"),
    }.values(),
)
def test_broken_json_is_told_with_its_line(text: str, said: str):
    with pytest.raises(BrokenData) as caught:
        read_json(text)
    assert str(caught.value).startswith(said)


def test_dots_that_are_not_parts_of_a_key_are_read():
    dots = "a." * 50
    text = f'# {dots}b = 1\nx = "{dots}"\ny = """\n{dots}\\"""\n{dots}"""\nz = \'{dots}\'\nw = [{"1.5, " * 50}]\n'
    assert len(read_toml(text)) == 4


def test_what_is_sound_is_read_as_before():
    value = {"a": [1, 2.5, None, True, "é"], "b": {"c": "x"}}
    assert read_json(json.dumps(value)) == value
    assert read_json("\ufeff" + json.dumps(value)) == value
    assert read_json(json.dumps(value).encode("utf-16")) == value
    assert read_json("{}", pairs=list) == []
    assert next_json("x, 12, 3", 3) == (12, 5)
    assert read_toml("[a.b]\nc = 1\nd.e = [1.5]\n") == {"a": {"b": {"c": 1, "d": {"e": [1.5]}}}}


def test_the_error_is_one_line_with_file_line_and_what_happens_now():
    error = BrokenData(3, "broken TOML (bad)")
    assert error.at("helix.toml", "mend it") == "helix.toml:3: broken TOML (bad); mend it"
