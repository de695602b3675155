"""Finds a cited range again after its file changed: same place, same name, same content; else it is gone.

Invariant: what is returned lies inside the bytes that `texts` hands out now (law I5); whether the content is
still the cited one is for the caller to hash, since a definition that was edited is still that definition.
"""

from __future__ import annotations

from helix_lsp.align.live import Live, Texts
from helix_lsp.config.align import AlignConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.positions import Span

_DEFAULT = AlignConfig()


def reanchor(
    path: str,
    span: Span,
    sha256: str,
    qualified: str | None,
    snapshot: Snapshot,
    texts: Texts,
    cfg: AlignConfig = _DEFAULT,
) -> Span | None:
    """Where the cited bytes of `path` stand now, None when neither name nor content is found.

    Unmoved bytes win; then a definition called `qualified` (one with the cited bytes before the others); then
    the only run of lines with exactly the cited content. Hashing is bounded by `cfg.reanchor_bytes`.
    """
    live = Live(snapshot, texts)
    data = live.data(path)
    if data is None:
        return None
    if span.end <= len(data) and sha256_hex(span.cut(data)) == sha256:
        return span
    if qualified is not None:
        outline = live.outline(path)
        alike = [s.span for s in outline.symbols if s.qualified == qualified] if outline is not None else []
        for one in alike:
            if sha256_hex(one.cut(data)) == sha256:
                return one
        if alike:
            return min(alike, key=lambda s: (abs(s.start - span.start), s.start))
    return _by_content(data, span, sha256, live, path, cfg.reanchor_bytes)


def _by_content(data: bytes, span: Span, sha256: str, live: Live, path: str, budget: int) -> Span | None:
    """The one place with this content that begins where a line or its indented text begins; None for none or
    several.
    """
    size = len(span)
    if size == 0:
        return None
    found: list[Span] = []
    lines = live.lines(path)
    for number in range(lines.line_count):
        line = lines.line_span(number)
        body = line.cut(data)
        for start in {line.start, line.start + len(body) - len(body.lstrip(b" \t"))}:
            if start + size > len(data):
                continue
            budget -= size
            if budget < 0:
                return None
            if sha256_hex(data[start : start + size]) == sha256:
                found.append(Span(start, start + size))
    return found[0] if len(found) == 1 else None
