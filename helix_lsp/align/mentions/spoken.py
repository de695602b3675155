"""Mentions of definitions outside of inline code: their names in plain prose, whole or as words, and in docstrings
and comments. Also definitions that a dotted name spells out.

`SessionInterface` and `session_interface` count where they stand as they are spelled; "Session Interface",
"session interfaces" only for names of two words and more that no other definition shares. Where such a text
is looked for is told by the index, never by reading every file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

import msgspec

from helix_lsp.align.candidate import Resolved, file_target
from helix_lsp.align.identity import (
    files_named,
    is_away,
    is_top_package,
    module_parts,
    modules_ending,
    standard_modules,
)
from helix_lsp.align.lineage import classes_named, find_member, holds, import_of
from helix_lsp.align.live import Live
from helix_lsp.align.mention import SHAPED, Name, read_name
from helix_lsp.config.documents import AlignConfig
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import lower_parts, split, whole

_CODE = regex(
    rb":(?:[\w+]+:)?(?P<role>\w+):`(?P<target>[^`\n<>]+)`|``(?P<double>[^`\n]+)``|(?<![`\w:])`(?P<single>[^`\n]+)`(?![`\w])"
)
_SHORTEST = 4


class Spoken(msgspec.Struct, frozen=True, kw_only=True):
    """The `name` of a definition, said as `text` at its bytes.

    `share` is what is kept of the confidence that inline code would have; `said` is as in `MentionPlace`.

    `role` is the one of inline code; `scope` the definition that a docstring or comment is in, an index into
    `Outline.symbols`, -1 outside, None for what a document says.
    """

    path: str
    span: Span
    text: str
    name: str
    said: str
    share: float
    role: str = ""
    scope: int | None = None


def spoken(
    wanted: Sequence[Defined], live: Live, cfg: AlignConfig, check: Callable[[], None]
) -> Iterator[Spoken]:
    """Places outside of inline code that speak of these definitions by name, in the order of (name, path, byte).
    Raises through `check`, called for each file.
    """
    snapshot = live.snapshot
    for name in dict.fromkeys(d.symbol.name for d in wanted):
        if len(name.strip("_")) < _SHORTEST or name.startswith("__"):
            continue
        for path in _paths(name, snapshot, cfg):
            check()
            entry, data = snapshot.file(path), live.data(path)
            if (
                entry is None
                or data is None
                or not live.same(path)
                or entry.surface.vendored
                or entry.generated
            ):
                continue
            if entry.surface.kind == "docs":
                said = _in_prose(name, path, data, snapshot, cfg)
                outline = live.commented(path) if said else None
                yield from _apart_from_code(said, outline) if outline is not None else ()
            elif entry.surface.kind == "code" and not entry.surface.test and name.encode() in data:
                outline = live.commented(path)
                if outline is None:
                    continue
                own = [
                    s.doc
                    for d in wanted
                    if d.path == path and (s := live.symbol(d)) is not None and s.doc is not None
                ]
                yield from _in_comments(name, path, data, outline, own, cfg)


def _paths(name: str, snapshot: Snapshot, cfg: AlignConfig) -> list[str]:
    """Files that hold the name as it is spelled, and documents that hold all its words."""
    terms = {whole(name)} if split(name)[1] else set(split(name)[0])
    found = set(_holding(terms, snapshot, cfg)) if terms else set[str]()
    if len(lower_parts(name)) > 1:
        parts = set(split(name)[0])
        held = [
            p
            for p in _holding(parts, snapshot, cfg)
            if (entry := snapshot.file(p)) is not None and entry.surface.kind == "docs"
        ]
        found.update(held)
    return sorted(found)


def _holding(terms: set[str], snapshot: Snapshot, cfg: AlignConfig) -> list[str]:
    """Paths with a unit for the terms, the likeliest so many where there are too many to look at."""
    return list(
        dict.fromkeys(hit.path for hit in snapshot.match(dict.fromkeys(sorted(terms), 1.0), cfg.spoken_units))
    )


def _apart_from_code(said: list[Spoken], outline: Outline) -> Iterator[Spoken]:
    hidden = (
        *(m.outer for m in outline.mentions),
        *(f.span for f in outline.fences),
        *(one.span for one in outline.links),
    )
    taken = sorted(hidden, key=lambda s: s.start)
    starts = [s.start for s in taken]

    def free(span: Span) -> bool:
        at = bisect_right(starts, span.start) - 1
        return not any(taken[i].overlaps(span) for i in range(max(0, at - 1), min(len(taken), at + 2)))

    yield from sorted((one for one in said if free(one.span)), key=lambda one: one.span.start)


def _in_prose(name: str, path: str, data: bytes, snapshot: Snapshot, cfg: AlignConfig) -> list[Spoken]:
    """What a document says of it, inline code, fences and links included."""
    places = _bare(name.encode(), data, Span(0, len(data))) if SHAPED.search(name) else ()
    found = [
        Spoken(path=path, span=place, text=name, name=name, said="prose", share=cfg.spoken_whole)
        for place in places
    ]
    words = lower_parts(name)
    lowered = data.lower() if len(words) > 1 else b""
    if len(words) > 1 and all(word.encode() in lowered for word in words):
        shared = _shared(name, snapshot)
        spelled = rb"(?:[ \t]+|-|[ \t]*\r?\n[ \t]*)".join(re.escape(w.encode()) for w in words)
        for match in re.finditer(rb"(?<![\w`./#-])" + spelled + rb"(?:s|es)?(?![\w/-])", data, re.IGNORECASE):
            text = match[0].decode("utf-8", "replace")
            capital = all(w[:1].isupper() for w in re.split(r"[\s-]+", text))
            share = cfg.spoken_capital if capital else cfg.spoken_lower
            if shared and not (capital and name[:1].isupper()):
                continue
            found.append(
                Spoken(path=path, span=Span(*match.span()), text=text, name=name, said="words", share=share)
            )
    return found


def _in_comments(
    name: str, path: str, data: bytes, outline: Outline, own: list[Span], cfg: AlignConfig
) -> Iterator[Spoken]:
    """In docstrings and comments, but those of the definition itself."""
    docs: dict[Span, int] = {s.doc: i for i, s in enumerate(outline.symbols) if s.doc is not None}
    spans: set[Span] = {*docs, *outline.comments}
    if outline.module_doc is not None:
        spans.add(outline.module_doc)
    word = name.encode()
    end = 0
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if span in own or span.start < end or word not in span.cut(data):
            continue
        end = span.end
        said = "docstring" if span in docs or span == outline.module_doc else "comment"
        scope = docs.get(span, _scope(outline, span.start))
        coded: list[Span] = []
        for match in _CODE.finditer(data, span.start, span.end):
            group = next(g for g in ("target", "double", "single") if match[g] is not None)
            coded.append(Span(*match.span()))
            text = match[group].decode("utf-8", "replace").lstrip("~!")
            role = (match["role"] or b"").decode("ascii", "replace")
            read = read_name(text, role)
            if read is not None and read.last == name:
                place = Span(match.end(group) - len(match[group].lstrip(b"~!")), match.end(group))
                yield Spoken(
                    path=path, span=place, text=text, name=name, said=said, share=1.0, role=role, scope=scope
                )
        if SHAPED.search(name):
            for place in _bare(word, data, span):
                if not any(c.overlaps(place) for c in coded):
                    yield Spoken(
                        path=path,
                        span=place,
                        text=name,
                        name=name,
                        said=said,
                        share=cfg.spoken_whole,
                        scope=scope,
                    )


def _bare(word: bytes, data: bytes, span: Span) -> Iterator[Span]:
    if data.find(word, span.start, span.end) < 0:
        return
    pattern = re.compile(rb"(?<![\w`./#-])" + re.escape(word) + rb"(?![\w/-])")
    for match in pattern.finditer(data, span.start, span.end):
        yield Span(*match.span())


def _scope(outline: Outline, offset: int) -> int:
    """The innermost definition around a byte, -1 outside of all."""
    return max((i for i, s in enumerate(outline.symbols) if s.span.contains(offset)), default=-1)


def _shared(name: str, snapshot: Snapshot) -> bool:
    """True when definitions of another spelling have the same words (`session_interface` beside
    `SessionInterface`).
    """
    flat = name.replace("_", "").lower()
    return any(
        d.symbol.name != name for one in (flat, "_".join(lower_parts(name))) for d in snapshot.defined(one)
    )


# Definitions that a dotted name spells out: with its module, with its class, through a base class or an
# import.
#
# Only what is written counts here, letter for letter; what a variable's name suggests is in `member.py`.


def written(parts: tuple[str, ...], document: str, snapshot: Snapshot, cfg: AlignConfig) -> list[Resolved]:
    """Every definition, file and inherited member that `parts` (two or more) spell in `document`, in no
    particular order.
    """
    found = [
        *_qualified(parts, snapshot),
        *modules(parts, snapshot),
        *_inherited(parts, document, snapshot, cfg),
    ]
    named = {
        f.defined.path for f in found if f.defined.ordinal >= 0
    }  # `com.acme.Shop` is the class, not the file of its name
    kept = [f for f in found if f.defined.ordinal >= 0 or f.defined.path not in named]
    return [f for f in kept if _may_speak(f, parts, document, snapshot)]


def _may_speak(found: Resolved, parts: tuple[str, ...], document: str, snapshot: Snapshot) -> bool:
    """False for a lower-case dotted word (`admin.index`) that only a foreign test or example happens to have."""
    if parts[0][:1].isupper() or not is_away(found.defined.path, document, snapshot):
        return True
    entry = snapshot.file(found.defined.path)
    in_test = entry is not None and entry.surface.test
    return not in_test and is_package(parts[0], snapshot)


def _qualified(parts: tuple[str, ...], snapshot: Snapshot) -> Iterator[Resolved]:
    """Definitions whose qualified name, with the module before it, ends in `parts`."""
    for defined in snapshot.defined(parts[-1]):
        symbol = defined.symbol
        if symbol.name != parts[-1] or symbol.kind == "impl":
            continue
        qualified = tuple(symbol.qualified.split("."))
        size = min(len(parts), len(qualified))
        if parts[-size:] != qualified[-size:]:
            continue
        if len(parts) <= len(qualified):
            whole = len(parts) == len(qualified)
            yield Resolved(
                defined=defined,
                score=1.0 if whole else 0.95,
                why="qualified name" if whole else "end of the qualified name",
            )
            continue
        prefix, have = parts[:-size], module_parts(defined.path)
        if have[-len(prefix) :] == prefix:
            yield Resolved(defined=defined, score=0.99, why="module and qualified name")
        elif holds(have, prefix):
            exported = _exports(prefix, qualified[0], defined, snapshot)
            yield Resolved(
                defined=defined,
                score=0.95 if exported else 0.93,
                why=f"{'exported by' if exported else 'inside'} {'.'.join(prefix)}",
            )


def _exports(package: tuple[str, ...], name: str, defined: Defined, snapshot: Snapshot) -> bool:
    """True when the package's own file imports `name` from the file of `defined`."""
    for path in modules_ending(package, snapshot):
        facts = snapshot.glance(path)
        statement = import_of(name, facts) if facts is not None else None
        if statement is not None and module_parts(defined.path)[-1] in statement.module.replace(
            "/", "."
        ).split("."):
            return True
    return False


def _inherited(
    parts: tuple[str, ...], document: str, snapshot: Snapshot, cfg: AlignConfig
) -> Iterator[Resolved]:
    """`Owner.member` where the member is in a base of the class; the class may be written with its
    module.
    """
    if len(parts) < 2:
        return
    owners = [d for d in classes_named(parts[-2], snapshot) if len(parts) == 2 or _fits_module(d, parts[:-2])]
    for owner in owners:
        member = find_member(owner, parts[-1], snapshot, cfg.lineage_depth)
        if member.found is None:
            continue
        loss = _owner_loss(owner, snapshot, document)
        if member.steps:
            yield Resolved(
                defined=member.found,
                score=0.92 - loss,
                why=f"{owner.symbol.name} inherits it from {member.found.symbol.qualified.rpartition('.')[0]}",
            )
        else:
            yield Resolved(defined=member.found, score=1.0 if len(parts) == 2 else 0.95, why="qualified name")


def _owner_loss(owner: Defined, snapshot: Snapshot, document: str) -> float:
    """A subclass in the tests must not speak for the class of the source that has the same name."""
    return 0.3 if is_away(owner.path, document, snapshot) else 0.0


def _fits_module(defined: Defined, prefix: tuple[str, ...]) -> bool:
    return holds((*module_parts(defined.path), *defined.symbol.qualified.split(".")[:-1]), prefix)


def modules(parts: tuple[str, ...], snapshot: Snapshot) -> Iterator[Resolved]:
    """Code files whose module ends in `parts`."""
    for path in modules_ending(parts, snapshot):
        target = file_target(path, snapshot)
        if target is not None:
            yield Resolved(defined=target, score=0.99, why="module path")


def imported(
    name: Name, document: str, snapshot: Snapshot, cfg: AlignConfig, dotted: str
) -> tuple[list[Resolved], bool]:
    """(what the imported name is, True when it belongs to another distribution and nothing here may answer
    for it).
    """
    relative = dotted.startswith(".")
    origin = tuple(
        p
        for p in dotted.replace("::", ".").replace("/", ".").split(".")
        if p and p not in ("crate", "self", "super", "@")
    )
    parts = (*origin, *name.parts[1:])
    if not origin:
        return [], False
    found = written(parts, document, snapshot, cfg)
    own = [f for f in found if relative or not is_borrowed(parts, f.defined.path, snapshot)]
    kept = [f for f in own if len(parts) > 1 or f.defined.ordinal < 0]
    if kept:
        return [
            Resolved(
                defined=f.defined,
                score=f.score,
                why=f"imported from {'.'.join(origin[:-1]) or origin[0]}; {f.why}",
            )
            for f in kept
        ], False
    return [], not relative and (len(own) < len(found) or not is_ours(origin[0], snapshot))


def is_ours(root: str, snapshot: Snapshot) -> bool:
    """True when a folder or file of this repository bears the name of a module's first part."""
    return bool(files_named(root, snapshot)) or any(f"/{root}/" in f"/{path}" for path in snapshot.paths())


def is_package(word: str, snapshot: Snapshot) -> bool:
    """True when the word is a top package of this repository."""
    return any(is_top_package(p, snapshot) for p in modules_ending((word,), snapshot))


def is_borrowed(parts: tuple[str, ...], path: str, snapshot: Snapshot) -> bool:
    """True when the first part is a module of Python's own library and here only a module inside a package
    (`json` of `flask.json`).
    """
    if parts[0] not in standard_modules(snapshot) or not path.endswith((".py", ".pyi")):
        return False
    folder = path.rpartition("/")[0]
    if path.endswith("/__init__.py"):
        folder = folder.rpartition("/")[0]
    return snapshot.file(f"{folder}/__init__.py") is not None
