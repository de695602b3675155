"""Who uses a definition, one hop: files that the text index proposes, then the references of its names in
them: of its own, and of all that `other_names.py` finds.

A use is *certain* when `edges/judge.py` knows that it means the definition; one that is known to mean
something else is left out, and of the rest (`certain` False) nobody can tell. Both are counted apart, so that
nobody is told a number that is a guess.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

import msgspec

from helix_lsp.align.edges.judge import judge_of
from helix_lsp.align.edges.names import ECMA
from helix_lsp.align.identity import is_code
from helix_lsp.align.lineage import owner_of
from helix_lsp.align.live import Live
from helix_lsp.align.mentions.mentions import meaning
from helix_lsp.align.uses.importers import imports_of
from helix_lsp.align.uses.occurrences import bare_name, places_of
from helix_lsp.align.uses.other_names import (
    DEFAULT,
    NameOf,
    Usage,
    given_in,
    importers,
    is_near,
    terms_of_name,
    used_in,
)
from helix_lsp.config.documents import AlignConfig
from helix_lsp.index.overlay.snapshot import Defined, FileEntry, Mentioned, Snapshot

_TOGETHER = {"javascript": "typescript", "tsx": "typescript", "c": "cpp", "kotlin": "java", "scala": "java"}
_KIND_RANK = {"call": 0, "decorate": 0, "inherit": 1, "type": 2, "import": 2, "read": 3}
_MOST_MENTIONS = 300
_MOST_NAMES = 60  # that one definition goes by
_EVERY = 1 << 40  # paths: no bound
_MOST_MATCHED = 100  # units weighed against each other where more than `usage_units` hold a name; beside the limit of files more are not help
_EVERYONES = 2  # letters of a name that nobody calls his own
_AFTER_SLASH = "0"  # the character after it


class Usages(msgspec.Struct, frozen=True, kw_only=True):
    """Uses in code and in tests, under every name that the definition goes by, best first; mentions in documents
    by path and place. `capped` and `tests_capped`: there may be more. `read` are the files that were looked into,
    `imports` where modules import it or hand it on, `names` what it is called, its own name first.
    """

    code: tuple[Usage, ...] = ()
    tests: tuple[Usage, ...] = ()
    documents: tuple[Mentioned, ...] = ()
    capped: bool = False
    tests_capped: bool = False
    read: frozenset[str] = frozenset()
    imports: tuple[Usage, ...] = ()
    names: tuple[str, ...] = ()


def usages_of(
    defined: Defined, live: Live, cfg: AlignConfig, check: Callable[[], None] = lambda: None
) -> Usages:
    """All uses of a definition that the index can show, judged in the current bytes, in a total order:
    certain first, calls first, other files before its own. Worked out once for a request. Raises through
    `check`, which is called for each file.
    """
    key = ("usages", defined.path, defined.ordinal, defined.symbol.qualified)
    limits = (cfg.usage_units, cfg.usage_files, cfg.usage_bytes)
    return live.noted((*key, *limits), lambda: _usages_of(defined, live, cfg, check))


def _usages_of(defined: Defined, live: Live, cfg: AlignConfig, check: Callable[[], None]) -> Usages:
    snapshot = live.snapshot
    owner = owner_of(defined, snapshot) if defined.symbol.kind == "constructor" else None
    walk = _Walk(live, cfg, check)
    walk.follow(NameOf(name=(owner or defined.symbol).name, defined=defined))

    def key(use: Usage) -> tuple[bool, bool, int, bool, str, int]:
        entry = snapshot.file(use.path)
        example = entry is not None and entry.surface.example
        rank = _KIND_RANK.get(use.kind, 3)
        return not use.certain, example, rank, use.path == defined.path, use.path, use.span.start

    found = sorted(walk.found.values(), key=key)
    return Usages(
        code=tuple(use for use in found if not is_test(use.path, snapshot)),
        tests=tuple(use for use in found if is_test(use.path, snapshot)),
        documents=tuple(meaning(defined, snapshot, cfg, _MOST_MENTIONS)),
        capped=walk.capped,
        tests_capped=walk.tests_capped,
        read=frozenset(walk.read),
        imports=tuple(sorted(walk.imports.values(), key=key)),
        names=tuple(name for name in walk.names if name != DEFAULT),
    )


class _Walk:
    """From the own name of a definition to every name that files give it, each looked for once."""

    def __init__(self, live: Live, cfg: AlignConfig, check: Callable[[], None]) -> None:
        self.found: dict[tuple[str, int], Usage] = {}
        self.imports: dict[tuple[str, int], Usage] = {}
        self.read: set[str] = set()
        self.names: dict[str, None] = {}
        self.capped = self.tests_capped = False
        self._live, self._cfg, self._check = live, cfg, check
        self._judge = judge_of(live)
        self._theirs: dict[tuple[str, str], bool] = {}

    def follow(self, first: NameOf) -> None:
        """Fills what this is made of. Raises what `check` raises."""
        queue, seen = [first], {first.key}
        queue += self._as_default(first)
        for one in queue:
            self.names.setdefault(one.name)
            for path in self._paths(one):
                self._check()
                if first.defined.ordinal < 0:
                    own = first.defined.path
                    self._keep(self.found, imports_of(own, first.name, path, self._live, self._judge.names))
                    continue
                if one.name != DEFAULT:
                    bare = bare_name(one.name, path, self._live)
                    if not places_of(bare, self._live.data(path) or b""):
                        continue
                    uses = list(used_in(one, path, self._judge, self._live))
                    self._keep(self.found, (use for use in uses if use.kind != "import"))
                    self._keep(self.imports, (use for use in uses if use.kind == "import"))
                imports, given = given_in(one, path, self._judge, self._live)
                self._keep(self.imports, imports)
                new = {name.key: name for name in given if name.key not in seen}
                seen |= new.keys()
                queue += new.values()
            if len(queue) > _MOST_NAMES:
                del queue[_MOST_NAMES:]
                self.capped = self.tests_capped = True

    def _as_default(self, one: NameOf) -> list[NameOf]:
        """The name under which a module of JavaScript gives the definition to who imports the whole."""
        path = one.defined.path
        source = self._judge.names.source(path)
        told = self._judge.names.in_files((path,), "default") if source.language in ECMA else None
        same = told is not None and any(
            d.path == path and d.symbol.qualified == one.defined.symbol.qualified for d in told.defined
        )
        return [NameOf(name=DEFAULT, defined=one.defined, path=path)] if same else []

    @staticmethod
    def _keep(into: dict[tuple[str, int], Usage], uses: Iterable[Usage]) -> None:
        for use in uses:
            known = into.get(at := (use.path, use.span.start))
            if known is None or (use.certain and not known.certain):
                into[at] = use

    def _paths(self, one: NameOf) -> Iterator[str]:
        """Files to look for a name in, sorted."""
        cfg, snapshot = self._cfg, self._live.snapshot
        if not one.wide:
            chosen = _Chosen(paths=(one.path,))
        elif one.name == DEFAULT:
            found, whole = importers(one, self._live, cfg.usage_units)
            chosen = _Chosen(paths=found, capped=not whole, tests_capped=not whole)
        else:
            own = one.path or one.defined.path
            chosen = _files_to_read(
                one.name, own, snapshot, cfg.usage_units, cfg.usage_files, cfg.usage_bytes
            )
        self.capped = self.capped or chosen.capped
        self.tests_capped = self.tests_capped or chosen.tests_capped
        for path in sorted(chosen.paths):
            if not is_code(path, snapshot) or self._is_written_anew(one, path):
                continue
            if one.path and one.wide and not is_near(path, one, self._judge.names.source(path)):
                continue
            self.read.add(path)
            yield path

    def _is_written_anew(self, one: NameOf, path: str) -> bool:
        """The same thing written anew in another language is what that language calls."""
        mine, speech = _speech(one.defined.path, self._live.snapshot), _speech(path, self._live.snapshot)
        if speech == mine or not speech or not mine:
            return False
        if (speech, one.name) not in self._theirs:
            self._theirs[speech, one.name] = _is_defined_in(speech, one.name, self._live.snapshot)
        return self._theirs[speech, one.name]


class _Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """Files whose references are read; `capped` and `tests_capped`: others, not read, may hold uses."""

    paths: Iterable[str] = ()
    capped: bool = False
    tests_capped: bool = False


def _files_to_read(name: str, own: str, snapshot: Snapshot, units: int, files: int, size: int) -> _Chosen:
    """Code files that hold the name's whole-term, or its parts when it has none, as many as `files` and
    `size` (bytes) allow to be read: the definition's own file and its neighbours, then where the name weighs
    most, then others, tests last. A name of a letter or two is everyone's, and weighs the same everywhere:
    from near to far.
    """
    wanted = dict.fromkeys(terms_of_name(name), 1.0)
    if not wanted:
        return _Chosen()
    held = snapshot.holding(next(iter(wanted)), units) if len(wanted) == 1 else None
    if (
        held is not None and len(held) <= files and sum(_size(path, snapshot) for path in held) <= size
    ):  # nothing is left out
        return _affordable(sorted(held, key=lambda path: path != own), own, snapshot, files, size, met=False)
    if len(name) <= _EVERYONES:
        near = _from_near(own, snapshot.paths() if held is None else held)
        return _affordable(near, own, snapshot, files, size, met=held is None)
    most = units if len(wanted) > 1 else min(units, _MOST_MATCHED)
    hits = snapshot.match(wanted, most)
    folder = own[: own.rfind("/") + 1]
    near = [path for path in _below_folder(folder, held or ()) if "/" not in path[len(folder) :]]
    first = sorted(dict.fromkeys((*near, *[hit.path for hit in hits])), key=lambda path: path != own)
    return _affordable(
        chain(first, held or ()), own, snapshot, files, size, met=held is None and len(hits) >= most
    )


def _from_near(own: str, held: Sequence[str]) -> Iterator[str]:
    """Sorted paths from near to far, each at least once: `own`, its folder, then anywhere below it, below the
    folder above it, and so on.
    """
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
    return (
        held[bisect_left(held, folder) : bisect_left(held, f"{folder[:-1]}{_AFTER_SLASH}")]
        if folder
        else held
    )


def _affordable(
    paths: Iterable[str], own: str, snapshot: Snapshot, files: int, size: int, *, met: bool
) -> _Chosen:
    """Those of the paths that hold code and may be read, in this order but tests last, until a limit is met;
    one is always allowed. `met` says that there are more than these paths.
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
            return _Chosen(paths=kept, capped=True, tests_capped=True)
    for path, entry in tests.items():
        if not fits(entry):
            return _Chosen(paths=kept, capped=met, tests_capped=True)
        kept[path] = None
    return _Chosen(paths=kept, capped=met, tests_capped=met)


def _size(path: str, snapshot: Snapshot) -> int:
    """Bytes of a code file, 0 for others."""
    entry = snapshot.file(path)
    return max(0, entry.size) if entry is not None and entry.surface.kind == "code" else 0


def _speech(path: str, snapshot: Snapshot) -> str:
    """The language of a file, or the first of those that call each other without a word; `` where it is not
    known.
    """
    entry = snapshot.file(path)
    language = entry.language if entry is not None else ""
    return _TOGETHER.get(language, language) if language != "text" else ""


def _is_defined_in(speech: str, name: str, snapshot: Snapshot) -> bool:
    paths = (p for p in snapshot.definers((name,), _EVERY).get(name, ()) if _speech(p, snapshot) == speech)
    return any(name in snapshot.names_in(p) for p in paths)


def is_test(path: str, snapshot: Snapshot) -> bool:
    """Whether a file is one of tests."""
    entry = snapshot.file(path)
    return entry is not None and entry.surface.test
