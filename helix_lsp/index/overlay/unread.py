"""Files of text that nobody could read as such, so that what is nowhere else may be in them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from helix_lsp.index.overlay.ground import Ground
from helix_lsp.index.overlay.overlay import Layer
from helix_lsp.syntax.language import language_of
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.counted import counted

_REFUSED = frozenset({"binary", "utf16", "too_large", "reader"})
_ENCODINGS = ("UTF-16", "UTF-32")
_SHOWN = 3


def unread(ground: Ground, layer: Layer) -> Mapping[str, str]:
    """Visible paths that are text by their names and whose content does not have a unit because it was refused whole,
    open buffers first, each part sorted; with the encoding where that is the reason, else ``.
    """
    opened = {
        path: encoding
        for path, facts in sorted(layer.buffers.items())
        if language_of(path) and not facts.units and (encoding := _refused(facts.outline)) is not None
    }
    stored = ground.unread(_refused)
    return opened | {path: encoding for path, encoding in stored.items() if path not in layer.buffers}


def but_for(left_out: Mapping[str, str], mark: str = "") -> str:
    """` (not read: a.py, b.py in UTF-16, c.py and 2 others)`, to be behind what is said to be missing; ``
    for none. `mark` is on both sides of each path and is replaced in it.
    """
    if not left_out:
        return ""
    shown = ", ".join(
        f"{mark}{path.replace(mark or chr(0), chr(39))}{mark}{f' in {encoding}' if encoding else ''}"
        for path, encoding in islice(left_out.items(), _SHOWN)
    )
    more = f" and {counted(left, 'other')}" if (left := len(left_out) - _SHOWN) > 0 else ""
    return f" (not read: {shown}{more})"


def _refused(outline: Outline) -> str | None:
    """The encoding that is not read, `` for another reason, None where the file was not refused."""
    for problem in outline.problems:
        if problem.span is None and problem.code in _REFUSED:
            return (
                next((e for e in _ENCODINGS if e in problem.message), "") if problem.code == "utf16" else ""
            )
    return None
