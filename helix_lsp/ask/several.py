"""A text that asks several questions: each is answered by itself, and the answers are shown one below the other.

    Where is the port set and what happens when it is missing?
    ->  Where is the port set | what happens when the port is missing

Read as one text, the words of the last question find the places for all of them, and the first is not answered.
A list of things, a choice (`does it retry or does it stop?`), a story with one question behind it, and a second
part that only has a meaning beside the first (`and why?`) are one question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from helix_lsp.ask.answer_verdict import Answers, AnswerVerdict
from helix_lsp.ask.draft import LIMITS
from helix_lsp.ask.question.question import ASKING, Question, subject_of
from helix_lsp.ask.rungs.envelope import Citation, Claim, Envelope, Passage
from helix_lsp.ask.slots import named_part, subject_of_part
from helix_lsp.search.question.kind import read_kind
from helix_lsp.text.digest import digest_of
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, terms

_MOST = 3
_LONGEST = 400  # characters: a longer text is a report, and its questions stand on all of it
_LONGEST_SUBJECT = 4  # words
_BE = r"(?:is|are|was|were|does|do|did|can|could|should|will|would)"
_OPENS = (
    rf"(?:(?:what|how|why|where|when|who) {_BE}|what happens|who [a-z]+s|how (?:many|much) [a-z]+ {_BE}|how (?:long|often) {_BE}|"
    r"(?:which|what) (?:options?|flags?|settings?|files?|functions?|methods?|class(?:es)?|tests?|variables?|commands?) [a-z]+)"
)
_NEXT = regex(rf" ?(?:[;?.] (?:(?:and|also|then) ){{0,2}}|,? and (?:also |then )?)(?={_OPENS}\b)", re.I)
_BEGINS = regex(rf"^\W*(?:(?:please|can you|could you)[ ,]+)*(?:{_OPENS}|explain|describe)\b", re.I)
_BESIDE = regex(
    r"\b(?:it|its|they|them|their|that|this|those|these|there|then|ones?|others?|same|else|instead|only|still)\b",
    re.I,
)
_DONE = regex(r" (?:[a-z]+ed|set|kept|made|read|done|built|held|written|found|chosen|drawn)$")
_OF_ITS_OWN = frozenset({"usage", "reason", "location", "flow"})
_WORTH: tuple[Answers, ...] = ("none", "places_only", "weak", "strong")


def questions_of(text: str) -> tuple[str, ...]:
    """The two or three questions that a text asks, each as it can be asked alone; empty for any other text."""
    text = " ".join(subject_of(text).split())
    pieces = _NEXT.split(text) if len(text) <= _LONGEST else []
    if not 1 < len(pieces) <= _MOST:
        return ()
    subject = _subject(pieces[0])
    out: list[str] = []
    said: frozenset[str] = frozenset()
    forms: set[str] = set()
    for at, piece in enumerate(pieces):
        own = named_part(piece, subject) if at else piece
        content, form = _content(own), read_kind(own).form
        new = bool(content - said) or (form in _OF_ITS_OWN and form not in forms)
        alone = not at or own != piece or len(content) > 1
        if not _BEGINS.match(piece) or (at and _BESIDE.search(own)) or not (content and new and alone):
            return ()
        out.append(own.strip(" ,;.?!"))
        said, forms = said | content, forms | {form}
    return tuple(out)


def _subject(piece: str) -> str:
    """What the first question is about, with its article; empty where that is more than a few words."""
    found = _DONE.sub("", subject_of_part(piece))
    if not found or len(found.split()) > _LONGEST_SUBJECT:
        return ""
    article = re.search(rf"\b(the|an?|this|that|our|your) {re.escape(found)}", piece, re.I)
    return f"the {found}" if article is not None else found


def _content(text: str) -> frozenset[str]:
    return frozenset(t for t in terms(text) if t[0] != "=" and t not in STOP_WORDS and t not in ASKING)


def joined(question: Question, parts: Sequence[tuple[str, Envelope]]) -> Envelope:
    """One envelope of several, each with the text that it answers, in their order. It is worth what the weakest of the
    answers is worth, and at most `weak` where one of the questions is not answered; what the record says of
    search, intent and checks is of the first that is answered.
    """
    first = parts[0][1]
    citations: dict[tuple[str, int, int], Citation] = {}
    passages: list[Passage] = []
    limits: list[Claim] = []
    for text, envelope in parts:
        told, last = _numbered(envelope, citations)
        passages += _headed(f"{text[:1].upper()}{text[1:]}?", told)
        limits += [c for c in last if c.text not in {other.text for other in limits}]
    if limits:
        passages.append(Passage(title=LIMITS, claims=tuple(limits)))
    envelopes = [envelope for _, envelope in parts]
    answering = [e for e in envelopes if e.citations and e.mode != "no_evidence"]
    leading = answering[0] if answering else first
    return replace(
        leading,
        climbed=msgspec.structs.replace(leading.climbed, question=question),
        passages=tuple(passages),
        citations=tuple(citations.values()),
        dropped=sum(e.dropped for e in envelopes),
        digest=digest_of([question.text, *(e.digest for e in envelopes)]),
        answer_verdict=_worth(envelopes, leading),
    )


def _headed(title: str, passages: list[Passage]) -> list[Passage]:
    """The passages below the question that they answer."""
    if passages and not passages[0].title:
        return [replace(passages[0], title=title), *passages[1:]]
    return [Passage(title=title, claims=()), *passages]


def _numbered(
    envelope: Envelope, into: dict[tuple[str, int, int], Citation]
) -> tuple[list[Passage], list[Claim]]:
    """(passages, limits) with the numbers that the citations have among all; a place that was cited before keeps its
    number.
    """
    numbers: dict[int, int] = {}
    for one in envelope.citations:
        key = (one.path, one.span.start, one.span.end)
        into.setdefault(key, msgspec.structs.replace(one, id=len(into) + 1))
        numbers[one.id] = into[key].id
    told: list[Passage] = []
    limits: list[Claim] = []
    for passage in envelope.passages:
        claims = tuple(replace(c, refs=tuple(numbers[r] for r in c.refs)) for c in passage.claims)
        if passage.title == LIMITS:
            limits += claims
        else:
            told.append(replace(passage, claims=claims))
    return told, limits


def _worth(envelopes: Sequence[Envelope], leading: Envelope) -> AnswerVerdict:
    each = [e.answer_verdict for e in envelopes]
    answered = [one for one in each if one.answers != "none"]
    worst = min(
        answered, key=lambda one: (_WORTH.index(one.answers), one.value), default=leading.answer_verdict
    )
    lacking = len(answered) < len(each)
    return msgspec.structs.replace(
        worst,
        checked=sum(one.checked for one in each),
        quoted=sum(one.quoted for one in each),
        answers="weak" if lacking and worst.answers == "strong" else worst.answers,
        unsaid=tuple(dict.fromkeys(word for one in each for word in one.unsaid)),
        capped=worst.capped or lacking,
    )
