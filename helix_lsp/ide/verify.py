"""The audit of claims over a view: the entry that the command line and later doors share."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from helix_lsp.align.live import Live
from helix_lsp.ask.claims.audit import Audited, ClaimAudit, audit, audit_document
from helix_lsp.ask.claims.outside import Source, bearing_out
from helix_lsp.ask.claims.quotation import audit_quotations
from helix_lsp.ask.text.live import LiveFiles
from helix_lsp.errors import UsageError
from helix_lsp.ide.view import View
from helix_lsp.text.span import Span
from helix_lsp.verify.answer_habits import in_one_form
from helix_lsp.verify.facts.fact import Grade
from helix_lsp.verify.quoted_blocks import quoted_blocks
from helix_lsp.verify.read_claims import Stated, read_bounded

__all__ = ["ClaimAudit", "paragraph_at", "verify_claims", "verify_file", "verify_text", "with_outside"]
_BLANK = re.compile(rb"\n[ \t]*\r?\n")


def verify_text(view: View, text: str, *, check: Callable[[], None] = lambda: None) -> ClaimAudit:
    """Audit the claims of a text in Markdown, then the code that it quotes; raises `UsageError` when it has
    neither.
    """
    stated, left_out = read_bounded(in_one_form(text))
    blocks, unread = quoted_blocks(text)
    if not stated and not blocks:
        raise UsageError("there is no claim in it; write a sentence, with or without (path:line) behind it")
    found = verify_claims(view, stated, check=check)
    quoted = audit_quotations(blocks, LiveFiles(Live(view.snapshot, view.texts)), view.config.verify, check)
    return replace(found, results=found.results + quoted, unread_blocks=unread, left_out=left_out)


def verify_claims(
    view: View, stated: tuple[Stated, ...], *, check: Callable[[], None] = lambda: None
) -> ClaimAudit:
    """Audit claims that were read already."""
    found = audit(
        stated, view.snapshot, view.texts, view.freshness, view.config.search, view.config.verify, check
    )
    return replace(found, config=view.config_digest())


def with_outside(
    found: ClaimAudit,
    sources: Sequence[Source],
    view: View,
    least: Grade = "C",
    check: Callable[[], None] = lambda: None,
) -> ClaimAudit:
    """The audit, its claims held against sources from outside as well, of the grade `least` or better: what the
    repository neither carries nor contradicts passes where one of them carries it, and says so.
    """
    cfg = view.config.verify
    out: list[Audited] = []
    for one in found.results:
        at = bearing_out(one.claim, sources, least, cfg, check, view.likeness)
        if not any(place.carries for place in at):
            # what is only alike is shown where nothing else speaks of the claim
            out.append(
                one if one.cited or one.verdict in ("CONTRADICTED", "PASS") else replace(one, outside=at)
            )
        elif one.cited or one.verdict in ("CONTRADICTED", "PASS"):
            # what cites a place must be carried by it, not by another text
            out.append(replace(one, outside=at))
        else:
            reason = "not in the repository; a document from outside says it"
            out.append(
                replace(one, verdict="PASS", score=cfg.share_passed, reason=reason, missing=(), outside=at)
            )
    return replace(found, results=tuple(out))


def verify_file(
    view: View, path: str, *, near: int | None = None, check: Callable[[], None] = lambda: None
) -> ClaimAudit:
    """Every sentence of a document of the workspace against the code, or those of the paragraph at the byte
    `near`; raises `UsageError` for a path that is not in the index.
    """
    data = view.texts(path) if view.snapshot.file(path) is not None else None
    if data is None:
        raise UsageError(f"no such file in this project: {path}; name a document relative to the root")
    within = Span(0, len(data)) if near is None else paragraph_at(data, near)
    found = audit_document(
        path, data, view.snapshot, view.texts, view.freshness, view.config.verify, check, within
    )
    return replace(found, config=view.config_digest())


def paragraph_at(data: bytes, offset: int) -> Span:
    """The lines around a byte up to a blank line on either side."""
    before = [m.end() for m in _BLANK.finditer(data, 0, offset)]
    after = _BLANK.search(data, offset)
    return Span(before[-1] if before else 0, after.start() if after is not None else len(data))
