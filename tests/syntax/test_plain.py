"""Plain text: underlined titles are sections, nothing else is."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from helix_lsp.syntax.documents.sections import read_plain
from tests.support.outlines import check_outline


def titles(data: bytes) -> list[tuple[str, int]]:
    outline = read_plain(data)
    check_outline(data, outline)
    assert (outline.mentions, outline.fences, outline.links) == ((), (), ())
    return [(s.title, s.level) for s in outline.sections]


def test_underlined_and_framed_titles():
    data = b"=====\nNotes\n=====\n\nIntro text\r\n\nFirst  part\r\n-----------\r\n\nbody\n\nSecond\n------\n"
    assert titles(data) == [("Notes", 1), ("First part", 2), ("Second", 2)]
    assert read_plain(data).sections[1].heading.cut(data) == b"First  part\r\n-----------"


def test_tables_rules_and_running_text_are_no_titles():
    assert titles(b"name  size\n----  ----\na     1\n") == []
    assert titles(b"text that goes on\n\n-----\n\nmore\n") == []
    assert titles(b"running text\nlast line\n---------\n") == []
    assert titles(b"a long line of text\n-----\n") == []
    assert titles(b"  indented\n  --------\n") == []
    assert titles(b"") == titles(b"\n\n\n") == titles(b"=" * 100_000) == titles(b"a\n" * 20_000) == []


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(st.binary(max_size=200), st.text(alphabet="ab=-~ \n\r\té\u2028\f", max_size=80).map(str.encode))
)
def test_any_bytes_give_a_valid_outline(data: bytes):
    """Law I2: extraction never fails."""
    check_outline(data, read_plain(data))
