"""The line table of an edited text is that of the text made anew, whatever ends its lines and wherever the
edits are.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.text.positions import LineIndex

TEXTS = st.text("ab\n\r\x0c\u2028é", max_size=12).map(str.encode)
EDITS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40), TEXTS), max_size=8)


@given(TEXTS.map(lambda piece: piece * 3), EDITS)
def test_after_any_edits_it_says_what_a_new_one_says(
    data: bytes, edits: list[tuple[int, int, bytes]]
) -> None:
    index = LineIndex(data)
    for one, other, new in edits:
        start, end = sorted((min(one, len(data)), min(other, len(data))))
        data = data[:start] + new + data[end:]
        index = index.edited(start, end, data)
        fresh = LineIndex(data)
        assert index.line_count == fresh.line_count
        assert [index.line_span(line) for line in range(index.line_count + 1)] == [
            fresh.line_span(line) for line in range(index.line_count + 1)
        ]
        assert [index.line_of(at) for at in range(-1, len(data) + 2)] == [
            fresh.line_of(at) for at in range(-1, len(data) + 2)
        ]
