"""Why the ladder was climbed once more, in words: the heading of a climb in every view of a trace."""

from __future__ import annotations

from collections.abc import Mapping

_WORDS: Mapping[str, str] = {
    "choice": "What could be chosen, worked out again",
    "question": "The question",
    "not_near": "Without what is open",
    "place": "As the place of the cursor means it",
    "no_model": "Without the model, to compare with",
    "withheld": "With the top evidence withheld",
}


def say_climb(number: int, purpose: str) -> str:
    """`Climb 2: without what is open`; a record of an older version names no purpose."""
    return (
        f"Climb {number}: {said[0].lower()}{said[1:]}" if (said := _WORDS.get(purpose)) else f"Climb {number}"
    )
