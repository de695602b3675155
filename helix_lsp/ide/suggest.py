"""What a person may want to ask of a folder: definitions by the beginning of their names, a few whole
questions about it, and how much of a question it holds.
"""

from __future__ import annotations

from collections.abc import Iterator

from helix_lsp.ide.view import View
from helix_lsp.index.names.keys import name_key
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.text.identifiers import lower_parts
from helix_lsp.text.words import STOP_WORDS, terms

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
