"""What sort of statement a sentence is: fact, inference, hypothesis, assumption or question.

A cue word counts only where the cited text does not carry it: `the file may be missing`, quoted from a source
that says so, is a fact.
The types are casimirbot's, without its rule that the last sentence concludes.
"""

from __future__ import annotations

import re
from typing import Literal

ClaimType = Literal["fact", "inference", "hypothesis", "assumption", "question"]

_ASSUMPTION = re.compile(
    r"\b(?:assum(?:e|es|ed|ing|ption)|suppos(?:e|ing|edly)|presum(?:e|es|ably|ing))\b", re.I
)
_HYPOTHESIS = re.compile(
    r"\b(?:may|might|could|maybe|perhaps|possibly|probably|likely|unlikely|apparently|seems?|appears? to|suggests?|hypothes[ie]s|"
    r"hypothetically|i think|i believe|i guess)\b",
    re.I,
)
_INFERENCE = re.compile(
    r"\b(?:therefore|thus|hence|consequently|accordingly|it follows|(?:which|this|that) (?:means|implies|suggests)|implies|implying|meaning that|"
    r"so that means|in conclusion|overall|as a result)\b|(?:^|[,;]\s)so (?=(?:the|it|they|this|its|no|all|any|every|each)\b|`)",
    re.I,
)
_CUES: tuple[tuple[ClaimType, re.Pattern[str]], ...] = (
    ("assumption", _ASSUMPTION), ("hypothesis", _HYPOTHESIS), ("inference", _INFERENCE),
)  # fmt: skip
_CODE = re.compile(r"`[^`]*`")


def claim_type(text: str, cited: tuple[str, ...]) -> ClaimType:
    """The type of one sentence under the texts that it cites."""
    spoken = _CODE.sub("`", text).strip()
    source = " ".join(cited)
    if spoken.rstrip("`*) ").endswith("?") and not cited:
        return "question"
    for kind, pattern in _CUES:
        if any(not _carried(m[0], source) for m in pattern.finditer(spoken)):
            return kind
    return "fact"


def _carried(cue: str, source: str) -> bool:
    return re.search(rf"\b{re.escape(cue)}\b", source, re.I) is not None
