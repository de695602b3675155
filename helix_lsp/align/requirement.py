"""Which files implement a requirement: fine elements, votes of title and sentences, neighbours, and one cut.

Each part of the text (its title weighs more) scores a file by its best element; a file's score is the weighted sum, plus a share of its
neighbours' mean.
Source: alignment-study 3.1; the cut is argued in docs/how-to/tie-documents-to-code.md.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from helix_lsp.align.elements import Elements, plain
from helix_lsp.config.align import AlignConfig

_LABEL = re.compile(r"^[\w \-]{0,25}:")
_WORD = re.compile(r"[^\W\d]\w*")
_SENTENCE = re.compile(r"(?<=[.;])\s")
_TITLE_WORDS = 12  # a first line of more words is a sentence, not a title (alignment-study 3.1)
_DIGITS = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A file, its score, the share of the best one's, and the words of the text that it says, rarest first."""

    path: str
    score: float
    share: float
    words: tuple[str, ...]


def requirement_files(text: str, elements: Elements, cfg: AlignConfig) -> tuple[Scored, ...]:
    """The committed set, best first; empty where no file says a word of it."""
    scores = _scores(text, elements, cfg)
    order = sorted((p for p, s in scores.items() if s > 0), key=lambda p: (-scores[p], p))
    return tuple(_scored(text, order[: _cut([scores[p] for p in order], len(elements.paths), cfg)], scores, elements))


def _cut(scores: list[float], files: int, cfg: AlignConfig) -> int:
    """How many of the ranked files are kept: the set whose expected F1 is highest.

    A file belongs with a likelihood of (its score / the best) ^ power, within the first ranks (log2 of the project's size); the rest counts as
    chance. The shape of this very ranking decides: a steep one gives a small set, a flat one a large one.
    """
    if not scores:
        return 0
    near = scores[: max(1, round(cfg.kept_ranks * math.log2(max(2, files))))]
    likely = [(s / scores[0]) ** cfg.kept_power for s in near]
    total, held, best, kept = sum(likely), 0.0, 0.0, 0
    for count, share in enumerate(likely, 1):
        held += share
        expected = round(2 * held / (count + total), _DIGITS)
        if expected > best:
            best, kept = expected, count
    return kept


def _scored(text: str, order: list[str], scores: Mapping[str, float], elements: Elements) -> list[Scored]:
    words = dict.fromkeys(plain(text))
    said: dict[str, list[str]] = defaultdict(list)
    wanted = set(order)
    for word in sorted(words, key=lambda w: (-elements.rarity.get(w, 0.0), w)):
        for path in {elements.owners[i] for i, _ in elements.postings.get(word, ())} & wanted:
            said[path].append(word)
    return [Scored(path=p, score=scores[p], share=scores[p] / scores[order[0]], words=tuple(said[p])) for p in order]


def _scores(text: str, elements: Elements, cfg: AlignConfig) -> dict[str, float]:
    total: dict[str, float] = defaultdict(float)
    for part, weight in _parts(text, cfg):
        for path, score in _part(part, elements).items():
            total[path] += weight * score
    out: dict[str, float] = {}
    for path in elements.paths:
        near = elements.near[path]
        lift = sum(total.get(n, 0.0) for n in near) / len(near) if near else 0.0
        out[path] = round(total.get(path, 0.0) + cfg.neighbour_weight * lift, _DIGITS)
    return out


def _parts(text: str, cfg: AlignConfig) -> list[tuple[str, float]]:
    """(text, weight) of the title and the sentences."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        return []
    title = _LABEL.sub("", lines[0])
    if len(_WORD.findall(title)) > _TITLE_WORDS:
        return [(s, 1.0) for line in lines for s in _SENTENCE.split(line)]
    return [(title, cfg.title_weight), *((s, 1.0) for line in lines[1:] for s in _SENTENCE.split(line))]


def _part(text: str, elements: Elements) -> dict[str, float]:
    """File -> its best element's likeness to one part."""
    counts = Counter(plain(text))
    unknown = elements.unknown()
    length = math.sqrt(sum(((1 + math.log(n)) * elements.rarity.get(t, unknown)) ** 2 for t, n in counts.items())) or 1.0
    found: dict[int, float] = defaultdict(float)
    for term, n in counts.items():
        weight = (1 + math.log(n)) * elements.rarity.get(term, 0.0)
        for i, own in elements.postings.get(term, ()):
            found[i] += weight * own
    best: dict[str, float] = defaultdict(float)
    for i, score in found.items():
        best[elements.owners[i]] = max(best[elements.owners[i]], score / length)
    return best
