"""Patterns that are compiled at their first use behave as compiled ones do."""

from __future__ import annotations

import copy
import re

import pytest

from helix_lsp.text.regex import Regex, compile_all, made, regex

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


def test_a_pattern_can_be_copied_before_and_after_its_first_use():
    for pattern in (regex("bell"), BELL):
        assert copy.copy(pattern).fullmatch("bell")


def test_a_match_knows_the_pattern_that_made_it():
    found = BELL.match("bell")
    assert found is not None
    assert made(found, BELL)
    assert not made(found, regex("bell"))
