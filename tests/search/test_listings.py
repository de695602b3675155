"""Which list answers a question after many, and where it ends."""

from __future__ import annotations

import pytest

from helix_lsp.search.reading.listings import Listing, asked_plural, listing
from helix_lsp.search.reading.read import read
from helix_lsp.search.search import search
from tests.support.check import indexed

BELLS = """\
# The harbour

Bells are rung by hand.

## Signals

The signals that a keeper may send:

- `fog` three short strokes
- `storm` a long roll,
  repeated each minute
- `all-clear` one stroke

Nobody answers them.

## Ropes

- hemp
- sisal
- wire
"""
EVENTS = """\
# Events

A ferry tells what it does.

## States

- moored
- under-way
- aground

## Calls

- hail: someone calls
- mayday
- over
"""
CODES = """\
HARBOUR = "north"

EXIT_MOORED = 0
EXIT_ADRIFT = 1
# nobody saw it go
EXIT_SUNK = 2


def leave():
    \"\"\"Leaves.\"\"\"
    return EXIT_SUNK
"""
SIGNS = "/* what the mast shows */\n#define SIGN_FOG 1\n#define SIGN_STORM 2\n/* nobody answers */\n#define SIGN_CLEAR 4\n\nint mast(void);\n"
CARGOES = """\
\"\"\"What a barge may carry.\"\"\"

CARGOES = {
    "coal": 3,
    "grain": 2,
    "timber": 5,
}
"""


def _listing(files: dict[str, str], question: str) -> Listing | None:
    with indexed({path: text.encode() for path, text in files.items()}) as world:
        view = world.view()
        results = search(question, view.snapshot, view.texts, view.config.search, k=10)
        return (
            listing(read(results.order, view.snapshot, view.texts), question, view.snapshot, view.texts)
            if results.order is not None
            else None
        )


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("which exit codes are there?", ("exit", "code")),
        ("what events can I listen for?", ("event",)),
        ("list the signals", ("signal",)),
        ("which signals", ("signal",)),
        ("what happens when it sinks?", ()),
        ("what does the keeper do?", ()),
        ("what do the tests do with fog?", ()),
        ("what calls the bell?", ()),
        ("which process is it?", ()),
        ("how many signals are there?", ()),
    ],
)
def test_whether_a_list_is_asked_for(question: str, noun: tuple[str, ...]) -> None:
    assert asked_plural(question) == noun


def test_a_section_that_is_called_so_lists_its_items_with_what_they_go_on_with() -> None:
    found = _listing({"README.md": BELLS}, "which signals can a keeper send?")
    assert found is not None
    assert (found.title, found.first, found.last, found.items) == (5, 9, 12, ("fog", "storm", "all-clear"))


def test_sections_below_the_heading_that_is_called_so_belong_together() -> None:
    found = _listing({"docs/events.md": EVENTS, "README.md": BELLS}, "which events can I listen for?")
    assert found is not None
    assert (found.title, found.first, found.last) == (1, 7, 15)
    assert found.items == ("moored", "under-way", "aground", "hail", "mayday", "over")


def test_constants_in_a_row_and_a_literal_are_lists() -> None:
    # known: the names say `exit` and only the file says `codes`, so nothing is surely called so, and no other
    # list is taken for it
    assert _listing({"ferry/codes.py": CODES, "README.md": BELLS}, "which exit codes are there?") is None
    found = _listing({"ferry/codes.py": CODES}, "which exits are there in the codes?")
    assert found is not None
    assert (found.first, found.last, found.items) == (3, 6, ("EXIT_MOORED", "EXIT_ADRIFT", "EXIT_SUNK"))
    found = _listing({"ferry/hold.py": CARGOES}, "which cargoes may a barge carry?")
    assert found is not None
    assert found.items == ("coal", "grain", "timber")


def test_macros_in_a_row_are_a_list() -> None:
    found = _listing({"mast/signs.h": SIGNS}, "which signs are there?")
    assert found is not None
    assert (found.first, found.last, found.items) == (2, 5, ("SIGN_FOG", "SIGN_STORM", "SIGN_CLEAR"))


def test_a_list_that_is_called_otherwise_is_not_the_one() -> None:
    assert _listing({"README.md": BELLS}, "which bells can a keeper ring?") is None
