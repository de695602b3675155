"""A cited range after its file changed."""

from __future__ import annotations

import pytest

from helix_lsp.align.proof import reanchor

BEFORE = b"def one():\n    return 1\n\n\ndef two():\n    return 2\n"
TWO, BODY = b"def two():\n    return 2", b"return 2"


@pytest.mark.parametrize(
    ("raw", "after", "found"),
    [
        (TWO, BEFORE, True),
        (TWO, b"# x\n" * 40 + BEFORE, True),
        (TWO, BEFORE.replace(b"return 2", b"return 7"), False),
        (TWO, BEFORE.replace(b"def two", b"def three"), False),
        (TWO, b"", False),
        (BODY, b"\r\n\r\n" + BEFORE, True),
        (BODY, b"\r\r" + BEFORE.replace(b"\n", b"\r"), True),
        (BODY, BEFORE + b"x = 1; return 2\n", True),
        (BODY, b"#\n" + BEFORE + b"    return 2\n", False),
        (b"", BEFORE, False),
        (b"    ", b"    \n" * 1_000, False),
    ],
)
def test_a_range_is_found_again_or_dropped(raw: bytes, after: bytes, found: bool) -> None:
    place = reanchor(after, raw)
    assert (place.cut(after) if place is not None else None) == (raw if found else None)
