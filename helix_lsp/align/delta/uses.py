"""Who uses what a change touched, one hop, and which tests do: the rules are `align/uses/usage.py`; here its
answers become places with lines. Also what of a change others may depend on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import msgspec

from helix_lsp.align.delta.compare import FileDelta, PartChange
from helix_lsp.align.edges.judge import judge_of
from helix_lsp.align.edges.names import ECMA, Names, is_everyday
from helix_lsp.align.identity import module_parts
from helix_lsp.align.lineage import import_of
from helix_lsp.align.live import Live
from helix_lsp.align.uses.other_names import NameOf, Usage, import_use, terms_of_name, used_in
from helix_lsp.align.uses.usage import Usages, is_test, usages_of
from helix_lsp.config.documents import AlignConfig
from helix_lsp.history.parts import Part
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

# What of a change others may depend on: the definitions to ask about, as they are in the index, and as they
# were where they went.
#
# Definitions of tests and examples, and those inside a function, are nobody else's and are not asked about.
# The order is what a reader wants first: what went or was renamed, what is called otherwise, what does
# otherwise, what came; the exported before the hidden; last what is inside of something that went, came,
# moved or was renamed as a whole.

_GONE = 1 << 30  # the ordinal of a definition that no index holds
_RANK = {"removed": 0, "renamed": 0, "signature": 1, "moved": 2, "body": 3, "added": 4}
_CALLED = frozenset({"function", "method", "constructor"})
_PLAIN = frozenset({"constant", "variable", "field", "property", "enum_member"})


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """`now` is the definition in the index, None where it went or is in a tree that is not checked out.

    `lost` is what went: the old definition of what was removed or renamed, with its old path, in no index.
    `left` is that, or what moved, where it stood before.
    """

    change: PartChange
    now: Defined | None
    lost: Defined | None
    left: Defined | None


def targets(deltas: Iterable[FileDelta], snapshot: Snapshot, most: int) -> tuple[tuple[Target, ...], int]:
    """(the definitions to ask about, of the first `most` in their order those that this tree knows of; how
    many were left out).
    """
    wanted = [
        one
        for delta in deltas
        if not (delta.surface.test or delta.surface.example)
        for one in _of_file(delta)
    ]
    wanted.sort(key=_order)
    kept = [_target(one, snapshot) for one in wanted[:most]]
    return tuple(t for t in kept if t.now is not None or t.lost is not None), max(0, len(wanted) - most)


def lost_of(part: Part) -> Defined:
    """A definition that went, as what asks for uses and mentions wants it: its parent is found by its name,
    for its file may be gone as well.
    """
    assert part.symbol is not None
    return Defined(path=part.path, ordinal=_GONE, symbol=msgspec.structs.replace(part.symbol, parent=-1))


def _of_file(delta: FileDelta) -> Iterable[PartChange]:
    inner = {s.qualified for s in (*delta.outline.symbols, *delta.old_outline.symbols) if s.kind in _CALLED}
    for one in delta.parts:
        new = one.status == "added" and (one.within or one.part.kind in _PLAIN)
        if one.part.is_definition and one.status in _RANK and one.part.parent not in inner and not new:
            yield one


def _order(one: PartChange) -> tuple[bool, int, bool, bool, str, int]:
    part = one.part
    return (
        bool(one.within),
        _RANK[one.status],
        part.kind in _PLAIN,
        not part.exported,
        part.path,
        part.span.start,
    )


def _target(one: PartChange, snapshot: Snapshot) -> Target:
    now = _find(one.new, snapshot) if one.new is not None else None
    went = one.old if one.new is None or one.status in ("renamed", "moved") else None
    left = (
        lost_of(went) if went is not None and _find(went, snapshot) is None else None
    )  # else the tree asked is not the one that lost it
    return Target(change=one, now=now, lost=left if one.status != "moved" else None, left=left)


def _find(part: Part, snapshot: Snapshot) -> Defined | None:
    """The definition of this name in the index, of the same kind where several have it."""
    found = [d for d in snapshot.defined_in(part.path, part.name) if d.symbol.qualified == part.qualified]
    return next((d for d in found if d.symbol.kind == part.kind), found[0] if found else None)


_PARTS = regex(r"[./\\]|::")
_HOLDERS = 2_000  # units; a name that more hold is everyone's


class UsePlace(msgspec.Struct, frozen=True, kw_only=True):
    """One use; `line` from 1, `scope` the definition around it, `` outside. `changed`: the change touches its
    file, too.
    """

    path: str
    line: int
    span: Span
    scope: str
    kind: str
    changed: bool


class Uses(msgspec.Struct, frozen=True, kw_only=True):
    """Uses of one definition. `gone`: they name what went, so they are what the change may have broken.

    `used` (imports only where nothing else is left) and `tested` count certain uses outside and inside tests, `maybe` those that only bear the name;
    `capped`: there may be more. `places` and `tests` hold certain ones, files not yet shown first.
    """

    target: Target
    name: str
    gone: bool
    used: int
    maybe: int
    tested: int
    capped: bool
    places: tuple[UsePlace, ...]
    tests: tuple[UsePlace, ...]


def uses(
    wanted: Iterable[Target],
    touched: frozenset[str],
    live: Live,
    cfg: AlignConfig,
    most: int,
    check: Callable[[], None],
) -> tuple[Uses, ...]:
    """In the order of the targets, at most `most` places each; what went stands only where uses are left.
    Raises what `check` raises.
    """
    found: list[Uses] = []
    for target in wanted:
        check()
        if target.left is not None:
            left = _left(target.left, live, cfg, moved=target.change.status == "moved")
            if left.code or left.tests:
                found.append(_of(target, target.left, left, touched, live, most, gone=True))
        if target.now is not None:
            now = usages_of(target.now, live, cfg)
            found.append(_of(target, target.now, now, touched, live, most, gone=False))
    return tuple(found)


def _left(gone: Defined, live: Live, cfg: AlignConfig, *, moved: bool) -> Usages:
    """Uses of what is not there any more: imports from where it stood, uses of what they bring (behind a move these
    are well once the import is), and uses of its name where nothing of today bears it.
    """
    name, snapshot = gone.symbol.name, live.snapshot
    imports = _imports(gone, live) if "." not in gone.symbol.qualified else []
    borne = is_everyday(name) or snapshot.defined(name)  # what bears the name may be what is used
    told = Usages() if borne else usages_of(gone, live, cfg)
    known = {(u.path, u.span.start) for u in imports}
    more = [u for u in (*told.code, *told.tests) if (u.path, u.span.start) not in known]
    found = [u for u in (*imports, *more) if live.same(u.path) and (u.kind == "import" or not moved)]
    return Usages(
        code=tuple(u for u in found if not is_test(u.path, snapshot)),
        tests=tuple(u for u in found if is_test(u.path, snapshot)),
        capped=told.capped,
    )


def _imports(gone: Defined, live: Live) -> list[Usage]:
    """Statements that import the name out of the very file that lost it, and the uses of what they bring; nothing
    where that file has it from elsewhere now.
    """
    name, module, snapshot = gone.symbol.name, module_parts(gone.path), live.snapshot
    there = snapshot.glance(gone.path)
    if there is not None and (
        import_of(name, there) is not None or any(o == "*" for s in there.imports for o, _ in s.names)
    ):
        return []
    found: list[Usage] = []
    names = judge_of(live).names
    for path in snapshot.holding(terms_of_name(name)[0], _HOLDERS) or ():
        facts = snapshot.glance(path) if path != gone.path else None
        for statement in facts.imports if facts is not None else ():
            module_of = statement.module
            leads = _leads_to(module_of, path, module) or _is_script(module_of, path, gone, names)
            for alias in (a for original, a in statement.names if leads and original == name):
                found.append(import_use(name, path, statement.span, certain=True))
                brought = NameOf(
                    name=alias or name, defined=gone, path=path, wide=False, within=Span(0, 1 << 40)
                )
                found += used_in(brought, path, judge_of(live), live)
    return found


def _is_script(written: str, importer: str, gone: Defined, names: Names) -> bool:
    """Whether a module of JavaScript leads there by the configuration of the build."""
    return names.source(importer).language in ECMA and names.modules.script(written, importer) == (gone.path,)


def _leads_to(written: str, importer: str, module: tuple[str, ...]) -> bool:
    """Whether a module as an import writes it is this very one; a relative one is looked at from the file
    that imports.
    """
    words = tuple(w for w in _PARTS.split(written) if w)
    if written.startswith("."):
        slashed = written.startswith(("./", "../"))
        up = written.count("../") if slashed else len(written) - len(written.lstrip(".")) - 1
        folder = importer.split("/")[:-1]
        return up <= len(folder) and (*folder[: len(folder) - up], *words) == module
    return (
        bool(words)
        and words == module[-len(words) :]
        and (len(words) > 1 or len(module) <= 1 or module[:-1] in (("src",), ("lib",)))
    )


def _of(
    target: Target,
    defined: Defined,
    told: Usages,
    touched: frozenset[str],
    live: Live,
    most: int,
    *,
    gone: bool,
) -> Uses:
    own = defined.symbol.span if not gone else Span(0, 0)

    def outside(use: Usage) -> bool:
        return use.certain and live.same(use.path) and not (use.path == defined.path and own.covers(use.span))

    code, tests = [u for u in told.code if outside(u)], [u for u in told.tests if outside(u)]
    return Uses(
        target=target,
        name=defined.symbol.qualified,
        gone=gone,
        used=sum(u.kind != "import" for u in code) or len(code),
        maybe=sum(not u.certain for u in told.code),
        tested=len(tests),
        capped=told.capped or told.tests_capped,
        places=_places(code, touched, live, most),
        tests=_places(tests, touched, live, most),
    )


def _places(found: list[Usage], touched: frozenset[str], live: Live, most: int) -> tuple[UsePlace, ...]:
    """Those of files that the change left alone first, files not yet shown before repeated ones, one to a
    line.
    """
    turns: Counter[str] = Counter()
    ranked: dict[tuple[str, int], tuple[bool, int, UsePlace]] = {}
    for use in found:
        line = live.lines(use.path).line_of(use.span.start) + 1
        if (use.path, line) not in ranked:
            changed = use.path in touched
            place = UsePlace(
                path=use.path, line=line, span=use.span, scope=use.scope, kind=use.kind, changed=changed
            )
            ranked[use.path, line] = (changed, turns[use.path], place)
            turns[use.path] += 1
    return tuple(place for _, _, place in sorted(ranked.values(), key=lambda r: r[:2])[:most])
