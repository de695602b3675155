"""A mention to its definitions: ranked, each with its reason, ambiguity kept.

Ways to agree, best first, with their base score:
    1.00 whole qualified name, or path from the root
     .99 with its whole module path            .95 end of the qualified name, or exported by the package
     .93 with a part of the module path        .92 inherited member
     .86 member of what the variable's name says (.82 in part, .80 of a class below it)
     .80 bare name at the top of a file (.68 for a plain word)   .70 as a member (.55 a value, .50 a plain word)
     .55 member, owner unknown
Nothing is matched without regard to case or by likeness: a wrong target costs the reader more than a missing
one.
Figures chosen by reading flask's mentions (tests/align holds the cases).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from helix_lsp.align.bare import bare
from helix_lsp.align.candidate import Resolved, adjust, file_target
from helix_lsp.align.context import NOTHING, Context
from helix_lsp.align.member import members
from helix_lsp.align.mention import Name, read_name, read_path
from helix_lsp.align.place import files_at
from helix_lsp.align.written import imported, is_borrowed, written
from helix_lsp.config.align import AlignConfig
from helix_lsp.index.snapshot import Snapshot

__all__ = ["Resolved", "resolve"]
_DEFAULT = AlignConfig()


def resolve(
    text: str,
    document: str,
    snapshot: Snapshot,
    cfg: AlignConfig = _DEFAULT,
    *,
    role: str = "",
    context: Context = NOTHING,
) -> tuple[Resolved, ...]:
    """Definitions that the mention `text` in the file `document` may mean, best first (ties by path, then
    place); empty when it names nothing.

    A file or module is a definition with ordinal -1 (`candidate.file_target`).
    """
    path = read_path(text, role)
    if path is not None:
        files = list(_files(path, document, snapshot))
        if files or "/" in text:
            plain = Name(parts=(path,))
            return _cut([adjust(f, plain, document, snapshot, NOTHING) for f in files], cfg)
    name = read_name(text, role)
    if name is None:
        return ()
    found = _candidates(name, document, snapshot, cfg, context)
    return _cut(_fold(adjust(f, name, document, snapshot, context) for f in found), cfg)


def _files(path: str, document: str, snapshot: Snapshot) -> Iterator[Resolved]:
    for one, score, why in files_at(path, document, snapshot):
        target = file_target(one, snapshot)
        if target is not None:
            yield Resolved(defined=target, score=score, why=why)


def _candidates(
    name: Name, document: str, snapshot: Snapshot, cfg: AlignConfig, context: Context
) -> list[Resolved]:
    """The first source that has an answer speaks: the owner at hand, an import, a variable's class, the
    written name, a bare name.
    """
    if name.member and context.owner and len(name.parts) == 1:
        found = written((context.owner.split(".")[-1], name.last), document, snapshot, cfg)
        if found or context.closed:
            return found
    first = name.parts[0]
    if first in context.imports:
        found, foreign = imported(name, document, snapshot, cfg, context.imports[first])
        if found or foreign:
            return found
    if len(name.parts) == 1:
        return bare(name, document, snapshot, cfg, context)
    if first in context.instances:
        kind = context.instances[first]
        found = written((kind, *name.parts[1:]), document, snapshot, cfg)
        if found:
            return [
                Resolved(defined=f.defined, score=f.score - 0.04, why=f"{first} is a {kind} here; {f.why}")
                for f in found
            ]
    found = written(name.parts, document, snapshot, cfg)
    if not context.module:
        found = [f for f in found if not is_borrowed(name.parts, f.defined.path, snapshot)]
    return found or list(members(name, document, snapshot, cfg))


def _fold(found: Iterable[Resolved]) -> list[Resolved]:
    """One entry per definition and per qualified name in a file (overloads, property setters): the documented
    or longest one, best score.
    """
    best: dict[tuple[str, str], Resolved] = {}
    for one in found:
        key = (one.defined.path, one.defined.symbol.qualified)
        old = best.get(key)
        best[key] = one if old is None or _weight(one) > _weight(old) else old
    return list(best.values())


def _weight(found: Resolved) -> tuple[float, bool, int, int]:
    symbol = found.defined.symbol
    return (found.score, symbol.doc is not None, len(symbol.span), -symbol.span.start)


def _cut(found: list[Resolved], cfg: AlignConfig) -> tuple[Resolved, ...]:
    """Best first in a total order, cut where the scores fall off."""
    kept = sorted(found, key=lambda f: (-f.score, f.defined.path, f.defined.symbol.span.start))
    if not kept:
        return ()
    floor = max(cfg.least_score, kept[0].score - cfg.falloff)
    return tuple(f for f in kept if f.score >= floor)[: cfg.max_candidates]
