"""Columns of lines that mix widths and hold broken bytes, against a walk over the characters. A line may be
megabytes long, so no step walks.
"""

from __future__ import annotations

import random

import pytest

from helix_lsp.text.positions import Encoding, LineIndex

PIECES = (
    b"a",
    "é".encode(),
    "日".encode(),
    "😀".encode(),
    "e\u0301".encode(),
    b"\xff",
    b"\xe2\x82",
    b"\xf0\x9f\x98",
    b"\xed\xa0\x80",
    b"\x80",
)


def walked(body: bytes, column: int, encoding: Encoding) -> int:
    """The byte of a column, character by character; each broken byte is one unit."""
    units = at = 0
    for char in body.decode("utf-8", "surrogateescape"):
        units += 2 if encoding == "utf-16" and ord(char) > 0xFFFF else 1
        if units > column:
            break
        at += len(char.encode("utf-8", "surrogateescape"))
    return at


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_a_column_is_where_a_walk_finds_it(encoding: Encoding):
    dice = random.Random(20261)
    for _ in range(2_000):
        body = b"".join(dice.choices(PIECES, k=dice.randrange(1, 20)))
        index = LineIndex(b"x\n" + body + b"\ny")
        for column in range(len(body) + 2):
            assert index.offset(1, column, encoding) == 2 + walked(body, column, encoding), (body, column)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_the_way_back_from_every_whole_character(encoding: Encoding):
    dice = random.Random(20262)
    for _ in range(1_000):
        chars = dice.choices("aé日😀𝒳\u0301", k=dice.randrange(1, 20))
        body = "".join(chars).encode()
        index = LineIndex(body)
        for count in range(len(chars) + 1):
            offset = len("".join(chars[:count]).encode())
            line, column = index.position(offset, encoding)
            assert line == 0
            assert index.offset(0, column, encoding) == offset == walked(body, column, encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_a_long_line_of_nothing_but_beginnings_of_characters_has_no_width(encoding: Encoding):
    data = b"ab" + b"\xe2" * 300_000
    assert LineIndex(data).position(len(data) - 1, encoding) == (0, 2)
