"""A definition that left the module or file that a document names it in, and is elsewhere now: it is not
missing, it has a new place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from helix_lsp.align.drift.history import History, PathGone
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.world import SOURCE_ROOTS, World, is_document, words_in
from helix_lsp.align.identity import normal
from helix_lsp.align.place import module_parts, modules_ending
from helix_lsp.align.uses.other_names import terms_of_name
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.text.span import Span

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
_MARK = re.compile(rb"(?:^|\s)(?:#|//|--|;|\*)", re.MULTILINE)
_EVERY = 1_000_000  # units
_BUILT_IN = frozenset({"main", "java", "kotlin", "scala"}) | SOURCE_ROOTS


def new_place(ref: DocReference, parts: tuple[str, ...], world: World) -> str:
    """Where the one definition of the last part stands today, written as the reference writes a name (`a.b.c`,
    `a::b::c`); `` for none, and for several.
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
    place = mark.join((*module, *owner))
    return "" if place == mark.join(parts) else place


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


def _in_comments(word: str, world: World) -> bool:
    written = re.compile(rb"(?<![\w$])" + re.escape(word.encode()) + rb"(?![\w$])")
    for path in _holding(word, world):
        entry, outline = world.snapshot.file(path), world.snapshot.outline(path)
        if entry is None or is_document(entry):
            continue
        data = world.texts(path) or b""
        places = [Span(*m.span()) for m in written.finditer(data)]
        if entry.surface.kind != "code" or outline is None or not (outline.symbols or outline.comments):
            if not all(_behind_mark(data, place) for place in places):
                return False
        elif places:
            docs = (outline.module_doc, *(s.doc for s in outline.symbols))
            spans = (*outline.comments, *(doc for doc in docs if doc is not None))
            if not all(any(span.covers(place) for span in spans) for place in places):
                return False
    return True


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
