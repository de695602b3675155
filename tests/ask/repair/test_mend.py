"""What may stay of a model's answer: citations repaired, foreign names out, refusals with their reason.

See design-decisions.md#own-citation and #no-denial.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from helix_lsp.align.drift.verdict import Reason, because
from helix_lsp.ask.draft import GENERAL, event
from helix_lsp.ask.model.model_draft import ModelDraft, write_with_model
from helix_lsp.ask.model.model_port import ModelReply, ReplyStatus
from helix_lsp.ask.model.prompt.gather import PromptSource
from helix_lsp.ask.model.redact import redact
from helix_lsp.ask.model.repair.say import say_repair
from helix_lsp.config.questions import ModelConfig
from helix_lsp.errors import Cancelled
from tests.ask.prompt.sources import BELLS, RING, span


def wrote(
    text: str, status: ReplyStatus = "ok", source: PromptSource = BELLS, **changes: object
) -> ModelDraft:
    reply = ModelReply(
        status=status, text=text, reason="" if status == "ok" else "why", provider="p", model="m", calls=1
    )
    return write_with_model(
        source, lambda _request, _check: reply, redact, replace(ModelConfig(), **changes), lambda: None
    )


def shown(made: ModelDraft) -> list[str]:
    """`text [paths]` of every sentence."""
    parts = made.draft.parts if made.draft is not None else ()
    return [f"{s.text} [{', '.join(q.path for q in s.quotes)}]" for p in parts for s in p.sentences]


GOOD = "The function rings the bell twice [1]. The bell is rung with `ring_bell` [2]."


def test_a_good_answer():
    made = wrote(f"ANSWER_START\n{GOOD}\nANSWER_END")
    assert shown(made) == [
        "The function rings the bell twice. [tower/bell.py]",
        "The bell is rung with `ring_bell`. [docs/ringing.md]",
    ]
    assert (made.status, made.refused, made.repaired, made.mended) == ("ok", None, (), 0)
    assert made.events == (event("generating_answer"), event("answer_ready"))
    assert made.draft is not None
    assert made.draft.shape == "model"
    (cited,) = made.draft.parts[0].sentences[0].quotes
    assert (cited.start_line, cited.end_line, cited.raw) == (11, 11, RING.splitlines()[1].strip().encode())


def test_a_missing_citation_is_the_place_that_carries_the_sentence():
    """docs/reference/ladder.md, S1-38: Citation repair - applied."""
    made = wrote(
        "Visitors hear the bell from the market square up to four kilometres away. The function rings the bell twice [1]."
    )
    assert shown(made)[0].endswith("[docs/ringing.md]")
    assert made.events[-1] == event("citation_repair", "applied")
    assert (made.repaired[0].id, made.repaired[0].fact("after")) == ("citation-added", "[2]")


def test_a_citation_of_the_wrong_place_is_moved_to_the_one_that_says_so():
    made = wrote("Visitors hear the bell from the market square up to four kilometres away [4].")
    assert shown(made) == [
        "Visitors hear the bell from the market square up to four kilometres away. [docs/ringing.md]"
    ]
    assert made.repaired[0].facts[:2] == (("before", "[4]"), ("after", "[2]"))
    assert made.events[-1] == event("citation_repair", "applied")
    both = wrote("The function rings the bell twice and visitors hear it from the market square [1][2].")
    assert shown(both)[0].endswith("[tower/bell.py, docs/ringing.md]")  # together they say it all


def test_a_citation_of_the_definition_of_its_own_name_stays():
    made = wrote("`ring_bell` is what visitors hear from the market square up to four kilometres away [1].")
    assert made.repaired == ()
    assert shown(made)[0].endswith("[tower/bell.py]")


def test_what_two_places_carry_alike_is_given_to_neither():
    twin = replace(
        BELLS,
        spans=(
            span("a.md", "A lot, says Ada, the clapper weighs.", "A", "rest"),
            span("b.md", "A lot, says Bob, the clapper weighs.", "B", "rest"),
        ),
    )
    assert wrote("The clapper weighs a lot.", source=twin).draft is None
    told = replace(
        twin, spans=(*twin.spans, span("c.md", "Ada says:\n  the clapper weighs a lot!", "C", "rest"))
    )
    assert shown(wrote("The clapper weighs a lot.", source=told)) == ["The clapper weighs a lot. [c.md]"]
    same = replace(
        BELLS,
        spans=(
            span("a.md", "The clapper weighs a lot.", "A", "rest"),
            span("b.md", "The clapper weighs a lot.", "A", "rest"),
        ),
    )
    assert shown(wrote("The clapper weighs a lot.", source=same)) == ["The clapper weighs a lot. [a.md]"]


def test_a_number_that_no_place_holds_is_carried_by_none():
    assert wrote("The function rings the bell with a pause of 31 ms between two strikes.").draft is None
    assert wrote("The function rings the bell with a pause of 30 ms between two strikes.").draft is not None


PATHS = {
    "a known path in brackets": (
        "It rings the bell (tower/bell.py:10).",
        "It rings the bell. [tower/bell.py]",
    ),
    "a known path behind see": (
        "It rings the bell [see `docs/ringing.md`].",
        "It rings the bell. [docs/ringing.md]",
    ),
    "a known path in the sentence": (
        "In tower/bell.py:12 the bell is rung.",
        "In tower/bell.py:12 the bell is rung. [tower/bell.py]",
    ),
    "the end of a known path": ("It rings the bell (bell.py:12).", "It rings the bell. [tower/bell.py]"),
    "a foreign path beside a known one": (
        "It rings the bell (src/x.py:3) [1].",
        "It rings the bell. [tower/bell.py]",
    ),
    "a line that was not given": (
        "It rings the bell (tower/bell.py:999) [1].",
        "It rings the bell. [tower/bell.py]",
    ),
}


@pytest.mark.parametrize("name", PATHS)
def test_paths_as_citations(name: str):
    text, expected = PATHS[name]
    assert shown(wrote(text)) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "It is read from /etc/passwd [1].",
        "The work is done in src/x.py [1].",
        "It calls `frobnicate` [1].",
        "It runs `rm -rf /` [1].",
        "It loads ../secret.json [1].",
        "It uses C:\\keys\\x.txt [1].",
        "It opens x.py:7 [1].",
        "А bell аnd а tower аre here [1].",
    ],
)
def test_what_no_place_holds_is_not_said(text: str):
    made = wrote(f"The function rings the bell twice [1]. {text}")
    assert len(shown(made)) == 1
    assert {note.id for note in made.repaired} & {"foreign", "two-alphabets"}


REFUSED = {
    "nothing": ("", Reason("silent")),
    "json": ('{"answer": "x"}', Reason("data-format")),
    "json in a fence": ('```json\n{"answer": "x"}\n```', Reason("data-format")),
    "a tool call": ("<tool_call>x</tool_call>", Reason("data-format")),
    "another script": ("Колокол звонит дважды, с паузой между ударами [1].", Reason("other-script")),
    "nothing cited": ("Bells are nice. Towers are high.", Reason("stands-on-nothing")),
    "itself again": ("The bell rings twice [1].\n" * 9, Reason("repeats-itself")),
    "a denial": (f"{GOOD} There is no evidence for more.", because("denied", words="'no evidence'")),
    "a refusal": (f"I cannot answer that. {GOOD}", because("declined", words="'i cannot answer'")),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_and_why(name: str):
    text, reason = REFUSED[name]
    made = wrote(text)
    assert (made.draft, made.refused, made.status) == (None, reason, "refused")
    assert made.events[-1] == event("fallback", f"deterministic ({say_repair(reason)})")


@pytest.mark.parametrize("status", ["timeout", "error", "cancelled"])
def test_a_failed_call_is_refused_with_its_reason(status: ReplyStatus):
    made = wrote("", status)
    assert (made.draft, made.refused) == (None, because("no-reply", words="why"))


@pytest.mark.parametrize(
    ("text", "status"), [(f"{GOOD} The bell is ru", "cut"), (f"ANSWER_START\n{GOOD} The bell is ru", "ok")]
)
def test_a_sentence_that_was_cut_off_goes(text: str, status: ReplyStatus):
    made = wrote(text, status)
    assert len(shown(made)) == 2
    assert Reason("cut-off") in made.repaired


def test_too_long_and_too_many():
    long = "The bell rings " + "and rings the bell " * 40 + "[1]."
    assert len(shown(wrote(f"{GOOD} {' '.join(f'The word {n}' for n in range(200))} [1]."))) == 2
    assert wrote(long).draft is None
    made = wrote(
        "\n".join(f"- The bell rings {word} [1]." for word in ("once", "twice", "thrice", "daily")),
        sentences=2,
    )
    assert len(shown(made)) == 2
    assert because("too-many", many="2", most="2") in made.repaired


def test_without_a_model_or_evidence_nothing_is_called():
    none = write_with_model(BELLS, None, redact, ModelConfig(), lambda: None)
    assert (none.draft, none.status, none.events, none.reply.calls) == (None, "none", (), 0)

    def never(_request: object, _check: object) -> ModelReply:
        raise AssertionError("called")

    empty = write_with_model(replace(BELLS, spans=()), never, redact, ModelConfig(), lambda: None)
    assert (empty.draft, empty.status, empty.reply.calls) == (None, "none", 0)


def test_general_questions_may_be_answered_without_evidence_and_are_labelled():
    general = PromptSource(question="What is a bell?", mode="general")
    made = wrote(
        "A bell is a hollow body that sounds when it is struck. It is not mentioned in the repository.",
        source=general,
    )
    assert shown(made) == [
        "A bell is a hollow body that sounds when it is struck. []",
        "It is not mentioned in the repository. []",
    ]
    assert made.draft is not None
    assert [p.title for p in made.draft.parts] == [GENERAL]


def test_a_caller_who_gave_up_gets_no_answer():
    asked: list[object] = []

    def check() -> None:
        if asked:
            raise Cancelled("enough")

    def port(request: object, _check: object) -> ModelReply:
        asked.append(request)
        return ModelReply(status="cancelled", reason="cancelled while the model was writing", calls=1)

    with pytest.raises(Cancelled):
        write_with_model(BELLS, port, redact, ModelConfig(), check)


def test_the_trace_holds_hashes_and_reasons_and_neither_prompt_nor_reply():
    made = wrote(f"{GOOD} The canary sings.")
    told = repr([fact for fact in made.facts if fact[0] != "repair"])
    assert "canary" not in told
    assert "clapper" not in told
    assert ("model calls", "1") in made.facts
    assert any(label == "item proof_spans" for label, _ in made.facts)
