"""Does what was read answer at all? The score of the best unit less what the repository does not know of the question.

Source: 302 questions that their repository answers and 28 about things that it does not have, 21 repositories: AUC .916; at the limit .85 of the
first pass and .9 of the second are refused. The weights behind the score were learned on the same questions, so both are upper bounds.
"""

from __future__ import annotations

from helix_lsp.search.reading.read import Reading

_UNKNOWN = 3.0
LEAST = 9.1


def merit(reading: Reading) -> float:
    """How well the best unit speaks for an answer; comparable between questions, higher is better, 0 where nothing was read."""
    if not reading.units:
        return 0.0
    unknown, wanted = reading.unknown, reading.wanted
    lost = sum(value for word, value in wanted.values.items() if word in unknown) / wanted.total
    return reading.units[0][1] - _UNKNOWN * lost


def answers(reading: Reading) -> bool:
    """True where the merit is that of an answer."""
    return merit(reading) >= LEAST
