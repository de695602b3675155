"""What can be written at a place of a document: names and paths inside a code span, files and anchors inside
a link's target.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import Literal

import msgspec

from helix_lsp.align.live import Live
from helix_lsp.ide.mentions import View
from helix_lsp.index.names.declared import name_key
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, lower_parts, terms

_CODE = regex(rb"(?<!`)``?([^`\s]*)\Z")
_TARGET = regex(rb"\]\(<?([^()<>\s]*)\Z|^\[[^\]]+\]:\s+<?([^<>\s]*)\Z")
_PAIRS = regex(rb"(?<!`)(``?)(?!`)[^`]*\1(?!`)")
_SEPARATOR = regex(r"::|[.#]")


class Suggestion(msgspec.Struct, frozen=True, kw_only=True):
    """`text` replaces `span`; `detail` says where it is defined or what it is."""

    text: str
    kind: Literal["name", "file", "section"]
    detail: str
    span: Span


def completion(view: View, path: str, offset: int) -> tuple[Suggestion, ...]:
    """Suggestions at byte `offset` of a document, at most `ide.completions`; empty in code and in running
    text.
    """
    live = Live(view.snapshot, view.texts)
    entry, data = view.snapshot.file(path), live.data(path)
    if entry is None or data is None or entry.surface.kind != "docs":
        return ()
    line = live.lines(path).line_span(live.lines(path).line_of(offset))
    before = data[line.start : offset]
    target = _TARGET.search(before)
    if target is not None:
        typed = (target.group(1) if target.group(1) is not None else target.group(2)).decode(
            "utf-8", "replace"
        )
        return _targets(view, live, path, typed, offset)
    span = _CODE.search(_PAIRS.sub(lambda m: b" " * len(m.group()), before))
    if span is None:
        return ()
    return _names(view, span.group(1).decode("utf-8", "western"), offset)


def _targets(view: View, live: Live, path: str, typed: str, offset: int) -> tuple[Suggestion, ...]:
    """Relative paths that begin with what is typed, or hold it in their name; behind a `#` the anchors of the
    file before it.
    """
    place, mark, fragment = typed.partition("#")
    folder = posixpath.dirname(path)
    if mark:
        named = posixpath.normpath(posixpath.join(folder, place)) if place else path
        outline = live.outline(named)
        span = Span(offset - len(fragment.encode()), offset)
        anchors = (
            [(s.anchor, s.title) for s in outline.sections if s.anchor.startswith(fragment)]
            if outline is not None
            else []
        )
        return tuple(
            Suggestion(text=a, kind="section", detail=t, span=span)
            for a, t in anchors[: view.config.ide.completions]
        )
    span = Span(offset - len(typed.encode()), offset)
    found: list[tuple[int, str, str]] = []
    for other in view.snapshot.paths():
        written = posixpath.relpath(other, folder or ".")
        if other != path and (
            written.startswith(typed) or other.startswith(typed) or typed in posixpath.basename(other)
        ):
            found.append((0 if written.startswith(typed) else 1, written, other))
    return tuple(
        Suggestion(text=w, kind="file", detail=o, span=span)
        for _, w, o in sorted(found)[: view.config.ide.completions]
    )


def _names(view: View, typed: str, offset: int) -> tuple[Suggestion, ...]:
    """Names that begin with what is typed; behind `Owner.` the members of that owner; with a slash, paths
    from the root.
    """
    if not typed:
        return ()
    most = view.config.ide.completions
    if "/" in typed:
        span = Span(offset - len(typed.encode()), offset)
        return tuple(
            Suggestion(text=p, kind="file", detail="", span=span)
            for p in view.snapshot.paths()
            if p.startswith(typed)
        )[:most]
    parts = _SEPARATOR.split(typed)
    begun = parts[-1]
    span = Span(offset - len(begun.encode()), offset)
    if len(parts) > 1 and parts[-2]:
        return _members(view, parts[-2], begun, span)[:most]
    low = begun.casefold()
    fitting = [n for n in view.snapshot.names() if n[: len(begun)].casefold() == low]
    fitting.sort(key=lambda n: (not n.startswith(begun), n.startswith("_"), n.casefold(), n))
    return tuple(Suggestion(text=n, kind="name", detail=_where(view, n), span=span) for n in fitting[:most])


def _members(view: View, owner: str, begun: str, span: Span) -> tuple[Suggestion, ...]:
    found: dict[str, str] = {}
    for defined in view.snapshot.defined(owner):
        outline = view.snapshot.skeleton(defined.path)
        for symbol in outline.symbols if outline is not None and defined.symbol.name == owner else ():
            if symbol.parent == defined.ordinal and symbol.name.startswith(begun):
                found.setdefault(symbol.name, defined.path)
    return tuple(Suggestion(text=n, kind="name", detail=p, span=span) for n, p in sorted(found.items()))


def _where(view: View, name: str) -> str:
    """The file that defines it, or how many do."""
    paths = sorted({d.path for d in view.snapshot.defined(name) if name_key(d.symbol.name) == name_key(name)})
    return "" if not paths else paths[0] if len(paths) == 1 else f"{len(paths)} files"


# What a person may want to ask of a folder: definitions by the beginning of their names, a few whole
# questions about it, and how much of a question it holds.

_PLAIN = frozenset({"parameter", "variable", "key", "impl"})
_TYPES = frozenset({"class", "interface", "struct", "trait", "type", "record"})
_ASKED = _TYPES | {"function", "method"}
_SHORTEST = 4
_PAGES, _FILES, _NAMES = 20, 200, 3  # looked at for examples; chosen by hand
_WORST = 3


def find_names(view: View, query: str, most: int) -> tuple[Defined, ...]:
    """At most `most` definitions whose name begins with `query`, or one of whose words does: whole names
    first, then beginnings, then what is in source before tests and copies.
    """
    begun = query.rpartition(".")[2].casefold()
    if not begun:
        return ()
    snapshot = view.snapshot
    ranked = sorted(
        (rank, len(name), name) for name in snapshot.names() if (rank := _rank(name, begun)) < _WORST
    )
    found: dict[tuple[str, int], Defined] = {}
    for _, _, name in ranked[:most]:
        for one in snapshot.defined(name):
            if one.symbol.name == name and one.symbol.kind not in _PLAIN:
                found.setdefault((one.path, one.ordinal), one)
    order = {name: at for at, (_, _, name) in enumerate(ranked)}
    best = sorted(
        found.values(),
        key=lambda d: (order[d.symbol.name], not _is_source(d.path, snapshot), d.path, d.ordinal),
    )
    return tuple(best[:most])


def _rank(name: str, begun: str) -> int:
    low = name.casefold()
    if begun not in low:  # nearly every name: its words are not split for that
        return _WORST
    if low == begun:
        return 0
    if low.lstrip("_").startswith(begun):
        return 1
    return 2 if any(word.startswith(begun) for word in lower_parts(name)) else _WORST


def held_words(view: View, question: str) -> tuple[int, int]:
    """(identifiers of the question that are in the folder, other words of it that do)."""
    asked = {term for term in terms(question) if term not in STOP_WORDS}
    held = [term for term, units in view.snapshot.frequencies(sorted(asked)).items() if units]
    whole = sum(term.startswith("=") for term in held)
    return whole, len(held) - whole


def example_questions(view: View) -> tuple[str, ...]:
    """Questions that this folder can answer, at most three: about what its documents name first, else about
    its first types.
    """
    snapshot = view.snapshot
    names: dict[str, str] = {}
    for one in (*_mentioned(snapshot), *_defined_first(snapshot)):
        names.setdefault(name_key(one.symbol.name), one.symbol.qualified)
        if len(names) == _NAMES:
            break
    forms = ("what does `{}` do?", "what uses `{}`?", "how does `{}` work?")
    return tuple(form.format(name) for form, name in zip(forms, names.values(), strict=False))


def _mentioned(snapshot: Snapshot) -> Iterator[Defined]:
    """What inline code of the outermost documents means without doubt, in their order."""
    pages = [path for path in snapshot.paths() if _kind(path, snapshot) == "docs"]
    pages.sort(key=lambda path: (path.count("/"), not path.casefold().startswith("readme"), path))
    for page in pages[:_PAGES]:
        outline = snapshot.outline(page)
        for mention in outline.mentions if outline is not None else ():
            named = [d for d in snapshot.defined(mention.text) if _is_asked(d, snapshot)]
            if len(named) == 1:
                yield named[0]


def _defined_first(snapshot: Snapshot) -> Iterator[Defined]:
    sources = [path for path in snapshot.paths() if _is_source(path, snapshot)]
    for path in sorted(sources, key=lambda path: (path.count("/"), path))[:_FILES]:
        for name in snapshot.names_in(path):
            yield from (
                d
                for d in snapshot.defined_in(path, name)
                if d.symbol.kind in _TYPES and _is_asked(d, snapshot)
            )


def _is_asked(one: Defined, snapshot: Snapshot) -> bool:
    name = one.symbol.name
    plain = len(name) >= _SHORTEST and not name.startswith("_")
    return plain and one.symbol.kind in _ASKED and _is_source(one.path, snapshot)


def _is_source(path: str, snapshot: Snapshot) -> bool:
    entry = snapshot.file(path)
    if entry is None or entry.generated or entry.surface.kind == "docs":
        return False
    s = entry.surface
    return not (s.test or s.example or s.vendored or s.generated)


def _kind(path: str, snapshot: Snapshot) -> str:
    entry = snapshot.file(path)
    return "" if entry is None else entry.surface.kind
