"""Finds cited bytes again after their file changed: in one place, or they are gone."""

from __future__ import annotations

from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_LINE_END = regex(rb"[\r\n]|\Z")


def reanchor(data: bytes, raw: bytes) -> Span | None:
    """The one place in `data` with the bytes `raw` that begins where a line or its indented text begins; None
    for none or several. Linear in `data`.
    """
    found: list[Span] = []
    low, at = 0, data.find(raw) if raw else -1
    while at >= 0 and len(found) < 2:
        line = max(low, data.rfind(b"\n", low, at) + 1, data.rfind(b"\r", low, at) + 1)
        begins = not data[line:at].strip(b" \t")
        if begins:
            found.append(Span(at, at + len(raw)))
        end = _LINE_END.search(data, at)
        low = line if begins or end is None else end.end()
        at = data.find(raw, max(at + 1, low))
    return found[0] if len(found) == 1 else None
