"""Stretches of a source file that no person wrote as code are blanked before the parser sees them.

The generated parsers explore every reading of broken text at once: a few kilobytes of `a=>a=>` or `!*!*` cost seconds and gigabytes. Two signs
are cheap to find: windows that are almost only punctuation, and hundreds of names in a row that are joined by nothing but `=>` or `<`.
Length and line ends stay, so every offset stays.
"""

from __future__ import annotations

import re

_WINDOW = 2_048
_LEAST = 1_024
_WORDS = bytes(
    code for code in range(256) if chr(code).isascii() and (chr(code).isalnum() or chr(code) == "_") or code >= 0x80
)
_SPACE = b" \t\r\n\f\v"
_CHAIN_LENGTH = 200
_CHAIN = re.compile(rb"(?:[\w$.)\]\x80-\xff \t\r\n(]{1,40}(?:=>|<(?![<=]))){%d,}" % _CHAIN_LENGTH)
_INK = re.compile(rb"[^\s]")


def blank_garbage(data: bytes) -> tuple[bytes, int]:
    """(the text with such stretches blanked, how many bytes that are)."""
    spans = _windows(data)
    if data.count(b"=>") >= _CHAIN_LENGTH or data.count(b"<") >= _CHAIN_LENGTH:
        spans.extend(match.span() for match in _CHAIN.finditer(data))
    if not spans:
        return data, 0
    out = bytearray(data)
    for start, end in spans:
        out[start:end] = _INK.sub(b" ", data[start:end])
    return bytes(out), sum(end - start for start, end in spans)


def _windows(data: bytes) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for start in range(0, len(data), _WINDOW):
        window = data[start : start + _WINDOW]
        marks = window.translate(None, _WORDS + _SPACE)
        if len(marks) >= _LEAST and len(marks) * 4 > 3 * len(window.translate(None, _SPACE)):
            end = min(start + _WINDOW, len(data))
            while start > 0 and data[start] & 0xC0 == 0x80:
                start -= 1
            while end < len(data) and data[end] & 0xC0 == 0x80:
                end += 1
            out.append((start, end))
    return out
