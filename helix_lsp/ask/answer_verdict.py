"""What an answer is worth, in three parts that must not be mixed up. Also which words of a question an answer owes
its reader a word about, and what is offered when a question is given back.

    checked   what is quoted is there: how many quotations held, byte for byte, when the answer was sealed
    answers   does it answer: `strong`, `weak` or `places_only`, from measured features and their declared weights
    unsaid    what is missing: words of the question that no cited line carries

The first is certain and says nothing about the second: every line of an answer may be real and none of them
answer. The second is an estimate, a logistic of features that each only raise it; `bench/verdict.py` prints
how far it can be trusted, `bench/withheld.py` whether it falls when what answers is taken away.

    apart    how far the best three passages are before the other ones: one place is about it, or many speak of it
    own      whether the reader of this very kind of question answered: callers of a name, the line of one value
    cause    how much of a question for a reason three lines say that also hold the reason's cue: `# because of the oil`
    lines    how much of the question the two lines of the best passage that say most of it say, each by itself: the only
             one that does not compare what was found with what else was found, so that it falls when what answers goes

Whatever these say, an answer is strong only where its lead has the shape that was asked for (`_shaped`): a value holds
a literal, a meaning words, a way its steps, a difference both sides. Source: `helix_lsp/tuning/questions.py`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from typing import Literal

import msgspec

from helix_lsp.ask.question.question import ASKING, in_another_language
from helix_lsp.config.questions import ControlConfig
from helix_lsp.search.ranking.hit import Place
from helix_lsp.search.reading.everyday import everyday, meant_by
from helix_lsp.search.reading.kinds import CUES, ordinary
from helix_lsp.search.reading.read import Reading, by_meaning
from helix_lsp.search.reading.wanted import WantedWords
from helix_lsp.search.reading.windows import NAMES
from helix_lsp.text.regex import regex
from helix_lsp.text.words import one_apart, split, stem, word_terms

Answers = Literal["strong", "weak", "places_only", "none"]
FEATURES = ("apart", "own", "cause", "lines")
_LINES = NAMES.index("two_lines")
_SHOWN = 3
_TOGETHER = 3  # lines
_OWN = {"usage": 1.0, "value": 0.3}
_NUMBER = regex(r"(?<![\w./:-])\d{1,12}(?:\.\d{1,6})?(?![\w/:-]|\.\w)")
_WORDED = dict(
    zip("two three four five six seven eight nine ten".split(), "2 3 4 5 6 7 8 9 10".split(), strict=True)
)
_OF_UNITS = regex(
    rf"\b({'|'.join(_WORDED)}) (?:milli)?(?:seconds|minutes|hours|days|weeks|times|bytes)\b", re.I
)
_WRITTEN = regex(r"(?<![\w/.-])(/[A-Za-z][\w/-]*|--?[A-Za-z][\w-]*)(?=[\s?.,;]|\Z)")
_GIVEN = regex(r"[\d\"'\[]|\b(?:true|false|none|nil|null)\b", re.I)
_NUMBERED = regex(
    r"(?:[=:(,]|=>|\b(?:defaults?|to|of|is|least|most|after|with|only|than))[ \"'`(]{0,3}\$?\d", re.I
)
_COMMENT = regex(r"(?m)^\s{0,80}(?:#(?!!)|//|/\*|\* |--|;|\"\"\"|''').*[A-Za-z].*$")
_IN_CODE = regex(r"`[^`]*`")
_FEWEST_WORDS = 4
_WAY_LINES = 3  # of code: a way is more than one sentence
_FEW_EXCERPTS = 4  # with more, the two sides of a difference are told only where one of them says so
_PARTED = regex(r"(?<=\d)[_,](?=\d{3})")  # 10_000 and 10,000 are 10000
_WHATEVER_WORDS = frozenset({"address", "path"})  # what is at the place, or on the way, that was asked for
_NOT_READ = _WHATEVER_WORDS | {"usage"}
_NO_ANSWER = frozenset({"clarify", "no_evidence", "general", "provisional"})


class AnswerVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """`checked` of `quoted` quotations held; `value` is 0..1, `features` are (name, value 0..1) in the order
    of FEATURES.

    `answers` is `none` where nothing is claimed to answer: nothing found, asked back, general knowledge,
    index not read yet. `unsaid` are words as the question writes them, in its order. `capped`: whatever the
    value, it is not strong.
    """

    checked: int
    quoted: int
    answers: Answers
    value: float
    features: tuple[tuple[str, float], ...]
    unsaid: tuple[str, ...]
    capped: bool = False


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer shows: `cited` are the texts of all citations, `named` the sentences that cite them, `lead` is
    the first of these with its code and what it cites.

    `shape` is the composer that wrote it, `several` that the question asks for the members of a group, `open` that the
    answer leaves open what it was asked, `aside` that its place is none of the product (a test, a script, the CI) and
    the question does not ask for such a one. `unknown` are the stems of the question that stand nowhere here, `numbers`
    the numbers that it writes by themselves (`exit code 4`), `literals` the paths and options (`/docs`, `--quiet`).
    `code` is the block below the lead, which is of a `document` or not and cites so many `files`.
    """

    mode: str
    shape: str
    cited: tuple[str, ...]
    named: tuple[str, ...]
    lead: str = ""
    several: bool = False
    open: bool = False
    aside: bool = False
    unknown: frozenset[str] = frozenset()
    numbers: tuple[str, ...] = ()
    literals: tuple[str, ...] = ()
    code: str = ""
    question: str = ""
    document: bool = False
    files: int = 1


def numbers_of(question: str) -> tuple[str, ...]:
    """The numbers that a question writes by themselves, in order: not those in a name, a path or a date. One in words
    counts before a unit (`two minutes`).
    """
    worded = (_WORDED[word.lower()] for word in _OF_UNITS.findall(question))
    return tuple(dict.fromkeys((*_NUMBER.findall(question), *worded)))


def literals_of(question: str) -> tuple[str, ...]:
    """The paths and the options that a question writes, in order."""
    return tuple(dict.fromkeys(_WRITTEN.findall(question)))


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
    digits = () if there else _not_shown(told)
    unsaid = () if there else tuple(dict.fromkeys((*(written.get(w, w) for w in lacking), *digits)))
    if in_another_language(told.question):  # its ordinary words are in no line of code, and say nothing
        unsaid = tuple(word for word in unsaid if _is_name(word, told.question) and not word.istitle())
    if told.mode in _NO_ANSWER or not told.cited:
        return AnswerVerdict(
            checked=checked, quoted=quoted, answers="none", value=0.0, features=(), unsaid=unsaid
        )
    features = _features(told, wanted, reading)
    weights: list[float] = [getattr(cfg, f"verdict_{name}") for name in FEATURES]
    merit = sum(weight * value for weight, (_, value) in zip(weights, features, strict=True))
    value = round(1 / (1 + math.exp(cfg.verdict_needed - merit)), 6)
    # where a word of the question is unknown here and no cited line carries it, no cited line has its number or its
    # name (`get_user`), it is left open what was asked, several owners have a value, or the place is beside the product,
    # the answer is not strong
    nameless = any(len(split(word)[0]) > 1 for word in unsaid)
    settled = not nameless and told.unknown.isdisjoint(lacking) and not digits and not told.open
    whole = settled and not told.aside and told.shape != "values" and _shaped(told, wanted)
    strong = cfg.verdict_strong_fit if by_meaning(reading) else cfg.verdict_strong
    answers: Answers = (
        "places_only"
        if not _fits(value, told, reading, cfg)
        else "strong"
        if whole and value >= strong
        else "weak"
    )
    return AnswerVerdict(
        checked=checked,
        quoted=quoted,
        answers=answers,
        value=value,
        features=tuple((n, round(v, 6)) for n, v in features),
        unsaid=unsaid,
        capped=not whole,
    )


def _not_shown(told: Told) -> list[str]:
    """The numbers of the question that no cited text and no sentence that cites one holds as a number, and the paths and
    options that none has.
    """
    if not (told.numbers or told.literals):
        return []
    text = "\n".join((*told.cited, *told.named))
    shown = _PARTED.sub("", text)
    numbers = [n for n in told.numbers if not re.search(rf"(?<![\d.]){re.escape(n)}(?!\.?\d)", shown)]
    return numbers + [literal for literal in told.literals if literal not in text]


def _shaped(told: Told, wanted: WantedWords) -> bool:
    """Whether the lead has the shape of an answer to this kind of question."""
    if told.shape == "usage" or told.shape in _WHATEVER_WORDS:
        return True
    if told.shape == "flow":  # 21 courses, 12 of them right: no feature parts them
        return False
    if told.shape == "value":
        return not told.several and _GIVEN.search(told.lead.partition("\n")[0]) is not None
    if wanted.kind == "value":
        return _NUMBERED.search(told.lead) is not None
    if wanted.kind == "where":  # a document tells of code, it is not where it is
        return len(told.code.split("\n")) > _WAY_LINES
    words = _words_of(told)
    if wanted.kind == "difference":
        return len(told.named) <= _FEW_EXCERPTS or CUES["difference"].search(words) is not None
    if wanted.kind == "what":
        return told.document or len(_IN_CODE.sub("", words).split()) >= _FEWEST_WORDS
    return wanted.kind != "how" or (len(told.code.split("\n")) >= _WAY_LINES and told.files == 1)


def _words_of(told: Told) -> str:
    """What the lead says in words: behind the name, and in comments of the code; of a definition the sentence below it
    as well.
    """
    told_in = told.named[: 2 if told.shape == "definition" else 1]
    behind = [text if text[:1] not in "`*" else text.partition(": ")[2] for text in told_in]
    return "\n".join((*behind, *(m[0] for m in _COMMENT.finditer(told.code))))


def _features(told: Told, wanted: WantedWords, reading: Reading | None) -> tuple[tuple[str, float], ...]:
    """The features in the order of FEATURES, each 0..1. What is at the place, or on the way, that was asked for answers
    whatever the words are.
    """
    if told.shape in _WHATEVER_WORDS:
        return tuple((name, 1.0) for name in FEATURES)
    kind = wanted.kind
    lines = [line for line in told.lead.split("\n") if line.strip()]
    groups = ["\n".join(lines[at : at + _TOGETHER]) for at in range(max(1, len(lines) - _TOGETHER + 1))]
    caused = [group for group in groups if kind == "why" and not _cues(group) <= _cues(told.question)]
    values = (
        _apart(reading),
        _OWN.get(told.shape, 0.0),
        max((wanted.share(_held((text,), wanted)) for text in caused), default=0.0),
        reading.passages[0].window.features[_LINES] if reading is not None and reading.passages else 0.0,
    )
    return tuple(zip(FEATURES, (min(1.0, value) for value in values), strict=True))


def _cues(text: str) -> set[str]:
    """The words of a reason; one that the question itself has does not give it (`why must it ...`)."""
    return {cue[0].lower() for cue in CUES["why"].finditer(text)}


def _fits(value: float, told: Told, reading: Reading | None, cfg: ControlConfig) -> bool:
    """Whether what was found speaks for an answer. With meaning, how well the best passage fits the question counts
    beside the value: most features of the value compare what was found, and where the right place is gone another one
    is as far before the rest. What was not taken from the passages is judged by its value alone.
    """
    if told.shape in _NOT_READ or reading is None or not reading.passages or not by_meaning(reading):
        return value >= cfg.verdict_weak
    return value + cfg.verdict_fit * reading.passages[0].score >= cfg.verdict_weak_fit


def _apart(reading: Reading | None) -> float:
    """The part of the best three passages of the softmax of all that were read, 0..1: their scores are logarithms of
    odds.
    """
    if reading is None or not reading.passages:
        return 0.0
    scores = sorted((passage.score for passage in reading.passages), reverse=True)  # tests may be put behind
    parts = [math.exp(score - scores[0]) for score in scores]
    return sum(parts[:_SHOWN]) / sum(parts)


def _held(texts: Collection[str], wanted: WantedWords) -> dict[str, float]:
    """The words of the question that these texts carry, each with how surely."""
    return wanted.held(wanted.stands.keys() & {term for text in texts for term in word_terms(text)})


# What is offered when a question is given back: a meaning with its evidence, or a way to go on without
# choosing.

WIDER = "wider"
ANYWAY = "anyway"


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """`question` is what will be asked when it is picked; `place` is its evidence (None for `wider`, `anyway`
    and names without a place).
    """

    id: str
    label: str
    detail: str
    question: str
    place: Place | None
    strength: float


# Which words of a question an answer owes its reader a word about, when it has none of them: those that
# name a thing.
#
# What is done to a thing or how it is (`growing`, `lowest`), words of everyday speech that reading looked
# for in the words of code, and words that ask say nothing when they are nowhere: naming them tells the
# reader only how the question was put. Of words that are elsewhere in the repository, and not in what is
# cited, only names and numbers are owed: reading chose the place for what it says in other words.

_OF_NO_THING = regex(r"[a-z]{2,}(?:ed|ing|est|ly|self|selves)\Z")
_LONGER = 5  # `red` and `ring` are things; a shorter word is one letter away from too many others
_SHORTEST = 3


def names_a_thing(word: str, question: str, wanted: WantedWords) -> bool:
    """True for a word as the question writes it whose absence says something: a name, a number, a noun
    without everyday readings.
    """
    if not word.isalpha() or word != word.lower():
        return _is_name(word, question)
    term = stem(word)
    if (
        len(word) < _SHORTEST
        or term in ASKING
        or meant_by(term)
        or ordinary(word)
        or term not in wanted.values
    ):
        return False
    return len(word) < _LONGER or not (
        _OF_NO_THING.match(word) or any(one_apart(term, w) for w in everyday())
    )


def owed(words: tuple[str, ...], told: str, question: str) -> tuple[str, ...]:
    """Those of the words that are names or numbers and are not in what is told; each once, in their order. Code
    declares a flag without its dashes.
    """
    low = told.lower()
    return tuple(
        dict.fromkeys(w for w in words if w.lower().lstrip("-") not in low and _is_name(w, question))
    )


def _is_name(word: str, question: str) -> bool:
    """True for what is not spelled as a plain word; the capital that opens a question makes no name: `Walk me
    through ...`.
    """
    opens = question.lstrip().startswith(word) and word.istitle()
    return not opens and (not word.isalpha() or word != word.lower())
