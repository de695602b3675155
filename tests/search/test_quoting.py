"""What quotes the question is no evidence for it, but a heading that reads like it is."""

from __future__ import annotations

import sys

from helix_lsp.search.search import says
from tests.search.world import ask, paths, world_of

QUESTION = "how is the kiln heated before the pots are fired?"
FILES = """
//- /src/kiln.py
def heat(kiln):
    '''Heat the kiln before the pots are fired.'''
    return kiln
//- /bench/questions.json
[{"id": 1, "question": "How is the kiln heated before the pots are fired?", "answer": "src/kiln.py"}]
//- /docs/faq.md
# Questions

## How is the kiln heated before the pots are fired?

With gas.
"""


def test_a_list_of_questions_is_demoted_and_a_heading_is_not() -> None:
    with world_of(FILES) as world:
        found = ask(world, QUESTION)
        why = {hit.place.path: dict(hit.why.demotions) for hit in found.hits}
        assert why["bench/questions.json"]["quotes the question"] == 0.3
        assert "quotes the question" not in why["docs/faq.md"]
        assert paths(found)[-1] == "bench/questions.json"


def test_off_and_short_questions_demote_nothing() -> None:
    with world_of(FILES) as world:
        for found in (ask(world, QUESTION, demote_quoting=1.0), ask(world, "kiln heated")):
            assert all(
                reason != "quotes the question" for hit in found.hits for reason, _ in hit.why.demotions
            )


def test_a_name_is_only_left_unread_when_it_is_too_short_to_say_it() -> None:
    longest = max(len(chr(code).casefold()) for code in range(sys.maxunicode + 1))
    assert longest == 3
    for name, words in (
        ("\u0390\u0390", "\u03b9\u0308\u0301" * 2),
        ("Stra\u00dfe", "strasse"),
        ("How do I  start?", "how do i start"),
        ("How", "how do"),
    ):
        assert says(name, words) == (words in " ".join(name.casefold().split()).rstrip("?!. ")), name
