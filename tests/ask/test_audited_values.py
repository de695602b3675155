"""A claim that cites nothing passes only where a place says it: the value is tied to its subject, a short sentence
does not lack a word, and what is so by default is told at the place of the words.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.ask.claims.audit import Audited
from helix_lsp.ide.places import verify_text
from tests.support.check import World, indexed, read_fixture

KILN = """
//- /src/kiln.py
class Kiln:
    '''An oven for clay.

    `trim_glaze`
        If this is set to ``True`` the glaze is trimmed at the rim. Defaults to ``False``.

    `keep_ash`
        Keep the ash of the last firing. Default is ``True``.

    :param follow: Follow the curve of a firing.
    '''

    def __init__(self, trim_glaze=SETTING, keep_ash=OTHER, follow=None):
        self.trim_glaze = trim_glaze


def to_upper(s):
    '''Convert a clay mark to uppercase.'''
    return s.upper()


def fire(kiln):
    '''Fire clay as many times as the kiln permits; see "foo%2Fbar" and foo/bar. It is called by the shop.'''
    return kiln.heat()


# KilnCold is raised when the clay in the kiln is not warm.
# KilnLost is raised when no kiln is found.
ERRORS = ()
//- /tests/test_kiln.py
def test_kiln():
    assert Kiln(trim_glaze=True).trim_glaze
//- /README.md
# Kiln

The smallest shelf is `0` and always lies at the bottom of the kiln.
"""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed(read_fixture(KILN).files) as made:
        yield made


def _audited(world: World, claim: str) -> Audited:
    return verify_text(world.view(), claim).results[0]


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("trim_glaze defaults to True", "REVIEW"),
        ("trim_glaze defaults to False", "PASS"),
        ("keep_ash defaults to False", "REVIEW"),
        ("keep_ash defaults to True", "PASS"),
        ("The smallest shelf is 1", "REVIEW"),
        ("The smallest shelf is 0", "PASS"),
        ("trim_glaze defaults to True (src/kiln.py:4-5)", "REVIEW"),
        ("trim_glaze defaults to True (tests/test_kiln.py:2)", "REVIEW"),
        ("to_upper converts a clay mark to lowercase", "REVIEW"),
        ("to_upper converts a clay mark to uppercase", "PASS"),
        ("The function Foo calls Bar", "REVIEW"),
    ],
)
def test_what_a_place_says_passes_and_what_its_words_only_hold_does_not(
    world: World, claim: str, verdict: str
) -> None:
    found = _audited(world, claim)
    assert found.verdict == verdict, found.reason


def test_the_value_that_is_there_is_told(world: World) -> None:
    found = _audited(world, "trim_glaze defaults to True")
    assert found.reason == "what is cited gives `trim_glaze` the value False, not True"
    assert found.looked_at is not None
    assert found.looked_at.path == "src/kiln.py"


def test_a_reason_shows_words_and_no_stems(world: World) -> None:
    found = _audited(world, "Kiln never follows the curve of a firing (src/kiln.py:10)")
    assert "follow" in found.reason or "negation" in found.reason
    assert "fir`" not in found.reason


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (
            "The kiln is an oven for clay (src/kiln.py:900).",
            "src/kiln.py does not have line 900; it has 29 lines",
        ),
        ("The kiln is an oven (src/oven.py:2).", "src/oven.py is not in the index"),
        (
            "See the kiln for more (src/oven.py:2, src/shed.py:3).",
            "src/oven.py is not in the index; src/shed.py is not in the index",
        ),
    ],
)
def test_a_place_that_is_not_there_says_why(world: World, claim: str, reason: str) -> None:
    assert _audited(world, claim).reason == reason


def test_a_sentence_of_three_words_is_a_claim_where_it_stands_alone(world: World) -> None:
    assert _audited(world, "Kiln defines fire").claim == "Kiln defines fire"
    titled = verify_text(world.view(), "The three words\n\nThe kiln is an oven for clay.")
    assert [r.claim for r in titled.results] == ["The kiln is an oven for clay"]
