"""What is written out before a person sees it, and what stays."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.text.visible import HIDDEN, visible, visible_line
from helix_lsp.wire.readable import Exact, readable

DRAWN_AS_NOTHING = "\u034f\u115f\u1160\u3164\uffa0"
LATER = {
    c for c in map(chr, range(0x2060, 0x2070)) if unicodedata.category(c) == "Cn"
}  # reserved for more of the kind


def test_the_table_is_that_of_unicode():
    wanted = {
        c
        for c in map(chr, range(sys.maxunicode + 1))
        if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    } - set("\n\t")
    found = {c for c in map(chr, range(sys.maxunicode + 1)) if HIDDEN.match(c)}
    assert wanted - found == set()
    extra = found - wanted - set(DRAWN_AS_NOTHING) - LATER
    assert {c for c in extra if unicodedata.category(c) != "Cn"} == set()


@pytest.mark.parametrize(
    ("raw", "shown", "line"),
    [
        ("plain text", "plain text", "plain text"),
        ("a\x1b[31mb\x7f", "a\\x1b[31mb\\x7f", "a\\x1b[31mb\\x7f"),
        ("a\u202eb\u200b\ufeff", "a\\u202eb\\u200b\\ufeff", "a\\u202eb\\u200b\\ufeff"),
        ("\U000e0041", "\\U000e0041", "\\U000e0041"),
        ("a\r\nb\tc\rd", "a\nb\tc\\x0dd", "a\\x0d\\x0ab\\x09c\\x0dd"),
        ("\udc80", "\\udc80", "\\udc80"),
        ("größe 😀 日本", "größe 😀 日本", "größe 😀 日本"),
    ],
)
def test_what_is_written_out(raw: str, shown: str, line: str):
    assert (visible(raw), visible_line(raw)) == (shown, line)


@given(st.text(st.characters(exclude_categories=())))
def test_nothing_hidden_is_left_and_a_second_pass_changes_nothing(text: str):
    assert not HIDDEN.search(visible(text))
    assert visible(visible(text)) == visible(text)
    assert visible_line(visible_line(text)) == visible_line(text)


def test_what_a_person_reads_is_visible_and_what_finds_a_file_is_exact():
    name = "a\x1b[31m\n\u202e.py"
    said = {
        "answer": f"see {name}",
        "path": name,
        "containerName": name,
        "items": [{"message": name, "newText": name}],
        "data": {"name": name},
    }
    assert readable(said) == {
        "answer": "see a\\x1b[31m\n\\u202e.py",
        "path": name,
        "containerName": "a\\x1b[31m\\x0a\\u202e.py",
        "items": [{"message": "a\\x1b[31m\n\\u202e.py", "newText": name}],
        "data": {"name": name},
    }
    assert readable({"result": Exact(text=name)}) == {"result": {"text": name}}
