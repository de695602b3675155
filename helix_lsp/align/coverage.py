"""Which public definitions the documents mention, and which they do not.

A definition is *mentioned* where a document means it: by inline code or a role that resolves to it, by a
directive that prints it with its comment (Sphinx `auto...` with `:members:`, mkdocstrings `:::`), or by its name
as it is spelled, where no other definition bears that name. Where the word occurs and may mean something else,
that is a row of its own: `perhaps`.

Invariant: what was not looked at is counted by reason, and never counts as "not mentioned".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from typing import Literal

import msgspec

from helix_lsp.align.drift.neighbours import is_hidden
from helix_lsp.align.drift.world import is_past
from helix_lsp.align.lineage import ancestors
from helix_lsp.align.live import Live, Texts
from helix_lsp.align.mention import SHAPED
from helix_lsp.align.mentions.mentions import meaning
from helix_lsp.align.mentions.resolve import resolve
from helix_lsp.config.documents import AlignConfig
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.overlay.snapshot import Defined, FileEntry, Snapshot
from helix_lsp.syntax.outline import Outline, Symbol
from helix_lsp.syntax.parse import LANGUAGES
from helix_lsp.text.positions import LineIndex
from helix_lsp.text.regex import regex

Said = Literal["yes", "perhaps", "no"]
_KINDS = frozenset(
    "function method class interface struct enum union trait type constant property macro".split()
)
_CALLABLE = frozenset({"function", "method", "constructor"})
_MOST_MENTIONS = 300  # of one name that are looked at, as for a code lens
_EXAMPLES = 3
NO_READER = "no reader for "
"""Before the ending of files of which only the text is read."""
_PRIVATE = regex(r"_(?!_)|internal\Z")
_TOKEN = regex(rb"[A-Za-z_]\w*")
_AUTO = regex(rb"^[ \t]*\.\. (?:py:)?auto(?P<kind>module|class|exception)::[ \t]*(?P<name>[\w.]+)")
_TOGETHER = regex(rb"^:::[ \t]*(?P<name>[\w.]+)")


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """A definition that others can use; `line` from 1. `commented`: it has a docstring or comment of its own."""

    path: str
    line: int
    qualified: str
    kind: str
    commented: bool
    said: Said


class Left(msgspec.Struct, frozen=True, kw_only=True):
    """Files that were not looked at; `what` is `definitions` or `documents`, `examples` up to three paths; `ending` (`.sql`)
    where no reader of definitions knows it, else empty.
    """

    what: str
    reason: str
    ending: str
    count: int
    examples: tuple[str, ...]


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """`found` in the order of (path, line), only of files that have a public definition; `files` and `documents`
    are how many were read.
    """

    found: tuple[Public, ...]
    files: int
    documents: int
    left: tuple[Left, ...]
    freshness: Freshness

    def by_module(self) -> dict[str, tuple[Public, ...]]:
        """Path of the file to its public definitions."""
        out: dict[str, list[Public]] = {}
        for one in self.found:
            out.setdefault(one.path, []).append(one)
        return {path: tuple(some) for path, some in out.items()}


def share(found: Iterable[Public]) -> float | None:
    """How many of these are surely mentioned, 0 to 1; None for none."""
    said = [one.said == "yes" for one in found]
    return round(sum(said) / len(said), 4) if said else None


def find_coverage(
    snapshot: Snapshot,
    texts: Texts,
    cfg: AlignConfig,
    freshness: Freshness,
    paths: Iterable[str] = (),
    check: Callable[[], None] = lambda: None,
) -> Coverage:
    """Every public definition below `paths` (everywhere when empty), held against all documents. Raises through
    `check`, called for each file.
    """
    live = Live(snapshot, texts)
    left: dict[tuple[str, str], list[str]] = {}
    documents, code = [], []
    for path in snapshot.paths():
        entry = snapshot.file(path)
        if entry is None:
            continue
        if entry.surface.kind == "docs":
            _sort("documents", path, _no_document(entry), documents, left)
        elif _below(path, paths):
            _sort("definitions", path, _not_public(entry), code, left)
    for path in sorted({*snapshot.unread(), *(e.path for e in snapshot.without_units() if _is_big(e))}):
        left.setdefault(("definitions or documents", "too large, or it cannot be read"), []).append(path)
    words, printed = _read(documents, live, snapshot, cfg, check)
    found: list[Public] = []
    for path in code:
        check()
        outline, data = live.outline(path), live.data(path)
        if outline is not None and data is not None:
            found += _of_file(path, outline, data, snapshot, cfg, words, printed)
    kept = tuple(
        Left(
            what=what,
            reason=said,
            ending=said.removeprefix(NO_READER) if said.startswith(NO_READER) else "",
            count=len(some),
            examples=tuple(some[:_EXAMPLES]),
        )
        for (what, said), some in sorted(left.items())
    )
    return Coverage(
        found=tuple(sorted(found, key=lambda one: (one.path, one.line, one.qualified))),
        files=len(code),
        documents=len(documents),
        left=kept,
        freshness=freshness,
    )


def _sort(what: str, path: str, reason: str, kept: list[str], left: dict[tuple[str, str], list[str]]) -> None:
    if not reason:
        kept.append(path)
    elif reason != "other":
        left.setdefault((what, reason), []).append(path)


def _below(path: str, paths: Iterable[str]) -> bool:
    wanted = tuple(p.rstrip("/") for p in paths)
    return not wanted or any(path == w or path.startswith(w + "/") or w == "." for w in wanted)


def _no_document(entry: FileEntry) -> str:
    if entry.surface.vendored or entry.generated or entry.surface.generated:
        return "generated, or copied from another project"
    return "a change log, a blog and the like" if is_past(entry.path) else ""


def _not_public(entry: FileEntry) -> str:
    surface = entry.surface
    if surface.kind == "config":
        return "other"
    if surface.generated or entry.generated or surface.vendored:
        return "generated, or copied from another project"
    if surface.kind == "text":
        stem, _, ending = entry.path.rpartition("/")[2].rpartition(".")
        return f"{NO_READER}.{ending}" if stem and entry.language else "other"
    if entry.language not in LANGUAGES:
        return "other"  # a style sheet defines nothing that code could name
    if any(_PRIVATE.match(part) for part in entry.path.split("/")):
        return "a private module"
    return "a test or an example" if surface.test or surface.example else ""


def _is_big(entry: FileEntry) -> bool:
    return entry.surface.kind in ("code", "docs")


_Words = tuple[frozenset[str], frozenset[str]]


def _read(
    documents: list[str], live: Live, snapshot: Snapshot, cfg: AlignConfig, check: Callable[[], None]
) -> tuple[_Words, frozenset[tuple[str, str]]]:
    """(names shaped like code, all words of code blocks) of the documents, and what their directives print."""
    shaped: set[str] = set()
    shown: set[str] = set()
    printed: set[tuple[str, str]] = set()
    for path in documents:
        check()
        outline, data = live.outline(path), live.data(path)
        if outline is None or data is None:
            continue
        words = {word.decode("ascii", "replace") for word in _TOKEN.findall(data)}
        shaped.update(word for word in words if SHAPED.search(word))
        for fence in outline.fences:
            shown.update(word.decode("ascii", "replace") for word in _TOKEN.findall(fence.span.cut(data)))
        for name, role, inherited in _directives(data):
            printed.update(_printed(name, role, inherited, path, snapshot, cfg))
    return (frozenset(shaped), frozenset(shown)), frozenset(printed)


def _directives(data: bytes) -> Iterator[tuple[str, str, bool]]:
    """(name, its role, with what it inherits) of each class or module whose members a page prints."""
    if b"auto" not in data and b":::" not in data:
        return
    lines = data.split(b"\n")
    for at, line in enumerate(lines):
        if found := _TOGETHER.match(line):
            yield found["name"].decode(), "", False
        elif found := _AUTO.match(line):
            below = (option.strip() for option in lines[at + 1 :])
            options = [option.split(b":")[1] for option in takewhile(lambda o: o.startswith(b":"), below)]
            if b"members" in options:
                role = "mod" if found["kind"] == b"module" else "class"
                yield found["name"].decode(), role, b"inherited-members" in options


def _printed(
    name: str, role: str, inherited: bool, document: str, snapshot: Snapshot, cfg: AlignConfig
) -> Iterator[tuple[str, str]]:
    """(path, qualified name) of what has a comment to print, of the class or module of this name."""
    best = next(iter(resolve(name, document, snapshot, cfg, role=role)), None)
    if best is None:
        return
    above = ancestors(best.defined, snapshot, cfg.lineage_depth) if inherited else ()
    for path, ordinal in ((best.defined.path, best.defined.ordinal), *above):
        outline = snapshot.commented(path)
        if outline is None or ordinal >= len(outline.symbols):
            continue
        owner = outline.symbols[ordinal].qualified if ordinal >= 0 else ""
        for one in outline.symbols:
            inside = not owner or one.qualified == owner or one.qualified.startswith(f"{owner}.")
            if inside and one.doc is not None:
                yield path, one.qualified


def _of_file(
    path: str,
    outline: Outline,
    data: bytes,
    snapshot: Snapshot,
    cfg: AlignConfig,
    words: _Words,
    printed: frozenset[tuple[str, str]],
) -> Iterator[Public]:
    lines, seen = LineIndex(data), set[str]()
    for ordinal, symbol in enumerate(outline.symbols):
        if symbol.qualified in seen or not _is_public(symbol, path, outline):
            continue
        seen.add(symbol.qualified)  # overloads and conditional definitions are one
        one = Defined(path=path, ordinal=ordinal, symbol=symbol)
        said = _said(one, snapshot, cfg, words, printed)
        yield Public(
            path=path,
            line=lines.line_of(symbol.name_span.start) + 1,
            qualified=symbol.qualified,
            kind=symbol.kind,
            commented=symbol.doc is not None,
            said=said,
        )


def _is_public(symbol: Symbol, path: str, outline: Outline) -> bool:
    """True for what code elsewhere can name: nothing of it is hidden, and it is not local to a function."""
    if symbol.kind not in _KINDS or any(is_hidden(part, path) for part in symbol.qualified.split(".")):
        return False
    while symbol.exported:
        if symbol.parent < 0:
            return True
        symbol = outline.symbols[symbol.parent]
        if symbol.kind in _CALLABLE:
            return False
    return False


def _said(
    one: Defined, snapshot: Snapshot, cfg: AlignConfig, words: _Words, printed: frozenset[tuple[str, str]]
) -> Said:
    name = one.symbol.name
    if (one.path, one.symbol.qualified) in printed:
        return "yes"
    inline = snapshot.mentioned(name)
    if any(_counts(m.path, snapshot) for m in meaning(one, snapshot, cfg, _MOST_MENTIONS)):
        return "yes"
    shaped, shown = words
    if name in shaped and len(_bearing(name, snapshot)) == 1:
        return "yes"
    spoken = any(m.mention.text.rpartition(".")[2].rstrip("()") == name for m in inline)
    return "perhaps" if spoken or name in shaped or name in shown else "no"


def _counts(path: str, snapshot: Snapshot) -> bool:
    entry = snapshot.file(path)
    return entry is not None and entry.surface.kind == "docs" and not _no_document(entry)


def _bearing(name: str, snapshot: Snapshot) -> set[tuple[str, str]]:
    """The definitions of exactly this name."""
    return {
        (d.path, d.symbol.qualified)
        for d in snapshot.defined(name)
        if d.symbol.name == name and d.symbol.kind != "impl"
    }
