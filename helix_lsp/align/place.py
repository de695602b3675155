"""Where a file is in a repository, as far as names go: its dotted module, its authority, its nearness to
a document.

Paths only; no file is read. Languages share one rule: folders and the file's stem are the module, an entry
file stands for its folder.
"""

from __future__ import annotations

import posixpath
from functools import lru_cache

from helix_lsp.index.names.declared import path_words
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import FileEntry, Snapshot
from helix_lsp.index.surface import is_entry
from helix_lsp.text.paths import split_path, stem_of

NEAR = 0.1
_SOURCE_FOLDERS = frozenset(
    "src lib source sources packages crates python docs doc tests test examples".split()
)


@lru_cache(maxsize=1 << 16)
def module_parts(path: str) -> tuple[str, ...]:
    """The dotted module of a file as components: `src/flask/json/__init__.py` -> (src, flask, json)."""
    folder, base = split_path(path)
    parts = tuple(p for p in folder.split("/") if p)
    return parts if is_entry(base) and parts else (*parts, stem_of(path))


def penalty(entry: FileEntry | None, document: str) -> tuple[float, str]:
    """(what a definition in this file loses, the reason or ``): tests, examples, vendored and generated files
    are behind source.

    A document inside the same top folder loses nothing for tests and examples: a README in `examples/` speaks
    of its example.
    """
    if entry is None:
        return 0.0, ""
    at_home = is_home(entry.path, document)
    near = nearness(entry.path, document) >= NEAR
    surface = entry.surface
    if surface.vendored:
        return 0.4, "vendored"
    if surface.generated or entry.generated:
        return 0.3, "generated"
    if surface.test:
        return (0.0, "") if at_home else (0.17 if near else 0.32, "in tests")
    if surface.example:
        return (0.0, "") if at_home else (0.15 if near else 0.3, "in examples")
    if surface.kind == "docs" and entry.language not in ("markdown", "restructuredtext"):
        return 0.25, "in the documents' own code"
    return (0.03, "stub") if entry.path.endswith(".pyi") else (0.0, "")


def is_home(path: str, document: str) -> bool:
    """True when both lie under the same top folder."""
    return "/" in document and path.partition("/")[0] == document.partition("/")[0]


def nearness(path: str, document: str) -> float:
    """0 to 0.12: folders of the file that the document's folders or its own name say too, wherever they stand

    (`docs/tutorial/x.rst` is near `examples/tutorial/`, `docs/celery.rst` near `examples/celery/`).
    """
    return min(0.12, _shared(split_path(path)[0], document) + (0.02 if is_home(path, document) else 0.0))


@lru_cache(maxsize=1 << 14)
def _shared(folder: str, document: str) -> float:
    """What the shared folders are worth: asked of every namesake of a name, and of a folder's files it is the
    same.
    """
    mine = {p for p in folder.split("/") if p}
    theirs = {p for p in split_path(document)[0].split("/") if p}
    return NEAR * len(mine & {*theirs, stem_of(document).lower()} - _SOURCE_FOLDERS)


def is_away(path: str, document: str, snapshot: Snapshot) -> bool:
    """True for a test or example that the document has nothing to do with: its names are everyone's (`hello`,
    `index`, `app`).
    """
    entry = snapshot.file(path)
    if entry is None or not (entry.surface.test or entry.surface.example):
        return False
    return not is_home(path, document) and nearness(path, document) < NEAR


def files_named(stem: str, snapshot: Snapshot) -> tuple[str, ...]:
    """Paths whose stem (for an entry file: whose folder) is exactly `stem`, sorted."""
    return remembered(snapshot, ("files_named", stem), lambda: _files_named(stem, snapshot))


def _files_named(stem: str, snapshot: Snapshot) -> tuple[str, ...]:
    words = path_words(stem)
    if not words:
        return ()
    longest = max(words, key=len)
    found = {path for word, path in snapshot.stem_words(longest) if word == longest}
    return tuple(sorted(p for p in found if module_parts(p)[-1:] == (stem,) or stem_of(p) == stem))


def modules_ending(parts: tuple[str, ...], snapshot: Snapshot) -> tuple[str, ...]:
    """Code files whose module ends in `parts`, sorted; (flask, helpers) -> src/flask/helpers.py."""
    if not parts:
        return ()
    return remembered(snapshot, ("modules_ending", parts), lambda: _modules_ending(parts, snapshot))


def _modules_ending(parts: tuple[str, ...], snapshot: Snapshot) -> tuple[str, ...]:
    size = len(parts)
    return tuple(
        p
        for p in files_named(parts[-1], snapshot)
        if module_parts(p)[-size:] == parts and _is_code(p, snapshot)
    )


def is_top_package(path: str, snapshot: Snapshot) -> bool:
    """True for the entry file of a package that lies in no other package."""
    folder, base = split_path(path)
    if not is_entry(base) or not folder:
        return False
    above = split_path(folder)[0]
    return snapshot.file(posixpath.join(above, base)) is None


def files_at(path: str, document: str, snapshot: Snapshot) -> tuple[tuple[str, float, str], ...]:
    """(path, score, why) of the files that a written path names: beside the document, from the root, or as
    the end of a longer path.

    A folder stands for its entry file. Sorted by path.
    """
    found: dict[str, tuple[float, str]] = {}
    beside = posixpath.normpath(posixpath.join(split_path(document)[0], path))
    for base, score, why in ((path, 1.0, "path from the root"), (beside, 0.98, "path beside the document")):
        for one in (base, *(f"{base}/{stem}" for stem in ("__init__.py", "index.ts", "index.js", "mod.rs"))):
            if snapshot.file(one) is not None:
                found.setdefault(one, (score, why))
    base = path.rpartition("/")[2]
    named = path.split("/")[-2] if is_entry(base) and "/" in path else stem_of(base)
    for one in files_named(named, snapshot):
        if one.endswith("/" + path) and (
            not is_away(one, document, snapshot) or _from_package(one, path, snapshot)
        ):
            found.setdefault(one, (0.9, "end of the path"))
    return tuple((p, s, w) for p, (s, w) in sorted(found.items()))


def _from_package(found: str, path: str, snapshot: Snapshot) -> bool:
    """True when the written end of the path begins with a top package, which makes it more than a common file
    name.
    """
    first, slash, _ = path.partition("/")
    folder = f"{found[: len(found) - len(path)]}{first}"
    entry = f"{folder}/__init__.py"
    return bool(slash) and snapshot.file(entry) is not None and is_top_package(entry, snapshot)


def _is_code(path: str, snapshot: Snapshot) -> bool:
    entry = snapshot.file(path)
    return entry is not None and entry.surface.kind == "code"
