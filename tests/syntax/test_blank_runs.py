"""Long runs of empty lines are read as one, and change no fact."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.syntax.documents import markdown

LINES = (
    "# a", "b", "===", "```", "~~~py", "- c", "  - d", "> e", "    code", "<div>", "</div>", "[x]: y", "[x]", "| a | b |", "|-|-|",
    "`q`", "<!--", "-->", "1. x", "\t\tz", "***", "> ```", "- ```", "",
)  # fmt: skip
PARTS = st.lists(st.tuples(st.sampled_from(LINES), st.sampled_from((1, 2, 110, 150))), max_size=9)


@given(PARTS, st.sampled_from(("\n", "\r\n", "\r")))
def test_the_facts_are_those_of_the_text_as_it_stands(parts: list[tuple[str, int]], end: str):
    data = "".join(line + end * ends for line, ends in parts).encode()
    read = markdown.read_markdown(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(markdown, "_blank_runs_joined", bytes)
        assert markdown.read_markdown(data) == read


def test_no_byte_moves():
    data = b"# a\n" + b"\r\n" * 500 + b"b\n"
    joined = markdown._blank_runs_joined(data)  # pyright: ignore[reportPrivateUsage]
    assert len(joined) == len(data)
    assert joined.count(b"\n") < 10
    assert joined.split() == data.split()
