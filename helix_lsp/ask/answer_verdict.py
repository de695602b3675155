"""What an answer is worth, in three parts that must not be mixed up.

    checked   what is quoted is there: how many quotations held, byte for byte, when the answer was sealed
    answers   does it answer: `strong`, `weak` or `places_only`, from four measured features and their declared weights
    unsaid    what is missing: words of the question that no cited line carries

The first is certain and says nothing about the second: every line of an answer may be real and none of them
answer. The second is an estimate, a logistic of features that each only raise it; `bench/verdict.py` prints
how far it can be trusted, `bench/withheld.py` whether it falls when what answers is taken away.

    fits     how well the best of what was read fits the question, however poor the rest is
    clear    how far the passages that are shown are before the others
    agreed   whether what is cited first is in a file that was also among the best as a whole
    own      whether the reader of this very kind of question answered
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from helix_lsp.ask.question.asking import ASKING
from helix_lsp.config.control import ControlConfig
from helix_lsp.search.reading.read import Reading
from helix_lsp.search.reading.wanted import WantedWords
from helix_lsp.text.words import word_terms

Answers = Literal["strong", "weak", "places_only", "none"]
FEATURES = ("fits", "clear", "agreed", "own")
_SHOWN = 3
_RANKED = 6  # units
_OWN_READERS = frozenset({"usage", "value"})
_WHATEVER_WORDS = frozenset({"address", "path"})  # what is at the place, or on the way, that was asked for
_NO_ANSWER = frozenset({"clarify", "no_evidence", "general", "provisional"})


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerVerdict:
    """`checked` of `quoted` quotations held; `value` is 0..1, `features` are (name, value 0..1) in the order
    of FEATURES.

    `answers` is `none` where nothing is claimed to answer: nothing found, asked back, general knowledge,
    index not read yet. `unsaid` are words as the question writes them, in its order.
    """

    checked: int
    quoted: int
    answers: Answers
    value: float
    features: tuple[tuple[str, float], ...]
    unsaid: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What an answer shows: `cited` are the texts of all citations, `named` the sentences that cite them, `place` is
    the path of the first citation, `` for none.

    `shape` is the composer that wrote it, `open` that it leaves open what it was asked, `aside` that its place is none
    of the product (a test, a script, the CI) and the question does not ask for such a one.
    """

    mode: str
    shape: str
    cited: tuple[str, ...]
    named: tuple[str, ...]
    place: str = ""
    open: bool = False
    aside: bool = False


def answer_verdict(
    told: Told,
    wanted: WantedWords,
    reading: Reading | None,
    written: dict[str, str],
    *,
    checked: int,
    quoted: int,
    cfg: ControlConfig,
    placed: frozenset[str] = frozenset(),
) -> AnswerVerdict:
    """`wanted` are the question's words, `written` maps their stems to how the question writes them, `placed`
    are the stems of paths that are here. Pure, total, deterministic.
    """
    carried = _held((*told.cited, *told.named), wanted)
    there = told.shape in _WHATEVER_WORDS
    lacking = [w for w in wanted.values if w not in carried and w not in ASKING and w not in placed]
    unsaid = () if there else tuple(dict.fromkeys(written.get(w, w) for w in lacking))
    if told.mode in _NO_ANSWER or not told.cited:
        return AnswerVerdict(
            checked=checked, quoted=quoted, answers="none", value=0.0, features=(), unsaid=unsaid
        )
    features = (
        ("fits", 1.0 if there else _fits(reading, cfg)),
        ("clear", _clear(reading)),
        ("agreed", 1.0 if there else _agreed(reading, told.place)),
        ("own", float(there or told.shape in _OWN_READERS)),
    )
    weights = (cfg.verdict_fits, cfg.verdict_clear, cfg.verdict_agreed, cfg.verdict_own)
    merit = sum(
        weight * min(1.0, max(0.0, value)) for weight, (_, value) in zip(weights, features, strict=True)
    )
    value = round(1 / (1 + math.exp(cfg.verdict_needed - merit)), 6)
    # where a part of the question is unknown here, the evidence is thin, it is left open what was asked, several owners
    # have a value, or the place is beside the product, what is found is not a strong answer
    whole = told.mode != "hybrid" and not told.open and not told.aside and told.shape != "values"
    answers: Answers = (
        "strong"
        if whole and value >= cfg.verdict_strong
        else "weak"
        if value >= cfg.verdict_weak
        else "places_only"
    )
    return AnswerVerdict(
        checked=checked,
        quoted=quoted,
        answers=answers,
        value=value,
        features=tuple((n, round(min(1.0, max(0.0, v)), 6)) for n, v in features),
        unsaid=unsaid,
    )


def _fits(reading: Reading | None, cfg: ControlConfig) -> float:
    """How well the best of what was read fits, 0..1: the score of the best passage where a model of meaning ordered
    them, that of the best unit where words did.
    """
    if reading is None or not reading.passages:
        return 0.0
    if reading.nearest is not None:
        return reading.passages[0].score / cfg.verdict_fits_meaning
    least, most = cfg.verdict_fits_least, cfg.verdict_fits_most
    return (reading.units[0][1] - least) / (most - least) if reading.units else 0.0


def _agreed(reading: Reading | None, place: str) -> float:
    """The reciprocal rank of a file among those of the best units, 0 where it is not one of them."""
    paths = dict.fromkeys(c.path for c, _ in reading.units[:_RANKED]) if reading is not None else ()
    return next((1 / rank for rank, path in enumerate(paths, 1) if path == place), 0.0)


def _clear(reading: Reading | None) -> float:
    """How far the passages that are shown are before the other best ones: their part of the softmax of all
    that were kept, 0..1.
    """
    if reading is None or not reading.passages:
        return 0.0
    best = reading.passages[0].score
    parts = [math.exp(p.score - best) for p in reading.passages]
    return sum(parts[:_SHOWN]) / sum(parts)


def _held(texts: Collection[str], wanted: WantedWords) -> dict[str, float]:
    """The words of the question that these texts carry, each with how surely."""
    return wanted.held(wanted.stands.keys() & {term for text in texts for term in word_terms(text)})
