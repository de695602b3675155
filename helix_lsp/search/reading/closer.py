"""The second look at the best windows: what stands together in them, around them and beside them, weighed by small
trees of decisions.

The first look (`windows.py`) weighs each feature alone. What one is worth hangs on others: a number decides where a
value is asked for, a comment where a reason is. The trees were learned by `bench/train_closer.py`, which prints what
they are worth on repositories that were left out. Source of `closer.json`: docs/adr/0025.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from itertools import pairwise

import msgspec

from helix_lsp.search.reading import units, windows
from helix_lsp.search.reading.forest import Forest
from helix_lsp.search.reading.kinds import CUES
from helix_lsp.search.reading.units import Candidate
from helix_lsp.search.reading.value_line import is_of_sort
from helix_lsp.search.reading.wanted import WantedWords
from helix_lsp.search.reading.windows import Window
from helix_lsp.text.data_file import read_json
from helix_lsp.text.regex import regex
from helix_lsp.text.words import word_terms
from helix_lsp.tuning.questions import READING

KINDS = ("what", "how", "why", "where", "value", "when", "use", "difference", "callers", "yesno", "flow")
_MARKS = {
    "numbers": regex(r"(?<![\w.])\d[\d_.,]*"),
    "assigns": regex(r"(?<![=!<>])(?::=|=>|[=:])(?![=:])"),
    "texts": regex(r"[\"'][^\"'\n]{1,80}[\"']"),
    "conditions": regex(
        r"\b(?:if|elif|elsif|unless|case|when|except|catch|rescue|while|until|guard|match)\b|=>|\? "
    ),
    "limits": regex(
        r"\b(?:not|never|no|only|cannot|always|must|unless|without|except|either|neither)\b|n['\u2019]t\b",
        re.I,
    ),
    "defaults": regex(r"default", re.I),
    "calls": regex(r"\w\("),
}
OWN = (
    "behind_first", "later_of_unit", "others_of_file", "terms", "mean_line", "best_line", "lines_of_unit",
    "precision", "held_words", "exact", "line_exact", "three_around", "named", "with_name", "with_path", "rest_of_unit",
    "pairs_near", "pairs_beside", "asked_near", "asked_beside", "sort", "cue_how", *_MARKS,
)  # fmt: skip
NAMES = (
    *(f"window_{name}" for name in windows.NAMES),
    *(f"unit_{name}" for name in units.NAMES),
    *(f"kind_{kind}" for kind in KINDS),
    *OWN,
)
MOST = 150  # windows, best first: .72 of the questions of 36 repositories have a whole answer among them, .66 among 80
_CROWD = 40  # windows among which those of one file are counted
_LINE = 400  # characters
_BESIDE, _NEAR = 1, 6  # terms from one word to the other


class Looked(msgspec.Struct, frozen=True, kw_only=True):
    """A window with its score of the first look and the unit that it is of."""

    window: Window
    score: float
    candidate: Candidate


class _Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line: how many terms, the words of the question with the place of each, its stems that stand for one."""

    terms: int
    words: tuple[tuple[int, str], ...]
    stems: frozenset[str]
    share: float
    exact: float
    marks: tuple[int, ...]
    full: bool
    length: int


def features(
    found: list[Looked], lines: Mapping[str, list[str]], wanted: WantedWords
) -> list[tuple[float, ...]]:
    """A vector in the order of NAMES for each window; `found` is in the order of the first look, `lines` are those
    of each file.
    """
    keys = wanted.stands.keys()
    surest = {s: max(words, key=lambda w: (words[w], w)) for s, words in wanted.stands.items()}
    asked = [frozenset(pair) for pair in pairwise(wanted.values) if pair[0] != pair[1]]
    weighed = [(pair, math.fsum(wanted.values[w] for w in pair)) for pair in asked]
    every = math.fsum(weight for _, weight in weighed) or 1.0
    kind = tuple(float(wanted.kind == k) for k in KINDS)
    crowd: dict[str, int] = {}
    for one in found[:_CROWD]:
        crowd[one.window.path] = crowd.get(one.window.path, 0) + 1
    read: dict[tuple[str, int], _Line] = {}
    around: dict[tuple[str, int], tuple[dict[str, float], dict[str, float], float]] = {}
    seen: dict[tuple[str, int], int] = {}

    def line(path: str, number: int) -> _Line:
        known = read.get((path, number))
        if known is None:
            text = lines[path][number - 1][:_LINE]
            terms = word_terms(text)
            stems = keys & set(terms)
            held = wanted.held(stems)
            known = read[path, number] = _Line(
                terms=len(terms),
                words=tuple((at, surest[t]) for at, t in enumerate(terms) if t in keys) if stems else (),
                stems=frozenset(stems),
                share=wanted.share(held),
                exact=wanted.exact(held),
                marks=tuple(len(mark.findall(text)) for mark in _MARKS.values()),
                full=bool(text.strip()),
                length=len(text),
            )
        return known

    def beside(one: Candidate) -> tuple[dict[str, float], dict[str, float], float]:
        """(words in the name of a unit, those in its path, share of all that it holds)."""
        at = (one.path, one.unit.ordinal)
        if at not in around:
            name = keys & {*word_terms(one.unit.name), *word_terms(one.unit.qualifier)}
            path = keys & set(word_terms(re.sub(r"[/.]", " ", one.path)))
            whole = set[str]().union(*[keys & counts.keys() for counts in one.unit.counts])
            around[at] = wanted.held(name), wanted.held(path), wanted.share(wanted.held(whole))
        return around[at]

    def own(one: Looked) -> tuple[float, ...]:
        w = one.window
        inside = [line(w.path, number) for number in range(w.first, w.last + 1)]
        held = wanted.held(frozenset[str]().union(*[x.stems for x in inside]))
        share = wanted.share(held)
        in_name, in_path, of_unit = beside(one.candidate)
        named = _joined(held, in_name, 1.0)
        best = max(range(len(inside)), key=lambda n: inside[n].share)
        near = range(max(0, best - 1), min(len(inside), best + 2))
        three = frozenset[str]().union(*[inside[n].stems for n in near])
        pairs_near, pairs_beside = _pairs(inside)
        terms, full = sum(x.terms for x in inside), sum(x.full for x in inside) or 1
        at = (w.path, w.unit.ordinal)
        seen[at] = seen.get(at, -1) + 1
        text = "\n".join(lines[w.path][w.first - 1 + n][:_LINE] for n in near)
        marks = zip(*[x.marks for x in inside], strict=True)
        return (
            one.score - found[0].score,
            float(seen[at]),
            float(crowd.get(w.path, 0)),
            float(terms),
            sum(x.length for x in inside) / full / 80,
            inside[best].length / 100,
            math.log(2 + w.unit.end_line - w.unit.start_line),
            sum(len(x.words) for x in inside) / max(1, terms),
            len(held) / max(1, len(wanted.values)),
            wanted.exact(held),
            inside[best].exact,
            wanted.share(wanted.held(three)),
            wanted.share(in_name),
            wanted.share(named),
            wanted.share(_joined(named, in_path, READING.from_path)),
            of_unit - share,
            float(len(pairs_near)),
            float(len(pairs_beside)),
            math.fsum(weight for pair, weight in weighed if pair in pairs_near) / every,
            math.fsum(weight for pair, weight in weighed if pair in pairs_beside) / every,
            float(is_of_sort(lines[w.path][w.first - 1 + best][:_LINE], wanted.sort)),
            float(CUES["how"].search(text) is not None),
            *(sum(counts) / full for counts in marks),
        )

    return [(*one.window.features, *one.candidate.features, *kind, *own(one)) for one in found]


def _joined(held: Mapping[str, float], more: Mapping[str, float], sure: float) -> dict[str, float]:
    out = dict(held)
    for word, known in more.items():
        out[word] = max(out.get(word, 0.0), sure * known)
    return out


def _pairs(inside: list[_Line]) -> tuple[set[frozenset[str]], set[frozenset[str]]]:
    """The pairs of two words of the question that are near each other, and those side by side."""
    near: set[frozenset[str]] = set()
    beside: set[frozenset[str]] = set()
    last: dict[str, int] = {}
    start = 0
    for one in inside:
        for place, word in one.words:
            at = start + place
            for other, before in last.items():
                if other != word and at - before <= _NEAR:
                    near.add(frozenset((other, word)))
                    if at - before <= _BESIDE:
                        beside.add(frozenset((other, word)))
            last[word] = at
        start += one.terms
    return near, beside


class Closer(msgspec.Struct, frozen=True, kw_only=True):
    """What the second look says of a window: its score, comparable inside one question (the difference of two is about
    the logarithm of how much likelier one is to answer), and the shares of the question, 0..1, that it holds together
    with the name of its unit (`named`) and as words side by side (`beside`).
    """

    score: float
    named: float
    beside: float


_NAMED, _BESIDE_AT = NAMES.index("with_name"), NAMES.index("asked_beside")


def closer(
    found: list[Looked], lines: Mapping[str, list[str]], wanted: WantedWords, check: Callable[[], None]
) -> list[Closer]:
    """The second look at each window, in their order. Calls `check`, which may raise `Cancelled`."""
    check()
    forest, scale = _learned()
    rows = features(found, lines, wanted)
    check()
    return [
        Closer(score=round(total * scale, 6), named=row[_NAMED], beside=row[_BESIDE_AT])
        for row, total in zip(rows, forest.sums(rows), strict=True)
    ]


@cache
def _learned() -> tuple[Forest, float]:
    data = read_json((files(__package__ or "") / "closer.json").read_bytes())
    if tuple(data["names"]) != NAMES:
        raise RuntimeError("closer.json was learned on other features: run bench/train_closer.py --write")
    begin = len(windows.NAMES)  # several windows are of one unit
    return Forest(data["trees"], slice(begin, begin + len(units.NAMES) + len(KINDS))), data["scale"]
