"""What is asked, from where, and by whom: one record from the door to the ladder. Also what a question is about
without how the answer is demanded, and the words by which one asks.

`wire/answer_envelope.py` sends it to another process.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal, get_args

import msgspec

from helix_lsp.config.questions import AskConfig
from helix_lsp.search.question.kind import KIND_WORDS
from helix_lsp.search.reading.value_line import asked_units
from helix_lsp.search.search import Results
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, WORD, stem
from helix_lsp.tuning.questions import READING

Verbosity = Literal["brief", "normal", "extended"]
VERBOSITIES: tuple[Verbosity, ...] = get_args(Verbosity)


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Which option of an earlier clarification was picked; `token` is that clarification's."""

    token: str
    option: str


class Asker(msgspec.Struct, frozen=True, kw_only=True):
    """The session that a question belongs to; no rung reads it. After a `silent` question (a preview) nothing
    is remembered and nothing counted. One that is not `traced` (a line of a batch) is counted, and its trace
    is not kept.
    """

    session_id: str = "editor"
    silent: bool = False
    traced: bool = True


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """`path` and `offset` (bytes) are the place of the cursor when the question came from an editor.

    `slots` are what the asker insists on; `choice` picks an option of an earlier clarification of the same
    text; `may_clarify` is False right after a clarification, which is never given twice in a row; `near` are
    paths that are open or just were, the latest first; a `dry` run calls no model; `explain` asks for the
    counterfactual run and what it says; with `hypothetical` the one call of the model writes a passage that is
    searched with, and the answer is made of quotations.
    """

    text: str
    path: str | None = None
    offset: int | None = None
    verbosity: Verbosity = "normal"
    slots: tuple[str, ...] = ()
    choice: Choice | None = None
    may_clarify: bool = True
    near: tuple[str, ...] = ()
    dry: bool = False
    explain: bool = False
    hypothetical: bool = False
    asker: Asker = Asker()


def sized(cfg: AskConfig, verbosity: Verbosity) -> AskConfig:
    """How much of everything an answer of this verbosity shows: brief halves the limits, extended doubles
    them.
    """
    if verbosity == "normal":
        return cfg

    def scaled(limit: int) -> int:
        return max(1, limit // 2) if verbosity == "brief" else 2 * limit

    return replace(
        cfg,
        places=scaled(cfg.places),
        steps=scaled(cfg.steps),
        entry_points=scaled(cfg.entry_points),
        documents=scaled(cfg.documents),
        quote_chars=scaled(cfg.quote_chars),
    )


# What a question is about, without how the answer is demanded: `In this repo, how does X work? Cite file
# paths.` -> `how does X work?`
#
# The demands are read by rung 0; left in the text they would be searched for (`cite`, `paths`). Only whole
# phrases at the edges of a sentence go, and never the last content of a question, so that a question about
# citations stays one.

_CODE = r"(?:code\s?base|repo(?:sitory)?|source(?: code| tree)?|code|workspace)"
_WHOSE = r"(?:this|the|our|your|current)"
_PROOF = r"(?:files?(?: names?| paths?)?|paths?|sources?|lines?(?: numbers?)?|references?|citations?|evidence|file and line)"
_BEFORE = regex(
    rf"^\W*(?:please,? )?(?:(?:in|within|inside|across) {_WHOSE} (?:whole |entire )?{_CODE}|"
    rf"(?:according to|per|based on|(?:judging )?from) {_WHOSE} {_CODE}|"
    rf"using (?:only )?{_WHOSE} {_CODE})\s*[,:;-]?\s+(?=\S)",
    re.I,
)
_WITHIN = regex(
    rf"\s+(?:in|within|inside|across) (?:this|our|the current) (?:whole |entire )?{_CODE}(?=\s*(?:[.?!,;]|$|and\b))",
    re.I,
)
_WHERE = regex(rf"(?<=\bwhere) (?:in|inside|within) {_WHOSE} {_CODE}(?= )", re.I)
_AFTER = regex(
    rf"(?:[.?!;,]|\s[-–]|\band|^)\s*(?:please )?(?:and )?(?:also )?(?:(?:cite|quote|list|give|show|name|link|mention|include|provide)(?: me)?"
    rf"(?: the| all| your| relevant| exact| any){{0,2}} {_PROOF}(?: and {_PROOF})?|(?:with|including) (?:the |exact )?{_PROOF}(?: and {_PROOF})?)"
    r"(?: please| too| for it| for each)?\s*[.!]?\s*$",
    re.I,
)
_TAIL = regex(
    rf"\s+(?:with|including) (?:the |exact )?{_PROOF}(?: and {_PROOF})?(?: please)?\s*[.?!]?\s*$", re.I
)
_LONGEST = 4_000


def subject_of(text: str) -> str:
    """The question without its demands; the whole text when nothing else would be left, or when it is long."""
    if len(text) > _LONGEST:
        return text
    found = text.strip()
    for pattern in (_AFTER, _TAIL, _BEFORE, _WHERE, _WITHIN):
        cut = pattern.sub(_mark, found, count=1).strip()
        if _says_something(cut):
            found = cut
    return found


def _mark(cut: re.Match[str]) -> str:
    """The mark that ends the sentence before the cut stays."""
    return cut[0][0] if cut[0][0] in ".?!" else ""


def _says_something(text: str) -> bool:
    return any(w.lower() not in STOP_WORDS and len(w) > 1 for w in WORD.findall(text))


# Words by which one asks, whatever the question is about (`who calls ...`, `which files ...`, `how many
# ...`, `compare ... and ...`).
#
# That a repository does not hold such a word says nothing about what is asked; where it does hold it, the
# word counts as any other.

ASKING = KIND_WORDS | frozenset(
    stem(word)
    for word in (
        "file files folder folders directory path line name names call calls called caller callers user users many much long often large "
        "big small far old compare compared comparison versus difference different differ relate related relation relationship between "
        "connect connection link mean meaning means explain describe define defined definition tell show list find give say says speak work "
        "works working default value number purpose reason point kind test tests tested cover covers covered implement implements "
        "implemented implementation extend extends inherit subclass repo repository codebase project code please cite exactly really happen "
        "happens place places located stand stands written set read know repo here configure configured described documented thing things "
        "look looked support supports supported make makes occur occurs occurred possible able way ways available exist exists "
        "doesn isn aren wasn weren hasn haven didn wouldn couldn shouldn right correct"
    ).split()
)

_WHOLE = frozenset(stem(word) for word in "project repo repository codebase work works working thing".split())
_CLITIC = regex(r"(?<=\w['\u2019])(?:s|t|d|m|ll|re|ve)\b")
_THIS_CODE = regex(r"\b(?:this|the|your|our|that|whole|entire) code\b", re.I)


def of_the_whole(results: Results) -> bool:
    """True when a question is about the repository as such (`what is this project?`, `how does it work?`) and
    names nothing in it.
    """
    query = results.query
    if query.shape == "symbol" or query.paths or any(n.weight >= READING.sure for n in query.names):
        return False
    asked = [t for t, _ in query.terms if t[0] != "="]
    code = {"code"} if _THIS_CODE.search(query.text) else frozenset[str]()
    return bool(asked) and all(t in _WHOLE or t in code for t in asked)


def nowhere(results: Results) -> tuple[str, ...]:
    """Terms of the question that no unit holds and no synonym stands for, without words of asking and without the pieces of
    a path that is here; all of them when nothing else is asked.
    """
    weighted = results.weighted
    helped = {by for _, by in weighted.added}
    clitics = frozenset(_CLITIC.findall(results.query.text))  # `Bell's` asks for no `s`
    units = {stem(unit.lower()) for unit in asked_units(results.query.text)}
    without = helped | clitics | results.placed | units
    unknown = tuple(t for t in weighted.unknown if t[0] != "=" and t not in without)
    told = tuple(t for t in unknown if t not in ASKING)
    others = any(t[0] != "=" and t not in ASKING for t, _ in results.query.terms)
    return told if others else unknown


# Words that hold a sentence together in German, French, Spanish and Italian, and none of them is an English one; with
# one of the first sort a question begins.

_ASKS_ELSEWHERE = frozenset(
    "wo wie wer warum wann wieso woher wohin wozu welche welcher welches où quand pourquoi quel quelle quelles quels combien qui dónde qué "
    "cómo cuál cuáles cuándo quién cuánto dove perché quando quale onde como".split()
)
_ELSEWHERE = _ASKS_ELSEWHERE | frozenset(
    "wird werden wurde macht ist sind gibt kann das der ein eine einen nicht und oder für wenn mir est sont le les une dans fait peut quoi "
    "está es el los las una hace puede del il che cosa della sono è".split()
)
_WORDS = regex(r"[^\W\d_]+")


def in_another_language(text: str) -> bool:
    """True for a question that is surely not in English: it begins with another language's question word, or has two words
    that hold a sentence of that language together.
    """
    words = _WORDS.findall(text.lower())
    return bool(words) and (words[0] in _ASKS_ELSEWHERE or len(_ELSEWHERE.intersection(words)) > 1)
