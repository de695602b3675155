"""Denial of evidence (design-decisions.md#no-denial), in both directions: an answer that says there is none
while there is, and one that states facts while there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from helix_lsp.verify.gate import Gate
from helix_lsp.verify.weigh import Weighed

_NOUN = r"(?:evidence|information|mention|references?|documentation|data|details?|context|results?|matches|sources?|trace|record|answer)"
_DENIALS = re.compile(
    rf"\b(?:no|without any|lacks? any|insufficient|not enough|zero)\s+(?:\w+\s+){{0,3}}?{_NOUN}\b(?!\s+(?:is|are)\s+(?:needed|required|sent|kept))|"
    rf"\b(?:could|can|did|do|does|was|were|am|is|are)(?:\s+not|n['’]t)\s+(?:be\s+)?(?:able\s+to\s+)?(?:find|found|locate|located|see|"
    rf"have access|have enough|have any|answer|determine|available)\b|"
    rf"\b(?:repository|repo|code ?base|project|sources?|evidence|context|documents?|documentation|excerpts?|snippets?|results?|material)"
    rf"(?: \w+)?(?: do| does| did)(?: not|n['’]t) (?:contain|mention|include|provide|have|say|specify|describe|cover)\b|"
    rf"\bunable to (?:find|locate|answer|determine|access)\b|\bcannot (?:find|locate|answer|determine|access|see)\b|"
    rf"\b(?:nothing|none) (?:\w+\s+){{0,3}}?(?:was |is |were )?(?:found|mentions|mentioned|provided)\b|\bthere (?:is|was|are|were) no(?:t any)?\b|"
    rf"\bnot (?:found|mentioned|documented|specified|present|available|provided) (?:in|by|anywhere)\b|"
    rf"\bas an ai\b|\bi (?:don['’]t|do not) (?:know|have)\b",
    re.I,
)
_WHERE = re.compile(
    r"\b(?:repo(?:sitory)?|code ?base|sources?|evidence|context|documents?|documentation|files?|provided|excerpts?|snippets?|project|question|"
    r"tool results?|information|material|i)\b",
    re.I,
)


_CONDITION = re.compile(
    r"\b(?:if|when|whenever|unless|until|while|once|as long as|where|in case)\b[^,.;:]*", re.I
)
"""What holds only there denies nothing (`if there are no results, the file is skipped`)."""


def denies(text: str) -> str:
    """The words in which a sentence denies that there is evidence, `` when it does not."""
    found = _DENIALS.search(_CONDITION.sub(" ", text))
    return found[0] if found and _WHERE.search(text) else ""


def denial(weighed: Iterable[Weighed], *, evidence_ok: bool) -> Gate:
    """With evidence: fails when a statement without support of its own says that there is none. Without:
    fails when facts are stated.

    Both ask for the answer to be replaced. Notes are our own and are passed over.
    """
    told = [w for w in weighed if not w.claim.note]
    if evidence_ok:
        for w in told:
            if not w.support.supported and (said := denies(w.claim.text)):
                return Gate(
                    name="denial",
                    verdict="fail",
                    value=1.0,
                    detail=f"says {said!r} while there is evidence",
                    act="replace",
                    claims=(w.claim.id,),
                )
        return Gate(name="denial", verdict="pass", detail="nothing denies the evidence")
    stated = [w for w in told if w.type == "fact" and not denies(w.claim.text)]
    if stated:
        return Gate(
            name="denial",
            verdict="fail",
            value=1.0,
            detail=f"{len(stated)} facts are stated while there is no evidence",
            act="replace",
            claims=tuple(w.claim.id for w in stated),
        )
    return Gate(name="denial", verdict="pass", detail="no fact is stated without evidence")
