"""Every use of a definition: the references that bear its name, those that bear a name which an import,
an export or an assignment gave it, and the imports themselves.

Beside the uses stands what may keep the list from being whole, as data: files that were not read, files whose
language does not have a grammar here, files that do not parse, files that hold the name in a string (`other_names`). A
name that a program puts together of pieces while it runs no list of this kind holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

import msgspec

from helix_lsp.align.edges.judge import judge_of
from helix_lsp.align.live import Live
from helix_lsp.align.uses.occurrences import stands_at
from helix_lsp.align.uses.other_names import Usage, terms_of_name
from helix_lsp.align.uses.usage import Usages, usages_of
from helix_lsp.config.documents import AlignConfig
from helix_lsp.index.overlay.snapshot import Defined, FileEntry
from helix_lsp.syntax.language import language_of
from helix_lsp.syntax.parse import LANGUAGES
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.tuning.documents import USES

# What must hold before anybody says that nothing uses a definition: no name that it goes by is anywhere.
#
# The list of uses knows grammars; this looks at words. A name that is in a string, a template, a document,
# in a file that was not read or in another definition is a place where it stands, and nobody may say *none*
# then.

_MOST_FILES = 2_000
_EVERY = 1_000_000  # units
_LAST = regex(r"[.\\]|::")


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """`places` outside the definition itself, code first, tests behind it, then documents; `whole` is False where
    there may be more of them.
    """

    places: tuple[Usage, ...]
    whole: bool


def standing(defined: Defined, uses: Usages, live: Live) -> Standing:
    """Where the names of a definition stand as words, what is known to mean it included; worked out once for a
    request.
    """
    key = ("standing", defined.path, defined.ordinal, defined.symbol.qualified)
    return live.noted(key, lambda: _standing(defined, uses, live))


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


GapId = Literal[
    "other_names",
    "not_read",
    "not_indexed",
    "no_grammar",
    "does_not_parse",
    "definitions",
    "behind",
    "changed_since",
]
_EXAMPLES = 3
_BROKEN = frozenset(
    {"syntax", "too_large", "too_deep", "too_many_facts", "long_lines", "no_grammar", "reader"}
)


class Gap(msgspec.Struct, frozen=True, kw_only=True):
    """A reason why there may be more: how many files (0: nobody counted them) or definitions, and a few of
    them by path or name.
    """

    id: GapId
    count: int
    examples: tuple[str, ...] = ()


class FoundUse(msgspec.Struct, frozen=True, kw_only=True):
    """One use; `means` are the definitions that it certainly means, as places in the list that was asked
    with, () where nobody can tell.
    """

    usage: Usage
    test: bool
    means: tuple[int, ...]


def widened(cfg: AlignConfig, size: int) -> AlignConfig:
    """The options with which a list leaves nothing out until `size` bytes of source were read for it."""
    return replace(cfg, usage_units=USES.units, usage_files=USES.files, usage_bytes=size)


def every_use(
    defined: Sequence[Defined], live: Live, cfg: AlignConfig, check: Callable[[], None]
) -> tuple[tuple[FoundUse, ...], tuple[Gap, ...]]:
    """Uses in the order of (tests last, path, byte), each once, and the gaps. Raises through `check`."""
    wide = widened(cfg, USES.bytes)
    asked = defined[: USES.definitions]
    places: dict[tuple[str, int, int], tuple[Usage, set[int]]] = {}
    read: set[str] = set()
    spelled: dict[str, None] = {}
    capped = False
    for rank, one in enumerate(asked):
        uses = usages_of(one, live, wide, check)
        read |= uses.read
        spelled |= dict.fromkeys(in_strings(one, uses, live))
        capped = capped or uses.capped or uses.tests_capped
        for use in (*uses.code, *uses.tests, *uses.imports):
            kept = places.setdefault((use.path, use.span.start, use.span.end), (use, set()))
            if use.certain:
                kept[1].add(rank)
    found = [
        FoundUse(
            usage=msgspec.structs.replace(use, certain=bool(means)),
            test=(entry := live.snapshot.file(use.path)) is not None and entry.surface.test,
            means=tuple(sorted(means)),
        )
        for use, means in places.values()
    ]
    found.sort(key=lambda f: (f.test, f.usage.path, f.usage.span.start, f.usage.span.end))
    return tuple(found), tuple(_gaps(defined, sorted(read), live, spelled=list(spelled), capped=capped))


def _gaps(
    defined: Sequence[Defined], read: Sequence[str], live: Live, *, spelled: list[str], capped: bool
) -> Iterator[Gap]:
    rest = [f"{d.path}: {d.symbol.qualified}" for d in defined[USES.definitions :]]
    left = [path for path in live.snapshot.unread() if language_of(path) in LANGUAGES]
    plain = _in_no_grammar(defined[0].symbol.name, live) if defined else []
    broken = [
        path
        for path in read
        if (outline := live.commented(path)) is not None
        and any(problem.code in _BROKEN for problem in outline.problems)
    ]
    found: tuple[tuple[GapId, list[str]], ...] = (
        ("other_names", spelled),
        ("definitions", rest),
        ("not_read", []),
        ("not_indexed", left),
        ("no_grammar", plain),
        ("does_not_parse", broken),
    )
    for gap, what in found:
        if what or (capped and gap == "not_read"):
            yield Gap(id=gap, count=len(what), examples=tuple(what[:_EXAMPLES]))


def _in_no_grammar(name: str, live: Live) -> list[str]:
    """Files of languages that are only read as text and hold the name: a template, a component."""
    words = terms_of_name(name)
    held = live.snapshot.holding(words[0], USES.units) if len(words) == 1 else None
    return [
        path
        for path in held or ()
        if (entry := live.snapshot.file(path)) is not None and entry.surface.kind == "text"
    ]
