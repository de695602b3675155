"""What must hold before anybody says that nothing uses a definition: no name that it goes by is anywhere.

The list of uses knows grammars; this looks at words. A name that is in a string, a template, a document, in a
file that was not read or in another definition is a place where it stands, and nobody may say *none* then.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from helix_lsp.align.edges.judge import judge_of
from helix_lsp.align.live import Live
from helix_lsp.align.uses.occurrences import stands_at
from helix_lsp.align.uses.other_names import Usage, terms_of_name
from helix_lsp.align.uses.usage import Usages
from helix_lsp.index.overlay.snapshot import Defined, FileEntry
from helix_lsp.text.span import Span

_MOST_FILES = 2_000
_EVERY = 1_000_000  # units
_LAST = re.compile(r"[.\\]|::")


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """`places` outside the definition itself, code first, tests behind it, then documents; `whole` is False where
    there may be more of them.
    """

    places: tuple[Usage, ...]
    whole: bool


def standing(defined: Defined, uses: Usages, live: Live) -> Standing:
    """Where the names of a definition stand as words, what is known to mean it included; worked out once for a
    request.
    """
    key = f"standing\0{defined.path}\0{defined.ordinal}\0{defined.symbol.qualified}"
    found = live.notes.get(key)
    if not isinstance(found, Standing):
        found = live.notes[key] = _standing(defined, uses, live)
    return found


def _standing(defined: Defined, uses: Usages, live: Live) -> Standing:
    snapshot, symbol = live.snapshot, live.symbol(defined) or defined.symbol
    bare = (name.strip("@$:#") for name in uses.names)
    names = frozenset(_LAST.split(name)[-1] for name in bare if name)  # of `namespace A.B` the last
    blind = {entry.path for entry in snapshot.without_units()} | set(snapshot.unread())
    paths = dict.fromkeys((defined.path, *sorted(blind)))
    whole = True
    for name in sorted(names):
        terms = terms_of_name(name)
        known = len(terms) == 1 and not name[:1].isdigit()  # a number is not a word of the index
        held = snapshot.holding(terms[0], _EVERY) if known else snapshot.paths()
        whole = whole and held is not None
        paths |= dict.fromkeys(held or ())
    own = [symbol.span, *([symbol.doc] if symbol.doc is not None else [])] if defined.ordinal >= 0 else []
    places: list[Usage] = []
    ranked = sorted(paths, key=lambda path: (_rank(snapshot.file(path)), path != defined.path, path))
    for path in ranked[:_MOST_FILES]:
        wide = (n for name in sorted(names) for n in _wide(name, live.data(path) or b"") if path in blind)
        for at in (*stands_at(path, names, live), *wide):
            if path != defined.path or not any(span.start <= at < span.end for span in own):
                span = Span(at, at + len(_LAST.split(symbol.name)[-1].encode("utf-8")))
                places.append(
                    Usage(path=path, name=symbol.name, span=span, kind="text", scope="", certain=False)
                )
    return Standing(places=tuple(places), whole=whole and len(ranked) <= _MOST_FILES)


def in_strings(defined: Defined, uses: Usages, live: Live) -> list[str]:
    """Files of code that hold a name of the definition in a string: what looks a name up while the program runs is
    seen by no grammar.
    """
    found: dict[str, None] = {}
    names = judge_of(live).names
    for place in standing(defined, uses, live).places:
        entry, at = live.snapshot.file(place.path), place.span.start
        if place.path in found or entry is None or entry.surface.kind != "code":
            continue
        source = names.source(place.path)
        if source.text[at : at + 1] == " " and not source.is_comment(at) and source.raw[at : at + 1] != " ":
            found[place.path] = None
    return list(found)


def _wide(name: str, data: bytes) -> list[int]:
    """Where a name is in a text of two bytes a character."""
    return [at for encoding in ("utf-16-le", "utf-16-be") if (at := data.find(name.encode(encoding))) >= 0]


def _rank(entry: FileEntry | None) -> int:
    """Code, tests, what is not code."""
    return 2 if entry is None or entry.surface.kind != "code" else int(entry.surface.test)
