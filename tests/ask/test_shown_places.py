"""Which places stand beside a sentence of an answer."""

from __future__ import annotations

import pytest

from helix_lsp.ask.fit import shown_places
from helix_lsp.ask.rungs.envelope import Citation, Claim
from helix_lsp.text.positions import Span

FIRST = "a.py"


def shown(*lines: tuple[int, int], code: str = "x", path: str = FIRST) -> list[tuple[int, int, int]]:
    """(id, first line, last line) of what is shown for citations of these lines; the last one lies in `path`."""
    cited = {
        number: Citation(
            id=number,
            path=path if number == len(lines) else FIRST,
            span=Span(0, 1),
            start_line=first,
            end_line=last,
            sha256="",
        )
        for number, (first, last) in enumerate(lines, 1)
    }
    claim = Claim(text="t", refs=tuple(cited), item=False, code=code, language="")
    return [(place.id, place.first, place.last) for place in shown_places(claim, cited)]


@pytest.mark.parametrize("code", ["x", ""])
def test_a_line_of_an_excerpt_is_shown_with_it(code: str):
    assert shown((13, 13), (10, 15), code=code) == [(1, 10, 15)]
    assert shown((10, 15), (13, 13), code=code) == [(1, 10, 15)]


def test_lines_that_follow_each_other_are_one_place_of_an_excerpt():
    assert shown((563, 563), (562, 562), (564, 570)) == [(1, 562, 570)]


def test_lines_that_follow_each_other_are_places_of_their_own_in_a_list():
    assert shown((9, 9), (10, 10), code="") == [(1, 9, 9), (2, 10, 10)]


def test_a_place_between_two_joins_them():
    assert shown((1, 2), (8, 9), (3, 7)) == [(1, 1, 9)]


def test_other_files_and_lines_further_away_stay():
    assert shown((443, 453), (434, 434)) == [(1, 443, 453), (2, 434, 434)]
    assert shown((13, 13), (10, 15), path="b.py") == [(1, 13, 13), (2, 10, 15)]
