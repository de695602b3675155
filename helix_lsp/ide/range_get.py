"""The exact bytes of a range reference, over a view."""

from __future__ import annotations

from helix_lsp.ask.citation import RangeRef, RangeText, fetch
from helix_lsp.ide.view import View

__all__ = ["RangeRef", "RangeText", "range_get"]


def range_get(view: View, ref: RangeRef) -> RangeText:
    """Raises `UsageError` for a reference that is wrong in itself, `StaleError` when the file no longer holds those bytes there."""
    return fetch(ref, view.texts)
