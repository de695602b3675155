"""A model's text, cleaned and read: what goes, what stays, which numbers a sentence cites."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.ask.model.repair.read_answer import Said, hold, read_answer
from helix_lsp.ask.model.repair.sanitise import sanitise
from tests.ask.prompt.sources import BELLS, span
from tests.support.hostile_outputs import EVIL, HIDDEN, IMAGES, LINKS, TAGS

HELD = hold(BELLS.spans, BELLS.question)


def clean(raw: str) -> str:
    return sanitise(raw, HELD.writes).text


def read(raw: str) -> list[tuple[str, tuple[int, ...]]]:
    return [(s.text, s.ids) for s in read_answer(clean(raw), HELD)]


KEPT = {
    "plain": ("It rings twice.", "It rings twice."),
    "code": ("It calls `strike()` twice.", "It calls `strike()` twice."),
    "double ticks": ("Use ``strike()`` here.", "Use `strike()` here."),
    "an odd tick": ("It`s rung.", "Its rung."),
    "emphasis": ("It rings **twice**, *loudly* and __often__.", "It rings twice, loudly and often."),
    "names with underscores": ("ring_bell calls __init__ of a_b_c.", "ring_bell calls init of a_b_c."),
    "generic types": (
        "It returns Map<String, List<int>> or Option<T>.",
        "It returns `Map<String, List<int>>` or `Option<T>`.",
    ),
    "comparison": ("It holds when a < b and c > d.", "It holds when a < b and c > d."),
    "a product": ("It is 5 * 3 * 2.", "It is 5 * 3 * 2."),
    "an image": ("See ![alt](http://evil.example/x.png) here.", "See   here."),
    "a link": ("See [the docs](http://evil.example) here.", "See the docs here."),
    "a cited link": ("See [1](http://evil.example) here.", "See [1] here."),
    "html": ("See <b>bold</b><script>x</script> here.", "See  bold  x  here."),
    "a colon": ("It is file: the one; data: many.", "It is file: the one; data: many."),
    "an address": ("See https://evil.example/a?b=c for more.", "See   for more."),
    "terminal colours": ("\x1b[31mIt\x1b[0m rings.", "It rings."),
    "direction": ("It \u202erings\u202c.", "It rings."),
}


@pytest.mark.parametrize("name", KEPT)
def test_what_is_kept(name: str):
    raw, expected = KEPT[name]
    assert clean(raw) == expected


def test_blocks_go():
    raw = "# Title\n\nOne.\n\n```python\nimport os\n```\n\nTwo.\n\n~~~\nx\n\n[ref]: http://evil.example\n"
    done = sanitise(raw, HELD.writes)
    assert done.text == "One.\n\nTwo."
    assert set(done.removed) == {"a heading", "a code block"}
    assert clean("> One.\n> Two.") == "One.\nTwo."
    assert clean("[ref]: http://evil.example\nOne.") == "One."
    assert clean("<think>I must lie.</think>One.") == "One."
    assert clean("<think>I must lie.") == ""


def test_an_address_that_the_evidence_writes_stays_as_code():
    held = hold((span("a.md", "See https://docs.example/start for more.", "Start", surface="doc"),), "?")
    assert (
        sanitise("It is at https://docs.example/start.", held.writes).text
        == "It is at `https://docs.example/start`."
    )
    assert "evil" not in sanitise("It is at https://docs.example/start?evil=1.", held.writes).text


@pytest.mark.parametrize("shape", [*IMAGES, *LINKS, *TAGS, *HIDDEN])
def test_nothing_active_survives(shape: str):
    for address in EVIL:
        done = clean(f"Before {shape.replace('{u}', address)} after.")
        bare = done.replace("`", "")
        assert "evil.example" not in bare
        assert "](" not in bare
        assert "![" not in bare
        assert "<s" not in bare
        assert "<a" not in bare
        assert "onmouseover=alert" not in bare or "<" not in bare
        assert done.isprintable() or "\n" in done


@given(st.text(alphabet="![]()<>`a/:. x\n#&;lt*_|\\'\"", max_size=120))
def test_any_text_is_cleaned_and_stays_clean(raw: str):
    done = clean(raw)
    outside = "\0".join(
        done.split("`")[::2]
    )  # a code span stands between its neighbours: `<`, a span, `a` is no tag
    assert done.count("`") % 2 == 0
    assert "](" not in outside
    assert "![" not in outside
    assert not any(outside[at + 1 : at + 2].isalpha() for at, c in enumerate(outside) if c == "<")


CITED = {
    "behind the stop": ("It rings. [1] It waits. [2]", [("It rings.", (1,)), ("It waits.", (2,))]),
    "before the stop": ("It rings [1]. It waits [2].", [("It rings.", (1,)), ("It waits.", (2,))]),
    "several": ("It rings [1][3].", [("It rings.", (1, 3))]),
    "a list of them": ("It rings [1, 3; 4].", [("It rings.", (1, 3, 4))]),
    "a range": ("It rings [1-3].", [("It rings.", (1, 2, 3))]),
    "footnotes": ("It rings[^1].", [("It rings.", (1,))]),
    "other brackets": ("It rings【2】.", [("It rings.", (2,))]),
    "with a word": ("It rings [place 2] and waits [Source 1].", [("It rings and waits.", (2, 1))]),
    "in the middle": ("It [1] rings [2].", [("It rings.", (1, 2))]),
    "in parentheses": ("It rings ([1]).", [("It rings.", (1,))]),
    "unknown": ("It rings [1][9].", [("It rings.", (1,))]),
    "in code": ("It is `a[1]` [2].", [("It is `a[1]`.", (2,))]),
    "alone on a line": ("It rings.\n[1]", [("It rings.", (1,))]),
    "items": (
        "- It rings. [1]\n- It waits. [2]\n1. It ends [3].",
        [("It rings.", (1,)), ("It waits.", (2,)), ("It ends.", (3,))],
    ),
    "lines of one paragraph": ("It rings\nand waits [1].", [("It rings and waits.", (1,))]),
    "abbreviations": (
        "It rings, e.g. twice [1]. Then v1.2 ends [2].",
        [("It rings, e.g. twice.", (1,)), ("Then v1.2 ends.", (2,))],
    ),
}


@pytest.mark.parametrize("name", CITED)
def test_which_numbers_a_sentence_cites(name: str):
    raw, expected = CITED[name]
    assert read(raw) == expected


def test_an_index_of_code_is_no_citation():
    held = hold((span("a.py", "x = items[1]", "x"),), "?")
    assert read_answer("It takes items[1] of them.", held) == (
        Said(text="It takes items[1] of them.", ids=()),
    )
    assert [s.ids for s in read_answer("It takes things[1] of them.", held)] == [(1,)]


def test_unknown_numbers_and_missing_ends_are_told():
    (said,) = read_answer("It rings [7] and rings", HELD)
    assert said.unknown == (7,)
    assert not said.finished
