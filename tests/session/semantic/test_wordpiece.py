"""The division of words that the model was trained with. The numbers are those of the reference tokenizer for
the same texts.
"""

from __future__ import annotations

import pytest

from helix_lsp.session.semantic.encoder import line_counts, token_ids
from helix_lsp.text.vocabulary import vocabulary

CLS, SEP, UNKNOWN = 101, 102, 100


def _pieces(text: str, most: int = 64) -> list[str]:
    of = {number: piece for piece, number in vocabulary().items()}
    return [of[n] for n in token_ids(text, most)[1:-1]]


def test_the_vocabulary_is_whole() -> None:
    known = vocabulary()
    assert len(known) == 30_522
    assert (known["[CLS]"], known["[SEP]"], known["[UNK]"], known["the"]) == (CLS, SEP, UNKNOWN, 1996)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("unreadable", ["un", "##rea", "##dable"]),
        ("Caf\u00e9 na\u00efve", ["cafe", "naive"]),
        ("retry_count=3", ["re", "##try", "_", "count", "=", "3"]),
        ("a\x00b\tc\u00a0d", ["ab", "c", "d"]),
        ("\u6c34\u8239", ["\u6c34", "[UNK]"]),
        ("x" * 101 + " ferry", ["[UNK]", "ferry"]),
        ("", []),
    ],
)
def test_pieces(text: str, pieces: list[str]) -> None:
    assert _pieces(text) == pieces


def test_a_long_text_is_cut_behind_and_keeps_its_end_mark() -> None:
    ids = token_ids("ferry " * 500, 20)
    assert len(ids) == 20
    assert (ids[0], ids[-1]) == (CLS, SEP)


@pytest.mark.parametrize("most", [3, 6, 64])
@pytest.mark.parametrize("text", ["", "a ferry", "a ferry\n\nunreadable retry_count=3\n  at night", "\n\n"])
def test_the_pieces_of_the_lines_are_those_of_the_text(text: str, most: int) -> None:
    counts = line_counts(text, most)
    assert len(counts) == text.count("\n") + 1
    assert sum(counts) == len(token_ids(text, most)) - 2
    whole = line_counts(text, 1_000)
    assert all(here <= alone for here, alone in zip(counts, whole, strict=True))
