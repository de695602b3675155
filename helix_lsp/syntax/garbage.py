"""Stretches of a source file that no person wrote as code are blanked before the parser sees them.

The generated parsers explore every reading of broken text at once: a few kilobytes of `a=>a=>` or `!*!*` cost
seconds and gigabytes. Three signs are cheap to find: windows that are almost only punctuation, hundreds of
names in a row that are joined by nothing but `=>`, `<` or `/*`, and a last comment that is not closed while
many more begin in it, each of which would be read to the end.
Length and line ends stay, so every offset stays.
"""

from __future__ import annotations

import re

_WINDOW = 2_048
_LEAST = 1_024
_WORDS = b"_" + bytes(code for code in range(256) if code >= 0x80 or chr(code).isalnum())
_SPACE = b" \t\r\n\f\v"
_NAMES = _WORDS + _SPACE + b"$.()]"
_CHAIN_LENGTH = 200
_RUN_LENGTH = 64
_RUN = re.compile(rb"(?>(?:[^\w\s\x80-\xff]++[\w\s]{0,2}+)+)")
_LONGEST_LINK = 40
_LINK = re.compile(rb"=>|<(?![<=])|/\*")
_BEGINS, _ENDS = b"/*", b"*/"
_MOST_READ_AGAIN = 1 << 24
_INK = re.compile(rb"[^\s]")


def blank_garbage(data: bytes) -> tuple[bytes, int]:
    """(the text with such stretches blanked, how many bytes that are)."""
    spans = _windows(data)
    if data.count(b"=>") + data.count(b"<") + data.count(_BEGINS) >= _CHAIN_LENGTH:
        spans.extend(_chains(data))
        spans.extend(_open_comment(data))
    if not spans:
        return data, 0
    out = bytearray(data)
    for start, end in spans:
        out[start:end] = _INK.sub(b" ", data[start:end])
    return bytes(out), _covered(spans)


def _covered(spans: list[tuple[int, int]]) -> int:
    """Bytes in any of these spans."""
    count = last = 0
    for start, end in sorted(spans):
        count += max(0, end - max(start, last))
        last = max(last, end)
    return count


def _windows(data: bytes) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for start in range(0, len(data), _WINDOW):
        window = data[start : start + _WINDOW]
        marks = window.translate(None, _WORDS + _SPACE)
        if len(marks) >= _LEAST and len(marks) * 4 > 3 * len(window.translate(None, _SPACE)):
            runs = [run.span() for run in _RUN.finditer(window)]
            out.extend((start + first, start + last) for first, last in runs if last - first >= _RUN_LENGTH)
    return out


def _open_comment(data: bytes) -> list[tuple[int, int]]:
    """What is behind the last end of a comment, when it begins so many that reading each to the end is
    too much work in all.
    """
    first = data.find(_BEGINS, data.rfind(_ENDS) + 1)
    if first < 0 or data.count(_BEGINS, first) * (len(data) - first) < _MOST_READ_AGAIN:
        return []
    return [(first, len(data))]


def _chains(data: bytes) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    start = end = length = 0
    for match in _LINK.finditer(data):
        at, stop = match.span()
        if at - end <= _LONGEST_LINK and not data[end:at].translate(None, _NAMES):
            length += 1
        else:
            if length >= _CHAIN_LENGTH:
                out.append((start, end))
            start, length = at, 1
        end = stop
    if length >= _CHAIN_LENGTH:
        out.append((start, end))
    return out
