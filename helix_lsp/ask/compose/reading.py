"""The answer to an everyday question: the passages that carry it, as excerpts of whole statements, each under
one line that says where it is.

What is shown are the bytes of the repository. The first citation of an excerpt is the line of most weight,
the second the excerpt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from msgspec.structs import replace

from helix_lsp.align.edges.judge import judge_of
from helix_lsp.ask.compose.material import Material, code, introduce, live_symbol
from helix_lsp.ask.compose.passage import symbol_of, told_passage
from helix_lsp.ask.compose.settled import value_line, verdict_line
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.evidence.callees import CALLABLE
from helix_lsp.ask.question.address import named_files
from helix_lsp.ask.question.target import asked_for, is_aside
from helix_lsp.ask.text.excerpt import MOST_LINES, block
from helix_lsp.ask.text.prose import shorten
from helix_lsp.ask.text.quote import line_quote
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.search.reading.read import Passage
from helix_lsp.text.regex import regex
from helix_lsp.text.words import word_terms
from helix_lsp.tuning.questions import COMPOSE

_MOST = 3
_MORE = 3  # single lines behind the excerpts: a right place is cited for .71 and .63 of the questions of two sets, without for .66 and .59
_LINE = 100  # characters of a single line
_SURE = 2  # excerpts that are shown whatever the next ones hold
_FOLLOWED = frozenset({"how", "when"})
_SEVERAL = frozenset({"difference", "callers", "flow"})
_BRACES = 3  # characters of a line that says nothing
_FEW_NAMES = 8
_WORD = regex(r"\w+")


def reading(material: Material) -> Draft | None:
    """Up to three excerpts, fewer where the next ones stand far behind; None where nothing was read."""
    found: tuple[Passage, ...] = material.reading.passages if material.reading is not None else ()
    defined = defined_here(material)
    values, unsure = ((), False) if defined else value_line(material)
    lead = next(iter((*defined, *values)), None) or verdict_line(material)
    least = max((p.score for p in found), default=0.0) - COMPOSE.reading_fall_off
    told: list[Sentence] = []
    waiting = list(takewhile(lambda passage: passage.score >= least, found))
    while waiting and len(told) < _most(material):
        passage = waiting.pop(0)
        one = told_passage(passage, material, first=passage is found[0], above=told)
        if one is None or _copied(one, told, material):
            continue
        if len(told) < _SURE or _adds(one, told, material):
            told.append(one)
        if len(told) == 1 and material.reading is not None and material.reading.wanted.kind in _FOLLOWED:
            called = _called(told[0], material)
            waiting.sort(key=lambda p: (p.window.path, p.window.unit.name.rpartition(".")[2]) not in called)
    if lead is not None:
        place = lead.quotes[0]
        told = [
            lead,
            *(
                s
                for s in told
                if not any(q.path == place.path and q.span.overlaps(place.span) for q in s.quotes)
            ),
        ]
        told[1:1] = defined[1:]
        if len(values) > 1 and lead is values[0]:
            told = list(values)  # whose value is meant is open: what else is read is of one of them
        told = told[: _most(material)]
    more = (
        _more(found, told, least, material)
        if told and lead is None and material.question.verbosity != "brief"
        else ()
    )
    parts = (Part(title="", sentences=tuple(told)), Part(title="More places", sentences=more))
    if not (shown := tuple(part for part in parts if part.sentences)):
        return None
    shape = "reading" if lead is None else "values" if len(values) > 1 else "value"
    return Draft(shape=shape, parts=shown, open=unsure and lead in values)


def _called(one: Sentence, material: Material) -> set[tuple[str, str]]:
    """(path, name) of what the code of an excerpt calls: how something is done goes on there."""
    file = material.live.file(one.quotes[0].path) if one.code else None
    if file is None:
        return set()
    judge = judge_of(file.live)
    places = [q.span for q in one.quotes if q.path == file.path]
    return {
        (d.path, d.symbol.name)
        for r in file.references
        if r.kind == "call" and any(span.covers(r.span) for span in places)
        for d in judge.meant(file.path, r).defined
        if d.symbol.kind in CALLABLE  # the error that is raised does not go on
    }


def _adds(one: Sentence, told: Sequence[Sentence], material: Material) -> bool:
    """Whether a further excerpt holds enough of the question that the ones above it leave open; always where an
    answer has several parts.
    """
    assert material.reading is not None
    wanted = material.reading.wanted
    if wanted.kind in _SEVERAL:
        return True
    text = f"{one.text}\n{one.code}"
    fits = wanted.share(wanted.held(_words(text, material)))
    return _open(text, told, material) + COMPOSE.third_fit * fits >= COMPOSE.third_adds * len(text.split())


def _open(text: str, told: Sequence[Sentence], material: Material) -> float:
    """The share of the question's weight, 0..1, that a text adds to what is told."""
    assert material.reading is not None
    wanted = material.reading.wanted
    above = _words("\n".join(f"{s.text}\n{s.code}" for s in told), material)
    return wanted.share(wanted.held(above | _words(text, material))) - wanted.share(wanted.held(above))


def _words(text: str, material: Material) -> frozenset[str]:
    """The stems of a text that stand for a word of the question."""
    assert material.reading is not None
    return frozenset(word_terms(text)) & material.reading.wanted.stands.keys()


def _more(
    found: tuple[Passage, ...], told: list[Sentence], least: float, material: Material
) -> tuple[Sentence, ...]:
    """The line of most weight of each of the next passages, for a reader whose answer is none of those above."""
    out: list[Sentence] = []
    shown = [(q.path, q.start_line, q.end_line) for s in told for q in s.quotes]
    for passage in found:
        w = passage.window
        file = material.live.file(w.path)
        if (
            file is None
            or passage.score < least
            or any(p == w.path and a <= w.last and b >= w.first for p, a, b in shown)
        ):
            continue
        line = line_quote(file, file.lines.line_span(w.line - 1))
        if line.text.strip():
            symbol = symbol_of(file, w)
            # a stretch of configuration bears the name of its first key, which the line need not be below
            name = symbol.qualified if symbol is not None else w.unit.name if w.unit.kind == "section" else ""
            text = f"`{code(shorten(line.text, _LINE))}`"
            same = next((n for n, s in enumerate(out) if name and s.text == f"`{code(name)}`"), None)
            adds = _open(line.text, told, material) >= COMPOSE.place_adds
            if same is not None and out[same].quotes[0].path == w.path and not adds:
                out[same] = replace(out[same], quotes=(*out[same].quotes, line))
                continue
            out.append(
                Sentence(
                    text=(f"`{code(name)}`: {text}" if adds else f"`{code(name)}`") if name else text,
                    quotes=(line,),
                    item=True,
                )
            )
        if len(out) == _MORE:
            break
    return tuple(out)


def _copied(one: Sentence, told: list[Sentence], material: Material) -> bool:
    """True where an excerpt is there already, out of a copy of its text, or out of code that has the same words and no
    other word of the question: that one then has the places of both.
    """
    lines, words = _lines(one), _names(one)
    for at, other in enumerate(told):
        same = bool(lines) and len(lines & _lines(other)) >= COMPOSE.same_excerpt * len(lines)
        alike = bool(words) and len(words & _names(other)) >= COMPOSE.same_words * len(words)
        if same or (alike and not _open(one.code, told, material)):
            if same and other.quotes[-1].path == one.quotes[-1].path:
                return True
            told[at] = replace(other, quotes=(*other.quotes, one.quotes[-1]))
            return True
    return False


def _names(one: Sentence) -> set[str]:
    """The words of the code of an excerpt; empty where there are few."""
    words = set(_WORD.findall(one.code))
    return words if len(words) >= _FEW_NAMES else set()


def _lines(one: Sentence) -> set[str]:
    told = one.code.split("\n") if one.code else one.text.partition(": ")[2].split(". ")
    return {text for line in told if len(text := line.strip()) > _BRACES}


def passages(material: Material) -> tuple[Sentence, ...]:
    """Every passage that was read, best first, as it would be shown alone: for a reader that has more room
    than a person.
    """
    found: tuple[Passage, ...] = material.reading.passages if material.reading is not None else ()
    return tuple(
        s for passage in found if (s := told_passage(passage, material, first=True, whole=True)) is not None
    )


def _most(material: Material) -> int:
    """Brief answers show one excerpt, extended ones twice as many as normal ones."""
    return {"brief": 1, "normal": _MOST, "extended": 2 * _MOST}[material.question.verbosity]


# `Where is X defined?`: the line that bears the name, first, with the head of the definition below it.


_WHERE = regex(
    r"^\W*(?:(?:please |can you |could you )?(?:tell|show) me )?(?:where|in which (?:file|module|class)|which (?:file|module)) .{0,80}?"
    r"\b(?:defin\w*|declar\w*|implement\w*|stand|live|lives|located|found)\b|^\W*where(?:'s| is| are| can i find) (?:the )?\S+(?: \w+)?\W*\Z",
    re.I,
)
_OF = regex(
    r"[`'\"]?(?<![\w!?])([^\W\d][\w!?]{0,80})[`'\"]?(?:\(\))? (?:is |are )?(?:defined|declared|implemented|"
    r"(set|assigned|initiali[sz]ed|configured))\b",
    re.I,
)
_HOLDS_A_VALUE = frozenset({"variable", "constant"})
_OTHERS = 3
_BELOW = 5  # lines of the body


def defined_here(material: Material) -> tuple[Sentence, ...]:
    """The likeliest definition, then others of the same name; empty where the question asks for something else
    or writes no name that is defined.
    """
    if not _WHERE.search(material.question.text):
        return ()
    out: list[Sentence] = []
    for defined in _named(material):
        here = live_symbol(defined, material)
        file = material.live.file(defined.path)
        if here is None or file is None or len(out) > _OTHERS:
            continue
        symbol, name, _ = here
        if out:
            out.append(Sentence(text=introduce(symbol), quotes=(name,), item=True))
            continue
        last = file.lines.lines(symbol.span)[1]
        shown = block(
            file,
            name.start_line,
            min(last, name.start_line + (MOST_LINES - 1 if last - name.start_line < MOST_LINES else _BELOW)),
        )
        entry = material.snapshot.file(defined.path)
        out.append(
            Sentence(
                text=f"{introduce(symbol)}:",
                quotes=(name, *((shown,) if shown is not None else ())),
                code=shown.text if shown is not None else "",
                language=entry.language if entry is not None else "",
                marked=1 if shown is not None else 0,
            )
        )
    return tuple(out)


def _named(material: Material) -> tuple[Defined, ...]:
    """Definitions of the name that is written as one, else of the word of which the question says that it is
    defined, or set: then those of the product that hold a value.
    """
    asked, snapshot = asked_for(material.results, material.snapshot), material.snapshot
    if asked is not None and (asked.sure or asked.defined[0].symbol.name == asked.word):
        return asked.defined
    word = _OF.search(material.question.text)
    if word is None:
        return ()
    found = [d for d in snapshot.defined(word[1]) if d.symbol.name == word[1]]
    if word[2]:
        found = [d for d in found if d.symbol.kind in _HOLDS_A_VALUE and not is_aside(d, snapshot)]
    inside = named_files(material.question.text, snapshot)
    return tuple(sorted(found, key=lambda d: (d.path not in inside, is_aside(d, snapshot))))
