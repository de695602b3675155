"""Which files import a file: what `edges/names.py` makes of their import statements, and where that cannot tell (an
`#include`, a module of a language without a resolver), what they write: a relative path, a path below an include
folder, or a dotted module whose last components are the file's.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Literal

from helix_lsp.align.edges.judge import judge_of
from helix_lsp.align.edges.names import ECMA, Names
from helix_lsp.align.identity import is_code, module_parts
from helix_lsp.align.live import Live
from helix_lsp.align.uses.other_names import Usage, import_use, terms_of_name
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.syntax.outline import Import
from helix_lsp.text.paths import split_path, stem_of
from helix_lsp.text.regex import regex

_MOST_FILES = 4_000
_PARTS = regex(r"[./:\\]+")
_BY_MODULE = ECMA | {"python"}  # whose statements name a module, and things in it
_HERE = frozenset({"crate", "self", "super", "src", "lib", "app", ""})


def importers_of(path: str, live: Live) -> tuple[tuple[Usage, ...], bool]:
    """(import statements that mean the file by its name, by path and place, those of tests, too; whether every file
    that holds the name was looked at). One that may mean another file of the name is not certain.
    """
    names = judge_of(live).names
    code = is_code(path, live.snapshot)  # else it is data, which any language may import
    candidates, whole = _candidates(path, live.snapshot)
    found: list[Usage] = []
    for one in candidates:
        if not code or names.speak_alike(one, path):
            found += imports_of(path, stem_of(path), one, live, names)
    return tuple(sorted(found, key=lambda u: (u.path, u.span.start))), whole


def imports_of(path: str, name: str, importer: str, live: Live, names: Names) -> Iterator[Usage]:
    """The import statements of another file that mean a file, under a name of it."""
    facts = live.glance(importer) if importer != path else None
    for statement in facts.imports if facts is not None else ():
        sort = means_file(statement, importer, path, names)
        if sort != "no":
            yield import_use(name, importer, statement.span, certain=sort == "known")


def means_file(
    statement: Import, importer: str, path: str, names: Names
) -> Literal["known", "unknown", "no"]:
    """Whether an import statement of one file means another file."""
    language = names.source(importer).language
    modular = language in _BY_MODULE
    kinds: set[str] = set()
    bound = (
        () if language in ECMA else (name for name, _ in statement.names)
    )  # no name of JavaScript is a file
    for original in dict.fromkeys(("*", *bound)):
        meant = names.imported(statement, original, importer)
        kinds.add(meant.kind)
        if path in meant.paths or (not modular and any(d.path == path for d in meant.defined)):
            return "known"
    if language == "go":  # a tree without a `go.mod` does not say which packages are its own
        fits = _packed(statement, path) and not names.modules.go_modules()
        return "unknown" if fits else "no"
    if "unknown" not in kinds or not _writes(statement, importer, path):
        return "no"
    return "known" if _alone(split_path(path)[1], names.snapshot) else "unknown"


def _alone(base: str, snapshot: Snapshot) -> bool:
    """Whether one file bears a name. Remembered: every import of it asks."""

    def work() -> bool:
        return sum(split_path(path)[1] == base for path in snapshot.paths()) == 1

    return remembered(snapshot, ("align.alone", base), work)


def _candidates(path: str, snapshot: Snapshot) -> tuple[tuple[str, ...], bool]:
    """Code that holds the words of the file's name; the first files where nearly everything does."""
    *folders, name = module_parts(path)
    name = folders[-1] if path.endswith(".go") and folders else name
    held: set[str] | None = None
    for term in terms_of_name(name):
        having = snapshot.holding(term, _MOST_FILES)
        if having is not None:
            held = set(having) if held is None else held & set(having)
    every = tuple(sorted(held)) if held is not None else snapshot.paths()
    code = tuple(p for p in every if is_code(p, snapshot))
    return code[:_MOST_FILES], len(code) <= _MOST_FILES


def _writes(statement: Import, importer: str, path: str) -> bool:
    """Whether what a statement writes fits the path of a file."""
    written = statement.module.strip("\"'<> ")
    folder, base = split_path(importer)[0], split_path(path)[1]
    if "/" in written or (written.startswith(".") and not written.strip(".")):
        beside = posixpath.normpath(posixpath.join(folder, written))
        if any(_is(path, place) for place in (beside, written.lstrip("@~/"))):
            return True
    if written == base or path.endswith(f"/{written}"):
        return True
    have = module_parts(path)
    words = tuple(w for w in _PARTS.split(written) if w not in _HERE)
    relative = written.startswith(".") and "/" not in written
    if relative:  # `from .shape import x`, `from .. import shape`
        ups = len(written) - len(written.lstrip(".")) - 1
        above = [p for p in folder.split("/") if p]
        words = (*above[: len(above) - ups], *words)
    for name in ("", *(n for n, _ in statement.names)):
        wanted = (*words, name) if name and name != "*" else words
        if wanted and have[-len(wanted) :] == wanted and (len(wanted) > 1 or len(have) == 1 or not relative):
            return True
    return any(name == "*" for name, _ in statement.names) and _packed(statement, path)


def _packed(statement: Import, path: str) -> bool:
    """Whether a statement for all of a package writes the folder of a file."""
    words = tuple(w for w in _PARTS.split(statement.module.strip("\"'<> ")) if w not in _HERE)
    above = module_parts(path)[:-1]
    return bool(above) and (words[-len(above) :] == above or above[-len(words) :] == words)


def _is(path: str, written: str) -> bool:
    """Whether a path is what an import writes, with its ending or without, or the entry of a folder."""
    bare = path.rpartition(".")[0]
    known = re.sub(r"\.[cm]?jsx?\Z", "", written)
    stems = {path, bare, re.sub(r"/(?:index|__init__|mod|init)\Z", "", bare), bare.removesuffix(".d")}
    if {written, known} & stems:
        return True
    return not written.startswith(".") and "/" in known and any(s.endswith(f"/{known}") for s in stems)
