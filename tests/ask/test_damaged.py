"""A file that is broken, or not sound UTF-8, is said to be, with its line, where what it holds is quoted; a
sound place of it is not.
"""

from __future__ import annotations

import pytest

from tests.ask.world import answer, asked
from tests.support.check import indexed

TOWER = b'''LIMIT = 30


def ring(times):
    """Ring the bell of the tower, often."""
    for n in range(times):
        strike(n
    return LIMIT


def unlock(:
    """Unlock the door of the tower for a visitor."""
    door.open()


def polish(bell):
    """Polish the bell until it shines."""
    return bell
'''
CAFE = b'"""Opening hours of the Caf\xe9."""\n\n\ndef opens():\n    """When the doors open in the morning."""\n    return 9\n'
FILES = {"src/tower.py": TOWER, "src/cafe.py": CAFE, "README.md": b"# Bells\n\nA tower with a bell.\n"}


def test_a_broken_definition_is_said_with_its_line() -> None:
    with indexed(FILES) as world:
        told = answer(world, "what does unlock do?")
        assert "Unlock the door" in told
        assert "Line 11 of `src/tower.py` could not be parsed" in told
        assert "Line 7 of" not in told
        assert "Line 7 of `src/tower.py` could not be parsed" in answer(world, "what does ring do?")


def test_a_sound_definition_of_a_broken_file_is_no_news() -> None:
    with indexed(FILES) as world:
        told = answer(world, "what does polish do?")
        assert "Polish the bell" in told
        assert "could not be parsed" not in told


def test_bytes_that_are_no_text_are_said() -> None:
    with indexed(FILES) as world:
        told = answer(world, "what does opens do?")
        assert "When the doors open" in told
        assert (
            "`src/cafe.py` is not whole: 1 byte is not UTF-8, the first in line 1; save it as UTF-8." in told
        )


def test_a_line_that_is_broken_twice_is_said_once() -> None:
    with indexed({"a.py": b"def broken(:\n\xff\xfe x"}) as world:
        assert answer(world, "what does broken do?").count("Lines 1 and 2 of `a.py` could not be parsed") == 1


MANY = b"".join(b"def bad_%d(:\n    pass\n\n\n" % number for number in range(6))
WHOLE = b'def climb(steps):\n    """Climb the tower step by step."""\n    return steps\n'


def worth(files: dict[str, bytes], question: str) -> str:
    with indexed(files) as world:
        return asked(world, question).envelope.answer_verdict.answers


@pytest.mark.parametrize("name", ["unlock", "ring"])
def test_a_broken_definition_is_no_strong_answer(name: str) -> None:
    assert worth(FILES, f"what does {name} do?") == "weak"


def test_what_stands_outside_the_broken_places_may_be_strong() -> None:
    assert worth(FILES, "what does polish do?") == "strong"


def test_a_file_of_which_nothing_could_be_parsed_is_not_called_whole() -> None:
    deep = b"x = " + b"(" * 30_000 + b"\n# The bell of the tower is rung at noon by the keeper.\n"
    with indexed({"a.py": deep}) as world:
        assert "`a.py` is not whole" in answer(world, "when is the bell of the tower rung?")
        assert worth({"a.py": deep}, "when is the bell of the tower rung?") != "strong"


def test_behind_the_last_place_that_is_listed_nothing_is_known() -> None:
    assert worth({"src/tower.py": WHOLE}, "what does climb do?") == "strong"
    assert worth({"src/tower.py": WHOLE + b"\n\n" + MANY}, "what does climb do?") == "strong"
    assert worth({"src/tower.py": MANY + WHOLE}, "what does climb do?") == "weak"


def test_several_broken_lines_of_a_file_are_one_sentence() -> None:
    broken = b"def ring(bell):\n    pull(bell\n    for n in:\n        strike(n]\n    return bell\n"
    with indexed({"a.py": broken}) as world:
        told = answer(world, "what does ring do?")
    assert told.count("could not be parsed") == 1
    assert "Lines " in told


def test_what_could_not_be_parsed_is_not_said_to_define_nothing() -> None:
    open_bracket = (
        b"package shop\n\n// Pack wraps the goods.\nfunc Pack(id int) error {\n\tif id > 3 {\n\t\treturn wrap(id\n\t}\n\n"
        b"// Unpack takes the goods out.\nfunc Unpack(id int) error {\n\treturn nil\n}\n"
    )
    with indexed({"pack.go": open_bracket}) as world:
        told = answer(world, "what is Unpack?")
    assert "func Unpack(id int) error" in told
    assert "Nothing cited here defines" not in told


def test_a_byte_order_mark_is_no_part_of_what_is_quoted() -> None:
    data = b'\xef\xbb\xbf{"shop": {"max_orders": 40, "timeout": 30}}\n'
    with indexed({"shop.json": data}) as world:
        told = answer(world, "what is max_orders in shop.json?")
    assert '{"shop": {"max_orders": 40' in told
    assert "\ufeff" not in told


WEST = "# Größe der Mühle\n\nThe mill is four metres tall.\n\n## Öffnung\n\nThe door of the mill opens at nine, says Frau Müller.\n".encode(
    "latin-1"
)


def test_a_text_in_a_western_encoding_is_shown_with_its_letters() -> None:
    with indexed({"handbuch.md": WEST}) as world:
        told = answer(world, "when does the door of the mill open?")
        assert "*Öffnung*" in told
        assert "Frau Müller" in told
        assert "\ufffd" not in told
        assert "Größe der Mühle" in answer(world, "handbuch.md")
        assert "save it as UTF-8" in told
