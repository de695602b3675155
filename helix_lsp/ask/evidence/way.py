"""Both ends of `how does A reach B?`, written as they are defined here."""

from __future__ import annotations

import re
from dataclasses import dataclass

from helix_lsp.ask.evidence.course import bearing
from helix_lsp.index.overlay.snapshot import Defined, Snapshot

_NAME = r"`?([A-Za-z_]\w*(?:(?:\.|::|#)\w+)*[!?]?)`?(?:\(\))?"
_REACHES = re.compile(
    rf"\bhow (?:does|do|can|would) (?:the )?{_NAME} (?:reach|get to|arrive at|end up (?:in|at)|lead to|come to call) (?:the )?{_NAME}\W*\Z|"
    rf"\b(?:path|way|chain|calls?|steps) (?:lead )?from (?:the )?{_NAME} to (?:the )?{_NAME}\W*\Z",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """`first` and `last` as the question writes them; `starts` and `ends` are what bears these names, the product's
    own first, neither empty.
    """

    first: str
    last: str
    starts: tuple[Defined, ...]
    ends: tuple[Defined, ...]


def asked_way(question: str, snapshot: Snapshot) -> Way | None:
    """None for any other question, and where an end is not defined here."""
    asked = _REACHES.search(question)
    if asked is None:
        return None
    first, last = asked[1] or asked[3], asked[2] or asked[4]
    starts, ends = bearing(first, snapshot), bearing(last, snapshot)
    if not ends:  # the mark may be the question's own
        last = last.rstrip("?")
        ends = bearing(last, snapshot)
    return Way(first=first, last=last, starts=starts, ends=ends) if starts and ends else None
