"""Go to definition: every definition in the best group, over the exact mention."""

from __future__ import annotations

from helix_lsp.ide.mention_at import under
from helix_lsp.ide.target import NavigationTarget
from helix_lsp.ide.view import View
from helix_lsp.text.span import Span


def definition(view: View, path: str, offset: int) -> tuple[NavigationTarget, ...]:
    """Targets for byte `offset` of `path`, best first; definitions that are gone from the current bytes are
    left out.
    """
    here = under(view, path, offset)
    if here is None:
        return ()
    least = here.found[0].score - view.config.align.tie
    targets: list[NavigationTarget] = []
    for one in here.found:
        symbol = here.live.symbol(one.defined) if one.score >= least else None
        if symbol is not None:
            full = Span(
                min(symbol.span.start, symbol.name_span.start), max(symbol.span.end, symbol.name_span.end)
            )
            targets.append(
                NavigationTarget(path=one.defined.path, full=full, focus=symbol.name_span, origin=here.origin)
            )
    return tuple(targets)
