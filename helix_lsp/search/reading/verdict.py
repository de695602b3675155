"""Does what was read answer at all? The score of the best unit less what the question names and the
repository does not have a word for, and, where a model of meaning was asked, how alike the question and the passage
nearest to it are.

Source: 301 questions that their repository answers and 28 about things that it does not have, 21
repositories: AUC .969; at the limit .914 of the first pass and 25 of the 28 are refused. The score alone has
.905; with every unknown word counted, ordinary and misspelt ones too, it was .914.
The weights behind the score were learned on the same questions, so these are upper bounds. With the likeness,
and the repositories of a sixth of the questions left out: where .93 of the first pass, .893 of the second are
refused instead of .857; where .97 pass, .75 instead of .714.
"""

from __future__ import annotations

from helix_lsp.search.reading.read import Reading

_UNKNOWN = 8.0
_NEAR = 11.2  # a cosine of 1 against one point of merit
LEAST = 9.1
LEAST_NEAR = 13.0


def merit(reading: Reading) -> float:
    """How well the best unit speaks for an answer; comparable between questions, higher is better, 0 where
    nothing was read.
    """
    if not reading.units:
        return 0.0
    return reading.units[0][1] - _UNKNOWN * reading.wanted.lost


def answers(reading: Reading) -> bool:
    """True where the merit is that of an answer."""
    if reading.nearest is not None:
        return merit(reading) + _NEAR * reading.nearest >= LEAST_NEAR
    return merit(reading) >= LEAST
