"""Open and recently edited files weigh a little, and nothing when it is off."""

from __future__ import annotations

from tests.search.world import ask, paths, world_of

FILES = """
//- /a/kiln.py
def fire_kiln(pot):
    '''Fire the pot.'''
    return pot
//- /b/kiln.py
def fire_kiln(pot):
    '''Fire the pot.'''
    return pot + 1
//- /c/wheel.py
def turn(wheel):
    return wheel
"""


def test_of_two_equal_files_the_one_beside_the_editor_comes_first() -> None:
    with world_of(FILES) as world:
        assert paths(ask(world, "fire kiln"))[0] == "a/kiln.py"
        assert paths(ask(world, "fire kiln", near=("b/kiln.py",)))[0] == "b/kiln.py"
        assert paths(ask(world, "fire kiln", near=("b/other.py",)))[0] == "b/kiln.py"
        assert paths(ask(world, "fire kiln", near=("a/kiln.py", "b/kiln.py")))[0] == "a/kiln.py"


def test_it_never_brings_in_what_is_no_candidate() -> None:
    with world_of(FILES) as world:
        assert "c/wheel.py" not in paths(ask(world, "fire kiln", near=("c/wheel.py",)))


def test_off_is_exactly_the_ranking_without() -> None:
    with world_of(FILES) as world:
        assert (
            ask(world, "fire kiln", near=("b/kiln.py",), rank_beside=0.0).hits == ask(world, "fire kiln").hits
        )
