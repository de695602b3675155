"""Text that asks is not text that answers: a task file, a set of prompts or an evaluation report that repeats the
question holds all of its words and says nothing of it.

A heading that asks, with the answer below, is not an echo, nor is a line with an answer on the next one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from helix_lsp.search.reading.read import Passage, Reading
from helix_lsp.search.reading.windows import Window
from helix_lsp.text.line_index import lines_of
from helix_lsp.text.words import STOP_WORDS, WORD, word_terms

_FEWEST = 3  # words of a question that can be told from a phrase
_SAME = 0.8
_LONGER = 1.5
_LONGEST = 600  # characters of a line that is read
_ASKS = frozenset("how what why where when which who whose explain describe summarize".split())
_HEADING = re.compile(r"\s{0,60}(?:#{1,6}\s|=+\s)")
_ITEM = re.compile(
    r"\s{0,60}(?:[-*+|>]\s|\d{1,3}[.)]\s|[{\[]?\s?[\"'][\w -]{1,40}[\"']\s?:|[\w-]{1,40}:\s?[\"'|>]|[\"'])"
)
_KEYED = re.compile(r"\s{0,60}(?:[-*+|>{\[\]},]|\d{1,3}[.)]\s|[\"']|[\w -]{1,40}:(?:\s|\Z))")


def without_echoes(reading: Reading, question: str, texts: Callable[[str], bytes | None]) -> Reading:
    """The reading without passages, and units, that only put the question again."""
    asked = _content(question)
    if len(asked) < _FEWEST:
        return reading
    written = WORD.findall(question.lower())
    opens = next((w for w in written if w in _ASKS), written[0])
    kept: list[Passage] = []
    echoes: set[tuple[str, int]] = set()
    for passage in reading.passages:
        path, unit = passage.window.path, passage.window.unit
        if _only_asks(
            lines_of(texts(path) or b""), passage.window, lambda line: _is_echo(line, asked, opens), asked
        ):
            echoes.add((path, unit.ordinal))
        else:
            kept.append(passage)
    if not echoes:
        return reading
    spoken = {(p.window.path, p.window.unit.ordinal) for p in kept}
    units = tuple(u for u in reading.units if (u[0].path, u[0].unit.ordinal) not in echoes - spoken)
    return replace(reading, passages=tuple(kept), units=units)


def _only_asks(
    lines: list[str], window: Window, is_echo: Callable[[str], bool], asked: frozenset[str]
) -> bool:
    """Whether what a window has of the question is in a line that puts it."""
    reach = range(window.first, min(window.last, len(lines)) + 1)
    at = [n for n in reach if is_echo(lines[n - 1])]
    if not at or any(_is_answered(lines, n, min(window.unit.end_line, len(lines))) for n in at):
        return False
    others = frozenset(t for n in reach if n not in at for t in _content(lines[n - 1]))
    return window.line in at or len(others & asked) < len(asked) / 2


def _is_echo(line: str, asked: frozenset[str], opens: str) -> bool:
    """Whether a line puts the question: as one, or as an entry of a list that has the word it opens with."""
    if len(line) > _LONGEST or not (
        "?" in line or (_ITEM.match(line) and opens in WORD.findall(line.lower()))
    ):
        return False
    held = _content(line)
    return len(held & asked) >= _SAME * len(asked) and len(held) <= _LONGER * len(asked) + 2


def _is_answered(lines: list[str], at: int, end: int) -> bool:
    """A heading with text below it, or a question of prose with a sentence on the next line."""
    below = next((lines[n] for n in range(at, end) if lines[n].strip()), "")
    if not below or "?" in below:
        return False
    heading = _HEADING.match(lines[at - 1]) is not None
    return heading or not (_ITEM.match(lines[at - 1]) or _KEYED.match(below))


def _content(text: str) -> frozenset[str]:
    return frozenset(t for t in word_terms(text[:_LONGEST]) if t not in STOP_WORDS)
