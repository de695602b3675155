"""Where something stands and how fresh that is, for a person: `path:line` as a link, generation and freshness
in words.
"""

from __future__ import annotations

import os
from pathlib import Path

from helix_lsp.cli.screen import Screen, clean
from helix_lsp.index.freshness import Freshness
from helix_lsp.text.counted import counted


def freshness_words(freshness: Freshness) -> str:
    """`index up to date`, or what it does not know yet."""
    behind = freshness.reason or f"{counted(freshness.behind, 'file')} behind"
    state = "up to date" if freshness.fresh else f"not up to date ({behind})"
    unsaved = f", {freshness.unsaved} unsaved" if freshness.unsaved else ""
    return f"index {state}{unsaved}"


def partly(freshness: Freshness) -> str:
    """What to say before what a large part of the project does not have a voice in, `` where that is not so."""
    if not freshness.provisional:
        return ""
    far = f"{freshness.read:,} of {counted(freshness.files, 'file')} read"
    return (
        f"provisional: {far}, and {freshness.reason or 'the rest is not'}. Ask again when the index is whole"
    )


def link(
    path: str, start: int, end: int, root: str, screen: Screen, *, column: int = 0, within: str = ""
) -> str:
    """`path:line`, `path:line-line` or, with a column, `path:line:column`; on a terminal it opens the file. `within`
    is the name of a repository, which comes first.
    """
    named = f"{within}/{path}" if within else path
    shown = clean(f"{named}:{start}" if end <= start else f"{named}:{start}-{end}") + f":{column}" * bool(
        column
    )
    if not screen.colour:
        return shown
    target = Path(os.path.abspath(os.path.join(root, path))).as_uri()
    return f"\x1b]8;;{target}#{start}\x1b\\\x1b[36m{shown}\x1b[0m\x1b]8;;\x1b\\"


def below_root(root: str, path: str) -> str:
    """A path as the person writes it, relative to the root where it lies below it."""
    written = path.replace(os.sep, "/")
    whole = os.path.abspath(path) if os.path.isabs(path) else os.path.join(root, path)
    below = os.path.relpath(os.path.normpath(whole), root).replace(os.sep, "/")
    return written if below.startswith("../") else below
