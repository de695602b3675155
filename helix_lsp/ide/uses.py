"""Every use of a name, over a view: the rules are `ask/evidence/uses.py`."""

from __future__ import annotations

from collections.abc import Callable

from helix_lsp.ask.evidence.uses import UsesPage, UsesRequest, look_up_uses
from helix_lsp.ide.view import View

__all__ = ["UsesPage", "UsesRequest", "uses"]


def uses(view: View, request: UsesRequest, *, check: Callable[[], None] = lambda: None) -> UsesPage:
    """One page of the whole counted set. Raises `UsageError` for an empty name, a wrong path, size or cursor,
    `Cancelled` when `check` says so.
    """
    cfg = view.config.align
    return look_up_uses(request, view.snapshot, view.texts, view.oracle, cfg, view.freshness, check)
