"""Words by which a sentence says nothing for sure: it hedges, asks, compares or tells of other times."""

from __future__ import annotations

import re

LONGEST = 400
"""Characters of a sentence that is read for claims."""
_ALWAYS = (
    r"usually|typically|often|sometimes|might|could|would|should|used to|previously|formerly|had|instead of|suppose|imagine|let's say|"
    r"as if|e\.g\.|for example|for instance|such as|will be|proposed?|originally|older|earlier|legacy|future|planned|consider|"
    r"recommended?|approximately|roughly|about \d|around \d|almost|nearly|unlike|more than|less than|fewer than|no longer|until|prior to"
)


def hedged(more: str) -> re.Pattern[str]:
    """Finds such a word, or one of the alternatives `more` of a pattern."""
    return re.compile(rf"\b(?:{_ALWAYS}|{more})\b|\?\s*\Z", re.I)
