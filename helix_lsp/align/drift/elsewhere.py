"""Where the target of a dead link may stand now, when git saw no move: the one page of the same name, the one
page with that very heading.

One candidate or none: what could be several places is not help. A page is looked for by the name of its file
and its nearest folders, a heading by the letters and digits of its anchor, among the pages of the same folder
first. Suggestions only, never a reason for an alarm.
"""

from __future__ import annotations

import posixpath
from collections import Counter

from helix_lsp.align.drift.anchors import letters
from helix_lsp.align.drift.world import World
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Snapshot

_ANY = frozenset(
    {
        "readme",
        "index",
        "_index",
        "overview",
        "intro",
        "introduction",
        "main",
        "mod",
        "__init__",
        "setup",
        "config",
        "package",
    }
)
_PAGES = ("md", "mdx", "markdown", "rst", "adoc", "ipynb", "html")
_SLIP, _LONG = 5, 8  # letters of a part of a path that may have one letter wrong, and two
_PLAIN = 4  # letters of an anchor that says too little, as `use` and `run`


def page_elsewhere(spot: str, page: str, world: World) -> tuple[str, ...]:
    """The only file of this name in the tree but `page` itself, by more of its path where the name alone is
    common; empty when there are several.
    """
    base = posixpath.basename(spot)
    stem, dot, _ = base.partition(".")
    if not dot or not stem:
        return ()
    near = [
        p for p in _by_base(world.snapshot).get(base.lower(), ()) if p != page and not _is_aside(p, world)
    ]
    parent = posixpath.basename(posixpath.dirname(spot))
    same = [p for p in near if parent and posixpath.basename(posixpath.dirname(p)) == parent]
    if len(same) == 1:
        return (same[0],)
    return (near[0],) if len(near) == 1 and stem.lower() not in _ANY else ()


def names_of_files(snapshot: Snapshot) -> frozenset[str]:
    """The names of all files and folders, in lower case."""

    def made() -> frozenset[str]:
        return frozenset(part.lower() for path in snapshot.paths() for part in path.split("/"))

    return remembered(snapshot, ("drift_names",), made)


def has_page(target: str, world: World) -> bool:
    """True where a page of that name is anywhere: a site may serve it at an address of its own."""
    name = posixpath.basename(target).partition(".")[0].lower()
    return any(f"{name}.{ending}" in _by_base(world.snapshot) for ending in _PAGES)


def page_beside(spot: str, world: World) -> tuple[str, ...]:
    """The one file that is where the target stood and differs in the ending alone: `guide.md` became
    `guide.mdx`.
    """
    folder, base = posixpath.split(spot)
    stem, dot, ending = base.partition(".")
    if not dot or not stem or ending not in _PAGES:
        return ()
    found = [
        p
        for p in (posixpath.join(folder, f"{stem}.{other}") for other in _PAGES if other != ending)
        if world.snapshot.file(p) is not None
    ]
    return (found[0],) if len(found) == 1 else ()


def slip_of_path(spot: str, world: World) -> str:
    """The one file or folder beside a path that is not there, of which its last part is a slip of the pen: one or two letters
    differ, and no digit and no ending; `` for none.
    """
    from rapidfuzz.distance import OSA  # 4 MB that a session with nothing stale does without

    folder, base = posixpath.split(spot)
    stem, _, ending = base.partition(".")
    if len(stem) < _SLIP or (folder and folder not in world.folders):
        return ""
    most = 1 if len(stem) < _LONG else 2
    beside = (name for name in _inside(world).get(folder, ()) if name.partition(".")[2] == ending)
    found = [
        name
        for name in beside
        if 0 < OSA.distance(stem, name.partition(".")[0], score_cutoff=most) <= most
        and _digits(stem) == _digits(name.partition(".")[0])
    ]
    return posixpath.join(folder, found[0]) if len(found) == 1 else ""


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))


def _inside(world: World) -> dict[str, set[str]]:
    """The names in each folder."""

    def made() -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for path in (*world.snapshot.paths(), *world.folders):
            folder, base = posixpath.split(path)
            found.setdefault(folder, set()).add(base)
        return found

    return remembered(world.snapshot, ("drift_inside",), made)


def heading_elsewhere(page: str, anchor: str, world: World) -> tuple[str, ...]:
    """`path#anchor` of the one other page that has exactly this heading: in the folder of `page`, else
    anywhere among the documents.
    """
    wanted = letters(anchor)
    if len(wanted) <= _PLAIN:
        return ()
    folder = posixpath.dirname(page)
    found = [(p, a) for p, a in _by_heading(world.snapshot).get(wanted, ()) if p != page]
    beside = [one for one in found if posixpath.dirname(one[0]) == folder]
    for rows in (beside, found):
        if len({p for p, _ in rows}) == 1:
            return (f"{rows[0][0]}#{rows[0][1]}",)
        if rows:
            return ()
    return ()


def _is_aside(path: str, world: World) -> bool:
    entry = world.snapshot.file(path)
    return entry is None or entry.surface.vendored or entry.generated


def _by_base(snapshot: Snapshot) -> dict[str, tuple[str, ...]]:
    def made() -> dict[str, tuple[str, ...]]:
        rows: dict[str, list[str]] = {}
        for path in snapshot.paths():
            rows.setdefault(posixpath.basename(path).lower(), []).append(path)
        return {base: tuple(sorted(paths)) for base, paths in rows.items()}

    return remembered(snapshot, ("drift_bases",), made)


def _by_heading(snapshot: Snapshot) -> dict[str, tuple[tuple[str, str], ...]]:
    """Letters of a heading's anchor -> (path, anchor) of the documents that have it once."""

    def made() -> dict[str, tuple[tuple[str, str], ...]]:
        rows: dict[str, list[tuple[str, str]]] = {}
        for path in snapshot.paths():
            entry = snapshot.file(path)
            outline = (
                snapshot.outline(path)
                if entry is not None and entry.language == "markdown" and not entry.surface.vendored
                else None
            )
            sections = outline.sections if outline is not None else ()
            often = Counter(letters(s.anchor) for s in sections)
            for section in sections:
                if often[letters(section.anchor)] == 1:
                    rows.setdefault(letters(section.anchor), []).append((path, section.anchor))
        return {heading: tuple(sorted(places)) for heading, places in rows.items()}

    return remembered(snapshot, ("drift_headings",), made)
