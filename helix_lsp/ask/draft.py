"""An answer before it is sealed: sections of sentences, each with the quotations it is on."""

from __future__ import annotations

import msgspec

from helix_lsp.align.drift.verdict import Reason, because
from helix_lsp.ask.text.quote import Quote

# A live event as data: which one, and how it went. Its line is made where it is sent (`trace.Recorder`),
# and is on docs/reference/ladder.md.

Events = tuple[Reason, ...]


def event(id: str, how: str | None = None) -> Reason:  # noqa: A002  as `because` has it
    """`id` is the name of the event with `_` between its words."""
    return Reason(id) if how is None else because(id, how=how)


def live_line(one: Reason) -> str:
    """What a person reads."""
    name, how = one.id.replace("_", " "), "".join(f" - {value}" for _, value in one.facts)
    return f"Helix Ask: {name[0].upper()}{name[1:]}{how}"


GENERAL = "General knowledge, not from this repository"
LIMITS = "Limits of this answer"
"""Title of the part whose sentences are on no evidence and say so."""


class Sentence(msgspec.Struct, frozen=True, kw_only=True):
    """`text` is Markdown without citations; a sentence without quotes states no fact about the repository (an
    introduction, a count of what follows).

    `note`: ours, in a draft that a model wrote; it states nothing. `item` sentences are shown as list items;
    `code` is shown as a block under the sentence and must be the bytes of one of its quotes. `marked` is the
    line of `code`, from 1, that the sentence is about, 0 for none.
    """

    text: str
    quotes: tuple[Quote, ...] = ()
    item: bool = False
    code: str = ""
    language: str = ""
    note: bool = False
    marked: int = 0


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A titled stretch of the answer; the first part of an answer does not have a title."""

    title: str
    sentences: tuple[Sentence, ...]


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """`shape` says which composer wrote it. `open`: it says itself that there may be more than it could find, so
    that it is not a strong answer.
    """

    shape: str
    parts: tuple[Part, ...]
    open: bool = False

    @property
    def status(self) -> str:
        return "ok" if any(p.sentences for p in self.parts) else "empty"

    @property
    def events(self) -> Events:
        return (event("answer_ready"),)

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        sentences = sum(len(p.sentences) for p in self.parts)
        return (("composer", self.shape), ("sentences", str(sentences)))


def told_once(parts: tuple[Part, ...], *, alike: bool) -> tuple[Part, ...]:
    """Each quoted place is told once, where it is first; with `alike` each text too. Uses are not: the
    same call in two functions is two uses.
    """
    seen: list[str] = []
    places: set[tuple[str, int, int]] = set()
    out: list[Part] = []
    for part in parts:
        kept: list[Sentence] = []
        for sentence in part.sentences:
            place = {(q.path, q.span.start, q.span.end) for q in sentence.quotes}
            again = place <= places or (
                alike
                and bool(sentence.quotes)
                and any(_core(sentence.quotes[-1].text) in told for told in seen)
            )
            if sentence.quotes and not sentence.code and again:
                continue
            kept.append(sentence)
            if alike or sentence.item:
                places |= place  # a lead that names users is no telling of their lines
            seen.append(sentence.text)
        if kept:
            out.append(Part(title=part.title, sentences=tuple(kept)))
    return tuple(out)


def _core(text: str) -> str:
    """A quoted text without the word and colon it may begin with (`Definition: ...`)."""
    head, mark, rest = text.partition(": ")
    return rest if mark and " " not in head else text
