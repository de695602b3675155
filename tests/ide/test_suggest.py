"""What a box for questions offers: names by their beginnings, questions about the folder, how much of a
question stands in it.
"""

from __future__ import annotations

import pytest

from helix_lsp.ide.completion import example_questions, find_names, held_words
from tests.support.check import World, indexed

KILN = """\
class Kiln:
    def fire(self, glaze):
        return glaze

class _Hidden:
    pass

def open_kiln(path):
    kilnhouse = path
    return Kiln()
"""
FILES = {
    "README.md": b"# Pots\n\nThe `Kiln` is lit by `open_kiln`, and `nothing_here` is not.\n",
    "pots/kiln.py": KILN.encode(),
    "pots/wheel.py": b"class Wheel:\n    '''Turns.'''\n",
    "tests/test_kiln.py": b"class Kiln:\n    '''Not the real one.'''\n",
}


@pytest.fixture(scope="module")
def world():
    with indexed(FILES) as made:
        yield made


def test_names_by_their_beginning_source_first(world: World):
    found = [(d.symbol.qualified, d.path) for d in find_names(world.view(), "kil", 12)]
    assert found == [("Kiln", "pots/kiln.py"), ("Kiln", "tests/test_kiln.py"), ("open_kiln", "pots/kiln.py")]


def test_a_member_is_found_behind_its_owner_and_the_number_is_bounded(world: World):
    assert [d.symbol.qualified for d in find_names(world.view(), "Kiln.fi", 12)] == ["Kiln.fire"]
    assert len(find_names(world.view(), "kil", 1)) == 1
    assert find_names(world.view(), "", 12) == ()


def test_questions_about_what_the_documents_name_then_about_types(world: World):
    assert example_questions(world.view()) == (
        "what does `Kiln` do?",
        "what uses `open_kiln`?",
        "how does `Wheel` work?",
    )


def test_a_folder_without_code_has_no_examples():
    with indexed({"README.md": b"# Only words\n\nAnd `code` that is nowhere.\n"}) as empty:
        assert example_questions(empty.view()) == ()


def test_how_much_of_a_question_stands_here(world: World):
    assert held_words(world.view(), "how does openKiln or Wheel turn the plasma?") == (
        1,
        4,
    )  # wheel as a name; open, kiln, wheel, turn as words
    assert held_words(world.view(), "what is the plasma for?") == (0, 0)
