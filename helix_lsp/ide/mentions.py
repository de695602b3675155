"""Code to documents, for a view: the rules are `align/mentions/mentions.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from helix_lsp.align.coverage import Coverage, find_coverage
from helix_lsp.align.mentions.mentions import Mentions, find_mentions, mentions_of
from helix_lsp.ide.mention_at import under
from helix_lsp.ide.view import View


def mentions(view: View, name: str) -> Mentions:
    """Where documents mention `name` (`Flask.route`, `route`); nothing when no definition bears it."""
    return find_mentions(name, view.snapshot, view.texts, view.config.align, view.freshness)


def mentions_at(view: View, path: str, offset: int, check: Callable[[], None]) -> Mentions | None:
    """Where documents mention what is at a byte, its best readings; None when nothing there names
    anything.
    """
    here = under(view, path, offset)
    if here is None or not here.found:
        return None
    least = here.found[0].score - view.config.align.tie
    wanted = [one.defined for one in here.found if one.score >= least]
    return mentions_of(wanted, view.snapshot, view.texts, view.config.align, view.freshness, check)


def coverage(view: View, paths: Iterable[str] = (), check: Callable[[], None] = lambda: None) -> Coverage:
    """Which public definitions below `paths` (everywhere when empty) the documents mention. Raises through `check`."""
    return find_coverage(view.snapshot, view.texts, view.config.align, view.freshness, tuple(paths), check)
