"""Who uses a definition, one hop: files that the text index proposes, then the references of that name in them.

A use is *certain* when an import, a qualifier, the enclosing class or the name's being the only one of its kind ties it to
the definition;
otherwise it only bears the same name. Both are counted apart, so that nobody is told a number that is a guess.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from helix_lsp.align.everyday import is_everyday
from helix_lsp.align.lineage import CLASS_KINDS, agrees, holds, import_of, owner_of
from helix_lsp.align.mentions import meaning
from helix_lsp.align.place import module_parts
from helix_lsp.config.align import AlignConfig
from helix_lsp.index.glance import Glance
from helix_lsp.index.memo import remembered
from helix_lsp.index.snapshot import Defined, FileEntry, Mentioned, Snapshot
from helix_lsp.syntax.outline import Reference, Symbol
from helix_lsp.text.span import Span
from helix_lsp.text.words import split, terms

_CLOSED = frozenset({"python", "javascript", "typescript", "tsx"})
_TOGETHER = {"javascript": "typescript", "tsx": "typescript", "c": "cpp", "kotlin": "java", "scala": "java"}
_SELVES = frozenset({"self", "this", "cls", "Self", "super()", "super"})
_KIND_RANK = {"call": 0, "decorate": 0, "inherit": 1, "type": 2, "import": 2, "read": 3}
_MOST_MENTIONS = 300
_MOST_HEIRS = 6
_EVERY = 1 << 40  # paths: no bound
_MOST_MATCHED = 100  # units weighed against each other where more than `usage_units` hold a name; beside the limit of files more are no help
_EVERYONES = 2  # letters of a name that nobody calls his own
_AFTER_SLASH = "0"  # the character after it
_AT_ONCE = 32  # files whose names are read in one look


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """One use. `kind` is the reference's kind or `import`; `scope` the qualified name of the enclosing definition, `` outside."""

    path: str
    name: str
    span: Span
    kind: str
    scope: str
    certain: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Usages:
    """Uses in code and in tests, best first; mentions in documents by path and place. `capped` and `tests_capped`: there may
    be more.
    """

    code: tuple[Usage, ...]
    tests: tuple[Usage, ...]
    documents: tuple[Mentioned, ...]
    capped: bool = False
    tests_capped: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Target:
    """What is looked for, worked out once."""

    defined: Defined
    name: str
    owner: Symbol | None
    family: frozenset[str]
    only: bool
    module: tuple[str, ...]


def usages_of(defined: Defined, snapshot: Snapshot, cfg: AlignConfig) -> Usages:
    """All uses of a definition that the index can show, in a total order: certain first, calls first, other files before its
    own. Worked out once for a snapshot.
    """
    return remembered(snapshot, ("usages", defined.path, defined.ordinal, defined.symbol.qualified, cfg), lambda: _usages_of(defined, snapshot, cfg))


def _usages_of(defined: Defined, snapshot: Snapshot, cfg: AlignConfig) -> Usages:
    owner = owner_of(defined, snapshot)
    builds = defined.symbol.kind == "constructor" and owner is not None
    name = owner.name if builds and owner is not None else defined.symbol.name
    member = owner is not None and owner.kind in CLASS_KINDS and not builds
    facts_of = _Glances(snapshot)
    only = _only(defined, name, snapshot)
    target = _Target(
        defined=defined,
        name=name,
        owner=owner if member else None,
        module=module_parts(defined.path),
        family=_family(owner.name, facts_of, snapshot, cfg, deep=not only) if member and owner is not None else frozenset(),
        only=only,
    )
    chosen = _files_to_read(name, defined.path, snapshot, cfg.usage_units, cfg.usage_files, cfg.usage_bytes)
    code: list[Usage] = []
    tests: list[Usage] = []
    mine = _speech(defined.path, snapshot)
    theirs: dict[str, bool] = {}
    for path in sorted(chosen.paths):
        speech = _speech(path, snapshot)
        if speech != mine and speech and mine:
            if speech not in theirs:
                theirs[speech] = _is_defined_in(speech, name, snapshot)
            if theirs[speech]:
                continue  # the same thing written anew in another language is what that language calls
        references = snapshot.references(path, name) if defined.ordinal >= 0 else ()
        facts = facts_of(path) if references or defined.ordinal < 0 else None
        if facts is not None:
            (tests if _is_test(path, snapshot) else code).extend(_in_file(target, path, facts, references))

    def key(use: Usage) -> tuple[bool, bool, int, bool, str, int]:
        entry = snapshot.file(use.path)
        example = entry is not None and entry.surface.example
        return (not use.certain, example, _KIND_RANK.get(use.kind, 3), use.path == defined.path, use.path, use.span.start)

    return Usages(
        code=tuple(sorted(code, key=key)),
        tests=tuple(sorted(tests, key=key)),
        documents=tuple(meaning(defined, snapshot, cfg, _MOST_MENTIONS)),
        capped=chosen.capped,
        tests_capped=chosen.tests_capped,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chosen:
    """Files whose references are read; `capped` and `tests_capped`: others, not read, may hold uses."""

    paths: frozenset[str]
    capped: bool
    tests_capped: bool


class _Glances:
    """What one question needs of a file more than once; the snapshot keeps fewer of them than a question may have candidates."""

    __slots__ = ("_known", "_snapshot")

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._known: dict[str, Glance | None] = {}

    def __call__(self, path: str) -> Glance | None:
        if path not in self._known:
            self._known[path] = self._snapshot.glance(path)
        return self._known[path]


def _files_to_read(name: str, own: str, snapshot: Snapshot, units: int, files: int, size: int) -> _Chosen:
    """Code files that hold the name's whole-term, or its parts when it has none, as many as `files` and `size` (bytes) allow to be read:
    the definition's own file and its neighbours, then where the name weighs most, then others, tests last. A name of a letter or two is everyone's,
    and weighs the same everywhere: from near to far.
    """
    parts, whole = split(name) if terms(name) else ((), "")
    wanted = dict.fromkeys([whole] if whole else parts, 1.0)
    if not wanted:
        return _Chosen(paths=frozenset(), capped=False, tests_capped=False)
    held = snapshot.holding(next(iter(wanted)), units) if len(wanted) == 1 else None
    if held is not None and len(held) <= files and sum(_size(path, snapshot) for path in held) <= size:  # nothing is left out
        return _affordable(sorted(held, key=lambda path: path != own), own, snapshot, files, size, met=False)
    if len(name) <= _EVERYONES:
        near = _from_near(own, snapshot.paths() if held is None else held)
        return _affordable(near, own, snapshot, files, size, met=held is None)
    most = units if len(wanted) > 1 else min(units, _MOST_MATCHED)
    hits = snapshot.match(wanted, most)
    folder = own[: own.rfind("/") + 1]
    near = [path for path in _below_folder(folder, held or ()) if "/" not in path[len(folder) :]]
    first = sorted(dict.fromkeys((*near, *[hit.path for hit in hits])), key=lambda path: path != own)
    return _affordable(chain(first, held or ()), own, snapshot, files, size, met=held is None and len(hits) >= most)


def _from_near(own: str, held: Sequence[str]) -> Iterator[str]:
    """Sorted paths from near to far, each at least once: `own`, its folder, then anywhere below it, below the folder above it, and so on."""
    folder = own[: own.rfind("/") + 1]
    near = _below_folder(folder, held)
    yield from [path for path in near if path == own]
    yield from [path for path in near if "/" not in path[len(folder) :]]
    while folder:
        yield from _below_folder(folder, held)
        folder = folder[: folder.rfind("/", 0, -1) + 1]
    yield from held


def _below_folder(folder: str, held: Sequence[str]) -> Sequence[str]:
    """Those of the sorted paths that begin with `folder`, which ends in a slash or is empty."""
    return held[bisect_left(held, folder) : bisect_left(held, f"{folder[:-1]}{_AFTER_SLASH}")] if folder else held


def _affordable(paths: Iterable[str], own: str, snapshot: Snapshot, files: int, size: int, *, met: bool) -> _Chosen:
    """Those of the paths that hold code and may be read, in this order but tests last, until a limit is met; one is always allowed. `met` says
    that there are more than these paths.
    """
    kept: dict[str, None] = {}
    tests: dict[str, FileEntry] = {}

    def fits(entry: FileEntry) -> bool:
        nonlocal size
        size -= max(0, entry.size)
        return not kept or (size >= 0 and len(kept) < files)

    for path in paths:
        entry = snapshot.file(path) if path not in kept and path not in tests else None
        if entry is None or entry.surface.kind != "code":
            continue
        if entry.surface.test and path != own:
            tests[path] = entry
        elif fits(entry):
            kept[path] = None
        else:  # nobody needs to know how many more there are
            return _Chosen(paths=frozenset(kept), capped=True, tests_capped=True)
    for path, entry in tests.items():
        if not fits(entry):
            return _Chosen(paths=frozenset(kept), capped=met, tests_capped=True)
        kept[path] = None
    return _Chosen(paths=frozenset(kept), capped=met, tests_capped=met)


def _size(path: str, snapshot: Snapshot) -> int:
    """Bytes of a code file, 0 for others."""
    entry = snapshot.file(path)
    return max(0, entry.size) if entry is not None and entry.surface.kind == "code" else 0


def _speech(path: str, snapshot: Snapshot) -> str:
    """The language of a file, or the first of those that call each other without a word; `` where it is not known."""
    entry = snapshot.file(path)
    language = entry.language if entry is not None else ""
    return _TOGETHER.get(language, language) if language != "text" else ""


def _is_defined_in(speech: str, name: str, snapshot: Snapshot) -> bool:
    paths = (p for p in snapshot.definers((name,), _EVERY).get(name, ()) if _speech(p, snapshot) == speech)
    return any(name in snapshot.names_in(p) for p in paths)


def _is_test(path: str, snapshot: Snapshot) -> bool:
    entry = snapshot.file(path)
    return entry is not None and entry.surface.test


def _only(defined: Defined, name: str, snapshot: Snapshot) -> bool:
    """True when no other source file or class defines the name and built-in types do not have it either.

    Namesakes are asked for file by file, not read: a name like `String` has thousands, and one of them is enough.
    """
    if is_everyday(name):
        return False
    own = {d.symbol.qualified for d in snapshot.defined_in(defined.path, name) if d.symbol.name == name} - {defined.symbol.qualified}
    if own and _is_source(defined.path, snapshot):
        return False
    paths = snapshot.definers((name,), _EVERY).get(name, ())
    others = [p for p in paths if p != defined.path and _is_source(p, snapshot)]
    for at in range(0, len(others), _AT_ONCE):
        snapshot.read_ahead(others[at : at + _AT_ONCE])
        if any(name in snapshot.names_in(p) for p in others[at : at + _AT_ONCE]):
            return False
    return True


def _is_source(path: str, snapshot: Snapshot) -> bool:
    entry = snapshot.file(path)
    return entry is not None and not entry.surface.test and not entry.surface.example


def _family(owner: str, facts_of: _Glances, snapshot: Snapshot, cfg: AlignConfig, *, deep: bool) -> frozenset[str]:
    """Names of the class and, when `deep`, of the classes below it, as far as `cfg.family_steps` and `cfg.family_units` reach."""
    family, line = {owner}, [owner]
    for _ in range(cfg.family_steps if deep else 0):
        below: list[str] = []
        for name in line[:_MOST_HEIRS]:
            found = _files_to_read(name, "", snapshot, cfg.family_units, cfg.usage_files, cfg.usage_bytes // 2).paths
            for path in sorted(found):
                heirs = [r.scope for r in snapshot.inherits(path) if r.name == name and r.scope >= 0]
                facts = facts_of(path) if heirs else None
                if facts is not None:
                    below.extend(heir.name for scope in heirs if (heir := facts.scope(scope)) is not None)
        line = [n for n in dict.fromkeys(below) if n not in family]
        family.update(line)
    return frozenset(family)


def _in_file(target: _Target, path: str, facts: Glance, references: Iterable[Reference]) -> list[Usage]:
    found: list[Usage] = []
    if target.defined.ordinal < 0:
        return _imports_of(target, path, facts)
    for reference in references:
        certain = _judge_member(target, facts, reference) if target.owner is not None else _judge_top(target, path, facts, reference)
        if certain is not None:
            around = facts.scope(reference.scope)
            scope = around.qualified if around is not None else ""
            found.append(Usage(path=path, name=reference.name, span=reference.span, kind=reference.kind, scope=scope, certain=certain))
    return found


def _imports_of(target: _Target, path: str, facts: Glance) -> list[Usage]:
    """Import statements that name the module of a file target."""
    found: list[Usage] = []
    for statement in facts.imports:
        words = tuple(w for w in statement.module.replace("/", ".").replace("::", ".").split(".") if w)
        named = (words[-1:] == target.module[-1:] and holds(target.module, words)) or (
            not words and any(original == target.name for original, _ in statement.names)
        )
        if named and path != target.defined.path:
            found.append(Usage(path=path, name=target.name, span=statement.span, kind="import", scope="", certain=True))
    return found


def _judge_top(target: _Target, path: str, facts: Glance, reference: Reference) -> bool | None:
    """Certain, by name only, or (None) no use of it: for what stands at the top of a file."""
    here = path == target.defined.path
    word = reference.qualifier.rpartition(".")[2].rpartition("::")[2]
    if not word:
        if here:
            return True
        statement = import_of(reference.name, facts)
        if statement is not None and statement.names:
            return True if agrees(statement, "", target.defined.path) else None
        starred = any(original == "*" for s in facts.imports for original, _ in s.names)
        if facts.language in _CLOSED and not starred:
            return None
        return target.only or _same_folder(path, target.defined.path)
    if word in _SELVES:
        return None
    if word in target.module or word == target.name:
        return True
    statement = import_of(word, facts)
    if statement is not None:
        return True if agrees(statement, word, target.defined.path) else None
    return None if facts.language in _CLOSED else target.only


def _judge_member(target: _Target, facts: Glance, reference: Reference) -> bool | None:
    """The same for a member of a class."""
    if not reference.qualifier:
        if facts.language in _CLOSED:
            return None
        return True if _enclosing(reference, facts) in target.family else (target.only or None)
    word = reference.qualifier.rpartition(".")[2].rpartition("::")[2].rpartition("->")[2]
    if word in _SELVES or reference.qualifier.startswith("super("):
        enclosing = _enclosing(reference, facts)
        return True if enclosing in target.family or target.only else None if enclosing else False
    if any(_speaks(word, name) for name in target.family):
        return True
    statement = import_of(word, facts) if reference.qualifier == word else None
    if statement is not None and not agrees(statement, word, target.defined.path):
        return None
    return target.only


def _speaks(word: str, name: str) -> bool:
    if word == name:
        return True
    mine = split(word)[0] if word else ()
    theirs = split(name)[0] if name else ()
    return bool(mine) and mine == theirs[-len(mine) :]


def _enclosing(reference: Reference, facts: Glance) -> str:
    scope = facts.scope(reference.scope)
    while scope is not None and scope.kind not in CLASS_KINDS:
        scope = facts.scope(scope.parent)
    return scope.name if scope is not None else ""


def _same_folder(one: str, other: str) -> bool:
    return one.rpartition("/")[0] == other.rpartition("/")[0]
