"""BM25F of one unit from its stored term counts and the exact statistics of the snapshot.

Source: Robertson and Zaragoza, The Probabilistic Relevance Framework (2009), simple BM25F; averages over
units where a field is filled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.keys import path_words
from helix_lsp.index.snapshot import Statistics
from helix_lsp.index.unit import FIELDS, Unit
from helix_lsp.text.paths import split_path
from helix_lsp.text.words import terms

NAME = FIELDS.index("name")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorer:
    """Everything about the question and the collection that does not depend on the unit. Term order is fixed,
    so sums are too.
    """

    terms: tuple[tuple[str, float], ...]
    """(term, weight times rarity)"""
    fields: tuple[tuple[float, float, float], ...]
    """(weight, 1 - b, b / average length) for each of FIELDS"""
    k1: float
    path: float
    """weight of a word of the path; paths are short, so their length is not weighed"""
    wanted: tuple[str, ...]
    """the terms alone: a field that holds none of them is passed over"""

    def score(self, unit: Unit, path: Mapping[str, int]) -> float:
        """BM25F of the unit in a file whose path holds the words `path`; 0 when unit and path hold none of
        the terms.
        """
        total = 0.0
        wanted = self.wanted
        pairs = [
            (weight / (base + slope * sum(counts.values())), counts)
            for (weight, base, slope), counts in zip(self.fields, unit.counts, strict=True)
            if counts and not counts.keys().isdisjoint(wanted)
        ]
        for term, value in self.terms:
            frequency = 0.0
            for scale, counts in pairs:
                if term in counts:
                    frequency += scale * counts[term]
            if term in path:
                frequency += self.path * path[term]
            if frequency:
                total += value * (self.k1 + 1) * frequency / (self.k1 + frequency)
        return total


def make_scorer(
    terms: tuple[tuple[str, float], ...], rarity: dict[str, float], stats: Statistics, cfg: SearchConfig
) -> Scorer:
    """A scorer for (term, weight) pairs."""
    weights = (cfg.weight_name, cfg.weight_qualifier, cfg.weight_signature, cfg.weight_doc, cfg.weight_body)
    norms = (cfg.norm_name, cfg.norm_qualifier, cfg.norm_signature, cfg.norm_doc, cfg.norm_body)
    fields: list[tuple[float, float, float]] = []
    for weight, b, length, filled in zip(weights, norms, stats.lengths, stats.filled, strict=True):
        average = length / filled if filled and length else 1.0
        fields.append((weight, 1 - b, b / average))
    return Scorer(
        terms=tuple((t, w * rarity[t]) for t, w in terms),
        fields=tuple(fields),
        k1=cfg.k1,
        path=cfg.weight_path,
        wanted=tuple(t for t, _ in terms),
    )


def path_counts(path: str) -> Mapping[str, int]:
    """Words of the folders once, of the file's stem twice."""
    found = dict(_folder_counts(split_path(path)[0]))
    for word in path_words(path):
        found[word] = found.get(word, 0) + 2
    return found


@lru_cache(2_000)
def _folder_counts(folder: str) -> Mapping[str, int]:
    return Counter([t for t in terms(folder.replace("/", " ")) if t[0] != "="])
