"""`In which order ...?`, `from ... until ...?`: what is done where it begins, in its order and under which
conditions, then the definitions that it goes on in.

The calls are shown as they are written, with the conditions that they are under, so that nothing is said of what
they mean; where one goes on is told where that is known, or where the name of its receiver says it.
"""

from __future__ import annotations

import math
import re
from itertools import pairwise
from textwrap import dedent

from helix_lsp.ask.compose.material import Material, code, introduce, live_symbol
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.evidence.callees import Calls
from helix_lsp.ask.evidence.course import Course, Stage, best_course
from helix_lsp.ask.evidence.way import Node, asked_way, reach, way_to
from helix_lsp.ask.text.excerpt import COMMENT, block
from helix_lsp.ask.text.quote import LiveFile, doc_quote, line_quote
from helix_lsp.ask.text.trimmed import LEFT_OUT
from helix_lsp.search.reading.read import Passage, Reading
from helix_lsp.text.regex import regex
from helix_lsp.tuning.questions import COMPOSE

_MOST_CALLS, _MOST_LOOKED_AT = 8, 300
_COMMENT = 4  # lines
_BEST = 6  # passages
_OF_ORDER = regex(r"\b(?:before|after|first|last|must|so that|because|until|once|order)\b", re.I)
_SAID = 80  # characters of what is said of a stage, up to the end of its sentence


def steps(material: Material) -> tuple[Part, ...]:
    """The stages of the course that fits best; none where nothing that was read has an order that is known, or where the
    course leaves out what reading found best.
    """
    if material.reading is None:
        return ()
    calls = Calls(material.live, material.snapshot)
    found = best_course(material.question.text, material.reading, calls)
    if found is None or _covered(found, material.reading, calls) < COMPOSE.course_shown:
        return ()
    return (_told(found, material),)


def _covered(course: Course, reading: Reading, calls: Calls) -> float:
    """How much of what reading found best is in the definitions of a course, 0..1."""
    told = [(s.path, s.symbol.span) for s in course.stages] + [
        (n.path, n.symbol.span) for _, n in course.beside
    ]
    best = reading.passages[:_BEST]
    weights = [math.exp(p.score - best[0].score) for p in best]

    def inside(passage: Passage) -> bool:
        file, window = calls.files.file(passage.window.path), passage.window
        if file is None:
            return False
        spans = (file.lines.lines(span) for path, span in told if path == window.path)
        return any(first <= window.last and window.first <= last for first, last in spans)

    held = math.fsum(w for w, p in zip(weights, best, strict=True) if inside(p))
    return held / math.fsum(weights) if weights else 0.0


def flow(material: Material) -> Draft | None:
    """None when no definition with an order is among the evidence."""
    parts = steps(material)
    return Draft(shape="flow", parts=parts) if parts else None


def _told(course: Course, material: Material) -> Part:
    items = [s for n, stage in enumerate(course.stages, 1) if (s := _stage(stage, n, material)) is not None]
    items += [_call(above, node, material) for above, node in course.beside]
    return Part(title="", sentences=tuple(items))


def path(material: Material) -> Draft | None:
    """`How does A reach B?`: the shortest chain of calls, with the line of each, or that none is known; None for any
    other question, and where an end is not defined here.
    """
    way = asked_way(material.question.text, material.snapshot)
    if way is None:
        return None
    calls = Calls(material.live, material.snapshot)
    ends = {(d.path, symbol.span.start) for d in way.ends if (symbol := calls.here(d)) is not None}
    found: list[list[Node]] = []
    for start in way.starts:
        if (symbol := calls.here(start)) is not None:
            nodes = reach(start.path, symbol, calls, depth=_MOST_CALLS, most=_MOST_LOOKED_AT)
            found += [way_to(node, nodes) for key, node in nodes.items() if key in ends and node.depth]
    if not found:
        lead = f"No path from `{code(way.first)}` to `{code(way.last)}` was found over the calls that are known here."
        both = (live_symbol(d, material) for d in (way.starts[0], way.ends[0]))
        items = (Sentence(text=introduce(h[0]), quotes=(h[1],), item=True) for h in both if h is not None)
        return Draft(
            shape="path", parts=(Part(title="", sentences=(Sentence(text=lead), *items)),), open=True
        )
    chain = min(found, key=len)
    told = tuple(_call(one, called, material) for one, called in pairwise(chain))
    return Draft(shape="path", parts=(Part(title="", sentences=told),))


def _call(caller: Node, called: Node, material: Material) -> Sentence:
    file, there = material.live.file(caller.path), material.live.file(called.path)
    assert file is not None
    assert there is not None
    assert called.act is not None
    line = line_quote(file, called.act.reference.span)
    verb = "reaches" if called.act.taken is not None else "calls"
    text = f"`{code(caller.symbol.qualified)}` {verb} `{code(called.symbol.qualified)}`: `{code(line.text)}`"
    return Sentence(text=text, quotes=(line, line_quote(there, called.symbol.name_span)), item=True)


def _stage(stage: Stage, number: int, material: Material) -> Sentence | None:
    """One definition: what it says of itself, and the lines of its acts with the conditions that they are under."""
    file, entry = material.live.file(stage.path), material.snapshot.file(stage.path)
    if file is None or entry is None:
        return None
    symbol = stage.symbol
    said = doc_quote(file, symbol.doc, _SAID) if symbol.doc is not None else None
    text = f"{number}. `{code(symbol.qualified)}`:" + (f" {said.text}" if said is not None else "")
    kept = _lines(stage, file)
    shown = block(file, min(kept), max(kept))
    if shown is None:
        return None
    out: list[str] = []
    last = min(kept)
    for n in sorted(kept):
        line = file.lines.line_text(n - 1).rstrip()
        if any(file.lines.line_text(m - 1).strip() for m in range(last + 1, n)):
            out.append(line[: len(line) - len(line.lstrip())] + LEFT_OUT)
        out.append(line)
        last = n
    quotes = (*((said,) if said is not None else ()), shown, line_quote(file, symbol.name_span))
    return Sentence(text=text, quotes=quotes, code=dedent("\n".join(out)), language=entry.language)


def _lines(stage: Stage, file: LiveFile) -> set[int]:
    """The numbers, from 1, of the lines on which the acts and their conditions are, and of what opens the blocks
    that they are in.
    """
    lines = file.lines
    kept = {lines.line_of(at.start) + 1 for act in stage.acts for at in (*act.lines, act.reference.span)}
    if stage.taken is not None and stage.symbol.span.covers(stage.taken):
        kept.add(lines.line_of(stage.taken.start) + 1)
    symbol = stage.symbol
    top = lines.line_of((symbol.body or symbol.span).start) + 1
    top += lines.line_of(symbol.name_span.start) + 1 == top
    said = lines.lines(symbol.doc) if symbol.doc is not None else (0, -1)
    for number in sorted(kept):
        depth = _depth(lines.line_text(number - 1))
        for n in range(number - 1, top - 1, -1):
            text = lines.line_text(n - 1)
            if text.strip() and _depth(text) < depth and any(c.isalnum() for c in text):
                kept.add(n)
                depth = _depth(text)
    for number in sorted(kept):  # what a comment says of the order
        above = number
        while (
            number - above < _COMMENT
            and not said[0] < above <= said[1] + 1
            and COMMENT.match(lines.line_text(above - 2))
        ):
            above -= 1
        if any(_OF_ORDER.search(lines.line_text(n - 1)) for n in range(above, number)):
            kept.update(range(above, number))
    return kept


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())
