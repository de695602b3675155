"""The ranker that a repository trained on itself, as ranking reads it: factors on the weights that are here,
one more weight for what earlier changes say, and those changes.

It is data. `session/learn` makes, judges and keeps it; without one, ranking is what it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Self

from helix_lsp.config.search import SearchConfig
from helix_lsp.search.ranking.told import Told
from helix_lsp.text.digest import digest_of
from helix_lsp.tuning.search import SearchTuning

TOLD = "told"


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """`digest` is that of its file. `factors` are (feature, what its weight is multiplied by), sorted; `weight`
    is that of `told`.
    """

    digest: str
    factors: tuple[tuple[str, float], ...] = ()
    weight: float = 0.0
    told: Told = field(default_factory=lambda: Told(()), repr=False, compare=False)

    def weights(self, hand: Mapping[str, float]) -> dict[str, float]:
        """The weights of ranking, in their order, with what was learned."""
        factors = dict(self.factors)
        return {name: weight * factors.get(name, 1.0) for name, weight in hand.items()} | {TOLD: self.weight}


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedSearch(SearchConfig):
    """The options of retrieval of one repository, with the ranker that it trained. The digest of the options
    holds the ranker's, so that an answer names what ranked it.
    """

    ranker: Learned

    @classmethod
    def of(cls, cfg: SearchConfig, ranker: Learned) -> Self:
        """The same options with this ranker."""
        return cls(ranker=ranker, **{f.name: getattr(cfg, f.name) for f in fields(SearchConfig)})


def learned_of(cfg: SearchConfig) -> Learned | None:
    """The ranker in force, None where none was promoted."""
    return cfg.ranker if isinstance(cfg, LearnedSearch) else None


def without_learned(cfg: SearchConfig) -> SearchConfig:
    """The same options without a ranker."""
    return SearchConfig(**{f.name: getattr(cfg, f.name) for f in fields(SearchConfig)})


def baseline_digest(cfg: SearchConfig) -> str:
    """SHA-256 of the ranker as this version has it: every number of retrieval that nobody sets."""
    return digest_of([[f.name, repr(getattr(cfg, f.name))] for f in fields(SearchTuning)])
