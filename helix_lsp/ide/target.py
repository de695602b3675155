"""A place to go to, with the exact text it was asked from."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.text.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class NavigationTarget:
    """`full` is the whole definition and `focus` its name, in the current bytes of `path`; `origin` is the
    mention in the asking file.
    """

    path: str
    full: Span
    focus: Span
    origin: Span
