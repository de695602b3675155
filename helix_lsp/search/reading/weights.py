"""What each feature of a unit and of a window is worth, learned by a softmax over the candidates of each
question (L2, standardised).

Source: `bench/train_reading.py` on questions of people with the places that answer them; the figures that it
prints are of repositories that were left out when the weights of each were learned. The 309 questions over 21
repositories behind these weights are those that answers are measured on, so what `ask` reaches there is an
upper bound: three windows hold a right place for .54 of them, and for .50 where the repository of the
question was left out; .48 and .44 with all of its facts. `form` was set by hand beside the learned ones:
at 3 the first window holds a right place with all facts for 39 of 114 questions of five sets, without it for 29.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from operator import mul

import msgspec
from msgspec.structs import replace

from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.units.unit import Unit
from helix_lsp.search.question.query import Query
from helix_lsp.search.question.word_forms import Weighted
from helix_lsp.search.ranking.hit import Feature
from helix_lsp.search.ranking.rank import Fused, Ranked
from helix_lsp.search.reading import likeness, units, windows
from helix_lsp.search.reading.units import Candidate, candidates
from helix_lsp.search.reading.wanted import WantedWords, wanted_words
from helix_lsp.tuning.questions import READING

_UNITS = {
    "text": 2.9891,
    "exact": -1.7192,
    "head": 2.0299,
    "name": -0.9515,
    "doc": 2.2650,
    "body": 2.9635,
    "path": -3.2679,
    "file_name": 5.3935,
    "context": 3.4847,
    "file": 0.2461,
    "file_rank": 3.8596,
    "file_score": 2.3351,
    "unit_score": 1.6770,
    "named_by_channel": 0.2286,
    "test": -2.1819,
    "example": -1.0634,
    "document": 0.1711,
    "configuration": 1.1429,
    "record": -2.7283,
    "derived": -0.8654,
    "translated": -2.2686,
    "entry": 0.6073,
    "whole": 2.9529,
    "length": 1.8328,
    "rarest": -0.1245,
    "section": 0.8432,
    "document_use": 1.9787,
    "document_what": 1.1994,
    "document_why": 0.6099,
    "document_weighing": 1.8098,
    "code_where": 0.9928,
    "code_when": 0.8158,
    "code_flow": 0.9516,
    "code_how": 1.0036,
    "code_value": -0.3077,
    "configuration_value": 2.3710,
    "configuration_what": 2.9266,
    "density": -0.0026,
    "part": 0.2628,
    "class": 0.2873,
    "definition": -0.2421,
    "two_best": -2.5070,
}
_WINDOWS = {
    "unit": 0.4119,
    "rank": 2.8103,
    "text": -0.4674,
    "line": 4.3679,
    "three_lines": -0.9890,
    "density": 1.0644,
    "first_line": 0.7931,
    "imports": -3.4981,
    "comments": -0.8392,
    "share": 2.0012,
    "whole": 1.2823,
    "literal": 4.8724,
    "cue_value": 1.1548,
    "cue_when": 1.4893,
    "cue_why": 1.5987,
    "cue_use": 0.3592,
    "cue_what": 0.9052,
    "cue_how": 0.9652,
    "cue_where": 0.4234,
    "cue_difference": 1.2500,
    "cue_yesno": 0.6489,
    "cue_flow": 0.3214,
    "opening": 0.4473,
    "later": -0.1511,
    "fence": 1.6440,
    "leaves": 1.1357,
    "two_lines": 1.6312,
    "form": 3.0,
}
_LIKENESS = {"lexical": 0.5464, "likeness": 3.1656, "below_best": 4.1024, "rank": 1.2055}
_LEARNED = {"lexical": 0.5463, "likeness": 6.9511, "below_best": 8.9911, "rank": 0.6927}
UNITS = tuple(_UNITS[name] for name in units.NAMES)
WINDOWS = tuple(_WINDOWS[name] for name in windows.NAMES)
LIKENESS = tuple(_LIKENESS[name] for name in likeness.NAMES)
LEARNED = tuple(_LEARNED[name] for name in likeness.NAMES)  # of a port that learned from questions
LEARNED_BASE = -2.7  # the score of a best passage then says of its fit what it says by the weights above


# The order of files and the order of units made one: a question in words is answered by places, and each
# order finds what the other misses.
#
# The two lists of files are fused by reciprocal rank. The order of units counts by how short the question
# is: in a long sentence the words name parts of the code, and the order of files knows these better; so it
# does where the question writes a name. Source: 309 questions of people over 21 repositories, right place
# in the first ten .62 -> .78; the same change costs nothing on the sentences of sweqa, whose files stay in
# their order, and on the files that Semble asks for. Invariants: scores fall in the order of the result;
# every contribution still adds up to its score.

# The one order of units for a question in words: the search presents its places by it, the answer reads its
# windows in it.


class UnitOrder(msgspec.Struct, frozen=True, kw_only=True):
    """`units` are (unit, score), best first; scores are comparable between questions, higher is better. `keep` is what
    filtered their paths, None for nothing.
    """

    wanted: WantedWords
    units: tuple[tuple[Candidate, float], ...]
    keep: Callable[[str], bool] | None = None


def read_units(
    query: Query,
    weighted: Weighted,
    ranked: tuple[Ranked, ...],
    snapshot: Snapshot,
    cfg: SearchConfig,
    check: Callable[[], None],
    keep: Callable[[str], bool] | None = None,
) -> UnitOrder:
    """The units of the ranked files, and of the configuration that `keep` lets through, by what was learned.
    Deterministic (I7).
    """
    wanted = wanted_words(query, weighted, snapshot)
    found = [(c, dot(UNITS, c.features)) for c in candidates(wanted, ranked, snapshot, cfg, check, keep)]
    found.sort(key=lambda x: (-round(x[1], 6), x[0].path, x[0].unit.ordinal))
    return UnitOrder(wanted=wanted, units=tuple(found), keep=keep)


def dot(weights: tuple[float, ...], features: tuple[float, ...]) -> float:
    """Their inner product; both are of one length."""
    return sum(map(mul, weights, features))


def fold_in(
    chosen: tuple[Ranked, ...],
    ranked: tuple[Ranked, ...],
    order: UnitOrder,
    query: Query,
    k: int,
    cfg: SearchConfig,
) -> tuple[Ranked, ...]:
    """At most `k` files: `chosen` before the rest of `ranked`, fused with the files of the order of units."""
    share = (
        cfg.read_share
        * query.short
        * (cfg.read_named if any(n.weight >= READING.meant for n in query.names) else 1.0)
    )
    units: dict[str, list[Unit]] = {}
    for candidate, _ in order.units:
        units.setdefault(candidate.path, []).append(candidate.unit)
    files = {r.file.path: r for r in chosen}
    for one in ranked:
        files.setdefault(one.file.path, one)
    first, second = _ranks(list(files)), _ranks(list(units))
    scores = {
        p: (1 - share) * first.get(p, 0.0) + share * second.get(p, 0.0)
        for p in (*files, *(p for p in units if p not in files))
    }
    best = sorted(scores, key=lambda p: (-round(scores[p], 9), -first.get(p, 0.0), p))[:k]
    top = (chosen or ranked)[0].best if files else 0.0
    fused = [files.get(path) or _read_only(path, units[path], top) for path in best]
    if query.short >= cfg.read_places_from:
        fused = [
            r if r.pin >= 0 else replace(r, read=tuple(units.get(r.file.path, ())[: cfg.per_file]))
            for r in fused
        ]
    return _falling(fused)


def _ranks(paths: list[str]) -> Mapping[str, float]:
    """Path -> reciprocal of its rank, which counts from 2."""
    return {path: 1 / (2 + n) for n, path in enumerate(paths)}


def _read_only(path: str, units: list[Unit], best: float) -> Ranked:
    """A file that only the order of units knows: configuration, which hardly shares a word with a question."""
    file = Fused(path=path, units=(units[0],), ranks=(), features=(), defines=(), score=0.0)
    return Ranked(file=file, score=0.0, features=(), demotions=(), units=(), best=best)


def _falling(files: list[Ranked]) -> tuple[Ranked, ...]:
    """All in this order, each with a score of those that the files have, the difference named as a feature."""
    scores = sorted((r.score for r in files), reverse=True)
    least = [round(READING.score_step * (len(files) - n), 6) for n in range(len(files))]
    out: list[Ranked] = []
    for n, one in enumerate(files):
        score = max(scores[n], least[n])
        out.append(_scored(one, min(score, round(out[-1].score - READING.score_step, 6)) if out else score))
    return tuple(out)


def _scored(one: Ranked, score: float) -> Ranked:
    if score == one.score:
        return one
    factor = prod(f for _, f in one.demotions)
    added = round((score - one.score) / factor, 9) if factor else 0.0
    return replace(
        one,
        score=round(score, 6),
        features=(*one.features, Feature(name="read", value=1.0, weight=added, contribution=added)),
    )
