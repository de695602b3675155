"""Where the target of a dead link may stand now, when git saw no move: the one page of the same name, the one
page with that very heading.

One candidate or none: what could be several places is not help. A page is looked for by the name of its file
and its nearest folders, a heading by the letters and digits of its anchor, among the pages of the same folder
first. Suggestions only, never a reason for an alarm.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from helix_lsp.align.drift.anchors import letters
from helix_lsp.align.drift.history import History, PathGone
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.world import SOURCE_ROOTS, World, is_completion, is_document, words_in
from helix_lsp.align.identity import module_parts, modules_ending, normal
from helix_lsp.align.uses.other_names import terms_of_name
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

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
        if (ending or stem.removesuffix("s") != name.removesuffix("s"))
        and 0 < OSA.distance(stem, name.partition(".")[0], score_cutoff=most) <= most
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


# A definition that left the module or file that a document names it in, and is elsewhere now: it is not
# missing, it has a new place.

_ROOTS = (
    "",
    "src/",
    "lib/",
    "python/",
    "source/",
    "src/main/java/",
    "src/main/kotlin/",
    "src/main/scala/",
    "app/",
)
_MODULES = (".py", "/__init__.py", ".rs", "/mod.rs", ".ts", "/index.ts", ".js", ".rb", ".ex")
_TYPES = (".java", ".kt", ".scala", ".cs", ".php")
_MARK = regex(rb"(?:^|\s)(?:#|//|--|;|\*)", re.MULTILINE)
_EVERY = 1_000_000  # units
_BUILT_IN = frozenset({"main", "java", "kotlin", "scala"}) | SOURCE_ROOTS


def new_place(ref: DocReference, parts: tuple[str, ...], world: World) -> str:
    """Where the one definition of the last part stands today, written as the reference writes a name (`a.b.c`,
    `a::b::c`); `` for none, for several, and where it has that very name.
    """
    found = [d for d in world.snapshot.defined(parts[-1]) if d.symbol.name == parts[-1] and _counts(d, world)]
    top = [d for d in found if d.symbol.parent < 0] or found
    if len(top) != 1:
        return ""
    mark = "::" if "::" in ref.text else "."
    where = list(module_parts(top[0].path))
    module = [p for p in where if p not in _BUILT_IN]
    if mark == "::" and "src" in where:  # a crate is called as its folder is, or by its manifest alone
        at = where.index("src")
        crate = where[at - 1].replace("-", "_") if at else parts[0]
        module = [crate, *(p for p in where[at + 1 :] if p not in ("lib", "main"))]
    owner = top[0].symbol.qualified.split(".")
    if module and module[-1] == owner[0]:
        module = module[:-1]  # a file that is named after its class
    place, said = mark.join((*module, *owner)), mark.join(parts)
    there = place == said or place.endswith(
        f"{mark}{said}"
    )  # a folder above it is another: the name is the same
    return "" if there else place


def module_gone(parts: tuple[str, ...], world: World, history: History) -> tuple[str, PathGone] | None:
    """(path, its removal) of the file that was the module `parts[:-1]`, or that bore the name of the type
    `parts`; None where history knows none, or the module is still spoken of where it stood.
    """
    left = bool(modules_ending(parts[-2:-1], world.snapshot))  # and may hand on what it took in
    for path in _files_of(parts, ours=normal(parts[0]) in world.own):
        gone = history.path_gone(path)
        if gone is not None and not (left and path.endswith(_MODULES)):
            folder = path.rpartition("/")[0]
            above = (
                f"{folder}/{name}" for name in ("__init__.py", "mod.rs", "lib.rs", "index.ts", "index.js")
            )
            named = any(
                world.snapshot.file(one) is not None and parts[-2] in world.words_of(one) for one in above
            )
            return None if named else (path, gone)
    return None


def _files_of(parts: tuple[str, ...], *, ours: bool) -> Iterator[str]:
    """`ours`: the first part is the name of the project, which its folders need not have."""
    tails = (parts[:-1], parts[1:-1] if ours else ())
    for root in _ROOTS:
        yield from (root + "/".join(tail) + ending for tail in tails if tail for ending in _MODULES)
        yield from (root + "/".join(parts) + ending for ending in _TYPES)


def is_only_said(word: str, world: World, *, key: bool = False) -> bool:
    """True for a plain word that the code calls nowhere and has in no text: comments may say it all the same.
    `key`: nor is it the name of a parameter or a field.
    """
    used = re.compile(
        rb"(?<![\w-])"
        + word.encode()
        + rb"\s*(?:[(!<]|[\"'`])|(?:[.:>]|->)\s*"
        + word.encode()
        + rb"(?!\w)|[\"'`]"
        + word.encode()
        + rb"[\"'`]"
        + (rb"|(?<![\w-])" + word.encode() + rb"\s*[:=,)]" if key else rb"")
    )
    for path in _holding(word, world):
        entry = world.snapshot.file(path)
        data = world.texts(path) or b"" if entry is not None and not is_document(entry) else b""
        if word.encode() in data and entry is not None:
            if entry.surface.kind == "code":
                if used.search(data) is not None:
                    return False
            elif word in words_in(data):
                return False
    return True


def in_comments(word: str, world: World) -> bool:
    """True for a name that nothing but comments and docstrings of the code has; asked once for each name."""
    return remembered(world.snapshot, ("drift_in_comments", word), lambda: _in_comments(word, world))


def in_tests(word: str, world: World) -> bool:
    """True for a name that nothing but tests, examples and copies of other projects has; asked once for each name."""
    return remembered(world.snapshot, ("drift_in_tests", word), lambda: _in_tests(word, world))


def _in_tests(word: str, world: World) -> bool:
    found = False
    for path in _holding(word, world):
        entry = world.snapshot.file(path)
        if entry is None or is_document(entry) or not world.has_word(path, word):
            continue
        if not (entry.surface.test or entry.surface.example or entry.surface.vendored):
            return False
        found = True
    return found


def is_aside(option: str, world: World) -> bool:
    """True for an option that nothing of the program's own code has: only tests, examples, copies, settings, completions of
    shells, and comments; asked once for each option.
    """

    def is_of_it(path: str) -> bool:
        entry = world.snapshot.file(path)
        if (
            entry is None
            or entry.surface.kind != "code"
            or is_completion(path)
            or option not in world.words_of(path)
        ):
            return False
        surface = entry.surface
        return not (
            surface.test or surface.example or surface.vendored or _is_commented(path, written, world)
        )

    written = _written(option)
    return remembered(
        world.snapshot, ("drift_aside", option), lambda: not any(map(is_of_it, _holding(option, world)))
    )


def _in_comments(word: str, world: World) -> bool:
    written = _written(word)
    entries = ((path, world.snapshot.file(path)) for path in _holding(word, world))
    return all(
        entry is None or is_document(entry) or _is_commented(path, written, world) for path, entry in entries
    )


def _written(word: str) -> re.Pattern[bytes]:
    return re.compile(rb"(?<![\w$])" + re.escape(word.encode()) + rb"(?![\w$])")


def _is_commented(path: str, written: re.Pattern[bytes], world: World) -> bool:
    """True where a file has the word in comments alone, or does not have it."""
    entry, outline = world.snapshot.file(path), world.snapshot.outline(path)
    data = world.texts(path) or b""
    places = [Span(*m.span()) for m in written.finditer(data)]
    read = outline is not None and (outline.symbols or outline.comments or outline.module_doc)
    if outline is None or entry is None or entry.surface.kind != "code" or not read:
        return all(_behind_mark(data, place) for place in places)
    docs = (outline.module_doc, *(s.doc for s in outline.symbols))
    spans = (*outline.comments, *(doc for doc in docs if doc is not None))
    return all(any(span.covers(place) for span in spans) for place in places)


def _behind_mark(data: bytes, place: Span) -> bool:
    """True where the line has the mark of a comment before the place: for texts of which no grammar is known."""
    return _MARK.search(data, data.rfind(b"\n", 0, place.start) + 1, place.start) is not None


def _holding(word: str, world: World) -> Iterable[str]:
    """Files that may hold a word: those that the index names, and those whose text it does not have."""
    terms = terms_of_name(word)
    held = world.snapshot.holding(terms[0], _EVERY) if len(terms) == 1 else None
    if held is None:
        return world.snapshot.paths()
    return sorted({*held, *(entry.path for entry in world.snapshot.without_units())})


def _counts(defined: Defined, world: World) -> bool:
    entry = world.snapshot.file(defined.path)
    return (
        entry is not None
        and entry.surface.kind == "code"
        and not (entry.surface.test or entry.surface.example or entry.surface.vendored)
    )
