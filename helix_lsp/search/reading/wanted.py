"""A question as weighted words for reading: which words of a text stand for which word of the question, and how much each counts.

The position of a word in the question counts less than for ranking files (its square root), since the place is known to be near; rarity is
that of the repository. Spellings that the repository does not know bring the words that differ in one letter.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise

from helix_lsp.index.snapshot import Snapshot
from helix_lsp.search.query import Query
from helix_lsp.search.reading.everyday import meant_by, phrases
from helix_lsp.search.reading.kinds import Wanted, wanted_kind
from helix_lsp.search.weighting import Weighted
from helix_lsp.text.words import split, stem

_LEAST_WEIGHT = 0.1
_PREFIXES = ("un", "re", "non", "pre", "sub", "multi", "auto", "de")
_PREFIXED = 0.6
_JOINED = 0.9
_MISSPELT = 0.9
_LEAST_STEM = 4
_LEAST_JOINED = 6
_MOST_SPELLINGS = 3
_WORDS = re.compile(r"[A-Za-z]+")
_FEWEST = 2
_ASKS = re.compile(
    r"\W*(?:(?:please|so|and|but|hi|hey)[ ,]+)*(?:how|w?h?ich|what|where|when|why|who|whose|is|are|was|were|do|does|did|can|could|may|must|"
    r"should|will|would|has|have|in|after|before|at|on|from|under|by|for|to|explain|describe|tell|show|list|difference|whats|wheres)\b|.*\?\s*\Z|.*\bvs\b",
    re.I | re.S,
)
# Words of asking and of everyday speech that say nothing of what is asked about.
_IDLE = frozenset(
    stem(w)
    for w in "come go goes going gone way thing things something anything everything whats really still already ever just even although "
    "though much many lot please someone somebody one two".split()
) | {"first"}


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedWords:
    """`values` weighs each word of the question (rarity times its weight), `stands` maps a stem of a text to (word, how surely 0..1).

    `whole` are the identifiers that the question writes (behind `=`), `rarest` the word of most weight, `` for none.
    """

    kind: Wanted
    values: Mapping[str, float]
    stands: Mapping[str, Mapping[str, float]]
    whole: frozenset[str]
    rarest: str
    total: float

    def held(self, stems: Collection[str]) -> dict[str, float]:
        """The words of the question that these stems (all of them keys of `stands`) stand for, with the surest reading of each."""
        found: dict[str, float] = {}
        for s in stems:
            for word, sure in self.stands[s].items():
                if sure > found.get(word, 0.0):
                    found[word] = sure
        return found

    def share(self, held: Mapping[str, float]) -> float:
        """Share of the question's weight, 0..1."""
        return sum(self.values[w] * sure for w, sure in held.items()) / self.total

    def exact(self, held: Mapping[str, float]) -> float:
        """Share of the question's weight that stands there in the question's own words."""
        return sum(self.values[w] for w, sure in held.items() if sure >= _MISSPELT) / self.total


def wanted_words(query: Query, weighted: Weighted, snapshot: Snapshot) -> WantedWords:
    """The words of a question that was searched."""
    rarity, unknown = weighted.rarity, frozenset(weighted.unknown)
    rarest_known = max(rarity.values(), default=1.0)
    weights = {t: w for t, w in query.terms if t[0] != "=" and w > _LEAST_WEIGHT and t not in _IDLE}
    values = {t: w**0.5 * rarity.get(t, rarest_known) for t, w in weights.items()}
    stands: dict[str, dict[str, float]] = {}

    def add(text: str, word: str, sure: float) -> None:
        words = stands.setdefault(text, {})
        words[word] = max(words.get(word, 0.0), sure)

    for term in weights:
        add(term, term, 1.0)
        for other, sure in meant_by(term):
            add(other, term, sure)
        for other in _kin(term):
            add(other, term, _PREFIXED)
        if term in unknown and len(term) >= _LEAST_STEM:
            for other in spellings(term, snapshot):
                add(other, term, _MISSPELT)
    for said, meant in phrases(query.text):
        for word in (w for w in said if w in weights):
            for other, sure in meant:
                add(other, word, sure)
    words = [w.lower() for w in _WORDS.findall(query.text)]
    for one, other in pairwise(words):
        if len(one) > 1 < len(other) and len(one + other) >= _LEAST_JOINED:  # `sub command`, `file name`
            for word in (stem(one), stem(other)):
                if word in weights:
                    add(stem(one + other), word, _JOINED)
    return WantedWords(
        kind=wanted_kind(query.text), values=values, stands=stands, whole=frozenset(t for t, _ in query.terms if t[0] == "="),
        rarest=max(values, key=lambda t: (values[t], t), default=""), total=sum(values.values()) or 1.0,
    )  # fmt: skip


def in_words(query: Query) -> bool:
    """True for a question as people ask it: neither a lone name nor a pasted report, and more than two words."""
    return query.shape in ("sentence", "keywords") and len(_WORDS.findall(query.text)) > _FEWEST and _ASKS.match(query.text) is not None


def _kin(term: str) -> list[str]:
    """The same word with or without a prefix: `uncompressed` and `compress`."""
    cut = [stem(term[len(p) :]) for p in _PREFIXES if term.startswith(p) and len(term) - len(p) >= _LEAST_STEM]
    return cut + ([p + term for p in _PREFIXES] if len(term) > _LEAST_STEM else [])


def spellings(term: str, snapshot: Snapshot) -> tuple[str, ...]:
    """Stems of names of the repository that differ from an unknown one in one letter or two neighbours, at most three."""
    found: dict[str, None] = {}
    for name in snapshot.names_between(len(term) - 1, len(term) + 1):
        if name[:1].lower() == term[0]:
            for part in split(name)[0]:
                if one_apart(part, term):
                    found[part] = None
    return tuple(found)[:_MOST_SPELLINGS]


def one_apart(one: str, other: str) -> bool:
    """One letter more, less or another, or two neighbours swapped."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    at = 0
    while at < min(len(one), len(other)) and one[at] == other[at]:
        at += 1
    if one[at + 1 :] == other[at + 1 :] or one[at:] == other[at + 1 :] or one[at + 1 :] == other[at:]:
        return True
    return len(one) == len(other) and one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
