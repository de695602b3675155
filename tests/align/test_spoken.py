"""Mentions outside of inline code: names in prose, in words, in docstrings and comments, each at its exact
bytes and with its own confidence.
"""

from __future__ import annotations

import pytest

from helix_lsp.align.mentions.mentions import MentionPlace, find_mentions
from helix_lsp.config.documents import AlignConfig
from helix_lsp.errors import Cancelled
from helix_lsp.index.freshness import Freshness
from tests.support.check import indexed, read_fixture

FRESH = Freshness(generation=1, fresh=True, behind=0, unsaved=0, reason="")
CODE = '''
//- /kiln/__init__.py
from kiln.doors import DoorKeeper
//- /kiln/doors.py
"""Doors. A DoorKeeper opens them."""

class DoorKeeper:
    """A DoorKeeper of its own docstring is no mention."""

    def open_wide(self):
        # open_wide calls nothing; ``DoorKeeper.open_wide`` neither
        return self

def open(door):
    return door
//- /kiln/heat.py
from kiln.doors import DoorKeeper

def heat_up():
    """Asks the :class:`~kiln.doors.DoorKeeper` é first, then DoorKeeper again; not DoorKeepers or xDoorKeeper."""
    return DoorKeeper()
//- /tests/test_heat.py
def test_heat():
    """A DoorKeeper in a test."""
'''
PAGE = """# Doors é

The `DoorKeeper` is code. A DoorKeeper is prose, DoorKeeper/x is not; [DoorKeeper](DoorKeeper.md) is, once.

## Words

Every Door Keeper opens; door keepers do, and a door
keeper too. The doorkeeper does not, nor `door keeper`.

```
DoorKeeper()
```

Call open_wide or open.
"""


def said(name: str, cfg: AlignConfig | None = None, extra: str = "") -> list[MentionPlace]:
    files = {**dict(read_fixture(CODE + extra).files), "docs/doors.md": PAGE.encode()}
    with indexed(files) as world:
        found = find_mentions(name, world.snapshot, world.texts, cfg or AlignConfig(), FRESH)
        for one in found.places:
            assert " ".join(one.span.cut(files[one.path]).decode().split()).lstrip("~") == " ".join(
                one.text.split()
            )
    return list(found.places)


def test_prose_words_docstrings_and_comments() -> None:
    found = [(p.path, p.line, " ".join(p.text.split()), p.said, p.section) for p in said("DoorKeeper")]
    assert found == [
        ("docs/doors.md", 3, "DoorKeeper", "code span", "Doors é"),
        ("docs/doors.md", 3, "DoorKeeper", "prose", "Doors é"),
        ("docs/doors.md", 3, "DoorKeeper", "prose", "Doors é"),
        ("docs/doors.md", 7, "Door Keeper", "words", "Words"),
        ("docs/doors.md", 7, "door keepers", "words", "Words"),
        ("docs/doors.md", 7, "door keeper", "words", "Words"),
        ("kiln/doors.py", 1, "DoorKeeper", "docstring", ""),
        ("kiln/heat.py", 4, "kiln.doors.DoorKeeper", "docstring", "heat_up"),
        ("kiln/heat.py", 4, "DoorKeeper", "docstring", "heat_up"),
    ]


def test_what_is_less_sure_has_less_confidence() -> None:
    by = {(p.said, p.text): p.confidence for p in said("DoorKeeper")}
    assert (
        by["code span", "DoorKeeper"]
        > by["prose", "DoorKeeper"]
        > by["words", "Door Keeper"]
        > by["words", "door keepers"]
        > 0
    )
    assert by["docstring", "kiln.doors.DoorKeeper"] > by["docstring", "DoorKeeper"]


def test_a_plain_word_is_not_looked_for_in_prose() -> None:
    assert said("open") == []
    assert [(p.path, p.line, p.said) for p in said("open_wide")] == [
        ("docs/doors.md", 14, "prose"),
        ("kiln/doors.py", 7, "comment"),
        ("kiln/doors.py", 7, "comment"),
    ]


def test_words_that_two_names_share_need_capitals() -> None:
    more = "//- /kiln/other.py\ndef door_keeper():\n    return 1\n"
    assert [" ".join(p.text.split()) for p in said("DoorKeeper", extra=more) if p.said == "words"] == [
        "Door Keeper"
    ]
    assert [p.text for p in said("door_keeper", extra=more) if p.said == "words"] == []


def test_the_shares_are_options() -> None:
    none = AlignConfig(spoken_units=0)
    assert {p.said for p in said("DoorKeeper", none)} == {"code span"}
    half = {
        p.said: p.confidence
        for p in said("DoorKeeper", AlignConfig(spoken_whole=0.4))
        if p.path.startswith("docs")
    }
    assert half["prose"] == pytest.approx(half["code span"] * 0.4, abs=0.01)


def test_it_can_be_cancelled() -> None:
    from helix_lsp.align.mentions.mentions import mentions_of

    def stop() -> None:
        raise Cancelled

    with indexed({**dict(read_fixture(CODE).files), "docs/doors.md": b"# Doors\n\nA DoorKeeper.\n"}) as world:
        wanted = world.snapshot.defined("DoorKeeper")
        with pytest.raises(Cancelled):
            mentions_of(wanted, world.snapshot, world.texts, AlignConfig(), FRESH, stop)
