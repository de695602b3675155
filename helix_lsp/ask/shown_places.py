"""The places that are shown beside one sentence of an answer: one for an excerpt, not one for the excerpt and
one more for each line of it that the sentence rests on.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from helix_lsp.ask.rungs.envelope import Citation, Claim


class ShownPlace(msgspec.Struct, frozen=True, kw_only=True):
    """Citations of one sentence as one place, `first` to `last` line. `id` is the citation that was named first:
    what the sentence is about.
    """

    id: int
    path: str
    first: int
    last: int

    def joins(self, other: Citation, *, beside: bool) -> bool:
        """True when the two lie within each other or, `beside`, overlap or follow each other without a gap."""
        if self.path != other.path:
            return False
        within = self.first <= other.start_line and other.end_line <= self.last
        around = other.start_line <= self.first and self.last <= other.end_line
        touching = other.start_line <= self.last + 1 and self.first <= other.end_line + 1
        return within or around or (beside and touching)


def shown_places(claim: Claim, cited: Mapping[int, Citation]) -> tuple[ShownPlace, ...]:
    """In the order in which the sentence names them. Every cited line lies in one of them."""
    shown: list[ShownPlace] = []
    for number in claim.refs:
        one = cited[number]
        joined = [place for place in shown if place.joins(one, beside=bool(claim.code))]
        head = joined[0] if joined else None
        made = ShownPlace(
            id=head.id if head is not None else number,
            path=one.path,
            first=min([one.start_line, *(p.first for p in joined)]),
            last=max([one.end_line, *(p.last for p in joined)]),
        )
        at = shown.index(head) if head is not None else len(shown)
        shown = [place for place in shown if place not in joined]
        shown.insert(at, made)
    return tuple(shown)
