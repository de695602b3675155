"""The citation audit of a view: the entry that the command line and later doors share."""

from __future__ import annotations

from collections.abc import Callable

from helix_lsp.ask.audit import ClaimAudit, audit
from helix_lsp.errors import UsageError
from helix_lsp.ide.view import View
from helix_lsp.verify.read_claims import Stated, read_claims

__all__ = ["ClaimAudit", "verify_claims", "verify_text"]


def verify_text(view: View, text: str, *, check: Callable[[], None] = lambda: None) -> ClaimAudit:
    """Audit the claims of a text in Markdown; raises `UsageError` when it has none."""
    stated = read_claims(text)
    if not stated:
        raise UsageError("there is no claim in it; write a sentence, with or without (path:line) behind it")
    return verify_claims(view, stated, check=check)


def verify_claims(view: View, stated: tuple[Stated, ...], *, check: Callable[[], None] = lambda: None) -> ClaimAudit:
    """Audit claims that were read already."""
    return audit(stated, view.snapshot, view.texts, view.freshness, view.config.search, view.config.verify, check)
