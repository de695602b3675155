"""What was found is read: everyday words, misspellings and joined words find their place; the excerpt begins
and ends with whole statements.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.ask.question.question import Question
from helix_lsp.config.questions import SearchConfig
from helix_lsp.ide.ask import ask
from helix_lsp.search.reading.everyday import meant_by, phrases
from helix_lsp.search.reading.kinds import FORMS, Form, wanted_kind
from helix_lsp.search.reading.read import Reading, answers, merit, read
from helix_lsp.search.reading.wanted import in_words, wanted_words
from helix_lsp.search.search import Results, search
from helix_lsp.text.words import stem
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.support.check import World, indexed, read_fixture

HARBOUR = """
//- /harbour/rotation.py
MOST_BARGES = 14


class Rotation:
    \"\"\"Turns over the barges of the quay.\"\"\"

    def discard_barges(self, barges):
        \"\"\"Delete what is older than the newest barges.\"\"\"
        for barge in barges[MOST_BARGES:]:
            self.quay.discard(barge)

    def moor(self, barge):
        # Ropes are doubled because one rope snaps in an easterly storm.
        return self.quay.tie(barge, ropes=2)
//- /harbour/subchannel.py
class Subchannel:
    \"\"\"A narrow way between two piers.\"\"\"

    def dredge(self, depth):
        if depth > 9:
            raise ValueError("too deep for the dredger")
        return depth
//- /harbour/lights.py
def blink(lamp, seconds=30):
    \"\"\"Blink a lamp for so many seconds.\"\"\"
    lamp.on()
//- /docs/pilots.md
# Pilots

## Night

At night a pilot is sent for every ship, since the lights of the quay dazzle strangers.
//- /pyproject.toml
[tool.harbour]
tide_table = "north"
"""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed(read_fixture(HARBOUR).files) as made:
        yield made


def _read(world: World, question: str) -> tuple[Results, Reading]:
    view = world.view()
    results = search(question, view.snapshot, view.texts, SearchConfig(), k=8)
    assert results.order is not None
    return results, read(results.order, view.snapshot, view.texts)


@pytest.mark.parametrize(
    ("question", "path", "holds"),
    [
        ("where are old barges thrown away?", "harbour/rotation.py", "discard_barges"),
        ("why is there more than one rope?", "harbour/rotation.py", "because one rope snaps"),
        ("what happens when the sub channel is too deep?", "harbour/subchannel.py", "raise ValueError"),
        ("how long does the lamp blnik?", "harbour/lights.py", "seconds=30"),
        ("why is a pilot sent at night?", "docs/pilots.md", "since the lights"),
        ("which tide table is set?", "pyproject.toml", "tide_table"),
    ],
)
def test_the_first_passage_is_the_place(world: World, question: str, path: str, holds: str):
    _, reading = _read(world, question)
    first = reading.passages[0].window
    lines = (world.view().texts(path) or b"").decode().split("\n")
    assert first.path == path
    assert holds in "\n".join(lines[first.first - 1 : first.last])


@pytest.mark.parametrize(
    ("question", "path", "decides"),
    [
        ("what happens when the sub channel is too deep?", "harbour/subchannel.py", "if depth > 9:"),
        ("how long does the lamp blnik?", "harbour/lights.py", "def blink(lamp, seconds=30):"),
        ("how are the barges of the quay tied with ropes?", "harbour/rotation.py", "# Ropes are doubled"),
        ("why is a pilot sent at night?", "docs/pilots.md", ""),
    ],
)
def test_a_window_knows_the_line_that_has_the_form_asked_for(
    world: World, question: str, path: str, decides: str
):
    _, reading = _read(world, question)
    window = next(p.window for p in reading.passages if p.window.path == path)
    lines = ["", *(world.view().texts(path) or b"").decode().split("\n")]
    assert lines[window.decides].strip().startswith(decides)
    assert (window.decides > 0) is bool(decides)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.id)
def test_a_form_is_found_in_its_lines_only(form: Form):
    assert all(form.pattern.search(line) for line in form.fires)
    assert not any(form.pattern.search(line) for line in form.silent)


def test_no_two_passages_share_a_line_and_the_order_is_total(world: World):
    _, reading = _read(world, "where are old barges thrown away?")
    again = _read(world, "where are old barges thrown away?")[1]
    assert (
        [p.order for p in reading.passages]
        == sorted(p.order for p in reading.passages)
        == [p.order for p in again.passages]
    )
    taken = [(p.window.path, n) for p in reading.passages for n in range(p.window.first, p.window.last + 1)]
    assert len(taken) == len(set(taken))


def test_what_is_not_here_has_less_merit(world: World):
    here, absent = (
        _read(world, "where are old barges thrown away?"),
        _read(world, "how do I send logs to a kafka cluster?"),
    )
    assert merit(here[1]) > merit(absent[1])
    assert not answers(absent[1])


def test_words_stand_for_words(world: World):
    assert stem("discard") in dict(meant_by(stem("remove")))
    ((said, meant),) = phrases("where are old barges thrown away?")
    assert said == (stem("thrown"), stem("away"))
    assert stem("discard") in dict(meant)
    view = world.view()
    found = search("is the sub channel blnik?", view.snapshot, view.texts, SearchConfig(), k=8)
    wanted = wanted_words(found.query, found.weighted, view.snapshot)
    assert wanted.stands[stem("subchannel")][stem("channel")] > 0  # words written apart
    assert wanted.stands[stem("blink")][stem("blnik")] > 0  # two letters swapped


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("what happens when the rope snaps?", "when"), ("why two ropes?", "why"), ("where is it moored?", "where"),
        ("how many barges are kept?", "value"), ("how do I dredge?", "use"), ("how does it dredge?", "how"),
        ("moor vs anchor?", "difference"), ("who calls moor?", "callers"), ("can a barge be moored twice?", "yesno"),
        ("in which order are lamps lit?", "flow"), ("what is a subchannel?", "what"),
    ],
)  # fmt: skip
def test_the_kind_of_answer(question: str, kind: str):
    assert wanted_kind(question) == kind


@pytest.mark.parametrize(
    ("question", "expected"),
    [("where are old barges thrown away?", True), ("Rotation.moor", False), ("old barges", False)],
)
def test_only_questions_in_words_are_read_for(world: World, question: str, expected: bool):
    view = world.view()
    assert in_words(search(question, view.snapshot, view.texts, SearchConfig(), k=8).query) is expected


def test_an_answer_shows_the_whole_statement_and_cites_the_line_first(world: World):
    envelope = envelope_to_wire(
        ask(world.view(), Question(text="what happens when the sub channel is too deep?")).envelope
    )
    assert envelope["mode"] in ("repo_grounded", "hybrid")
    assert (
        '  if depth > 9:\n>         raise ValueError("too deep for the dredger")' in envelope["answer"]
    )  # the line that matters is marked
    lines = (world.view().texts("harbour/subchannel.py") or b"").decode().split("\n")
    first = envelope["citations"][0]["range_ref"]
    assert first["path"] == "harbour/subchannel.py"
    assert "deep" in "\n".join(lines[first["start_line"] - 1 : first["end_line"]])
