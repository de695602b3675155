"""The sentences of a draft as claims that can be weighed: each with the texts it cites and what stands about
them.

A sentence of our composers without a quotation is a note: it introduces or counts. A model does not have notes; what
it says without a citation is a claim that cites nothing, unless it is below the title that calls it
general knowledge. What we put before a model's words is marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from helix_lsp.ask.compose.material import kind_words
from helix_lsp.ask.draft import GENERAL, LIMITS, Draft, Part, Sentence
from helix_lsp.ask.question.family import named_in, own_names
from helix_lsp.ask.text.prose import plain, untagged
from helix_lsp.ask.text.quote import LiveFiles, Quote
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.verify.ledger import Cited, Claim

MODEL = "model"
_PLACE = regex(
    r"(?:\*[^\n]{1,400}\* in )?`[^`\n]{1,400}`(?:, `[^`\n]{1,400}`){0,9}(?: and \d{1,4} others?)?(?: \(\d{1,4} \w{2,20}\))?"
    r"(?: is an? [a-z][a-z ]{2,22}(?: (?:of|in) `[^`\n]{1,400}`)?)?:[ …]{0,40}"
)
"""What composers write before and between sentences that they quote; the kind and the owner come from the index."""


class Placed(msgspec.Struct, frozen=True, kw_only=True):
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
    for read in sorted((q.text for q in sentence.quotes if q.text), key=len, reverse=True):
        left = left.replace(read, "")
    return left != sentence.text and _PLACE.fullmatch(left) is not None


def _cited(quote: Quote, live: LiveFiles, called: tuple[str, ...]) -> Cited:
    names, heads = surroundings(quote.path, quote.span, live)
    raw = quote.raw.decode("utf-8", "western")  # of a comment also as it reads: its marks stand between words
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


# What failed gates take out of a draft or write into it. Only whole sentences go; what stays is unchanged
# but for a label before it.


def clean(
    draft: Draft,
    placed: tuple[Placed, ...],
    dropped: frozenset[str],
    labels: Mapping[str, str],
    notes: tuple[str, ...],
    bare: Mapping[str, str] = MappingProxyType({}),
) -> Draft:
    """`dropped` are claim ids; of those in `bare` the excerpt stays, under the words given there. `labels` are words
    to put before a claim, `notes` sentences for the end. Parts left empty go too.
    """
    names = {(p.part, p.sentence): p.claim.id for p in placed}
    parts: list[Part] = []
    for at, part in enumerate(draft.parts):
        kept: list[Sentence] = []
        for n, sentence in enumerate(part.sentences):
            name = names.get((at, n), "")
            if name in bare:
                kept.append(replace(sentence, text=bare[name], note=True))
            elif name not in dropped:
                label = (
                    f"{labels[name]}: "
                    if name in labels and not sentence.text.startswith(f"{labels[name]}: ")
                    else ""
                )
                kept.append(replace(sentence, text=label + sentence.text) if label else sentence)
        if kept:
            parts.append(replace(part, sentences=tuple(kept)))
    if notes:
        said = parts.pop().sentences if parts and parts[-1].title == LIMITS else ()
        parts.append(
            Part(title=LIMITS, sentences=(*said, *(Sentence(text=text, item=True) for text in notes)))
        )
    return replace(draft, parts=tuple(parts))


def refused(reason: str) -> Draft:
    """What is said when nothing of a draft can stand and there is no other."""
    told = (
        Sentence(text="No answer that the evidence carries could be written."),
        Sentence(text=f"Why: {reason}."),
    )
    return Draft(shape="missing", parts=(Part(title="", sentences=told),))


REPLACED = "The model's answer was left out: what it says is not carried by what it cites. What stands here is quoted from the repository."


def told_of(draft: Draft) -> Draft:
    """The deterministic answer that stands in for a model's, which says so."""
    return replace(
        draft,
        parts=(*draft.parts, Part(title=LIMITS, sentences=(Sentence(text=REPLACED, item=True, note=True),))),
    )


# Sentences that the syntax at a cited place decides: what is defined there, and what is called there.
#
# `` `send` is a method of `Client` (src/client.py:40)`` and `` `send` calls `retry` (src/client.py:44)`` need
# no weighing of words. A place that does not decide says nothing about the sentence.

_NAME = r"`(?P<{0}>[\w.$:<>~?!#-]{{1,200}})(?:\(\))?`"
_IS = regex(
    _NAME.format("name")
    + r" is (?:an?|the) (?P<kind>[a-z][a-z ]{2,22}?)(?: (?:of|in) "
    + _NAME.format("owner")
    + r")?\s*[.:]?"
)
_CALLS = regex(
    _NAME.format("name")
    + r" (?:itself |directly )?(?:calls|invokes) (?:the )?"
    + _NAME.format("called")
    + r"\s*[.:]?"
)
_PARTS = regex(r"\.|::|#|\\")


def is_carried_there(sentence: str, path: str, lines: Span, live: LiveFiles) -> bool:
    """Whether the sentence is one of these two and the cited lines carry it."""
    if (found := _IS.fullmatch(sentence)) is not None:
        return any(
            kind_words(one.kind).rpartition(" ")[2] == found["kind"].rpartition(" ")[2]
            and (found["owner"] is None or _ends(one.qualified.rpartition(".")[0], found["owner"]))
            for one in _around(found["name"], path, lines, live)
        )
    if (found := _CALLS.fullmatch(sentence)) is not None:
        file = live.file(path)
        whom = _PARTS.split(found["called"])[-1].rstrip("!?")
        for one in _around(found["name"], path, lines, live):
            head = lines.overlaps(one.name_span)
            within = (
                one.span if head else Span(max(lines.start, one.span.start), min(lines.end, one.span.end))
            )
            if file is not None and any(
                r.kind == "call" and r.name.rstrip("!?") == whom and within.covers(r.span)
                for r in file.references
            ):
                return True
    return False


def _around(name: str, path: str, lines: Span, live: LiveFiles) -> Iterator[Symbol]:
    """Definitions of a written name of which the lines hold a part."""
    file = live.file(path)
    for symbol in file.outline.symbols if file is not None else ():
        if symbol.span.overlaps(lines) and _ends(symbol.qualified, name):
            yield symbol


def _ends(qualified: str, written: str) -> bool:
    """Whether a qualified name ends in the written one, part by part."""
    parts, said = _PARTS.split(qualified), [part for part in _PARTS.split(written) if part]
    return bool(said) and parts[-len(said) :] == said


# What stands about a cited place: its path, the definitions and headings it lies in, and what kind they
# are.
#
# A sentence may use these words without quoting them: `Flask.route` is told by where the cited line stands,
# not by the line.


def surroundings(path: str, span: Span, live: LiveFiles) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(names, signatures). Names: the path; then `qualified name\\nkind` of every definition that holds the
    place or whose name is in it, outermost first; then the titles of its sections. A documentation
    comment belongs to the definition it is over.
    """
    names, heads = [path], [path]
    file = live.file(path)
    if file is None:
        return tuple(names), ()
    for symbol in file.outline.symbols:
        if (
            symbol.span.covers(span)
            or span.covers(symbol.name_span)
            or (symbol.doc is not None and symbol.doc.overlaps(span))
        ):
            names.append(f"{symbol.qualified}\n{kind_words(symbol.kind)}")
            heads.append(symbol.signature)
    names.extend(s.title for s in file.outline.sections if s.extent.covers(span) and s.title)
    return tuple(names), tuple(heads[1:])
