"""Which files import a file, by what their import statements write: a relative path, a path below an include
folder, or a dotted module whose last components are the file's. A name that only the folder bears (a package
of Go, a namespace) is an import of it where the importing file also uses what it defines.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from helix_lsp.align.live import Live
from helix_lsp.align.place import module_parts
from helix_lsp.align.usage import Usage, terms_of_name, usages_of
from helix_lsp.config.align import AlignConfig
from helix_lsp.index.snapshot import Defined, Snapshot
from helix_lsp.syntax.outline import Import
from helix_lsp.text.paths import split_path, stem_of

_MOST_FILES = 4_000
_MOST_DEFINED = 24
_PARTS = re.compile(r"[./:\\]+")
_TOGETHER = (
    ("script", frozenset({"javascript", "typescript", "tsx"})),
    ("c", frozenset({"c", "cpp"})),
    ("jvm", frozenset({"java", "kotlin", "scala"})),
)
_HERE = frozenset({"crate", "self", "super", "src", "lib", "app", ""})


def importers_of(path: str, live: Live) -> tuple[Usage, ...]:
    """Import statements that mean the file, by path and place; those of tests, too."""
    found = [
        Usage(path=p, name=stem_of(path), span=i.span, kind="import", scope="", certain=True)
        for p in _candidates(path, live.snapshot)
        if p != path and (facts := live.glance(p)) is not None
        for i in facts.imports
        if _means(i, p, path)
    ]
    return tuple(sorted(found, key=lambda u: (u.path, u.span.start)))


def users_of(path: str, live: Live, cfg: AlignConfig) -> tuple[Usage, ...]:
    """Uses, from other files, of what the file defines at its top: certain ones first, one for each file."""
    out: dict[str, Usage] = {}
    for defined in tops(path, live.snapshot)[:_MOST_DEFINED]:
        uses = usages_of(defined, live, cfg)
        for use in sorted((*uses.code, *uses.tests), key=lambda u: not u.certain):
            if use.path != path and (use.path not in out or (use.certain and not out[use.path].certain)):
                out[use.path] = use
    return tuple(sorted(out.values(), key=lambda u: (not u.certain, u.path)))


def tops(path: str, snapshot: Snapshot) -> tuple[Defined, ...]:
    """What a file defines at its top, exported names first."""
    outline = snapshot.skeleton(path)
    found = [
        Defined(path=path, ordinal=n, symbol=s)
        for n, s in enumerate(outline.symbols if outline is not None else ())
        if s.parent < 0 and s.kind not in ("variable", "module", "namespace", "impl")
    ]
    return tuple(sorted(found, key=lambda d: (not d.symbol.exported, d.ordinal)))


def _family(language: str) -> str:
    """Languages that import each other's files count as one."""
    return next((name for name, members in _TOGETHER if language in members), language)


def _candidates(path: str, snapshot: Snapshot) -> Iterator[str]:
    """Code that holds the words of the file's name; all code where nearly everything does."""
    *folders, name = module_parts(path)
    name = folders[-1] if path.endswith(".go") and folders else name
    held: set[str] | None = None
    for term in terms_of_name(name):
        having = snapshot.holding(term, _MOST_FILES)
        if having is not None:
            held = set(having) if held is None else held & set(having)
    own = snapshot.file(path)
    family = _family(own.language) if own is not None else ""
    for other in sorted(held) if held is not None else snapshot.paths()[:_MOST_FILES]:
        entry = snapshot.file(other)
        if entry is None or entry.surface.kind != "code":
            continue
        if own is None or own.surface.kind != "code" or _family(entry.language) == family:
            yield other


def _means(statement: Import, importer: str, path: str) -> bool:
    """Whether an import statement of one file means another file."""
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
    # a package: Go imports the folder, others all of it
    packed = path.endswith(".go") or any(n == "*" for n, _ in statement.names)
    return (
        packed
        and bool(have[:-1])
        and (words[-len(have) + 1 :] == have[:-1] or have[:-1][-len(words) :] == words)
    )


def _is(path: str, written: str) -> bool:
    """Whether a path is what an import writes, with its ending or without, or the entry of a folder."""
    bare = path.rpartition(".")[0]
    known = re.sub(r"\.[cm]?jsx?\Z", "", written)
    stems = {path, bare, re.sub(r"/(?:index|__init__|mod|init)\Z", "", bare), bare.removesuffix(".d")}
    if {written, known} & stems:
        return True
    return not written.startswith(".") and "/" in known and any(s.endswith(f"/{known}") for s in stems)
