"""A number and its noun agree, and thousands are parted."""

from __future__ import annotations

import pytest

from helix_lsp.text.visible import counted


@pytest.mark.parametrize(
    ("number", "noun", "plural", "said"),
    [
        (0, "hint", "", "0 hints"),
        (1, "definition", "", "1 definition"),
        (3, "file", "", "3 files"),
        (3_178, "file", "", "3,178 files"),
        (1, "query", "queries", "1 query"),
        (2, "query", "queries", "2 queries"),
        (1, "more file", "", "1 more file"),
    ],
)
def test_a_number_has_its_noun(number: int, noun: str, plural: str, said: str):
    assert counted(number, noun, plural) == said
