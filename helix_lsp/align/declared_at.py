"""What a word of a command line or of a setting names in the code: an option, a subcommand, a variable of the
environment, a module with a manifest of its own.

Where code declares it, as `drift/declared.py` reads declarations, so the hover and the drift of a document agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from helix_lsp.align.candidate import Resolved
from helix_lsp.align.drift.declared import declared, reads
from helix_lsp.align.drift.declared_tasks import spelt
from helix_lsp.align.identity import is_code
from helix_lsp.align.live import Live
from helix_lsp.align.said_at import line_at
from helix_lsp.align.uses.other_names import terms_of_name
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_TOKEN = regex(
    rb"(?<![\w-])(?:(?P<option>--[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*)|(?P<env>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)"
    rb"|(?P<module>[a-z][a-z0-9]*(?:-[a-z0-9]+)+)|(?P<sub>[a-z][a-z0-9]{1,30}))(?![\w-])"
)
_MANIFESTS = tuple(
    "pom.xml Cargo.toml package.json go.mod pyproject.toml build.gradle build.gradle.kts mix.exs composer.json".split()
)
_COMMAND = regex(rb"(?:^|[`$>]|&&|\|)[ \t]*(?:[\w./-]*/)?(?P<program>[a-z][\w-]*)[ \t]+(?P<rest>[^\n`]*)\Z")
_MOST_FILES = 300
_MOST_PLACES = 4


class Declared(msgspec.Struct, frozen=True, kw_only=True):
    """`kind` is option, command, variable or module; `found` are the definitions that hold it; where there are none,
    `places` say (path, bytes of the name) where it is written, in the order of the paths.
    """

    kind: str
    name: str
    span: Span
    found: tuple[Resolved, ...] = ()
    places: tuple[tuple[str, Span], ...] = ()


def declared_at(path: str, offset: int, live: Live) -> Declared | None:
    """What byte `offset` of a document names; None where no code declares it."""
    data = live.data(path) or b""
    start, end = line_at(data, offset)
    met = next((one for one in _TOKEN.finditer(data, start, end) if one.start() <= offset <= one.end()), None)
    if met is None:
        return None
    name, span = met[0].decode(), Span(*met.span())
    if met["option"]:
        return _option(name, span, live)
    if met["env"]:
        places = tuple(_places("env", name, (name,), live))
        return Declared(kind="variable", name=name, span=span, places=places) if places else None
    if met["sub"]:
        return _subcommand(name, span, data[start : span.start], live)
    return _module(name, span, live)


def _option(name: str, span: Span, live: Live) -> Declared | None:
    key = name.lstrip("-")
    forms = tuple(dict.fromkeys((*spelt(key), *spelt(key.removeprefix("no-")))))
    for one in dict.fromkeys((name, f"--{key.removeprefix('no-')}")):
        files = list(_declaring("option", one, forms, live))
        found = tuple(_fields(forms, files, live))
        places = () if found else tuple(_words((one, one.lstrip("-"), *forms), files, live))
        if found or places:
            return Declared(kind="option", name=name, span=span, found=found, places=places)
    return None


def _subcommand(name: str, span: Span, before: bytes, live: Live) -> Declared | None:
    """The word behind the program of this project, options aside."""
    met = _COMMAND.search(before)
    if met is None or any(not word.startswith(b"-") for word in met["rest"].split()):
        return None
    if not _is_own_program(met["program"].decode(), live):
        return None
    files = list(_declaring("sub", name, spelt(name), live))
    found = tuple(_fields(spelt(name), files, live))
    places = () if found else tuple(_words((name,), files, live))
    return (
        Declared(kind="command", name=name, span=span, found=found, places=places)
        if found or places
        else None
    )


def _is_own_program(name: str, live: Live) -> bool:
    return any(
        f"program {name}" in declared(path, live.data(path) or b"", ("program",))
        for path in live.snapshot.paths()
        if reads("program", path)
    )


def _module(name: str, span: Span, live: Live) -> Declared | None:
    """A folder of this name that has a manifest: the first line of it."""
    places = [
        (path, Span(0, 0))
        for path in live.snapshot.paths()
        if path.endswith(_MANIFESTS) and path.split("/")[-2:-1] == [name]
    ]
    return Declared(kind="module", name=name, span=span, places=tuple(places[:1])) if places else None


def _declaring(kind: str, name: str, forms: tuple[str, ...], live: Live) -> Iterator[str]:
    """Product files that declare the name, of those in which the index has one of its spellings."""
    paths: set[str] = set()
    for form in forms:
        terms = terms_of_name(form)
        held = live.snapshot.holding(terms[0], _MOST_FILES) if terms else ()
        paths.update(held if held is not None else live.snapshot.paths())
    for path in sorted(paths):
        entry = live.snapshot.file(path)
        if (
            entry is None
            or not reads(kind, path)
            or entry.surface.test
            or entry.surface.vendored
            or entry.generated
        ):
            continue
        if f"{kind} {name}" in declared(path, live.data(path) or b"", (kind,)):
            yield path


def _fields(forms: tuple[str, ...], files: list[str], live: Live) -> Iterator[Resolved]:
    """Definitions in these files that are spelled so: the field that an option fills, the variant of a command."""
    for path in files:
        for form in dict.fromkeys(forms):
            for one in live.snapshot.defined_in(path, form):
                if one.symbol.parent >= 0 and one.symbol.kind in ("field", "property", "enum_member"):
                    yield Resolved(defined=one, score=1.0, why="declared here")


def _places(kind: str, name: str, forms: tuple[str, ...], live: Live) -> Iterator[tuple[str, Span]]:
    files = list(_declaring(kind, name, forms, live))
    yield from _words((name,), [one for one in files if is_code(one, live.snapshot)] or files, live)


def _words(names: tuple[str, ...], files: list[str], live: Live) -> Iterator[tuple[str, Span]]:
    """The first place in each file, as it is written in a text of the code."""
    for path in files[:_MOST_PLACES]:
        data = live.data(path) or b""
        for name in names:
            word = re.escape(name.encode())
            met = re.search(rb"[\"'`](?:-\w[, ]{1,2})?" + word + rb"(?![\w-])", data) or re.search(
                rb"(?<![\w-])" + word + rb"(?![\w-])", data
            )
            if met is not None:
                yield path, Span(met.end() - len(name.encode()), met.end())
                break
