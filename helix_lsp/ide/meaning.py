"""The one definition that a mention means; none where it could mean several, which only a person can choose from."""

from __future__ import annotations

from helix_lsp.align.candidate import Resolved
from helix_lsp.align.context import document_context
from helix_lsp.align.live import Live
from helix_lsp.align.resolve import resolve
from helix_lsp.ide.view import View
from helix_lsp.syntax.outline import Mention


def meaning(view: View, live: Live, path: str, mention: Mention) -> Resolved | None:
    """The best reading of a mention in document `path` when no other comes within `align.tie` of it."""
    outline, data = live.outline(path), live.data(path)
    if outline is None or data is None:
        return None
    context = document_context(outline, data, mention.span.start)
    found = resolve(mention.text, path, view.snapshot, view.config.align, role=mention.role, context=context)
    best = next(iter(found), None)
    if best is None or any(other.score >= best.score - view.config.align.tie for other in found[1:]):
        return None
    return best
