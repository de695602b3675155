"""Which component a sentence without a name is about, told by what the files of the components say of
themselves.

For each word of the sentence: how much more often the elements (definitions) of one component say it than
those of the whole project; what a component does not say counts nothing. A sentence belongs to the best
component only where two words at least speak for it, what they say outweighs chance, and no other component
comes near.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from helix_lsp.align.components.elements import Elements, plain
from helix_lsp.config.align import AlignConfig

_SMOOTH = 2.0  # elements of an average component that each component is given on top of its own
_LEAST_WORDS = 2
_DIGITS = 9


class Likeness:
    """The components' vocabularies, counted once; components are known by their sets of files."""

    def __init__(self, elements: Elements, components: Iterable[frozenset[str]], cfg: AlignConfig) -> None:
        self._cfg = cfg
        self._components = tuple(dict.fromkeys(components))
        holders: dict[str, list[int]] = defaultdict(list)
        for number, files in enumerate(self._components):
            for path in files:
                holders[path].append(number)
        self._sizes = Counter(n for path in elements.owners for n in holders.get(path, ()))
        self._all = len(elements.owners)
        self._said: dict[str, Counter[int]] = {}
        self._total: dict[str, int] = {}
        for term, posting in elements.postings.items():
            self._said[term] = Counter(n for i, _ in posting for n in holders.get(elements.owners[i], ()))
            self._total[term] = len(posting)

    def of(self, text: str) -> frozenset[str] | None:
        """The files of the component that the text is about; None where the words do not decide."""
        scored = self._scores(text)
        if not scored:
            return None
        order = sorted(scored, key=lambda n: (-scored[n][0], n))
        best, words = scored[order[0]]
        second = scored[order[1]][0] if len(order) > 1 else 0.0
        sure = words >= _LEAST_WORDS and best >= self._cfg.like_least and best >= self._cfg.like_lead * second
        return self._components[order[0]] if sure else None

    def _scores(self, text: str) -> Mapping[int, tuple[float, int]]:
        """Component -> (sum of what its words say for it, number of those words)."""
        out: dict[int, tuple[float, int]] = {}
        for term in dict.fromkeys(plain(text)):
            usual = (self._total.get(term, 0) + 0.5) / (self._all + 1)
            for number, said in sorted(self._said.get(term, Counter[int]()).items()):
                gain = math.log((said + _SMOOTH * usual) / (self._sizes[number] + _SMOOTH) / usual)
                if gain > 0:
                    score, words = out.get(number, (0.0, 0))
                    out[number] = (round(score + gain, _DIGITS), words + 1)
        return out
