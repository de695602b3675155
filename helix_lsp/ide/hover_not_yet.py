"""The hover while the first index is being made: that the name under the cursor was not found *yet*, and how
much is still to come (law I10).

Without it an editor says that there is no information, which nobody can know at that moment.
"""

from __future__ import annotations

from helix_lsp.align.live import Live
from helix_lsp.ide import markup
from helix_lsp.ide.hover import Hover, freshness_line
from helix_lsp.ide.mention_at import pointed_at
from helix_lsp.ide.view import View

BEGINNING = "Not indexed yet"
"""How the text begins; a plugin knows the hover by it, and asks again when the index is there."""


def hover_not_yet(view: View, path: str, offset: int) -> Hover | None:
    """For byte `offset` of `path` where `hover` found nothing; None when no name is there, or the index
    is fresh.
    """
    stale = freshness_line(view.freshness)
    span = pointed_at(Live(view.snapshot, view.texts), path, offset) if stale else None
    if span is None:
        return None
    name = span.cut(view.texts(path) or b"").decode("utf-8", "replace")
    told = f"{BEGINNING}: {markup.code(name)} is not in what is indexed so far. Hover again in a moment."
    return Hover(markdown=f"{told}\n\n{stale}", span=span)
