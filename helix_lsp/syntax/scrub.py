"""Bytes a grammar can read safely, at the same offsets: every byte that is changed is changed for one other
byte.

A scanner written in C may stop at a NUL and lose its place at an invalid byte, so both become question marks;
a byte order mark becomes three line ends, which mean nothing in any document or configuration language read
here.
"""

from __future__ import annotations

import re

from helix_lsp.text.regex import regex

_BOM = b"\xef\xbb\xbf"
_BROKEN = regex("[\udc80-\udcff]")


def scrub(data: bytes) -> bytes:
    """`data` as valid UTF-8 without NUL and byte order mark, of the same length."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        data = _BROKEN.sub("?", data.decode("utf-8", "surrogateescape")).encode("utf-8")
    if b"\0" in data:
        data = data.replace(b"\0", b"?")
    return b"\n\n\n" + data[3:] if data.startswith(_BOM) else data


def blanked(data: bytes, start: int, end: int) -> bytes:
    """`data` with the bytes from `start` to `end` turned into spaces; line ends stay."""
    return data[:start] + re.sub(rb"[^\r\n]", b" ", data[start:end]) + data[end:]
