"""Code to documents, for a view: the rules are `align/mentions.py`."""

from __future__ import annotations

from helix_lsp.align.mentions import Mentions, find_mentions
from helix_lsp.ide.view import View


def mentions(view: View, name: str) -> Mentions:
    """Where documents mention `name` (`Flask.route`, `route`); nothing when no definition bears it."""
    return find_mentions(name, view.snapshot, view.texts, view.config.align, view.freshness)
