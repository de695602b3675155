"""An answer within a number of tokens: its claims in their order, as far as they fit. Also the places that are
shown beside one sentence.

The first claim always stays. One that does not fit gives up its quotation before it is left out: the citation
stays, and `range get` gives the whole. Citations that no claim names any more go with it. The envelope's digest
stays that of the whole answer.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from helix_lsp.ask.rungs.envelope import Citation, Claim, Envelope, Passage
from helix_lsp.tuning.search import FIND


class Fitted(msgspec.Struct, frozen=True, kw_only=True):
    """The envelope that fits; `left_out` counts claims that went, `bare` those without their quotation."""

    envelope: Envelope
    tokens: int
    used: int
    left_out: int
    bare: int


def fit(envelope: Envelope, tokens: int) -> Fitted:
    """Keep what fits, in the order of the answer. A clarification is kept whole."""
    cited = {citation.id: citation for citation in envelope.citations}
    left, gone, bare = tokens, 0, 0
    passages: list[Passage] = []
    whole = envelope.mode == "clarify"
    first = True
    for passage in envelope.passages:
        kept: list[Claim] = []
        for claim in passage.claims:
            title = passage.title if not kept else ""
            short = replace(claim, code="", marked=0) if claim.code else claim
            chosen = next((c for c in (claim, short) if _cost(c, cited, title) <= left), None)
            if chosen is None and first:
                chosen = short
            if whole:
                chosen = claim
            if chosen is None:
                gone += 1
                continue
            bare += chosen is not claim
            left -= _cost(chosen, cited, title)
            first = False
            kept.append(chosen)
        if kept:
            passages.append(replace(passage, claims=tuple(kept)))
    refs = {r for p in passages for c in p.claims for r in c.refs} | {
        r for _, ids in envelope.option_refs for r in ids
    }
    cut = replace(
        envelope, passages=tuple(passages), citations=tuple(c for c in envelope.citations if c.id in refs)
    )
    return Fitted(
        envelope=cut if gone or bare else envelope,
        tokens=tokens,
        used=tokens - left,
        left_out=gone,
        bare=bare,
    )


def _cost(claim: Claim, cited: dict[int, Citation], title: str) -> int:
    """Of the claim as it is printed: its sentence with its citations, its quotation, the title above it."""
    places = "".join(f" ({cited[r].path}:{cited[r].start_line})" for r in claim.refs if r in cited)
    shown = (title, claim.text + places, claim.code)
    return -(-sum(len(text) + 1 for text in shown if text) // FIND.token)


# The places that are shown beside one sentence of an answer: one for an excerpt, not one for the excerpt
# and one more for each line of it that the sentence rests on.


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
