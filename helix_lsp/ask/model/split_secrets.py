"""Secrets that no single string shows: written in pieces that a program joins, or in base64.

Pieces are string literals with nothing but a joining sign, white space or a line continuation between them
(`"a" + "b"`, `'a' 'b'`, `"a" . "b"`, `"a" .. "b"`, `"a" <> "b"`, `"a" & "b"`, `"".join(["a", "b"])`). Base64
is any run of its letters, standard or for URLs, padded or not, that decodes to plain text. Both are looked at
by the rules that the caller brings. Pure and linear: literals, gaps and runs are bounded.
"""

from __future__ import annotations

import base64
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate

import msgspec

from helix_lsp.text.regex import regex

Find = Callable[[str], Iterator[tuple[int, int, str]]]
Named = Callable[[str, str], str]
_LITERAL = regex(
    r"\"(?P<double>(?:[^\"\\\n]|\\.){0,400})\"|'(?P<single>(?:[^'\\\n]|\\.){0,400})'|`(?P<tick>(?:[^`\\\n]|\\.){0,400})`"
)
_SPACE = r"(?:[ \t]|\\?\r?\n){0,40}"
_GAP = regex(rf"{_SPACE}(?P<sign>\+\+?|\.\.?|<>|&|\|\||\^|,)?{_SPACE}[rbufRBUF]{{0,2}}\Z")
_LONGEST_GAP = 90
_RUN = regex(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,8000}={0,2}(?![A-Za-z0-9+/_-])")
_LETTERS = str.maketrans("-_", "+/")
_LINE = 400
_OPENS = regex(r"(?:(?<!\w)[rbufRBUF]{1,2})?[\s(\[\\]{0,80}\Z")
_JOINS = regex(r"[\"']{2}\.join\Z")
_JOINED_BEHIND = regex(r"[\s,]{0,40}\]\s{0,9}\.\s{0,9}join\(")


class Hidden(msgspec.Struct, frozen=True):
    """`start` to `end` are to be masked; `first` marks the piece that bears the mark, the others go without
    one.
    """

    start: int
    end: int
    kind: str
    first: bool


def split_secrets(text: str, find: Find, named: Named) -> tuple[Hidden, ...]:
    """Places in `text`, in order and apart. `find` gives (start, end, kind) of certain shapes in a text;
    `named` says of which kind a value is by what is before it, `` for no secret.
    """
    found: list[Hidden] = []
    for pieces, listed in _chains(text):
        found += _of_chain(text, pieces, listed, find, named)
    found += (Hidden(start, end, kind, first=True) for start, end, kind in _decoded(text, find))
    out: list[Hidden] = []
    for one in sorted(found, key=lambda h: h.start):
        if not out or one.start >= out[-1].end:
            out.append(one)
    return tuple(out)


def _chains(text: str) -> Iterator[tuple[list[tuple[int, int]], bool]]:
    """(places of the contents, whether a comma is between two) of literals that follow one another, two
    at least.
    """
    pieces: list[tuple[int, int]] = []
    listed, end = False, -1
    for match in _LITERAL.finditer(text):
        inside = match.span(match.lastgroup or 0)
        near = 0 <= match.start() - end <= _LONGEST_GAP and pieces
        gap = _GAP.match(text[end : match.start()]) if near else None
        if gap is None:
            if len(pieces) > 1:
                yield pieces, listed
            pieces, listed = [], False
        elif gap["sign"] == ",":
            listed = True
        pieces.append(inside)
        end = match.end()
    if len(pieces) > 1:
        yield pieces, listed


def _of_chain(
    text: str, pieces: list[tuple[int, int]], listed: bool, find: Find, named: Named
) -> Iterator[Hidden]:
    joined = "".join(text[start:end] for start, end in pieces)
    head = _head(text, pieces, listed=listed)
    begins = _begins(pieces)
    found = sorted({*find(joined), *_decoded(joined, find)})
    if found and head is None:  # items of a list: one that is whole by itself does not reach into the next
        found = [one for one in found if not _whole(joined, begins, one, find)]
    if not found and head is not None and (kind := named(head, joined)):
        found = [(0, len(joined), kind)]
    reached = 0
    for start, end, kind in found:
        if start < reached:
            continue
        reached, first = end, True
        for n in range(bisect_right(begins, start) - 1, len(pieces)):
            if begins[n] >= end:
                break
            begin, stop = pieces[n]
            left, right = begin + max(0, start - begins[n]), min(stop, begin + end - begins[n])
            if left < right:
                yield Hidden(left, right, kind, first)
                first = False


def _begins(pieces: list[tuple[int, int]]) -> list[int]:
    """Where each piece begins in the joined text."""
    return [0, *accumulate(stop - begin for begin, stop in pieces)][:-1]


def _whole(joined: str, begins: list[int], one: tuple[int, int, str], find: Find) -> bool:
    """True when the piece in which a secret begins holds one by itself."""
    n = bisect_right(begins, one[0])
    own = joined[begins[n - 1] : begins[n] if n < len(begins) else len(joined)]
    return any(True for _ in find(own)) or any(True for _ in _decoded(own, find))


def _head(text: str, pieces: list[tuple[int, int]], *, listed: bool) -> str | None:
    """What is on the line before the pieces, where they make one text; None before the items of a list
    that nothing joins.
    """
    start = pieces[0][0] - 1
    before = _OPENS.sub("", text[max(0, start - _LINE) : start])
    joins = _JOINS.search(before)
    if listed and joins is None and not _JOINED_BEHIND.match(text, pieces[-1][1] + 1):
        return None
    return (before[: joins.start()] if joins else before).rpartition("\n")[2]


def _decoded(text: str, find: Find) -> Iterator[tuple[int, int, str]]:
    """Runs of base64 that hold what `find` finds, whole."""
    for run in _RUN.finditer(text):
        letters = run[0].rstrip("=").translate(_LETTERS)
        if len(letters) % 4 == 1:
            continue
        data = base64.b64decode(letters + "=" * (-len(letters) % 4))
        if (
            data.isascii()
            and (plain := data.decode("ascii"))
            .replace("\n", "")
            .replace("\r", "")
            .replace("\t", "")
            .isprintable()
        ):
            for _, _, kind in find(plain):
                yield run.start(), run.end(), kind
                break
