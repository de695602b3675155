"""What is behind a link's text: `(target "title")` or `[label]` (CommonMark 0.31, 6.3). Linear: every
look-ahead is bounded or anchored.
"""

from __future__ import annotations

import re

_SPACE = re.compile(rb"[ \t]*+(?>(?:\r\n|\n|\r)?)[ \t]*+")
_POINTED = re.compile(rb"<((?>(?:[^<>\\\r\n]|\\.)*))>")
_PLAIN = re.compile(rb"(?>(?:[^\s()\\\x00-\x1f\x7f]|\\[^\s])+)")
_TITLE = re.compile(
    rb"\"(?>(?:[^\"\\]|\\[\s\S])*)\"|'(?>(?:[^'\\]|\\[\s\S])*)'|\((?>(?:[^()\\]|\\[\s\S])*)\)"
)
_LABEL = re.compile(rb"\[((?>(?:[^\[\]\\]|\\[\s\S]){0,999}))\]")
_DEEPEST = 32


def read_inline_target(text: bytes, at: int) -> tuple[int, int, int] | None:
    """(start, end) of a target and the end of the whole, when `text[at:]` goes on behind its parenthesis as a
    link does.
    """
    at = _over_space(text, at)
    found = _destination(text, at)
    if found is None:
        return None
    start, stop, after = found
    spaced = _over_space(text, after)
    if spaced > after and (title := _TITLE.match(text, spaced)):
        spaced = _over_space(text, title.end())
    return (start, stop, spaced + 1) if text[spaced : spaced + 1] == b")" else None


def read_label(text: bytes, at: int) -> tuple[int, int, int] | None:
    """(start, end) of the label in the brackets at `at` and the end of the brackets; at most 999 characters,
    no bracket in it.
    """
    label = _LABEL.match(text, at)
    return (label.start(1), label.end(1), label.end()) if label else None


def _destination(text: bytes, at: int) -> tuple[int, int, int] | None:
    """(start, end) of the destination that begins at `at`, which may be empty, and where it ends with its
    angle brackets.
    """
    if text[at : at + 1] == b"<":
        pointed = _POINTED.match(text, at)
        return (pointed.start(1), pointed.end(1), pointed.end()) if pointed else None
    end, depth = at, 0
    while True:
        if plain := _PLAIN.match(text, end):
            end = plain.end()
        char = text[end : end + 1]
        if char == b"(" and depth < _DEEPEST:
            depth += 1
        elif char == b")" and depth > 0:
            depth -= 1
        else:
            break
        end += 1
    return (at, end, end) if depth == 0 else None


def _over_space(text: bytes, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
