"""The English of a ruling: what the code says instead, and why nothing can be known where that is so. Nothing
reads these texts back.
"""

from __future__ import annotations

from types import MappingProxyType

from helix_lsp.align.drift.reason import Reason
from helix_lsp.verify.claim.claim import Claim
from helix_lsp.verify.claim.judge import Ruling

OTHERWISE = MappingProxyType({
    "value": "the code has {real}, not {said}",
    "base-held": "it does inherit from {said}",
    "base-other": "its bases are {real}, not {said}",
    "base-turned": "it is the other way round: {said} inherits from {subject}",
    "decorator": "its decorators are {real}",
    "parameters": "its parameters are {real}",
    "count": "the code has {real}, not {said}",
    "raises": "its body raises {real}",
    "returns": "it returns {real}, not {said}",
    "kind": "it is a {real}, not a {said}",
    "owner": "it belongs to {real}, not to {said}",
    "file": "it is defined in {real}, not in {said}",
    "deprecated": "the code marks it as deprecated",
    "async": "the signature in the code says otherwise",
    "exported": "the code says otherwise",
    "flag": "the code has {real} for {said}",
    "list": "the code lists {real}",
    "uses": "the code of {subject} does have it",
    "nowhere": "no code or configuration in this project has {said}",
    "sibling": "the code has {real} there, not {said}",
    "order": "the code does it the other way round",
    "guard": "the code does it under the opposite condition",
    "operation": "the code has {real}",
})  # fmt: skip
"""What a contradiction says; these are the ids that a report may bear."""
UNKNOWN = MappingProxyType({
    "subject-unknown": "the project's own code does not define {word}",
    "subject-common": "too many definitions are called {word}",
    "subject-long": "the source of {word} is too long to be compared",
    "unparsed": "a part of {path} could not be parsed",
    "definitions-differ": "several definitions differ from each other",
    "value-unknown": "no value of {word} was found in the code",
    "value-open": "the value in the code cannot be compared with it",
    "bases-open": "a base may lie outside of this project",
    "no-class": "{word} is not a class here",
    "parameters-open": "other parameters may be taken",
    "members-open": "other members may be there",
    "raises-open": "what it calls may raise it",
    "returns-open": "what it returns is not told by its head",
    "kind-open": "both words may be meant",
    "file-open": "the file brings the name in from elsewhere",
    "uses-open": "the code of {word} does not name it, and what it calls may",
    "guard-open": "no condition of that kind was found around it",
    "order-open": "the steps were not found in the code",
    "unread": "nothing that was read has it, and {path} was not read",
    "mark-open": "no mark in the code settles it",
})  # fmt: skip
"""Why nothing can be known."""


def say(ruling: Ruling) -> str:
    """One clause for what was found."""
    return say_reason(ruling.why, ruling.claim, contradicted=ruling.verdict == "contradicted")


def say_reason(why: Reason, claim: Claim, *, contradicted: bool) -> str:
    """The clause of a reason with the facts it bears."""
    if why.id in UNKNOWN:
        return UNKNOWN[why.id].format_map(_facts(why, claim))
    told = OTHERWISE[why.id].format_map(_facts(why, claim))
    if contradicted:
        return told
    return f"it is said under a condition ({claim.scope})" if claim.scope else ""


def _facts(why: Reason, claim: Claim) -> dict[str, str]:
    facts = {"real": "nothing", "word": claim.subject.written} | {k: v for k, v in why.facts if v}
    return facts | {"said": claim.object.written.strip("`"), "subject": claim.subject.written}
