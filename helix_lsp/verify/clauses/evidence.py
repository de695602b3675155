"""What is cited, read once: steps of code, and clauses of its prose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from helix_lsp.text.regex import regex
from helix_lsp.text.words import stem
from helix_lsp.verify.clauses.lexicon import KINDS, held_words, ordered, words_of
from helix_lsp.verify.clauses.steps import Guard, Step, steps
from helix_lsp.verify.clauses.told import clauses, orders
from helix_lsp.verify.reading import EMPHASIS, segments


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that the evidence says: a step of code, or a clause of its prose. `at` orders the steps;
    prose has -1. `spared` is what something else is done instead of.
    """

    at: int
    text: str
    words: frozenset[str]
    kinds: frozenset[str]
    guards: tuple[Guard, ...]
    about: frozenset[str] = frozenset()
    asks: bool = False
    denied: bool = False
    spared: bool = False

    @property
    def prose(self) -> bool:
        """True for what words say, not steps."""
        return self.at < 0


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """`own` are the words of the names about the place: a function's own name is not a word of its body;
    `called` those of the path and the qualified names.
    """

    text: str
    steps: tuple[Step, ...]
    facts: tuple[Fact, ...]
    own: frozenset[str]
    called: frozenset[str]
    names: frozenset[str]


_COMMENT = regex(r"^[^\S\n]*(?:///?!?|#+(?!\[)[!:]?|/\*\*?|\*/?|--+|;+)[^\S\n]?(?P<said>[^\n]*)$")
_LONGEST = 600
_LONGEST_LINE = 400
_MARK = regex(r"^[^\S\n]*(?:#+[:!]|///?!?|\*)[^\S\n]", re.M)
_TAIL = regex(r"[;{}\s)](?://|#)\s(?P<said>[A-Za-z][^\n]{6,200})$")
_PROSE = regex(r"\b[A-Za-z]{2,40}[,.]?\s[a-z]{1,40}\s")
_CODE = regex(
    r"[{}=]|;[ \t]*$|\)[ \t]*(?::[ \t]*)?$|^[ \t]*(?:return|end|else|def|if|for|try|raise|except)\b[^.,]{0,80}:?$|=>",
    re.M,
)


@lru_cache(256)
def evidence(cited: tuple[str, ...], around: tuple[str, ...]) -> Evidence:
    """The cited texts read once."""
    names = tuple(entry.partition("\n")[0] for entry in around[1:])
    text = EMPHASIS.sub(r"\1", "\n".join(cited))
    prose = is_prose(text)
    code = () if prose else steps(text)
    facts = [
        Fact(
            at=s.index, text=s.text, words=s.words, kinds=s.kinds, guards=s.guards, about=s.about, asks=s.asks
        )
        for s in code
    ]
    for sentence in segments(_MARK.sub("", text) if prose else _comments(text)):
        facts += _said(" ".join(sentence.split()))
    last = frozenset(n.rpartition(".")[2].lower() for n in names)
    own = frozenset(w for n in names for w in words_of(n.rpartition(".")[2]))
    called = own.union(*(words_of(n) for n in (*names, *around[:1])), (f"={n}" for n in last))
    return Evidence(text=text, steps=code, facts=tuple(facts), own=own, called=called, names=last)


def is_prose(text: str) -> bool:
    """True when hardly a line of a text is written as code."""
    lines = [line[:_LONGEST_LINE] for line in text.splitlines() if line.strip()]
    coded = sum(_CODE.search(line) is not None for line in lines)
    return coded * 3 < len(lines)


def _comments(text: str) -> str:
    """The words of comments and of documentation strings, paragraph by paragraph."""
    out: list[str] = []
    quoted = False
    for whole in text.splitlines():
        line = whole[:_LONGEST_LINE]
        marks = line.count('"""') + line.count("'''")
        found = _COMMENT.match(line) or _TAIL.search(line)
        if quoted or marks:
            out.append(line.strip().strip("\"'"))
            quoted = quoted ^ (marks % 2 == 1)
        elif found is not None:
            out.append(re.sub(r"^@\w+\s|</?\w+>", "", found["said"].strip()))
        elif out and out[-1]:
            out.append("")
    return "\n".join(out)


def _said(sentence: str) -> list[Fact]:
    if len(sentence) > _LONGEST or not _PROSE.search(sentence):
        return []
    out: list[Fact] = []
    for c in clauses(sentence):
        guards = (Guard(condition=c.condition),) if c.condition is not None else ()
        done, mark, spared = c.main.partition(" instead of ")
        kinds = frozenset(k for k, p in KINDS.items() if p.search(done))
        out.append(
            Fact(at=-1, text=c.main, words=words_of(done), kinds=kinds, guards=guards, denied=c.denied)
        )
        if mark:  # what is not done
            out.append(
                Fact(
                    at=-1,
                    text=spared,
                    words=words_of(spared),
                    kinds=frozenset(),
                    guards=guards,
                    denied=not c.denied,
                    spared=True,
                )
            )
    return out


# Which of the facts of the evidence a clause is about.

Verdict = Literal["carried", "against", "open"]


class Ruled(NamedTuple):
    """What a rule says of a sentence: `id` names the form in which its place does not carry it, `` when it does;
    `reason` is that in words. What an id is worth is in `helix_lsp/tuning/verify.py`.
    """

    id: str = ""
    reason: str = ""


CARRIED = Ruled()

_SUBJECT = regex(r"\W*(?P<name>\w+)\b")
_PLACE = regex(
    r"\W*(?:the|this)\s(?:function|method|class|middleware|constructor|decorator|helper|module|macro|hook)\b",
    re.I,
)
TOGETHER = 0.7
FEW = 2
_NEAR = 0.5
_KIND = 1.5


def aligned(main: str, held: Evidence) -> tuple[list[Fact], float]:
    """The facts that share most with what is said to happen, and how much they share. What a sentence says of another
    name of code is none of this one.
    """
    whose, main = _whose(main), acted(main, held)
    wanted = words_of(main)
    wanted = (wanted - held.own - {f"={n}" for n in held.names}) or wanted
    does = frozenset(k for k, p in KINDS.items() if p.search(main))
    told = [f for f in held.facts if not (whose and f.prose and _whose(f.text) not in ("", whose))]
    scored = [(_shared(wanted, f) + _KIND * len(does & f.kinds), f) for f in told]
    most = max((score for score, _ in scored), default=0.0)
    if most <= 0:
        return [], 0.0
    best = [f for score, f in scored if score >= most - _NEAR]
    best = [f for f in best if f.kinds & does] or best
    near = {f.text for f in best if len(wanted & beside(f, main)) >= TOGETHER * len(wanted)}
    return [f for f in best if f.text in near] or best, most  # the same step may be under other conditions


def _whose(text: str) -> str:
    """The name of code that a clause begins with."""
    found = _NAMED.match(text)
    return "" if found is None else found[1].rpartition(".")[2]


_NAMED = regex(r"\W{0,3}([A-Za-z][a-z]*[A-Z_:.][\w:.]*)[`\]]{0,2}\s")


def acted(main: str, held: Evidence) -> str:
    """What is said to happen without the name of the place that does it: `close` flushes, and closes nothing by its name."""
    if (sort := _PLACE.match(main)) is not None:
        return main[sort.end() :]
    begun = _SUBJECT.match(main)
    if begun is None or not {begun["name"].lower(), stem(begun["name"].lower())} & (
        held.names | {stem(n) for n in held.names}
    ):
        return main
    return main[begun.end() :]


def _shared(wanted: frozenset[str], fact: Fact) -> int:
    return sum(2 if word[0] == "=" else 1 for word in wanted & fact.words)


def beside(fact: Fact, part: str) -> frozenset[str]:
    """The words of a fact, of the conditions that it is under, and of its marks: a parenthesis calls, `=`
    stores, `return` gives back.
    """
    verbs = " ".join(m[0] for kind in fact.kinds for m in KINDS[kind].finditer(part))
    guards = frozenset[str]().union(*(a.held for g in fact.guards for a in g.condition.atoms))
    return held_words(fact.words | fact.about | guards, "" if fact.prose else fact.text) | words_of(verbs)


# In which order: the lines of two steps, and two things on the sides of a word (`before`, `to`, `than`).
# And what a sentence says where two of its things change places.


def in_order(sentence: str, held: Evidence) -> Ruled | None:
    """`A before B` where the steps, or the words around the same mark, are in that order."""
    pairs = orders(sentence)
    if pairs == ():
        return None
    if pairs is None:
        return Ruled("order-unread", "the order is not in what is cited")
    result = CARRIED
    for earlier, later in pairs:
        found = _ordered(_where(earlier, held), _where(later, held), held)
        if found > 0 and _exchanged(earlier, later, held):
            return Ruled("order-open", "each of them has a word of the other in what is cited")
        if found == 0:
            told = pivoted(f"{earlier} before {later}", held, {"before", "after"})
            result = told or Ruled("order-open", "the order is not in what is cited")
        elif found < 0:
            shown = " ".join(later.split())[:60]
            return Ruled("order-reverse", f"`{shown}` comes first in what is cited")
        if result.id:
            return result
    return result


def _exchanged(earlier: str, later: str, held: Evidence) -> bool:
    """True where a word of the one step is missing there and is at the other."""
    lacks, has = list[frozenset[str]](), list[frozenset[str]]()
    for words in (earlier, later):
        there = frozenset[str]().union(*(beside(f, words) for f in aligned(words, held)[0] if not f.prose))
        lacks.append(words_of(acted(words, held)) - held.own - there)
        has.append(there)
    return bool(lacks[0] & has[1] - has[0] or lacks[1] & has[0] - has[1])


def _ordered(one: list[int], other: list[int], held: Evidence) -> int:
    """+1 where the first lines are before the others in each definition that has both, -1 where they are behind
    them, 0 where neither is told.
    """
    of = {s.index: s.of for s in held.steps}
    one, other = (
        [n for n in one if n not in other] or one * (len(one) == 1 < len(other)),
        [n for n in other if n not in one] or other * (len(other) == 1 < len(one)),
    )
    signs: set[int] = set()
    for one_of in {of[n] for n in one} & {of[n] for n in other}:
        a, b = [n for n in one if of[n] == one_of], [n for n in other if of[n] == one_of]
        signs.add(1 if a[-1] < b[0] else -1 if b[-1] < a[0] else 0)
    if not signs and one and other:
        return 1 if one[-1] < other[0] else -1 if other[-1] < one[0] else 0
    return signs.pop() if len(signs) == 1 else 0


def _where(words: str, held: Evidence) -> list[int]:
    """The lines on which something may happen, in order."""
    stepped = replace(held, facts=tuple(f for f in held.facts if not f.prose))
    facts, score = aligned(words, stepped)
    return sorted({f.at for f in facts}) if score >= 1 else []


_PIVOTS = {
    "takes precedence over": "over", "take precedence over": "over",
    "to": "to", "into": "to", "onto": "to", "from": "from", "over": "over", "overrides": "over", "override": "over", "than": "than",
    "before": "before", "after": "after", "instead of": "than", "calls": "calls", "by": "by", "extends": "of", "inherits": "of", "of": "of",
}  # fmt: skip
_PIVOT = regex(r"\b(?<!set )(?<!equal )(" + "|".join(sorted(_PIVOTS, key=len, reverse=True)) + r")\b", re.I)
_SIDE = 3
_END = regex(r"[,;]\s|\s(?:if|when|whenever|unless|which)\s", re.I)
_MARKED = regex(r"(\w)[!?](?=[`\s])")  # `call!` is not `call`


def _sides(text: str) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """(mark, words before it, words behind it) at each mark that puts two things in a relation."""
    text = _MARKED.sub(r"\1_marked", text).replace("`", "")
    found = _PIVOT.finditer(text)
    return [
        (
            _PIVOTS[m[1].lower()],
            ordered(text[: m.start()])[-_SIDE:],
            ordered(_END.split(text[m.end() :])[0])[:_SIDE],
        )
        for m in found
    ]


def pivoted(sentence: str, held: Evidence, marks: set[str]) -> Ruled | None:
    """The same two things on the same sides of the same mark, or on the other ones."""
    straight = False
    for mark, left, right in _sides(sentence):
        if mark not in marks:
            continue
        for piece in segments(held.text):
            for there, before, behind in _sides(" ".join(piece.split())):
                turned = {mark, there} == {"before", "after"}
                if there != mark and not turned:
                    continue
                a, b = (behind, before) if turned else (before, behind)
                same, crossed = (
                    len({*left} & {*a}) + len({*right} & {*b}),
                    len({*left} & {*b}) + len({*right} & {*a}),
                )
                one, other = {*left} - {*right}, {*right} - {*left}
                if other and other <= {*a} and not other & {*b} and (one & {*b} or (b and {*b} <= {*left})):
                    said = (
                        "`before` and `after`"
                        if mark in ("before", "after")
                        else f"the two sides of `{mark}`"
                    )
                    return Ruled("sides-exchanged", f"{said} are the other way round in what is cited")
                straight = straight or (same > crossed and same >= _SIDE - 1)
    return CARRIED if straight else None


_NAME = regex(r"`[^`\n]{1,120}`")
_ERROR = regex(r"`(?:\w+[.:]+)*[A-Z]\w*(?:Error|Exception)`")
_LITERAL = regex(r"`(?:true|false|none|null|nil|undefined|[\d.]+|['\"].*)`", re.I)
_PASSIVE = regex(
    r"^(?P<one>.{2,120}?)(?P<mark> (?:is|are|was|were|gets?) [^,;]{2,60}? by )(?P<other>[^,;]{2,120}?)"
    r"(?P<end>\s(?:if|when|unless|before|after|and|so|in|on|instead)\s.*|[,;.](?:\s.*)?)?$"
)
_LISTED = regex(r"(?:`[^`]{0,120}`|[\s,/&]|and |or ){0,40}")
_MOST_NAMES = 4


def exchanged(sentence: str, names: frozenset[str]) -> Iterator[str]:
    """The sentence with two of its names in each other's place, and with the two sides of a passive exchanged.

    `names` are the names of the place in lower case, which keep theirs: what a definition does is told of no other one.
    """
    some = [
        n
        for n in dict.fromkeys(_NAME.findall(sentence))
        if not _LITERAL.fullmatch(n) and not {w.lower() for w in re.findall(r"\w+", n)} & names
    ]
    for one, other in combinations(some[:_MOST_NAMES], 2):
        if _LISTED.fullmatch(sentence, sentence.index(one) + len(one), sentence.index(other)) is not None:
            continue  # members of one list say the same in any order
        if (_ERROR.match(one) is None) is not (_ERROR.match(other) is None):
            continue  # an error and what fails with it are not taken for each other
        yield sentence.replace(one, "\0").replace(other, one).replace("\0", other)
    found = _PASSIVE.match(sentence)
    if found is not None and not {w.lower() for w in re.findall(r"\w+", found["other"])} & names:
        yield f"{found['other']}{found['mark']}{found['one']}{found['end'] or ''}"
