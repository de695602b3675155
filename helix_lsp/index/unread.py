"""Files of text that nobody could read as such, so that what stands nowhere else may stand in them."""

from __future__ import annotations

from helix_lsp.index.ground import Ground
from helix_lsp.index.overlay import Layer
from helix_lsp.syntax.language import language_of
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.counted import counted

_REFUSED = frozenset({"binary", "utf16", "too_large", "reader"})
_SHOWN = 3


def unread(ground: Ground, layer: Layer) -> tuple[str, ...]:
    """Visible paths that are text by their names and whose content has no unit because it was refused whole,
    open buffers first, each part sorted.
    """
    opened = [
        path
        for path, facts in layer.buffers.items()
        if language_of(path) and _refused(facts.outline) and not facts.units
    ]
    return (*sorted(opened), *(path for path in ground.unread(_refused) if path not in layer.buffers))


def but_for(paths: tuple[str, ...], mark: str = "") -> str:
    """` (not read: a.py, b.py, c.py and 2 others)`, to stand behind what is said to be missing; `` for none.
    `mark` stands on both sides of each path and is replaced in it.
    """
    if not paths:
        return ""
    shown = ", ".join(f"{mark}{path.replace(mark or chr(0), chr(39))}{mark}" for path in paths[:_SHOWN])
    more = f" and {counted(left, 'other')}" if (left := len(paths) - _SHOWN) > 0 else ""
    return f" (not read: {shown}{more})"


def _refused(outline: Outline) -> bool:
    return any(problem.span is None and problem.code in _REFUSED for problem in outline.problems)
