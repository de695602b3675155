"""The document store against a simple model of it. Carries G4: zero lost edits, in three encodings and many
alphabets.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helix_lsp.config.server import ServeConfig
from helix_lsp.lsp.documents import Documents, Edit, OutOfStep, apply, to_text
from helix_lsp.lsp.server import ServeOptions
from helix_lsp.text.positions import Encoding
from tests.support.fake_backend import FakeBackend
from tests.support.raw_client import Inside

ALPHABETS = {
    "ascii": "ab \n",
    "mixed line ends": "ab\r\n",
    "not line ends": "a\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\n",
    "two bytes": "aéß\n",
    "three bytes": "漢字€a\r\n",
    "astral": "a😀𝒳\n",
    "joined": "👩\u200d💻e\u0301\u202e\n",
    "marks": "a\ufeff\ufffe\x00\x7f\t\n",
    "lone surrogates": "a\ud800\udbff\udc00\udfff😀\n",
    "near surrogates": "\ud7ff\ue000\udc80a퟿\r\n",
}
ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
WIDTH: dict[Encoding, Callable[[str], int]] = {
    "utf-8": lambda c: len(c.encode("utf-8", "surrogatepass")),
    "utf-16": lambda c: 2 if ord(c) > 0xFFFF else 1,
    "utf-32": lambda c: 1,
}


def joined(text: str) -> str:
    """Two halves side by side are one character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


class Model:
    """A text as characters, slowly and plainly."""

    def __init__(self, text: str, encoding: Encoding) -> None:
        self.text = joined(text)
        self.width = WIDTH[encoding]

    def lines(self) -> list[tuple[int, int]]:
        """(start, end) of each line, ends excluded."""
        starts = [0, *(m.end() for m in re.finditer("\r\n|\r|\n", self.text))]
        ends = [*(m.start() for m in re.finditer("\r\n|\r|\n", self.text)), len(self.text)]
        return list(zip(starts, ends, strict=True))

    def index(self, line: int, column: int) -> int:
        """Character that a position means, clamped."""
        lines = self.lines()
        if line >= len(lines):
            return len(self.text)
        at, end = lines[line]
        while at < end and (column := column - self.width(self.text[at])) >= 0:
            at += 1
        return at

    def edit(self, start: tuple[int, int], end: tuple[int, int], new: str) -> None:
        """Replace."""
        first, last = self.index(*start), self.index(*end)
        self.text = joined(self.text[:first] + new + self.text[max(first, last) :])


@st.composite
def sessions(draw: st.DrawFn):
    """An encoding, a text, and edits of which some lie outside of it."""
    letters = st.text(alphabet=sorted(set(draw(st.sampled_from(sorted(ALPHABETS.values()))))), max_size=12)
    place = st.tuples(
        st.one_of(st.integers(0, 5), st.just(2**31 - 1)), st.one_of(st.integers(0, 14), st.just(2**31 - 1))
    )
    edits = draw(st.lists(st.tuples(place, place, letters), max_size=8))
    return draw(st.sampled_from(ENCODINGS)), draw(letters) + draw(letters), edits


@settings(max_examples=500, deadline=None)
@given(sessions())
def test_the_store_equals_the_model(
    session: tuple[Encoding, str, list[tuple[tuple[int, int], tuple[int, int], str]]],
):
    encoding, text, edits = session
    model, store = Model(text, encoding), Documents()
    store.encoding = encoding
    document = store.open("u", "markdown", 0, text)
    for version, (one, other, new) in enumerate(edits, 1):
        start, end = min(one, other), max(one, other)
        model.edit(start, end, new)
        changed = store.take_in("u", version, [Edit(text=new, start=start, end=end)])
        assert changed is not None
        document = changed
    assert to_text(document.text.data) == model.text
    for offset in range(len(document.text.data) + 1):
        line, column = document.text.place(offset, encoding)
        back = document.text.offset((line, column), encoding)
        assert back <= offset
        assert document.text.place(back, encoding) == (line, column)


@settings(max_examples=100, deadline=None)
@given(sessions())
def test_one_notification_with_all_edits_equals_many(
    session: tuple[Encoding, str, list[tuple[tuple[int, int], tuple[int, int], str]]],
):
    encoding, text, edits = session
    store, changes = Documents(), [Edit(text=new, start=min(a, b), end=max(a, b)) for a, b, new in edits]
    single = store.open("u", "", 0, text).text
    for change in changes:
        single = apply(single, [change], encoding)
    store.encoding = encoding
    changed = store.take_in("u", 1, changes)
    assert changed is not None
    assert changed.text.data == single.data


def test_a_reversed_range_changes_nothing_and_marks_the_document():
    store = Documents()
    store.open("u", "", 1, "one\ntwo\nthree")
    with pytest.raises(OutOfStep, match="before it starts"):
        store.take_in(
            "u", 2, [Edit(text="X", start=(0, 0), end=(0, 0)), Edit(text="Z", start=(2, 3), end=(2, 1))]
        )
    document = store.get("u")
    assert document is not None
    assert (document.text.data, document.version) == (b"one\ntwo\nthree", 1)
    assert document.doubt is not None


def test_an_older_version_is_refused_until_the_whole_text_comes():
    store = Documents()
    store.open("u", "", 1, "a")
    store.take_in("u", 5, [Edit(text="five")])
    with pytest.raises(OutOfStep, match="version 3 came after version 5"):
        store.take_in("u", 3, [Edit(text="three")])
    later = store.take_in("u", 6, [Edit(text="!", start=(0, 4), end=(0, 4))])
    assert later is not None
    assert (later.text.data, later.doubt is None) == (b"five!", False)
    whole = store.take_in("u", 7, [Edit(text="new")])
    assert whole is not None
    assert (whole.text.data, whole.doubt) == (b"new", None)


def test_opened_twice_and_closed_twice():
    store = Documents()
    store.open("u", "", 1, "a")
    assert store.open("u", "", 1, "b").text.data == b"b"
    assert store.close("u") is not None
    assert store.close("u") is None
    assert store.take_in("u", 2, [Edit(text="c")]) is None


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_random_edits_through_the_wire(encoding: Encoding):
    client = Inside(ServeOptions(test_hooks=True, open_service=FakeBackend, config=ServeConfig()))
    assert client.initialize(encodings=[encoding])["capabilities"]["positionEncoding"] == encoding
    dice, version = random.Random(7), 0
    for name, letters in ALPHABETS.items():
        uri, text = f"file:///w/{name}.md", "".join(dice.choices(letters, k=30))
        client.open(uri, text)
        model = Model(text, encoding)
        for version in range(2, 42):
            start, end = sorted((dice.randrange(6), dice.randrange(12)) for _ in range(2))
            new = "".join(dice.choices(letters, k=dice.randrange(5)))
            model.edit(start, end, new)
            places = [{"line": line, "character": character} for line, character in (start, end)]
            client.change(uri, version, {"range": {"start": places[0], "end": places[1]}, "text": new})
        assert joined(client.text(uri)) == model.text, name
    assert client.stop() == 0
