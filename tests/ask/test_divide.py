"""Compound questions are taken apart; one question stays one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.ask.slots import divide


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("What is a blueprint and how does it relate to the app?",
         ("What is a blueprint", "how does blueprint relate to the app", "blueprint", "app")),
        ("How does Natario warp bubble relate to Casimir tiles?", ("Natario warp bubble", "Casimir tiles")),
        ("differences between the Session and the Request", ("Session", "Request")),
        ("Compare adapters with hooks.", ("adapters", "hooks")),
        ("asyncio vs threads", ("asyncio", "threads")),
        ("What is dependency injection and how does Flask.url_for build a URL?",
         ("What is dependency injection", "how does Flask.url_for build a URL")),
        ("Where is the cookie signed? And who calls that?", ("Where is the cookie signed", "who calls cookie signed")),
        ("How are error handlers registered and looked up?", ()),
        ("What is a blueprint?", ()),
        ("search and replace", ()),
        ("", ()),
    ],
)  # fmt: skip
def test_parts(text: str, parts: tuple[str, ...]):
    assert divide(text, 8) == parts


def test_a_pronoun_before_code_words_is_left_alone():
    assert (
        divide("What is a lens and where does this module use it?", 8)[1] == "where does this module use lens"
    )


@given(st.text(alphabet="abc ?,;.andhowtisWh", max_size=200), st.integers(0, 5))
def test_parts_are_bounded_distinct_and_never_the_whole(text: str, most: int):
    parts = divide(text, most)
    folded = [p.casefold() for p in parts]
    assert len(parts) <= most
    assert len(set(folded)) == len(folded)
    assert " ".join(text.split()).strip(" ,;.?!").casefold() not in folded
