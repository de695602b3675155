"""How likely people would call a sentence supported by its cited text, and whether it passes.

The score is calibrated: of the sentences with .9, nine in ten are supported (docs/explanation/verification.md
has the table). In prose it comes from the signs of `signs.py`; in code, where words beside each other cannot
tell a true sentence from a false one, from what the clauses say (`support.py`). A sentence that its place
contradicts never passes, whatever its score. Facts of a model are not let in here: `weigh.py` asks for more.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from helix_lsp.config.documents import VerifyConfig
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, WORD, split, stem
from helix_lsp.tuning.verify import (
    BASE,
    HELD_LEAST,
    PASS_LEAST,
    SHORT,
    SMALL_LEAST,
    SPAN,
    SPAN_LEAST,
    STATES,
    WORTHS,
)
from helix_lsp.verify.clauses.evidence import is_prose
from helix_lsp.verify.clauses.lexicon import LIGHT
from helix_lsp.verify.frame import unframed
from helix_lsp.verify.reading import read, segments
from helix_lsp.verify.support import Support, support

# The signs that a text carries a sentence, each a share of 0..1 that a reader can count again.
#
# A *window* is a stretch of a text of about twice the sentence's content words: words that stand together
# say something together, and those of a long text taken one by one say nothing. Names about the place (its
# path, headings) are in every window. Linear in sentence and text; nothing here raises.

_MARK = regex(r"\[\^?\d{1,4}\]")  # a citation is not a number of the sentence
_NUMBER = regex(r"(?<!\w)\d+(?:,\d{3})*(?:\.\d+)*")
_BEGINS = regex(r"(?:^|[.!?:;\n\"“(*-][ \t]?)$")
_PHRASE = 3
_SMOOTHING = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """`window`: share of the sentence's content words in the best window, half a word added on both sides, so
    that a few words are not a proof. `numbers`, `names`: shares of its numbers and of its capital words inside a
    sentence that are in the text; 1 where it has none. `wording`: share of its runs of three words that
    are there.
    """

    window: float
    numbers: float
    names: float
    wording: float


class _Read(msgspec.Struct, frozen=True, kw_only=True):
    """`every` stems in reading order, `content` those that say something, `names` those written as names."""

    every: tuple[str, ...]
    content: tuple[str, ...]
    names: frozenset[str]
    numbers: frozenset[str]


def signs(sentence: str, texts: tuple[str, ...], around: tuple[str, ...] = ()) -> Signs | None:
    """What `texts` and the names `around` them hold of a sentence; None when it does not have a content word."""
    said, held, about = _read(sentence), _read("\n".join(texts)), _read("\n".join(around))
    wanted = frozenset(said.content)
    if not wanted:
        return None
    stands, called = frozenset(held.every) | frozenset(about.every), frozenset(about.content)
    best = len(wanted & called) + _best_window(
        wanted - called, held.content, max(SPAN_LEAST, int(SPAN * len(said.content)))
    )
    window = (best + _SMOOTHING) / (len(wanted) + 2 * _SMOOTHING)
    runs = _runs(said.every)
    there = frozenset(_runs(held.every)) if runs else frozenset[tuple[str, ...]]()
    return Signs(
        window=window,
        numbers=_share(said.numbers, held.numbers | about.numbers),
        names=_share(said.names, stands),
        wording=sum(run in there for run in runs) / len(runs) if runs else window,
    )


def _share(wanted: frozenset[str], held: frozenset[str]) -> float:
    return len(wanted & held) / len(wanted) if wanted else 1.0


def _runs(stems: tuple[str, ...]) -> list[tuple[str, ...]]:
    return list(zip(*(stems[n:] for n in range(_PHRASE)), strict=False))


def _best_window(wanted: frozenset[str], content: tuple[str, ...], size: int) -> int:
    """The most of `wanted` that are within `size` neighbouring words of `content`."""
    inside: Counter[str] = Counter()
    best = 0
    for at, word in enumerate(content):
        if at >= size and (left := content[at - size]) in wanted:
            inside[left] -= 1
            if not inside[left]:
                del inside[left]
        if word in wanted:
            inside[word] += 1
            best = max(best, len(inside))
    return best


@lru_cache(64)
def _read(text: str) -> _Read:
    text = _MARK.sub("", text)
    every: list[str] = []
    content: list[str] = []
    names: set[str] = set()
    for found in WORD.finditer(text):
        word = found[0]
        stems = split(word)[0]
        every += stems
        if word[0].isdigit() or word.strip("_").lower() in STOP_WORDS:
            continue
        content += (s for s in stems if s not in LIGHT)
        if word[0].isupper() and not _BEGINS.search(text, max(0, found.start() - 2), found.start()):
            names.update(stems)
    return _Read(
        every=tuple(every),
        content=tuple(content),
        names=frozenset(names),
        numbers=frozenset(n.replace(",", "") for n in _NUMBER.findall(text)),
    )


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


def bears(sentence: str, told: Support, text: str, *, declares: bool = True) -> bool:
    """Whether a place that the sentence did not name carries it; `text` is the place as a whole. Among many places that
    are looked at, one that lacks a word of a short sentence is easily found: there the word is the statement. Names of
    code are not counted. What is so by default is told at the place of the words, not somewhere about it, and never by
    the code of a test or an example (not `declares`).
    """
    said = read(sentence)
    names = {w for n in (*said.identifiers, *_DOTTED.findall(sentence)) for w in _stems(n)}
    words = [w for w in said.words if w not in names]
    missing = {w for written in told.missing for w in _stems(written)}
    if not told.supported or (len(words) <= SHORT and missing.intersection(words)):
        return False
    if _DEFAULT not in words:
        return True
    if _spoken(told.carrier):  # in prose, the sentence beside it speaks of the default of something else
        return frozenset(words) <= read(told.carrier).stems
    return declares and _default_beside(told.carrier, text)


_DEFAULT = stem("default")


def _default_beside(carrier: str, text: str) -> bool:
    """True where the piece that carries a sentence, or one beside it, speaks of a default."""
    pieces = segments(text)
    at = next((n for n, piece in enumerate(pieces) if carrier and carrier in piece), None)
    near = pieces if at is None else pieces[max(0, at - 1) : at + 2]
    return any(_DEFAULT in read(piece).stems for piece in near)


_DOTTED = regex(r"\b[A-Za-z_]\w*(?:(?:\.|::|#)[A-Za-z_]\w*)+")


def _stems(written: str) -> tuple[str, ...]:
    """The stems of every word of a written name."""
    return tuple(part for word in WORD.findall(written) for part in split(word)[0])


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
