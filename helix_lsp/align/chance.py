"""How likely a file belongs to a requirement, told from what its score would be by chance.

Chance is a requirement of the same form whose words are others, as rare as its own: each word is replaced by
one from its neighbourhood in the project's order of rarity, and all files are scored again. The share of
those scores that reach a file's own is its p-value, so that larger projects, in which some file always looks
alike, ask for higher scores by themselves.
Scores of files that belong are taken to be distributed as a power of p (density a p^(a-1), 0 < a < 1), the
others evenly; with the number of files that a requirement usually has this gives the likelihood by Bayes'
rule.
Source: Efron, Large-Scale Inference (2010), ch. 5, for the two groups and their local rate; the replacement
of words is our own.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from helix_lsp.config.align import AlignConfig
from helix_lsp.text.digest import sha256_hex

_REACH = 20  # words up to a twentieth of the vocabulary away in the order of rarity are as rare
_TAIL = 100  # highest scores by chance from which their tail is read
_LEAST_P = 1e-9  # no tail is trusted further
_DIGITS = 9


def substitutes(words: Sequence[str], rarity: Mapping[str, float], draws: int) -> Iterator[dict[str, str]]:
    """`draws` replacements of the known words, the same for the same words and vocabulary; unknown words
    stay.
    """
    own = set(words)
    order = sorted(rarity, key=lambda term: (rarity[term], term))
    place = {term: i for i, term in enumerate(order)}
    reach = max(5, len(order) // _REACH)
    for draw in range(draws):
        chosen: dict[str, str] = {}
        for word in words:
            at = place.get(word, -1)
            if at >= 0:
                near = order[max(0, at - reach) : at + reach + 1]
                others = [term for term in near if term not in own] or near
                chosen[word] = others[int(sha256_hex(f"{draw} {word}".encode())[:12], 16) % len(others)]
        yield chosen


def likelihoods(
    scores: Sequence[float], chance: Sequence[float], share: float, cfg: AlignConfig
) -> list[float]:
    """For each score the likelihood that its file belongs; `chance` are sorted scores of all files by chance,
    `share` of all belong usually.

    Above the hundredth highest score by chance the tail is taken to fall off evenly on a log scale, so that
    what was never reached has a p-value too.
    """
    share = min(0.5, share)
    tail = len(chance) - max(1, min(_TAIL, len(chance) // 4))
    edge = chance[tail] if chance else 0.0
    beyond = [score - edge for score in chance[tail:]]
    slope = sum(beyond) / len(beyond) if beyond else 0.0
    out: list[float] = []
    for score in scores:
        p = (len(chance) - bisect_left(chance, score) + 0.5) / (len(chance) + 1)
        if score > edge and slope > 0:
            p = max(_LEAST_P, len(beyond) / len(chance) * math.exp(-(score - edge) / slope))
        belongs = cfg.chance_power * p ** (cfg.chance_power - 1) * share
        out.append(round(belongs / (belongs + 1 - share), _DIGITS))
    return out
