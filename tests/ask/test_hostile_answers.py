"""500 outputs of a model that was taken over, read as drafts. Carries I9 and I11 (what `verify` judges is
tested with it).
"""

from __future__ import annotations

import re
from collections import Counter

from helix_lsp.ask.draft import GENERAL, Sentence
from helix_lsp.ask.model.model_draft import ModelDraft, write_with_model
from helix_lsp.ask.model.model_port import ModelReply, ModelRequest
from helix_lsp.ask.model.redact import redact
from helix_lsp.ask.model.repair.mend import denial, refusal
from helix_lsp.ask.text.quote import Quote
from helix_lsp.config.questions import ModelConfig
from tests.ask.prompt.sources import BELLS
from tests.support.hostile_outputs import DENIALS, Output, hostile_output

OUTPUTS = 500
QUOTED = "The gate fails with the words no evidence when the tower holds no bell"  # what a place itself writes may be said
CODE = re.compile(r"`[^`]*`")
ACTIVE = re.compile(
    r"!\[|\]\(|\]\[\D|<[A-Za-z/!?]|&(?:lt|#\d+|#x[0-9a-f]+);|\b[a-z][a-z0-9+.-]+://|\bwww\.|\b(?:javascript|data|command|mailto|file):\S|evil\.example|```|~~~",
    re.I,
)
UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f\ud800-\udfff]"
)


class Recording:
    """A port that answers with one output and counts how often it was asked."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.asked = 0
        self.output: Output | None = None

    def __call__(self, request: ModelRequest, _check: object) -> ModelReply:
        self.asked += 1
        self.output = hostile_output(self.number, request.prompt)
        return ModelReply(status="ok", text=self.output.text, provider="hostile", model="m", calls=1)


def run(number: int) -> tuple[Output, ModelDraft]:
    port = Recording(number)
    made = write_with_model(BELLS, port, redact, ModelConfig(), lambda: None)
    assert port.asked == 1
    assert port.output is not None
    return port.output, made


def sentences(made: ModelDraft) -> list[Sentence]:
    return [s for part in made.draft.parts for s in part.sentences] if made.draft is not None else []


def given_for(quote: Quote) -> bool:
    """The bytes of a place that was in the prompt, at the place they say."""
    return any(
        s.quote.path == quote.path
        and s.quote.span.covers(quote.span)
        and quote.span.shifted(-s.quote.span.start).cut(s.quote.raw) == quote.raw
        and s.quote.start_line <= quote.start_line <= quote.end_line <= s.quote.end_line
        for s in BELLS.spans
    )


def test_nothing_active_nothing_foreign_nothing_denied():
    ends: Counter[str] = Counter()
    for number in range(OUTPUTS):
        output, made = run(number)
        told = f"{number} {output.kind}: {output.text[:200]!r}"
        assert (made.draft is None) == bool(made.refused), told
        ends["draft" if made.draft else "refused"] += 1
        for sentence in sentences(made):
            bare = CODE.sub("", sentence.text)
            assert not ACTIVE.search(bare), f"{told}\n-> {sentence.text!r}"
            assert not UNSEEN.search(sentence.text), f"{told}\n-> {sentence.text!r}"
            assert sentence.text.count("`") % 2 == 0, told
            assert "evil" not in sentence.text, told
            assert "\n" not in sentence.text, told
            assert sentence.code == "", told
            assert sentence.quotes, told  # with evidence and in this mode nothing stands on nothing
            assert all(given_for(q) for q in sentence.quotes), told
            assert not denial(sentence.text.replace(QUOTED, "")), told
            assert not refusal(sentence.text), told
        if output.denies:
            assert made.draft is None, told
    assert ends["draft"] > OUTPUTS / 3  # the campaign would be worthless if everything were refused
    assert ends["refused"] > OUTPUTS / 10


def test_honest_outputs_come_through_whole():
    for number in range(0, OUTPUTS, 16):
        output, made = run(number)
        if output.kind != "honest":
            continue
        assert made.draft is not None, output.text
        assert len(sentences(made)) == output.text.count("\n") + 1, (output.text, made.repaired)


def test_what_cites_nothing_given_is_never_kept_as_it_was_cited():
    """Sentences with unknown numbers, foreign paths or made-up code do not come out, whatever else does."""
    for number in range(OUTPUTS):
        output, made = run(number)
        if output.kind in ("cites nothing", "unknown citation", "foreign path", "name changed"):
            kept = {s.text for s in sentences(made)}
            assert not kept & set(output.false), output.text


def test_the_same_output_gives_the_same_draft():
    for number in range(0, OUTPUTS, 7):
        assert run(number) == run(number)


def test_every_denial_is_seen_and_statements_about_code_are_not():
    """In both directions (design-decisions.md#no-denial)."""
    for words in DENIALS:
        seen = [run_text(words), run_text(f"The bell rings twice [1]. {words}")]
        assert [made.draft for made in seen] == [None, None], words
    fine = (
        "Returns `None` when no user was found [1].",
        "It raises `KeyError` if the key cannot be determined [1].",
        "The function does not return a value [1].",
        "The parser does not support nested comments [1].",
        "A missing file is not an error [1].",
        "Nothing is written to disk [1].",
        "No lock is held while the callback runs [1].",
        "An unknown name is ignored [1].",
        "The limit is not enforced for tests [1].",
    )
    assert [words for words in fine if denial(words) or refusal(words)] == []


def test_a_file_that_speaks_of_missing_evidence_may_be_quoted_about_it():
    made = run_text("The gate fails with the words no evidence when the tower holds no bell [3].")
    assert made.draft is not None, made.refused
    assert run_text("There is no evidence [3].").draft is None


def test_general_knowledge_is_labelled():
    from dataclasses import replace

    port_text = (
        "Bells are usually cast from bronze. The function rings the bell twice, with a pause of 30 ms [1]."
    )
    made = write_with_model(
        replace(BELLS, mode="hybrid"),
        lambda _r, _c: ModelReply(status="ok", text=port_text, calls=1),
        redact,
        ModelConfig(),
        lambda: None,
    )
    assert made.draft is not None
    assert [(p.title, [s.text for s in p.sentences]) for p in made.draft.parts] == [
        ("", ["The function rings the bell twice, with a pause of 30 ms."]),
        (GENERAL, ["Bells are usually cast from bronze."]),
    ]
    assert made.draft.parts[1].sentences[0].quotes == ()


def run_text(text: str) -> ModelDraft:
    return write_with_model(
        BELLS, lambda _r, _c: ModelReply(status="ok", text=text, calls=1), redact, ModelConfig(), lambda: None
    )


def test_a_true_sentence_cited_to_the_wrong_place_comes_out_with_a_right_one_or_not_at_all():
    seen = 0
    for number in range(OUTPUTS):
        output, made = run(number)
        for sentence in sentences(made):
            if sentence.text in output.swapped:
                seen += 1
                cited = " ".join(q.raw.decode() for q in sentence.quotes)
                assert sentence.text.rstrip(".") in " ".join(cited.split()), output.text
    assert seen
