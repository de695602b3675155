"""How likely people would call a sentence supported by its cited text, and whether it passes.

The score is calibrated: of the sentences with .9, nine in ten are supported (docs/explanation/verification.md
has the table). In prose it comes from the signs of `signs.py`; in code, where words beside each other cannot
tell a true sentence from a false one, from what the clauses say (`support.py`). A sentence that its place
contradicts never passes, whatever its score. Facts of a model are not let in here: `weigh.py` asks for more.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from helix_lsp.config.verify import VerifyConfig
from helix_lsp.text.words import WORD
from helix_lsp.tuning.judge import BASE, HELD_LEAST, PASS_LEAST, SHORT, SMALL_LEAST, STATES, WORTHS
from helix_lsp.verify.clauses.evidence import is_prose
from helix_lsp.verify.frame import unframed
from helix_lsp.verify.reading import read
from helix_lsp.verify.signs import Signs, signs
from helix_lsp.verify.support import Support, support

_DIGITS = 3
_SMALL = frozenset("the a an of to that which was were are by it its his their".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged(Support):
    """A support whose `supported` says that the sentence passes. `score` is 0..1, the share of such sentences
    that people call supported; `signs` is None where words cannot tell (code, or no content word).
    """

    score: float
    signs: Signs | None


def judge(
    sentence: str, cited: tuple[str, ...], around: tuple[str, ...], cfg: VerifyConfig, *, strict: bool = False
) -> Judged:
    """The verdict on `sentence` against the texts that it cites; `around` are names about the places.

    `strict`: only what the clauses carry passes, as for a fact; the score is told all the same. The audit asks
    so: by its score alone a sentence of prose that is false by one clause passes nearly as often as a true one.
    """
    told = support(sentence, cited, around, cfg)
    seen = signs(unframed(sentence, around), cited, around) if _spoken("\n".join(cited)) else None
    score = _state(told) if seen is None else likelihood(seen)
    against = not told.supported and not told.open
    likely = score >= PASS_LEAST and not (against or told.clash or _lacks(sentence, told))
    passes = told.supported if seen is None or strict else likely
    return Judged(
        supported=passes,
        covered=told.covered,
        missing=told.missing,
        reason="" if passes else told.reason or "too few of its words stand together in what is cited",
        carrier=told.carrier,
        open=not passes and not against,
        clash=told.clash,
        rule=told.rule,
        score=min(score, STATES["against"]) if against else score,
        signs=seen,
    )


def _lacks(sentence: str, told: Support) -> bool:
    """True when too few of the words are anywhere in the text. A short sentence says one thing: the word that
    is missing is that thing (`cleaned in autumn`, where it says *spring*).
    """
    return told.covered < (1.0 if len(read(sentence).words) <= SHORT else HELD_LEAST)


def likelihood(seen: Signs) -> float:
    """The score of prose, 0..1."""
    total = BASE + sum(worth * getattr(seen, name) for name, worth in WORTHS.items())
    return round(1 / (1 + math.exp(-total)), _DIGITS)


def _spoken(text: str) -> bool:
    """True for prose, also where a line of it holds a sign of code (an address, an equation)."""
    words = WORD.findall(text)
    small = sum(w.lower() in _SMALL for w in words)
    return is_prose(text) or small >= SMALL_LEAST * len(words)


def _state(told: Support) -> float:
    return STATES["carried" if told.supported else "open" if told.open else "against"]
