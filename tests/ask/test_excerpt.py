"""An excerpt of a long stretch cuts no sentence of a comment, a documentation string or a document."""

from __future__ import annotations

import pytest

from helix_lsp.align.live import Live
from helix_lsp.ask.text.excerpt import MOST_LINES, led_to, stretch
from helix_lsp.ask.text.quote import LiveFiles
from tests.support.check import indexed

FILLING = "\n".join(f"    step_{n}()" for n in range(20))
COMMENTED = f"""\
class Lock:
    count = 1
    rate = 2
    # The gate stays closed while a boat is in it.
    # It is opened from the tower, by hand,
    # and never
    # by the boat.
    gate = 3
{FILLING}
"""
STRING = f'''\
def lift(boat):
    """Lift a boat by one lock.

    The water is let in slowly, so that no rope snaps. A boat that is
    longer than the lock is sent back, and its skipper is
    told why.
    """
{FILLING}
'''
PAGE = """\
# Locks

A boat calls the tower. The tower answers within a minute, and
tells the boat where to wait for the lock, which may be
far from it.

- first the gate
- then the water
- then the rope
- then the tower
- then the boat
- then the pilot

The end of the page comes after a long
sentence.
"""
FILES = {"src/lock.py": COMMENTED.encode(), "src/lift.py": STRING.encode(), "docs/locks.md": PAGE.encode()}


@pytest.mark.parametrize(
    ("path", "last", "ends"),
    [
        ("src/lock.py", 5, "by the boat."),  # drawn out: there is room
        ("src/lift.py", 5, 'told why.\n    """'),
        ("docs/locks.md", 3, "far from it."),
        ("docs/locks.md", 8, "- then the pilot"),
    ],
)
def test_a_sentence_that_goes_on_is_taken_along(path: str, last: int, ends: str) -> None:
    with indexed(FILES) as world:
        view = world.view()
        file = LiveFiles(Live(view.snapshot, view.texts)).file(path)
        assert file is not None
        shown = stretch(file, 1, 40, 1, last, document=path.endswith(".md"))
        assert shown is not None
        assert shown.text.endswith(ends)


@pytest.mark.parametrize(
    ("path", "first", "marked", "ends"),
    [
        ("src/lock.py", -6, 1, "while a boat is in it."),
        ("src/lift.py", -8, 1, "by one lock."),
        ("src/lift.py", -8, 12, 'told why.\n    """'),  # what is marked stays, and lines above it go instead
    ],
)
def test_where_there_is_no_room_the_sentence_gives_way(path: str, first: int, marked: int, ends: str) -> None:
    above = "\n".join(f"before_{n} = {n}" for n in range(-first))
    text = f"{above}\n{FILES[path].decode()}"
    with indexed({path: text.encode()}) as world:
        view = world.view()
        file = LiveFiles(Live(view.snapshot, view.texts)).file(path)
        assert file is not None
        shown = stretch(file, 1, 40, 1, MOST_LINES, document=False, marked=marked)
        assert shown is not None
        assert shown.text.endswith(ends), shown.text


def test_a_line_leads_to_the_condition_on_what_it_sets_and_to_the_end_of_its_branch() -> None:
    lines = "keep = get('keep')\nname = get('name')\nif keep > 0:\n    drop(name)\n    return keep\nraise Empty(name)".split(
        "\n"
    )
    assert led_to(lambda n: lines[n - 1], len(lines), 1) == (3, 5)
    assert led_to(lambda n: lines[n - 1], len(lines), 4) == ()


def test_an_excerpt_does_not_end_at_a_line_that_only_opens() -> None:
    page = "\n".join(
        [
            "def run():",
            *(f"    step_{n}()" for n in range(9)),
            "    if full():",
            "        raise Full()",
            "    go()",
        ]
    )
    with indexed({"lock.py": f"{page}\n".encode()}) as world:
        file = LiveFiles(Live(world.host.snapshot(), world.files.get)).file("lock.py")
        assert file is not None
        shown = stretch(file, 1, 13, 2, 11, document=False)
    assert shown is not None
    assert shown.text.endswith("raise Full()")
