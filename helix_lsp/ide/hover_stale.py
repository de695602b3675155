"""The hover on a stale reference: its finding, for a client that shows findings nowhere near the pointer."""

from __future__ import annotations

from helix_lsp.align.drift.find import Finding
from helix_lsp.align.drift.say import reason_of
from helix_lsp.align.live import Live
from helix_lsp.ide import markup
from helix_lsp.ide.drift_fixes import is_certain
from helix_lsp.ide.drift_look import DriftLook, last_places
from helix_lsp.ide.hover import Hover


def hover_stale(look: DriftLook, path: str, offset: int) -> Hover | None:
    """Of what is told at byte `offset` of `path` already; nothing is judged for it. None where nothing is told."""
    told = look.told(path)
    here = (
        [f for f in told.findings if f.reference.span.start <= offset <= f.reference.span.end] if told else []
    )
    if not here:
        return None
    found = min(here, key=lambda f: len(f.reference.span))
    return Hover(markdown=_render(found, look), span=found.reference.span)


def _render(found: Finding, look: DriftLook) -> str:
    said, live = found.judged, Live(look.view.snapshot, look.view.texts)
    head = f"{markup.code(found.reference.text)}: {markup.text(reason_of(said))}"
    rows = [
        f"{markup.text(words)}: {markup.link(place.path, live.lines(place.path).line_of(place.span.start) + 1)}"
        for place, words in last_places(found, look.view, live)
    ]
    if said.suggestions and found.reference.kind != "claim" and not is_certain(found):
        rows.append(f"perhaps {', '.join(markup.code(name) for name in said.suggestions)}")
    return "\n\n".join([head, *(["\n".join(f"- {row}" for row in rows)] if rows else [])])
