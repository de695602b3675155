"""What a contradiction needs to be shown as an alarm, and which of it is missing: then it is possible, and told only to
who asks for hints.

An alarm has a subject of one place, a plain sentence about one value, the only value that the code has, and a document of
the same package. Each id is in `tuning/drift_worths.py` with what it takes away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from helix_lsp.align.live import Live
from helix_lsp.align.prose import Sentence
from helix_lsp.verify.claim.judge import Ruling
from helix_lsp.verify.claim.versions import NEEDS
from helix_lsp.verify.facts.fact import Fact
from helix_lsp.verify.facts.meant import package_of
from helix_lsp.verify.facts.value import said_value, version_of

_CODE = re.compile(r"`{1,2}[^`\n]{1,120}`{1,2}")
_BRANCH = re.compile(
    rb"(?i)process\.(?:platform|env)|sys\.platform|os\.(?:name|environ)|getenv|platform\.system|cfg!?\(|#\s*if|runtime\.GOOS|"
    rb"\bis_?(?:windows|linux|mac|browser|node|production|dev|test)\b|NODE_ENV"
)
_OWNER = re.compile(
    r"\b(?:it|we|you|this|the|our)\b|`|(?-i:(?<![\w./@-])[A-Z@][\w./@-]{0,60}\s{1,4}(?:currently\s+|now\s+|only\s+)?(?:requires?|needs?|supports?|works|runs|depends)\b)|"
    r"shields\.io|\bMSRV|\bminimum supported",
    re.I,
)
_ABOVE = 160  # bytes before a value in which a branch around it is looked for


def lacks(told: Sentence, ruling: Ruling, document: str, live: Live) -> Iterator[str]:
    """The ids of what a contradicted claim of a sentence is without."""
    claim, facts, text = ruling.claim, ruling.facts, told.text
    if claim.predicate == "kind":
        yield "everyday-kind"  # `a handler is a function` may mean what it does
    if claim.predicate == "version" and any(_asks_more(ruling, f) for f in facts):
        yield "asks-more"
    if (
        claim.predicate == "version"
        and not NEEDS.search(told.section)
        and not _OWNER.search(text[: claim.start])
    ):
        yield "no-owner"  # `Requires Node.js 18`, said of what the paragraph is about
    if claim.predicate in ("value", "default"):
        beside = (m[0] for m in _CODE.finditer(text) if m.end() <= claim.start or claim.end <= m.start())
        values = (v for v in map(said_value, beside) if v is not None)
        if any(v.kind == claim.object.kind and v.kind in ("number", "truth") for v in values):
            yield "other-values"
        if len({f.subject for f in facts}) > 1:
            yield "places-differ"
    inside = package_of(document, live.snapshot)
    if claim.predicate != "version" and any(not f.path.startswith(inside) for f in facts):
        yield "beyond-package"
    if any(_BRANCH.search(_around(f, live)) for f in facts):
        yield "one-branch"


def _asks_more(ruling: Ruling, fact: Fact) -> bool:
    """True where a document asks for a newer version than the manifest does: it may have its reasons."""
    said, real = version_of(ruling.claim.object), version_of(fact.value)
    return said is not None and real is not None and said > real


def _around(fact: Fact, live: Live) -> bytes:
    data = live.data(fact.path) or b""
    return data[max(0, fact.span.start - _ABOVE) : min(fact.span.end, fact.span.start + _ABOVE)]
