"""Pieces make up the text, end where nothing is torn, and are never longer than asked for."""

from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.text.visible import pieces


@given(
    st.lists(
        st.sampled_from([b"word", b" ", b"\n", b"longer_word", b",", b"a" * 40, "ä".encode()]), max_size=60
    ),
    st.integers(16, 64),
)
def test_pieces_make_up_the_text(parts: list[bytes], size: int):
    data = b"".join(parts)
    cut = list(pieces(data, size))
    assert b"".join(cut) == data
    assert all(len(piece) <= size for piece in cut)
    assert len(cut) == 1 or all(cut)


def test_lines_stay_whole_where_they_fit():
    data = b"".join(b"line %d\n" % n for n in range(1_000))
    assert all(piece.endswith(b"\n") for piece in pieces(data, 100))


def test_words_of_one_long_line_stay_whole():
    words = [b"name_%d" % n for n in range(5_000)]
    found = [word for piece in pieces(b" ".join(words), 1_000) for word in piece.split()]
    assert found == words
