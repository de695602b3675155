"""Patterns that are compiled at their first use behave as compiled ones do."""

from __future__ import annotations

import re

import pytest

from helix_lsp.text.regex import Regex, compile_all, regex

BELL = regex(r"(?P<word>b\w+)", re.I)


def test_a_pattern_answers_as_the_compiled_one_does():
    compiled = re.compile(r"(?P<word>b\w+)", re.I)
    text = "Bell, then bells"
    assert BELL.findall(text) == compiled.findall(text)
    assert BELL.sub("-", text) == compiled.sub("-", text)
    assert (BELL.pattern, BELL.flags, BELL.groupindex) == (
        compiled.pattern,
        compiled.flags,
        compiled.groupindex,
    )
    assert BELL.search(text, 1) is not None
    assert BELL.search(text, 1)["word"] == "bells"  # type: ignore[index]
    assert regex(rb"\d").split(b"a1b") == [b"a", b"b"]


def test_nothing_is_compiled_before_the_first_use():
    broken = Regex("(", 0)
    assert broken.pattern == "("
    with pytest.raises(re.error):
        broken.search("")
    broken.pattern = ""  # or `compile_all` would meet it


def test_all_are_compiled_where_that_is_asked():
    waiting = regex("waiting")
    assert isinstance(waiting, Regex)
    assert "search" not in vars(waiting)
    compile_all()
    assert "search" in vars(waiting)
