"""The line that matters can be told from the others without colour."""

from __future__ import annotations

import pytest

from helix_lsp.wire.answer_envelope import marked_info, marked_lines

CODE = "heat(kiln)\n\nif hot:\n    cool(kiln)"


def test_one_line_stands_out_in_the_gutter() -> None:
    assert marked_lines(CODE, 3) == "  heat(kiln)\n\n> if hot:\n      cool(kiln)"
    assert marked_info(CODE, 3) == " {3}"


@pytest.mark.parametrize(("code", "marked"), [(CODE, 0), (CODE, 5), (CODE, -1), ("heat(kiln)", 1)])
def test_code_without_a_line_that_stands_out_is_left_as_it_is(code: str, marked: int) -> None:
    assert marked_lines(code, marked) == code
    assert marked_info(code, marked) == ""
