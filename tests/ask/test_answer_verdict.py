"""The verdict of an answer says three things and mixes none: quotations checked, whether it answers, what no
cited line carries.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.ask.answer_verdict import (
    FEATURES,
    AnswerVerdict,
    Told,
    answer_verdict,
    literals_of,
    numbers_of,
)
from helix_lsp.config.questions import ControlConfig
from helix_lsp.index.units.unit import Unit
from helix_lsp.search.reading.read import Passage, Reading
from helix_lsp.search.reading.value_line import shows_amount
from helix_lsp.search.reading.wanted import WantedWords
from helix_lsp.search.reading.windows import NAMES, Window, windows
from helix_lsp.text.words import stem
from tests.ask.world import asked, asking, wire
from tests.support.check import World
from tests.support.schemas import check
from tests.wire.test_contracts import schema

WORLD = """
//- /lamp/lamp.py
LAMP_WAIT_SECONDS = 90

class Lamp:
    '''A lamp on a buoy.'''

    def light(self, oil):
        '''Light the lamp, as long as there is oil.'''
        if not oil:
            raise NoOil('a lamp needs oil')
        return oil

def tend(lamp: Lamp):
    return lamp.light(1)

//- /README.md
# Lamps

A lamp is lit at dusk.
"""
WORDS = WantedWords(
    kind="how",
    values={"lamp": 2.0, "oil": 1.0, "storm": 1.0},
    stands={"lamp": {"lamp": 1.0}, "oil": {"oil": 1.0}, "storm": {"storm": 1.0}},
    whole=frozenset(),
    rarest="lamp",
    lost=0.0,
    total=4.0,
)
TOLD = Told(
    mode="repo_grounded",
    shape="reading",
    cited=("a lamp", "oil"),
    named=(),
    lead="`tend`: a lamp\noil",
    code="a\nb\nc",
)


def judged(
    told: Told,
    words: WantedWords = WORDS,
    cfg: ControlConfig | None = None,
    read: Reading | None = None,
    storm: str = "storms",
) -> AnswerVerdict:
    return answer_verdict(
        told, words, read, {"storm": storm}, checked=2, quoted=3, cfg=cfg or ControlConfig()
    )


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with asking(WORLD) as made:
        yield made


def test_words_that_no_cited_line_carries_are_named_as_the_question_writes_them() -> None:
    assert judged(TOLD).unsaid == ("storms",)
    assert judged(msgspec.structs.replace(TOLD, cited=("lamp oil in a storm",))).unsaid == ()


def test_what_held_is_counted_apart_from_whether_it_answers() -> None:
    made = judged(TOLD)
    assert (made.checked, made.quoted) == (2, 3)
    assert judged(msgspec.structs.replace(TOLD, cited=())).answers == "none"


@pytest.mark.parametrize("mode", ["clarify", "no_evidence", "general", "provisional"])
def test_nothing_is_claimed_where_nothing_answers(mode: str) -> None:
    made = judged(msgspec.structs.replace(TOLD, mode=mode))
    assert (made.answers, made.value, made.features) == ("none", 0.0, ())


def reading(behind: float) -> Reading:
    """Nine passages, the best three of them this far before the rest."""
    window = cast("Window", SimpleNamespace(features=(0.0,) * len(NAMES)))
    passages = tuple(Passage(window=window, score=12.0 - behind * (n > 2)) for n in range(9))
    return Reading(wanted=WORDS, units=(), passages=passages)


@given(st.floats(0, 5), st.floats(0, 5), st.sampled_from(["how", "what", "why"]))
def test_the_verdict_never_falls_when_a_feature_rises(one: float, other: float, kind: Any) -> None:
    low, high = sorted((one, other))
    words = msgspec.structs.replace(WORDS, kind=kind)
    worse, better = judged(TOLD, words, read=reading(low)), judged(TOLD, words, read=reading(high))
    assert 0 <= worse.value <= better.value <= 1
    assert all(0 <= value <= 1 for _, value in better.features)
    assert (
        better.value <= judged(msgspec.structs.replace(TOLD, shape="usage"), words, read=reading(high)).value
    )


@pytest.mark.parametrize(
    ("feature", "kind", "better", "worse"),
    [
        ("own", "callers", {"shape": "usage"}, {"shape": "reading"}),
        ("own", "value", {"shape": "value"}, {"shape": "reading"}),
        ("cause", "why", {"lead": "a lamp, because\noil"}, {"lead": "a lamp, and\noil"}),
        ("cause", "why", {"lead": "because of the lamp\noil"}, {"lead": "because\nof\nthe\nlamp\noil"}),
    ],
)
def test_a_feature_of_the_answer_raises_the_verdict(
    feature: str, kind: Any, better: dict[str, Any], worse: dict[str, Any]
) -> None:
    words = msgspec.structs.replace(WORDS, kind=kind)
    high, low = (judged(msgspec.structs.replace(TOLD, **one), words) for one in (better, worse))
    assert dict(high.features)[feature] > dict(low.features)[feature]
    assert high.value > low.value


@pytest.mark.parametrize(
    ("feature", "kind", "change"),
    [
        ("cause", "how", {"lead": "a lamp, because of the oil"}),
        ("cause", "why", {"lead": "a lamp must have oil", "question": "why must a lamp have oil?"}),
        ("own", "how", {"shape": "reading"}),
        ("lines", "what", {}),  # no passage was read
    ],
)
def test_a_feature_is_silent_where_it_says_nothing(feature: str, kind: Any, change: dict[str, Any]) -> None:
    made = judged(
        msgspec.structs.replace(TOLD, **change), msgspec.structs.replace(WORDS, kind=kind), read=reading(5.0)
    )
    assert dict(made.features)[feature] == 0.0


def test_one_place_about_it_is_worth_more_than_many() -> None:
    """`apart`: three passages that are far before the rest."""
    one, many = (judged(TOLD, read=reading(behind)) for behind in (5.0, 0.0))
    assert one.value > many.value
    assert dict(one.features)["apart"] > dict(many.features)["apart"]


@pytest.mark.parametrize("text", ["a lamp and oil", "a lamp\nand oil", "the sea"])
def test_two_lines_that_say_the_question_are_worth_more_than_others(text: str) -> None:
    """`lines` does not look at what else was found."""
    lines = text.split("\n")
    unit = cast("Unit", SimpleNamespace(start_line=1, end_line=len(lines)))
    held = windows("lamp.py", unit, lines, 0.0, 0, False, WORDS)
    passages = tuple(Passage(window=w, score=1.0) for w in held)
    made = judged(TOLD, read=msgspec.structs.replace(reading(0.0), passages=passages))
    shares = {"a lamp and oil": 0.75 / 2, "a lamp\nand oil": (0.5 + 0.25) / 2, "the sea": 0.0}
    assert dict(made.features)["lines"] == pytest.approx(shares[text], abs=1e-6)


def test_the_thresholds_part_the_three_words() -> None:
    value = judged(TOLD).value
    assert (
        judged(TOLD, cfg=replace(ControlConfig(), verdict_strong=value, verdict_weak=value)).answers
        == "strong"
    )
    assert (
        judged(TOLD, cfg=replace(ControlConfig(), verdict_strong=1.0, verdict_weak=value)).answers == "weak"
    )
    assert (
        judged(TOLD, cfg=replace(ControlConfig(), verdict_strong=1.0, verdict_weak=1.0)).answers
        == "places_only"
    )


@pytest.mark.parametrize(
    ("score", "meaning", "shape", "answers"),
    [
        (5.0, "applied", "reading", "strong"),
        (0.0, "applied", "reading", "places_only"),  # as sure, and the best passage does not fit the question
        (0.0, "", "reading", "strong"),  # words alone say little of how well a passage fits
        (0.0, "applied", "usage", "strong"),  # users are not taken from passages
    ],
)
def test_with_meaning_the_best_passage_must_fit_the_question(
    score: float, meaning: str, shape: str, answers: str
) -> None:
    unit = cast("Unit", SimpleNamespace(start_line=1, end_line=1))
    held = windows("lamp.py", unit, ["a lamp and oil"], 0.0, 0, False, WORDS)
    passages = tuple(Passage(window=w, score=score) for w in held)
    read = msgspec.structs.replace(reading(5.0), passages=passages, meaning=meaning)
    sure = replace(ControlConfig(), verdict_strong=0.0, verdict_weak=0.0)
    assert judged(msgspec.structs.replace(TOLD, shape=shape), cfg=sure, read=read).answers == answers


def test_an_answer_of_which_a_part_is_unknown_is_never_strong() -> None:
    sure = replace(ControlConfig(), verdict_strong=0.0, verdict_weak=0.0)
    assert judged(TOLD, cfg=sure).answers == "strong"
    lacking = judged(msgspec.structs.replace(TOLD, unknown=frozenset({"storm"})), cfg=sure)
    assert (lacking.answers, lacking.capped) == ("weak", True)
    assert (
        judged(msgspec.structs.replace(TOLD, unknown=frozenset({"oil"})), cfg=sure).answers == "strong"
    )  # a line carries it


@pytest.mark.parametrize(
    ("question", "numbers"),
    [
        ("what does exit code 4 mean?", ("4",)),
        ("is it 10 retries by default, or 2.5 or 10?", ("10", "2.5")),
        ("does utf8 need python 3.11.2, x86-64 or line.py:7?", ()),
        ("why is it kept for two minutes by one of two?", ("2",)),
    ],
)
def test_numbers_that_a_question_writes_by_themselves(question: str, numbers: tuple[str, ...]) -> None:
    assert numbers_of(question) == numbers


def test_an_answer_without_the_number_of_the_question_is_never_strong() -> None:
    sure = replace(ControlConfig(), verdict_strong=0.0, verdict_weak=0.0)
    lacking = judged(msgspec.structs.replace(TOLD, numbers=("4",)), cfg=sure)
    assert (lacking.answers, lacking.capped, lacking.unsaid[-1]) == ("weak", True, "4")
    for shown in ("EXIT = 4", "most = 10_000", "ratio 4.5"):
        told = msgspec.structs.replace(TOLD, numbers=("4",), cited=(*TOLD.cited, shown))
        assert (judged(told, cfg=sure).answers == "strong") == (shown == "EXIT = 4")
    told = msgspec.structs.replace(TOLD, numbers=("10000",), cited=(*TOLD.cited, "most = 10_000"))
    assert judged(told, cfg=sure).answers == "strong"


@pytest.mark.parametrize(
    ("storm", "answers"),
    [
        ("storms", "strong"), ("Storm", "strong"), ("get_storm", "weak"), ("stormAtSea", "weak"), ("storm2sea", "weak"),
    ],
)  # fmt: skip
def test_an_answer_without_the_name_of_the_question_is_never_strong(storm: str, answers: str) -> None:
    sure = replace(ControlConfig(), verdict_strong=0.0, verdict_weak=0.0)
    assert judged(TOLD, cfg=sure, storm=storm).answers == answers
    told = msgspec.structs.replace(TOLD, cited=("lamp oil in a storm",))
    assert judged(told, cfg=sure, storm=storm).answers == "strong"


@pytest.mark.parametrize(
    ("question", "line", "shown"),
    [
        ("how many lamps are there at most?", "Sets the default name of a lamp.", False),
        ("how many lamps are there at most?", "lamps = 7", True),
        ("how many lamps are there by default?", "lamps: Optional[int] = None", True),
        ("how long does a lamp burn?", "burn = DEFAULT_BURN", False),
        ("how long does a lamp burn?", "burn = 90", True),
        ("what is the default colour of a lamp?", "colour = 'red'", True),
    ],
)
def test_a_question_for_an_amount_is_answered_by_one(question: str, line: str, shown: bool) -> None:
    assert shows_amount(line, question) is shown


def test_an_answer_carries_its_verdict_and_keeps_to_the_contract(world: World) -> None:
    made = wire(world, "when is a lamp lit at dusk in a typhoon?")
    check(made, schema("answer-envelope.v1"))
    verdict = cast("dict[str, Any]", made["verdict"])
    assert verdict["checked"] == verdict["quoted"] > 0
    assert [f["name"] for f in verdict["features"]] == list(FEATURES)
    assert verdict["unsaid"] == ["typhoon"]
    assert verdict["answers"] == "weak"  # a word of the question stands nowhere here


def test_a_refusal_has_no_verdict_on_answering(world: World) -> None:
    assert (
        asked(world, "how does the harbour master bill foreign tugboats?").envelope.answer_verdict.answers
        == "none"
    )


def test_users_of_a_name_are_strong(world: World) -> None:
    assert asked(world, "who calls Lamp.light?").envelope.answer_verdict.answers == "strong"


def test_users_that_nobody_can_be_sure_of_are_not_strong() -> None:
    with asking(WORLD.replace("lamp: Lamp", "lamp")) as world:
        envelope = asked(world, "who calls Lamp.light?").envelope
    assert envelope.answer_verdict.answers == "weak"


@pytest.mark.parametrize("word", ["support", "supported", "make", "occur", "possible", "exist"])
def test_a_word_of_asking_is_not_missing(word: str) -> None:
    """`does it support lamps?` asks for lamps."""
    stemmed = stem(word)
    words = msgspec.structs.replace(
        WORDS, values={**WORDS.values, stemmed: 1.0}, stands={**WORDS.stands, stemmed: {stemmed: 1.0}}
    )
    assert judged(TOLD, words).unsaid == ("storms",)


@pytest.mark.parametrize(
    ("kind", "shape", "changes", "strong"),
    [
        ("what", "reading", {"named": ("`lamp`:",), "code": "oil = 1"}, False),
        ("what", "reading", {"named": ("`lamp`: A light that burns oil.",)}, True),
        ("what", "reading", {"named": ("*Lamps* in `README.md`: oil",), "document": True}, True),
        ("value", "value", {"lead": "`oil = of_the_lamp`"}, False),
        ("value", "value", {"lead": "`oil = 4`"}, True),
        ("value", "value", {"lead": "`oil = 4`", "several": True}, False),  # which oils are there?
        ("value", "reading", {"lead": "`tend`: a lamp\noil = some"}, False),
        ("value", "reading", {"lead": "`tend`: a lamp\noil = 4"}, True),
        ("where", "reading", {"named": ("*Lamps* in `a.md`: A lamp.",), "document": True, "code": ""}, False),
        ("where", "reading", {"code": "def tend():\n    lamp()\n    oil()\n    burn()"}, True),
        ("difference", "reading", {"named": ("`lamp`: a lamp", *["`oil`: oil"] * 4)}, False),
        ("difference", "reading", {"named": ("`lamp`: burns oil, unlike", *["`oil`: oil"] * 4)}, True),
        ("difference", "reading", {"named": ("`lamp`: a lamp", "`oil`: oil")}, True),
        ("how", "reading", {"code": "oil"}, False),
        ("how", "reading", {"files": 2}, False),  # which of two is meant is open
        ("how", "flow", {}, False),
        ("callers", "usage", {"code": ""}, True),
    ],
)
def test_an_answer_is_strong_only_in_the_shape_that_was_asked_for(
    kind: str, shape: str, changes: dict[str, Any], strong: bool
) -> None:
    sure = replace(ControlConfig(), verdict_strong=0.0, verdict_weak=0.0)
    told = msgspec.structs.replace(
        TOLD, **{"shape": shape, "named": (TOLD.lead.partition("\n")[0],), **changes}
    )
    made = judged(told, msgspec.structs.replace(WORDS, kind=cast("Any", kind)), sure)
    assert (made.answers == "strong", made.capped) == (strong, not strong)


def test_a_path_or_an_option_of_the_question_is_cited_or_the_answer_is_not_strong() -> None:
    assert literals_of("why is the page at /docs/v2, with --quiet on a one-off run?") == (
        "/docs/v2",
        "--quiet",
    )
    sure = replace(ControlConfig(), verdict_strong=0.0, verdict_weak=0.0)
    lacking = judged(msgspec.structs.replace(TOLD, literals=("/docs",)), cfg=sure)
    assert (lacking.answers, lacking.unsaid[-1]) == ("weak", "/docs")
    assert (
        judged(
            msgspec.structs.replace(TOLD, literals=("/docs",), cited=("a lamp at /docs", "oil")), cfg=sure
        ).answers
        == "strong"
    )
