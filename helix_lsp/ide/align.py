"""Which files, symbols and spans a document or sentence talks about, over a view."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.align.components.aligner import Aligner, Alignment, CodeSpan, FileLink, NameLink, Scope
from helix_lsp.align.components.symbol_links import Candidate
from helix_lsp.errors import UsageError
from helix_lsp.ide.view import View
from helix_lsp.text.counted import counted

__all__ = [
    "AlignRequest",
    "Aligner",
    "Alignment",
    "Candidate",
    "CodeSpan",
    "FileLink",
    "NameLink",
    "Scope",
    "align",
    "aligner",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignRequest:
    """`text` alone, a document alone, or one of its sentences (by `text` or by `line`, from 1, 0 for none)."""

    scope: Scope
    text: str = ""
    line: int = 0


def aligner(view: View, scope: Scope) -> Aligner:
    """The document read and mapped once, for many questions about it."""
    return Aligner(view.snapshot, view.texts, view.config.align, scope)


def align(view: View, request: AlignRequest, prepared: Aligner | None = None) -> Alignment:
    """The committed links; raises `UsageError` where there is nothing to align or the document has no such
    line.

    `prepared` must come from `aligner` with the same view and scope.
    """
    if not request.text.strip() and not request.scope.path:
        raise UsageError(
            'there is nothing to align; give a document or a text: helix-lsp align --text "the registry keeps the services"'
        )
    lines = len(request.scope.data.splitlines())
    if request.line > lines:
        raise UsageError(f"{request.scope.path} has {counted(lines, 'line')}, not {request.line}")
    return (prepared or aligner(view, request.scope)).align(request.text, request.line)
