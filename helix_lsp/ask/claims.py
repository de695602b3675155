"""The sentences of a draft as claims that can be weighed: each with the texts it cites and what stands about
them.

A sentence of our composers without a quotation is a note: it introduces or counts. A model does not have notes; what
it says without a citation is a claim that cites nothing, unless it is below the title that calls it
general knowledge. What we put before a model's words is marked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from helix_lsp.ask.draft import GENERAL, LIMITS, Draft, Sentence
from helix_lsp.ask.live import LiveFiles
from helix_lsp.ask.own_names import named_in, own_names
from helix_lsp.ask.prose import plain, untagged
from helix_lsp.ask.quote import Quote
from helix_lsp.ask.surroundings import surroundings
from helix_lsp.verify.weigh import Cited, Claim

MODEL = "model"
_PLACE = re.compile(
    r"(?:\*[^\n]{1,400}\* in )?`[^`\n]{1,400}`(?:, `[^`\n]{1,400}`){0,9}(?: and \d{1,4} others?)?(?: \(\d{1,4} \w{2,20}\))?:[ …]{0,40}"
)
"""What `compose/passage` writes before and between sentences that it quotes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A claim and where its sentence is in the draft: `part` and `sentence` count from 0."""

    part: int
    sentence: int
    claim: Claim


def claims_of(draft: Draft, live: LiveFiles) -> tuple[Placed, ...]:
    """Every sentence of the draft in order; those below the titles that say so (general knowledge, limits)
    are notes.
    """
    out: list[Placed] = []
    own = (
        own_names(live.live) if draft.shape == MODEL else frozenset[str]()
    )  # our composers quote, and speak of no project
    for at, part in enumerate(draft.parts):
        aside = part.title in (GENERAL, LIMITS)
        for n, sentence in enumerate(part.sentences):
            note = aside or sentence.note or (not sentence.quotes and draft.shape != MODEL)
            out.append(
                Placed(
                    part=at,
                    sentence=n,
                    claim=_claim(
                        f"claim:{len(out) + 1}",
                        sentence,
                        live,
                        own,
                        note=note,
                        own_words=draft.shape != MODEL,
                    ),
                )
            )
    return tuple(out)


def _claim(
    name: str, sentence: Sentence, live: LiveFiles, own: frozenset[str], *, note: bool, own_words: bool
) -> Claim:
    called = named_in(sentence.text, own)
    return Claim(
        id=name,
        text=sentence.text,
        code=sentence.code,
        cited=tuple(_cited(q, live, called) for q in sentence.quotes),
        note=note,
        verbatim=own_words and _verbatim(sentence),
    )


def _verbatim(sentence: Sentence) -> bool:
    """Whether a sentence has only the name of a place beside the readings that it quotes."""
    left = sentence.text
    for read in sorted((q.text for q in sentence.quotes if q.prose), key=len, reverse=True):
        left = left.replace(read, "")
    return left != sentence.text and _PLACE.fullmatch(left) is not None


def _cited(quote: Quote, live: LiveFiles, called: tuple[str, ...]) -> Cited:
    names, heads = surroundings(quote.path, quote.span, live)
    raw = quote.raw.decode("utf-8", "replace")  # of a comment also as it reads: its marks stand between words
    return Cited(
        path=quote.path,
        start_line=quote.start_line,
        end_line=quote.end_line,
        text=f"{untagged(raw)}\n\n{plain(quote.raw)}" if quote.prose else untagged(raw),
        around=names,
        heads=heads,
        called=called,
        raw=raw,
    )
