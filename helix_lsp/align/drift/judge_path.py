"""One path or link -> live, stale or cannot know: the file, the folder, the heading that it leads to, and
where these may stand now.

A path is an alarm where history saw it go after it was written down; an anchor where the page that it names
has no such heading, and nothing says that a site gets its headings from elsewhere. A link that leads nowhere
and never did is a hint.
"""

from __future__ import annotations

import posixpath
import re

from msgspec.structs import replace

from helix_lsp.align.drift.anchors import (
    has_anchor,
    is_alias,
    is_included,
    is_object,
    is_of_site,
    near_anchor,
    page_at,
    spots,
)
from helix_lsp.align.drift.elsewhere import (
    has_page,
    heading_elsewhere,
    names_of_files,
    page_beside,
    page_elsewhere,
    slip_of_path,
)
from helix_lsp.align.drift.history import History, PathGone, is_holder, is_off_stage
from helix_lsp.align.drift.reference import LABEL, OWN, DocReference
from helix_lsp.align.drift.verdict import (
    AFTER,
    UNDATED,
    WHOLE,
    Judged,
    Witness,
    Written,
    because,
    cannot,
    is_label,
    judge_label,
    judge_page_label,
    live,
)
from helix_lsp.align.drift.world import World
from helix_lsp.align.mention import read_path
from helix_lsp.text.gitignore import Budget, IgnoreRules
from helix_lsp.text.regex import regex
from helix_lsp.text.words import lower_parts

_BUILT = regex(
    r"\bgenerated\b|\bbuil[dt] (?:output|artifacts?|files?|products?)|\bcompiled\b|\buntrack|\bgitignore\b",
    re.IGNORECASE,
)
_UNSUFFIXED = regex(r"[A-Z][a-z]+file")  # `Makefile`, `Gemfile`
_PAGED = regex(rb"\]\((?![a-z]+:)[^()\s]{1,200}\.md[)#]")  # a link that names a page with its ending
_MACRO = regex(r"\w+::\S{1,300}")  # `[api::Bell](#ring)`
_OWN_NAME = 2  # words of the name of a file that a project gives, and not its tools
_RULES = 262_144  # bytes of one ignore file
_STEPS = 1_000_000  # a tenth of a second
_ASCIIDOC = (".adoc", ".asciidoc")
_MARKDOWN = (".md", ".markdown")
_GLOB = regex(r"[*?<>{}$\[\]]|\.\.\.")
_PLAIN = regex(r"[A-Za-z][\w.-]+")
_DOMAIN = regex(r"(?:www\.)?[a-z][a-z0-9-]+\.(?:com|org|net|io|dev)")
_HOSTED = regex(r"(?:^|/)(?:www\.)?[a-z][\w-]*\.(?:com|org|net|io|dev|in)/")


def judge_path(ref: DocReference, world: World, history: History, written: Written) -> Judged | Witness:
    """What the tree and history say of the target; a link is meant from where it stands, any other path from
    the root too.
    """
    target, _, anchor = ref.target.partition("#")
    if ref.role == LABEL:
        own = ref.path.lower().endswith((*_MARKDOWN, ".mdx")) and b"][" in (world.texts(ref.path) or b"")
        return judge_page_label(anchor, ref.path, world) if own else judge_label(anchor, world)
    root = target.startswith("/")
    target = target.partition("?")[0].rstrip("/")
    if not target and anchor and ref.kind == "link" and not root:
        return _judge_anchor(ref.path, anchor, ref, world)
    if not target or _HOSTED.search(target) or _GLOB.search(target) or is_holder(target):
        return cannot("not-a-path")
    snapshot = world.snapshot
    shown = ref.kind == "link" and ref.path.endswith(_MARKDOWN)
    strict = shown and ref.role != OWN and not is_of_site(ref.path, world)  # a code host follows it
    places = _places(target, ref, world)
    places = (places[-1:] if root else places[:1]) if strict else places
    for spot in places:
        if snapshot.file(spot) is not None or spot in world.folders:
            if ref.line:
                return _judge_line((spot,), ref, world)
            return (
                _judge_anchor(spot, anchor, ref, world)
                if anchor and ref.kind == "link"
                else live("path-exists")
            )
    beside = shown and not root and (target.endswith(_MARKDOWN) or (strict and "/" in target))
    dotted = beside and target.startswith(("./", "../"))  # counted from the page by every site
    if not (strict or dotted) and (_from_above(target, ref.path, world) if beside else _ends(target, world)):
        alike = (
            tuple(p for p in snapshot.paths() if p.endswith(f"/{target.lstrip('./')}")) if ref.line else ()
        )
        return _judge_line(alike, ref, world) if alike else live("path-ends")
    served = (*places, *_above(target, ref.path)) if root else places
    if ref.kind == "link" and (page := _served(served, world)):
        if strict and page == f"{places[0]}.md" and _PAGED.search(world.texts(ref.path) or b""):
            check = because("link-missing", path=places[0])
            near = page_elsewhere(page, ref.path, world)
            return Witness(check=check, evidence=(because("linked"),), suggestions=near, last_path=page)
        return _judge_anchor(page, anchor, ref, world) if anchor else live("path-exists")
    if ref.kind == "link" and _is_built(target, ref.path, places, world, history):
        return cannot("built-page")
    meant = places[:1] if ref.kind == "link" and not root else places  # a link is meant from where it stands
    removed = next((one for spot in meant if (one := _left(spot, ref, world, history))[1] is not None), None)
    if removed is None and ref.kind == "path" and not root and (spot := _ended(target, world, history)):
        removed = spot, history.path_gone(spot)
    if removed is not None and removed[1] is not None:
        return _gone(ref, removed[0], removed[1], world, history, written)
    suffix = target.rpartition("/")[2].rpartition(".")[2].lower()
    near_root = not root or ref.role == OWN
    filed = suffix in world.suffixes and "." in target.rpartition("/")[2]
    if ref.kind == "link" and ((near_root and filed) or (strict and _is_of_tree(target, anchor, ref, world))):
        spot = places[-1] if root else places[0]
        here = has_anchor(ref.path, target, world, coded=False) is True  # the number sign was forgotten
        return Witness(
            check=because("link-missing", path=spot),
            evidence=(because("linked"),) if beside or strict or ref.role == OWN else (),
            suggestions=(f"#{target}",) if here else page_elsewhere(spot, ref.path, world),
            last_path=spot,
        )
    return _beside_or_elsewhere(target, ref, places, world)


def _ended(target: str, world: World, history: History) -> str:
    """The path of the past that ended like this, where its name is one that a project gives and no file of today has it; `` for
    none.
    """
    base = posixpath.basename(target)
    stem = base.partition(".")[0]
    if (
        base.lower() in names_of_files(world.snapshot)
        or len(lower_parts(stem)) < _OWN_NAME
        or is_holder(stem)
    ):
        return ""
    spot = history.ended(target)
    return "" if is_off_stage(spot) else spot


def _beside_or_elsewhere(
    target: str, ref: DocReference, places: tuple[str, ...], world: World
) -> Judged | Witness:
    """What is said of a place that never was: the one file of that name is elsewhere, or it is a slip of one beside."""
    near = page_elsewhere(places[-1], ref.path, world) if ref.kind == "path" and target[0] != "/" else ()
    if (
        len(near) == 1
        and target.partition("/")[0] in world.folders
        and near[0].partition(".")[2] == target.partition(".")[2]
    ):
        evidence = (because("moved", new=near[0]),)
        return Witness(
            check=because("link-missing", path=places[-1]),
            evidence=evidence,
            suggestions=near,
            last_path=places[-1],
        )
    slip = next(((spot, near) for spot in places if (near := slip_of_path(spot, world))), None)
    if slip is not None:
        check = because("link-missing", path=slip[0])
        return Witness(
            check=check,
            evidence=(because("misspelt", new=slip[1]),),
            suggestions=(slip[1],),
            last_path=slip[0],
        )
    return cannot("never-a-path")


def _places(target: str, ref: DocReference, world: World) -> tuple[str, ...]:
    """Where the target may stand; sites count what begins with a slash from a folder above the page."""
    places, entry = spots(target, ref.path), world.snapshot.file(ref.path)
    if ref.kind == "path" and entry is not None and entry.surface.kind == "code":
        return places[
            -1:
        ]  # a comment means a place below the root, of this tree or of the reader's, and not beside the file it is in
    above = target.startswith("/") and ref.kind == "link" and not has_page(target, world)
    return (*places, *_above(target, ref.path)) if above else places


def _served(places: tuple[str, ...], world: World) -> str:
    """The page that a site serves at one of these addresses; ExDoc puts all pages into one folder."""
    pages = (page_at(spot, lambda path: world.snapshot.file(path) is not None) for spot in places)
    page = next((page for page in pages if page), "")
    if page or b"extras:" not in (world.texts("mix.exs") or b""):
        return page
    name = posixpath.basename(places[0]).removesuffix(".html").removesuffix(".md") + ".md"
    return next(iter(page_elsewhere(name, "", world)), "")


def _left(spot: str, ref: DocReference, world: World, history: History) -> tuple[str, PathGone | None]:
    """(path, its removal) of what stood there, or of the page that was served there."""
    gone = history.path_gone(spot)
    if gone is not None or ref.kind != "link" or _is_route(spot, world):
        return spot, gone
    page = page_at(spot, lambda path: history.path_gone(path) is not None)
    return page, history.path_gone(page) if page else None


def as_file(ref: DocReference, world: World, history: History) -> DocReference:
    """What reads like a dotted name, and is the name of a file that stood beside the document or at the root;
    and the page that a role of Sphinx names. Anything else as it is.
    """
    text = ref.text.strip()
    if ref.kind != "name" or ref.name is None or ref.name.call:
        return ref
    if ref.role.rpartition(":")[2] == "doc":
        text = text.partition("<")[2].rstrip("> ") or text
        return replace(ref, kind="link", name=None, target=text)
    target = read_path(text) or (text if _UNSUFFIXED.fullmatch(text) else "")
    if not target or ref.role or ref.name.parts[0] in world.packages:
        return ref
    gone = any(history.path_gone(spot) is not None for spot in spots(target, ref.path)) or _ended(
        target, world, history
    )
    return replace(ref, kind="path", name=None, target=target) if gone else ref


def _is_of_tree(target: str, anchor: str, ref: DocReference, world: World) -> bool:
    """True for a target that a code host follows into this tree: one of which the tree has the folder, or a file of that name
    anywhere, a place in a page, the name of a heading, and an address without its scheme.
    """
    if _is_begun(target, ref.path, world):
        return True
    if not _PLAIN.fullmatch(target) or _is_ignored(_places(target, ref, world)[0], world):
        return False
    return (
        bool(anchor)
        or bool(_DOMAIN.fullmatch(target))
        or has_anchor(ref.path, target, world, coded=False) is True
    )


def _is_begun(target: str, page: str, world: World) -> bool:
    """True for a target of which the tree has the folder, or a file of that name anywhere: it means this tree."""
    spot = posixpath.normpath(posixpath.join(posixpath.dirname(page), target.lstrip("/")))
    folder, base = posixpath.split(spot)
    if spot.startswith("..") or "/" not in target:
        return False
    return folder in world.folders or any(f"/{p}/".find(f"/{base}/") >= 0 for p in world.folders)


def _ends(target: str, world: World) -> bool:
    """True for a path that some path of the tree ends or begins with, or holds."""
    tail = "/" + target.lstrip("./")
    return any(
        p.endswith(tail) or f"{tail}/" in f"/{p}" or p.startswith(tail[1:]) for p in world.snapshot.paths()
    )


def _from_above(target: str, page: str, world: World) -> bool:
    """True for a page that is where the target leads from a folder above: sites count from their root."""
    return any(world.snapshot.file(spot) is not None for spot in _above(target, page))


def _above(target: str, page: str) -> tuple[str, ...]:
    """Where the target leads from each folder that the page is in, the nearest first."""
    folders, target = page.split("/")[:-1], target.lstrip("/")
    return tuple(posixpath.normpath("/".join((*folders[:n], target))) for n in range(len(folders), -1, -1))


def _judge_line(paths: tuple[str, ...], ref: DocReference, world: World) -> Judged | Witness:
    """Whether one of these files has the line; the place behind the last line counts."""
    length = {path: lines_in(world.texts(path) or b"") for path in paths}
    longest = max(length, key=lambda path: (length[path], path))
    if ref.line <= length[longest] + 1 or not length[longest]:
        return live("path-exists")
    return Witness(
        check=because("line-missing", path=longest, many=str(length[longest]), line=str(ref.line)),
        last_path=longest,
    )


def lines_in(data: bytes) -> int:
    """How many lines a text has; what is behind the last line end is one where it is not empty."""
    return len(data.splitlines())


def _gone(
    ref: DocReference, spot: str, gone: PathGone, world: World, history: History, written: Written
) -> Judged | Witness:
    """A path that history saw go from `spot`."""
    when = written(ref, gone)
    if when in (AFTER, WHOLE) and ref.kind == "link":
        return Witness(
            check=because("path-late", path=spot, commit=gone.commit), last_path=spot, last_commit=gone.commit
        )
    if ref.path.endswith(_ASCIIDOC) and is_alias(
        ref.target.partition("#")[0].partition("?")[0].rstrip("/"), world
    ):
        return live("alias")
    if ref.kind == "link" and _is_route(spot, world):
        return cannot("site-route")
    moved = gone.moved
    while moved and world.snapshot.file(moved) is None and moved not in world.folders:
        later = history.path_gone(moved)
        moved = later.moved if later is not None else ""
    beside = page_beside(spot, world)
    if _is_ignored(spot, world) or (
        not moved and not beside and _BUILT.search(history.message(gone.commit).partition("\n")[0])
    ):
        return cannot("built")
    became = (because("moved", new=moved),) if moved and not beside else ()
    near = beside or ((moved,) if moved else page_elsewhere(spot, ref.path, world))
    evidence = (*((because(when),) if when != UNDATED else ()), *became)
    return Witness(
        check=because("path-gone", path=spot, commit=gone.commit),
        evidence=evidence,
        suggestions=near,
        last_path=spot,
        last_commit=gone.commit,
        certain=bool(became),
    )


def _is_ignored(spot: str, world: World) -> bool:
    """True where the ignore file of the root, or of a folder above it, says that what is there is not
    kept.
    """
    budget = Budget(_STEPS)
    folders = spot.split("/")[:-1]
    for name in ("/".join((*folders[:n], ".gitignore")) for n in range(len(folders) + 1)):
        data = (world.texts(name) or b"")[:_RULES]
        inside = posixpath.relpath(spot, posixpath.dirname(name) or ".")
        if data and IgnoreRules(data).covers(inside.encode("utf-8", "replace"), budget):
            return True
    return False


def _is_route(spot: str, world: World) -> bool:
    """True for a target without an ending where a page of that name, whatever its case, stands."""
    folder, base = posixpath.split(spot)
    stems = {base.lower()} if "." not in base else set[str]()
    return any(
        posixpath.dirname(p) == folder and posixpath.basename(p).lower().partition(".")[0] in stems
        for p in world.snapshot.paths()
        if stems
    )


def _label(ref: DocReference, world: World) -> str:
    """What a link shows to its reader."""
    outline = world.snapshot.outline(ref.path)
    shown = (
        next((link.text for link in outline.links if link.span == ref.span), None)
        if outline is not None
        else None
    )
    return shown.cut(world.texts(ref.path) or b"").decode("utf-8", "replace") if shown is not None else ""


def _is_built(target: str, page: str, places: tuple[str, ...], world: World, history: History) -> bool:
    """True for the address of a web page in a text that is none, where no such page stands and history saw
    neither it nor its source go: a site is made from its source, and may not be kept.
    """
    if not target.endswith((".html", ".htm")) or page.endswith((".html", ".htm")):
        return False
    apart = posixpath.dirname(places[0]) != posixpath.dirname(page)
    if apart and history.path_gone(places[0]) is not None and not page_beside(places[0], world):
        return False
    if any(page_at(spot, lambda path: history.path_gone(path) is not None) for spot in places):
        return False
    folders = {spot.rpartition("/")[0] for spot in places}
    return not any(
        p.endswith((".html", ".htm")) and p.rpartition("/")[0] in folders for p in world.snapshot.paths()
    )


def _judge_anchor(path: str, anchor: str, ref: DocReference, world: World) -> Judged | Witness:
    there = has_anchor(path, anchor, world, coded="%" in ref.text)
    if there is None:
        return cannot("foreign-headings")
    if there:
        return live("heading-exists")
    if ref.target.startswith("#") and _MACRO.fullmatch(_label(ref, world)):
        return cannot("site-link")
    if is_label(anchor, world):
        return live("label")
    if ref.target.startswith("#") and is_object(anchor, world):
        return cannot("sphinx-object")
    if is_included(path, world):
        return cannot("included-page")
    near = near_anchor(path, anchor, world, _label(ref, world)) or heading_elsewhere(path, anchor, world)
    return Witness(
        check=because("heading-missing", path=path, anchor=anchor), suggestions=near, last_path=path
    )
