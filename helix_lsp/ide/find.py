"""Evidence cut to a budget, over a view: the rules are `ask/evidence/find.py`."""

from __future__ import annotations

from collections.abc import Callable

from helix_lsp.ask.evidence.find import FindRequest, Found, find_evidence
from helix_lsp.ide.mentions import View
from helix_lsp.ide.query import folded

__all__ = ["FindRequest", "Found", "find"]


def find(view: View, request: FindRequest, *, check: Callable[[], None] = lambda: None) -> Found:
    """The best places with the lines that matter; raises `UsageError` for an empty query or a wrong budget,
    `Cancelled` when `check` says so.
    """
    cfg = view.config.search
    snapshot, texts = folded(
        " ".join((request.query, *(value for _, value in request.filters))),
        view.snapshot,
        view.texts,
        cfg,
        view.config.index,
    )
    return find_evidence(request, snapshot, texts, cfg, view.freshness, view.likeness, check, view.opinion)
