"""Retrieval only, over a view."""

from __future__ import annotations

from collections.abc import Callable

from helix_lsp.ask.evidence.folded import folded
from helix_lsp.ask.evidence.lookup import QueryAnswer, QueryRequest, look_up
from helix_lsp.ide.mentions import View

__all__ = ["QueryAnswer", "QueryRequest", "query"]


def query(view: View, request: QueryRequest, *, check: Callable[[], None] = lambda: None) -> QueryAnswer:
    """The best `k` places; raises `UsageError` for an empty text, a bad `k` or an unknown filter, `Cancelled`
    when `check` says so.
    """
    asked = " ".join(
        [request.text, request.why_not, *(value for key, value in request.filters if key == "path")]
    )
    snapshot, texts = folded(asked, view.snapshot, view.texts, view.config.search, view.config.index)
    return look_up(request, snapshot, texts, view.config.search, check, view.opinion)
