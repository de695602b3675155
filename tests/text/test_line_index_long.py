"""Places of a long line are counted on from each other, in any order, with broken bytes too: the same as
counted from its beginning.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.text.positions import LineIndex

PIECES = st.sampled_from(
    [b"a", "é".encode(), "漢".encode(), "😀".encode(), b"\x80", b"\xe6\xbc", b"\xf0", b"\xff", b"\n"]
)
PLACES = st.lists(
    st.tuples(st.integers(0, 6_000), st.sampled_from(["utf-8", "utf-16", "utf-32"])), min_size=2, max_size=30
)


@given(st.lists(PIECES, min_size=1, max_size=60), st.integers(1, 3), PLACES)
def test_a_long_line_counts_on(pieces: list[bytes], before: int, places: list[tuple[int, str]]) -> None:
    line = b"".join(piece for piece in pieces if piece != b"\n") or b"a"
    data = b"x\n" * before + line * (5_000 // len(line)) + b"".join(pieces)
    index = LineIndex(data)
    for offset, encoding in places:
        assert index.position(offset, encoding) == LineIndex(data).position(offset, encoding)


def test_a_byte_order_mark_is_a_character_of_its_line() -> None:
    """An editor may keep it in its text: the columns of all edits count it."""
    index = LineIndex(b"\xef\xbb\xbfab\n")
    assert [index.offset(0, column, "utf-16") for column in (0, 1, 2)] == [0, 3, 4]
