"""Claims as somebody types them at a prompt, without marks of code: each false one has one thing changed, and none of them
passes. Subject, predicate and object must stand together in one place.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.ide.places import verify_text
from tests.support.check import World, indexed, read_fixture

KILN = """
//- /kiln.go
package kiln

import "errors"

var (
	// ErrCold is returned when the clay on the shelf is too damp
	// for the glaze.
	ErrCold = errors.New("clay is damp")
	// ErrLost is returned when no shelf is left.
	ErrLost = errors.New("there is no shelf")
)

// Fire heats one pot.
func Fire(pot *Pot, heat int) error {
	if heat > 900 {
		return errors.New("too hot")
	}
	return nil
}

// Drop leaves out the lower shelf.
func Drop(k *Kiln) {
	k.upper()
}

func (k *Kiln) Open() error {
	if k.lockedDoor {
		return errors.New("the door is locked")
	}
	return k.door.open()
}
//- /kiln.py
from datetime import timedelta

COOLING_TIME = timedelta(minutes=40)
DEFAULTS = {"keep_ash": False}
SHELF_FOLDER = "shelf_dry"


class Kiln:
    '''Stamps every pot with an MD5 mark.'''

    def __init__(self, shelves=3, *, glaze="matt", keep_ash=False):
        self.glaze = glaze

    def stack(self, pots):
        if len(pots) > 12:
            raise StackError("at most twelve pots fit on a shelf")
        if not self.glaze:
            raise GlazeError("the glaze of the kiln must not be empty")
        return pots


class StackError(Exception): ...
class GlazeError(Exception): ...


def stoke(kiln):
    return False
//- /tests/test_kiln.py
def test_a_damp_pot_is_refused_by_default():
    Kiln().allow_damp_pots().stack([1])


def test_lower():
    Drop(kiln)
    kiln.upper()
//- /README.md
# Kiln

By default, pots are stacked. To let in a broken pot, use `.allowBrokenPots()`.
"""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed(read_fixture(KILN).files) as made:
        yield made


def verdict(world: World, claim: str) -> str:
    (one,) = verify_text(world.view(), claim).results
    return one.verdict


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("ErrCold is returned when the clay on the shelf is too damp.", "ErrLost is returned when the clay on the shelf is too damp."),
        ("ErrLost is returned when no shelf is left.", "ErrCold is returned when no shelf is left."),
        ("A pot without a shelf left fails with ErrLost.", "Damp clay on the shelf fails with ErrLost."),
        ("stoke returns False.", "stoke returns True."),
        ("The cooling time is 40 minutes.", "The cooling time is 40 seconds."),
        ("The glaze parameter of Kiln defaults to matt.", "The glaze parameter of Kiln defaults to gloss."),
        ("keep_ash is off by default.", "keep_ash is on by default."),
        ("Kiln.stack raises GlazeError if the glaze is empty.", "Kiln.stack raises StackError if the glaze of the kiln is empty."),
        ("Kiln.Open returns an error if the door is locked.", "Kiln.Open returns an error if the door is not locked."),
        ("Kiln.Open returns an error if the door is locked.", "Kiln.Open does not return an error if the door is locked."),
    ],
)  # fmt: skip
def test_bare_names_are_read_as_names(true: str, false: str, world: World):
    assert verdict(world, true) in ("PASS", "REVIEW")
    assert verdict(world, false) == "CONTRADICTED"


def test_a_constant_and_an_option_that_nobody_has(world: World):
    assert verdict(world, "SHELF_FOLDER is shelf_dry") == "PASS"
    assert verdict(world, "SHELF_FOLDER is dry_shelf") == "CONTRADICTED"
    assert verdict(world, "The --no-soot option cleans the kiln") == "CONTRADICTED"
    assert verdict(world, "The --no-glaze option cleans the kiln") != "CONTRADICTED"
    assert verdict(world, "The door can be set with the KILN_SOOT environment variable.") == "CONTRADICTED"


@pytest.mark.parametrize(
    "false",
    [
        "By default, damp pots are allowed.",  # a test, by its name and by what its caller chose
        "By default, a broken pot is let in.",  # the sentence beside it is about another default
        "Drop leaves out the upper shelf.",  # the name stands beside the word elsewhere
        "Kiln stamps every pot with an md4 mark.",
        "Fire heats a shelf of pots.",
    ],
)
def test_words_that_stand_apart_carry_nothing(false: str, world: World):
    assert verdict(world, false) in ("REVIEW", "SOURCE_NOT_INDEXED")
