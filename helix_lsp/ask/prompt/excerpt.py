"""A quotation made shorter without losing its place: fewer bytes from the same start, ended at a line where
there is one.
"""

from __future__ import annotations

from dataclasses import replace

from helix_lsp.ask.quote import Quote
from helix_lsp.text.line_index import LineIndex
from helix_lsp.text.span import Span


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
    return replace(whole, span=Span(whole.span.start, whole.span.start + len(kept)), raw=kept, end_line=last)


def _first_char(raw: bytes) -> int:
    end = 1
    while end < len(raw) and raw[end] & 0xC0 == 0x80:
        end += 1
    return end
