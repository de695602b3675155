"""In which order: the lines of two steps, and two things on the sides of a word (`before`, `to`, `than`). And what a
sentence says where two of its things change places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from helix_lsp.verify.clauses.aligned import CARRIED, Ruled, acted, aligned, beside
from helix_lsp.verify.clauses.evidence import Evidence
from helix_lsp.verify.clauses.lexicon import ordered, words_of
from helix_lsp.verify.clauses.told import orders
from helix_lsp.verify.segments import segments


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
_PIVOT = re.compile(
    r"\b(?<!set )(?<!equal )(" + "|".join(sorted(_PIVOTS, key=len, reverse=True)) + r")\b", re.I
)
_SIDE = 3
_END = re.compile(r"[,;]\s|\s(?:if|when|whenever|unless|which)\s", re.I)
_MARKED = re.compile(r"(\w)[!?](?=[`\s])")  # `call!` is not `call`


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


_NAME = re.compile(r"`[^`\n]{1,120}`")
_ERROR = re.compile(r"`(?:\w+[.:]+)*[A-Z]\w*(?:Error|Exception)`")
_LITERAL = re.compile(r"`(?:true|false|none|null|nil|undefined|[\d.]+|['\"].*)`", re.I)
_PASSIVE = re.compile(
    r"^(?P<one>.{2,120}?)(?P<mark> (?:is|are|was|were|gets?) [^,;]{2,60}? by )(?P<other>[^,;]{2,120}?)"
    r"(?P<end>\s(?:if|when|unless|before|after|and|so|in|on|instead)\s.*|[,;.](?:\s.*)?)?$"
)
_LISTED = re.compile(r"(?:`[^`]{0,120}`|[\s,/&]|and |or ){0,40}")
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
