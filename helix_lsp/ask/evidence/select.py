"""Which files a selector names: a glob, or a surface as `surface:docs`. A colon is in no path, so the two
never meet.

Surfaces are told from paths and language, not from fixed folder names; knowledge is where concept cards and
trees were really read.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.surface import surface_of
from helix_lsp.syntax.language import language_of
from helix_lsp.text.paths import matches_glob

SURFACE = "surface:"
EVERYTHING = "**"
_WILD = "*?{"


def selects(selector: str, path: str, knowledge: frozenset[str]) -> bool:
    """True when the selector names the path; `knowledge` are the paths of cards and trees."""
    if selector == EVERYTHING:
        return True
    if not selector.startswith(SURFACE):
        return path == selector or matches_glob(path, selector)
    surface = surface_of(path, language_of(path))
    return {
        "docs": surface.kind == "docs",
        "knowledge": path in knowledge,
        "tests": surface.test,
        "code": surface.kind == "code" and not surface.test,
        "config": surface.kind == "config" and not surface.test,
    }.get(selector.removeprefix(SURFACE), False)


def first_of(selector: str, snapshot: Snapshot) -> str:
    """The first visible path that a glob names, `` for none. Looks only below the folder that is before
    its first wildcard.
    """
    if not any(c in selector for c in _WILD):
        if snapshot.file(selector) is not None:
            return selector
        return next((p for p in _below(selector.rstrip("/") + "/", snapshot)), "") or _anywhere(
            selector, snapshot
        )
    fixed = selector[: min(selector.find(c) for c in _WILD if c in selector)].rpartition("/")[0]
    within = _below(fixed + "/", snapshot) if fixed else snapshot.paths()
    return next((p for p in within if matches_glob(p, selector)), "")


def _anywhere(selector: str, snapshot: Snapshot) -> str:
    """A name without a slash is at any depth."""
    return "" if "/" in selector else next((p for p in snapshot.paths() if p.endswith("/" + selector)), "")


def _below(folder: str, snapshot: Snapshot) -> Iterable[str]:
    paths = snapshot.paths()
    at = bisect_left(paths, folder)
    while at < len(paths) and paths[at].startswith(folder):
        yield paths[at]
        at += 1
