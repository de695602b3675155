"""The score of a sentence against its cited text, and when it passes."""

from __future__ import annotations

import time
from dataclasses import fields, replace

import pytest

from helix_lsp.config.documents import VerifyConfig
from helix_lsp.tuning.verify import PASS_LEAST, STATES, WORTHS
from helix_lsp.verify.judge import Judged, Signs, judge, likelihood, signs
from helix_lsp.verify.support import support

POOL = (
    "The pool keeps at most 20 idle connections for each host. A connection that was idle for 30 seconds is closed "
    "before it is handed out again. Callers may wait for a free connection as long as the deadline allows."
)
CODE = "def take(pool):\n    if pool.idle:\n        return pool.idle.pop()\n    raise Empty(pool)\n"
FILLER = "Other parts of the manual speak of markets, weather and the history of printing in the north. " * 4


def judged(sentence: str, *cited: str, around: tuple[str, ...] = ()) -> Judged:
    return judge(sentence, cited, around, VerifyConfig())


@pytest.mark.parametrize(
    "said",
    [
        "The pool keeps at most 20 idle connections for each host.",
        "A connection is closed when it was idle for 30 seconds, before it is handed out again.",
        "For each host, at most 20 idle connections are kept by the pool.",
    ],
)
def test_what_the_text_says_in_its_words_or_nearly_passes(said: str) -> None:
    found = judged(said, POOL)
    assert found.supported
    assert found.score >= PASS_LEAST
    assert found.reason == ""


@pytest.mark.parametrize(
    "said",
    [
        "The pool keeps at most 50 idle connections for each host.",
        "The pool does not keep idle connections for each host.",
        "A connection that was idle for 30 minutes is closed before it is handed out again.",
        "Callers must wait for a free connection as long as the deadline allows.",
        "The pool encrypts every certificate of the upstream proxy.",
    ],
)
def test_what_it_contradicts_turns_round_or_does_not_speak_of_never_passes(said: str) -> None:
    found = judged(said, POOL)
    assert not found.supported
    assert found.reason
    if not found.open:
        assert found.score <= STATES["against"]


def test_words_that_stand_together_count_for_more_than_the_same_words_far_apart() -> None:
    near = "The scheduler retries failed uploads after the network returns."
    far = f"The scheduler runs. {FILLER} Anybody retries. {FILLER} A failed exam. {FILLER} Uploads. {FILLER} The network returns."
    assert judged(near, near).score > 0.9
    assert judged(near, far).score < PASS_LEAST


def test_more_of_a_sign_never_lowers_the_score() -> None:
    assert {f.name for f in fields(Signs)} == set(WORTHS)
    none = Signs(window=0.0, numbers=0.0, names=0.0, wording=0.0)
    last = likelihood(none)
    for name in WORTHS:
        none = replace(none, **{name: 1.0})
        assert likelihood(none) > last
        last = likelihood(none)
    assert 0.9 < last < 1


def test_few_words_are_less_proof_than_many() -> None:
    few, many = (judged(said, POOL) for said in ("The host.", POOL.partition(". ")[0]))
    assert few.signs is not None
    assert many.signs is not None
    assert few.signs.window < many.signs.window
    assert few.score < many.score


def test_a_short_sentence_with_another_word_in_one_place_does_not_pass() -> None:
    text = "The bells are rung at noon. The bells are cleaned in spring, by two people."
    assert judged("The bells are cleaned in spring.", text).supported
    assert not judged("The bells are cleaned in autumn.", text).supported


def test_in_code_the_clauses_decide_and_not_the_words_beside_each_other() -> None:
    for said in ("`take` raises `Empty` if `pool` is idle.", "`take` pops from `pool.idle`."):
        found = judged(said, CODE)
        assert found.signs is None
        assert found.supported == support(said, (CODE,)).supported
        assert found.score in STATES.values()


def test_prose_with_an_address_or_an_equation_in_it_is_prose() -> None:
    text = f"See the page of the pool (example.org/docs?id=7&page={{n}}). {POOL}\n(end of the page)"
    assert judged("The pool keeps at most 20 idle connections for each host.", text).signs is not None


def test_a_place_that_was_only_found_passes_what_its_clauses_carry_and_not_what_is_likely() -> None:
    said = "The pool, for each host that it serves, holds on to at most 20 connections that are idle."
    assert judged(said, POOL).supported
    assert not judge(said, (POOL,), (), VerifyConfig(), strict=True).supported


def test_names_about_the_place_stand_in_every_window() -> None:
    said = "The backlog keeps at most 20 idle connections for each host."
    bare, named = signs(said, (POOL,)), signs(said, (POOL,), ("src/backlog.md",))
    assert bare is not None
    assert named is not None
    assert named.window > bare.window


def test_citation_marks_are_no_numbers_of_the_sentence() -> None:
    assert signs("The pool keeps idle connections [3][17].", (POOL,)) == signs(
        "The pool keeps idle connections .", (POOL,)
    )


def test_a_sentence_that_says_nothing_needs_nothing_and_no_text_carries_nothing() -> None:
    assert judged("It is so.", POOL).supported
    assert not judged("The pool keeps idle connections.", "").supported


def test_time_grows_with_the_text_and_not_with_its_square() -> None:
    words = " ".join(f"word{n}" for n in range(40_000))
    start = time.process_time()
    assert signs(words, (words,)) is not None
    assert signs("word1 stands beside word39999 here", (words,)) is not None
    assert time.process_time() - start < 8
