"""What was read and the evidence cards as spans of a prompt: the live text of each place, and what it is to
the question.

Classes (definition, contract or policy, entry point, test, rest): docs/reference/ladder.md, S2-30 to S2-34;
the words that tell them: casimirbot.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from helix_lsp.ask.draft import Sentence
from helix_lsp.ask.evidence.pool import Card
from helix_lsp.ask.text.quote import LiveFiles, Quote, quote
from helix_lsp.config.questions import ModelConfig
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.positions import LineIndex, Span
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import counted

# What a prompt is made of: plain lines and evidence, filled in by the ladder out of its rungs.
#
# Every text here that comes from a repository (headings, paths, excerpts, tree lines) is data: `assemble`
# marks all of it as such.

Bearing = Literal["read", "definition", "policy", "entrypoint", "test", "rest"]
"""What a span is to the question, in the order in which compaction keeps it: what was read as an answer to it, then as docs/reference/ladder.md,
S2-29 has it.
"""
BEARINGS: tuple[Bearing, ...] = ("read", "definition", "policy", "entrypoint", "test", "rest")
AnswerMode = Literal["repo_grounded", "hybrid", "general"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceSpan:
    """One place that an answer may cite. `heading` is the section's title or the qualified name; `quote.raw`
    is the text that is sent.
    """

    quote: Quote
    heading: str
    bearing: Bearing
    surface: Literal["doc", "code"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSource:
    """`spans` come best first. All other lists are lines in the order in which they are to be read; empty
    lists make no item.

    `intent`: `name: value` lines; `files`: paths found; `trees`, `tree_walk`: lines of the pack; `coverage`:
    one line per slot;
    `secret_files`: paths whose content says that they hold secrets; nothing of them is sent;
    `scaffold`: what the answer should speak of, in order.
    """

    question: str
    mode: AnswerMode = "repo_grounded"
    verbosity: Literal["brief", "normal", "extended"] = "normal"
    intent: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    confidence: str = ""
    trees: tuple[str, ...] = ()
    tree_walk: tuple[str, ...] = ()
    coverage: tuple[str, ...] = ()
    scaffold: tuple[str, ...] = ()
    spans: tuple[EvidenceSpan, ...] = ()
    secret_files: frozenset[str] = frozenset()


# Evidence cut to the budget: what was read as an answer first, then definitions, contracts and policy,
# entry points, tests, everything else.
#
# Invariants: the same spans give the same result; a span is kept once for each (file, heading, hash of its
# text); what was read takes at most half of the budget; definitions are shortened together before one of
# them is dropped, and one that is shown already is none; no kept span lies inside another; the kept text is
# never longer than the budget. Order: docs/reference/ladder.md, S2-29.

# A quotation made shorter without losing its place: fewer bytes from the same start, ended at a line where
# there is one.


def excerpt(whole: Quote, most: int) -> Quote:
    """`whole` when it is not longer than `most` bytes, else its beginning: whole lines, or part of a first
    line that is too long.

    Never empty when `whole` is not; never cuts a character.
    """
    raw = whole.raw
    if len(raw) <= most:
        return whole
    cut = raw[: max(1, most)]
    line = max(cut.rfind(b"\n"), cut.rfind(b"\r"))
    kept = cut[:line].rstrip() if line > 0 else b""
    if not kept:
        end = len(cut)
        while end < len(raw) and raw[end] & 0xC0 == 0x80 and end > 0:
            end -= 1
        kept = raw[:end] or raw[: _first_char(raw)]
    last = whole.start_line + LineIndex(kept).lines(Span(0, len(kept)))[1] - 1
    return msgspec.structs.replace(
        whole, span=Span(whole.span.start, whole.span.start + len(kept)), raw=kept, end_line=last
    )


def _first_char(raw: bytes) -> int:
    end = 1
    while end < len(raw) and raw[end] & 0xC0 == 0x80:
        end += 1
    return end


POLICY = "read->definition->policy->entrypoint->test->rest"
_LEAST = 80


class Compacted(msgspec.Struct, frozen=True, kw_only=True):
    """`spans` in the order in which they are numbered for the model; `dropped` are (`path:line`, why)."""

    spans: tuple[EvidenceSpan, ...]
    dropped: tuple[tuple[str, str], ...]
    shortened: int
    size: int
    budget: int

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """For the trace."""
        return (
            ("compaction", POLICY),
            (
                "kept",
                f"{counted(len(self.spans), 'place')}, {self.size} of {self.budget} bytes, {self.shortened} shortened",
            ),
            *((f"left out {place}", why) for place, why in self.dropped),
        )


def compact(spans: tuple[EvidenceSpan, ...], withheld: Callable[[str], bool], cfg: ModelConfig) -> Compacted:
    """`spans` best first; `withheld` says of a path that nothing of it is ever sent. Sizes are bytes of the
    excerpts.
    """
    dropped: list[tuple[str, str]] = []
    unique = _unique(spans, withheld, dropped)
    kept = _read([s for s in unique if s.bearing == "read"], cfg.prompt_chars // 2, dropped)
    size = sum(len(s.quote.raw) for s in kept)
    definitions = [s for s in unique if s.bearing == "definition" and not _shown(s, kept, dropped)]
    room = max(1, (cfg.prompt_chars - size) // _LEAST)
    dropped += [(_at(s), "budget") for s in definitions[room:]]
    definitions = definitions[:room]
    cap = _cap([len(s.quote.raw) for s in definitions], cfg.prompt_chars - size)
    cut = [replace(s, quote=excerpt(s.quote, cap)) for s in definitions]
    shortened = sum(len(k.quote.raw) < len(s.quote.raw) for k, s in zip(cut, definitions, strict=True))
    kept += cut
    size += sum(len(s.quote.raw) for s in cut)
    per_file: dict[str, int] = {}
    found = len(kept) - len(cut)  # what was read takes the place of no other
    for bearing in BEARINGS[2:]:
        for span in (s for s in unique if s.bearing == bearing):
            path = span.quote.path
            why = (
                "inside another place"
                if any(_covers(k, span) for k in kept)
                else "enough places"
                if len(kept) - found >= cfg.spans
                else "enough of this file"
                if per_file.get(path, 0) >= cfg.spans_per_file
                else "budget"
                if size + len(span.quote.raw) > cfg.prompt_chars
                else ""
            )
            if why:
                dropped.append((_at(span), why))
                continue
            kept.append(span)
            per_file[path] = per_file.get(path, 0) + 1
            size += len(span.quote.raw)
    kept = _wholes(kept, dropped)
    size = sum(len(s.quote.raw) for s in kept)
    return Compacted(
        spans=tuple(kept), dropped=tuple(dropped), shortened=shortened, size=size, budget=cfg.prompt_chars
    )


def _wholes(spans: list[EvidenceSpan], dropped: list[tuple[str, str]]) -> list[EvidenceSpan]:
    """Each part of a kept span gives its place in the order to the longest span that holds it: a line is sent
    once, with what is around it.
    """
    kept: list[EvidenceSpan] = []
    for span in spans:
        whole = max((s for s in spans if _covers(s, span)), key=lambda s: len(s.quote.raw))
        if not any(whole is k for k in kept):
            kept.append(whole)
        if whole is not span:
            dropped.append((_at(span), "inside another place"))
    return kept


def _read(spans: list[EvidenceSpan], budget: int, dropped: list[tuple[str, str]]) -> list[EvidenceSpan]:
    """As many of the best as the budget holds; one that only repeats lines of a better one is dropped."""
    kept: list[EvidenceSpan] = []
    size = 0
    for span in spans:
        if _shown(span, kept, dropped):
            continue
        if size + len(span.quote.raw) > budget:
            dropped.append((_at(span), "budget"))
            continue
        kept.append(span)
        size += len(span.quote.raw)
    return kept


def _shown(span: EvidenceSpan, kept: list[EvidenceSpan], dropped: list[tuple[str, str]]) -> bool:
    """True, and noted, when a kept span holds all of this one."""
    if any(_covers(k, span) for k in kept):
        dropped.append((_at(span), "inside another place"))
        return True
    return False


def _unique(
    spans: tuple[EvidenceSpan, ...], withheld: Callable[[str], bool], dropped: list[tuple[str, str]]
) -> list[EvidenceSpan]:
    """Without repetitions and secret files; of two equal ones the one with the better bearing stays, at the
    place of the first.
    """
    found: dict[tuple[str, str, str], EvidenceSpan] = {}
    for span in spans:
        key = (span.quote.path, span.heading, sha256_hex(span.quote.raw))
        if withheld(span.quote.path):
            dropped.append((_at(span), "a file that holds secrets"))
        elif key not in found:
            found[key] = span
        else:
            dropped.append((_at(span), "repeated"))
            if BEARINGS.index(span.bearing) < BEARINGS.index(found[key].bearing):
                found[key] = span
    return list(found.values())


def _cap(sizes: list[int], budget: int) -> int:
    """The greatest length to which all may be cut so that together they fit."""
    left, cap = budget, max(sizes, default=0)
    for at, size in enumerate(sorted(sizes)):
        share = left // (len(sizes) - at)
        if size > share:
            return share
        left -= size
    return cap


def _covers(kept: EvidenceSpan, span: EvidenceSpan) -> bool:
    return kept.quote.path == span.quote.path and kept.quote.span.covers(span.quote.span)


def _at(span: EvidenceSpan) -> str:
    return f"{span.quote.path}:{span.quote.start_line}"


_MEANING = regex(
    r"\b(?:definition|glossary|overview|introduction|concepts?|terminology|what (?:is|are)|meaning)\b", re.I
)
_POLICY = regex(
    r"\b(?:contracts?|polic(?:y|ies)|guardrails?|invariants?|guarantees?|rules?|conventions?|must|licen[sc]e)\b",
    re.I,
)
_ENTRY = regex(
    r"(?:^|[\W_])(?:main|cli|app|api|routes?|router|server|serve|handlers?|endpoints?|schema|interface|public)(?:$|[\W_])",
    re.I,
)

_HEADING = 80


def evidence_of(cards: tuple[Card, ...], live: LiveFiles, cfg: ModelConfig) -> tuple[EvidenceSpan, ...]:
    """One span for each card, in the order of the cards; places that are gone or empty are left out. Reads
    each file once.
    """
    found: list[EvidenceSpan] = []
    for card in cards:
        file = live.file(card.path)
        if file is None or card.span.end > len(file.data):
            continue
        whole = quote(file, card.span, card.title)
        if whole.raw.strip():
            found.append(
                EvidenceSpan(
                    quote=excerpt(whole, cfg.span_chars),
                    heading=card.title,
                    bearing=bearing_of(card),
                    surface="doc" if card.section is not None or card.role == "document" else "code",
                )
            )
    return tuple(found)


def read_of(told: Iterable[Sentence], documents: Callable[[str], bool]) -> tuple[EvidenceSpan, ...]:
    """One span for each sentence that quotes: the longest of its quotations, under what is said of it.
    `documents` tells files of documentation.
    """
    found: list[EvidenceSpan] = []
    for sentence in told:
        if sentence.quotes and not sentence.note:
            shown = max(sentence.quotes, key=lambda q: len(q.raw))
            heading = sentence.text.replace("`", "").replace("*", "").partition(":")[0]
            found.append(
                EvidenceSpan(
                    quote=shown,
                    heading=heading[:_HEADING],
                    bearing="read",
                    surface="doc" if documents(shown.path) else "code",
                )
            )
    return tuple(found)


def bearing_of(card: Card) -> Bearing:
    """What a card is to the question."""
    if card.role == "test":
        return "test"
    if card.role == "definition" or (card.symbol is not None and card.named > 0):
        return "definition"
    if card.section is not None:
        if card.named > 0 and _MEANING.search(card.title):
            return "definition"
        if _POLICY.search(card.title) or _POLICY.search(card.path):
            return "policy"
    return "entrypoint" if _ENTRY.search(card.title) or _ENTRY.search(card.path) else "rest"
