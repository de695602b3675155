"""Which files are copies of others here: what a build, a generator or a vendor made from source that stands
in the repository as well.

A file is a copy when it has a declared role (`made.py`) and its content says so: most of what it defines is
defined in source under the same name with the same words in it. Neither is enough alone: a folder called
`dist` may hold the only source, and two packages may look alike. A file without definitions (minified, a
source map) is compared as a whole with the file it is named after.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress

import msgspec

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.files.made import Role, Texts, roles
from helix_lsp.index.names.declared import name_key
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import FileEntry, Snapshot
from helix_lsp.index.store.schema import extractor_version
from helix_lsp.index.units.unit import Unit
from helix_lsp.text.digest import blob_id, digest_of
from helix_lsp.text.paths import split_path, stem_of
from helix_lsp.text.regex import regex

_ORDER: tuple[Role, ...] = ("declared", "built", "types", "generated", "published", "vendored")
_TYPED = frozenset({"typescript", "tsx"})
_SCRIPTS = frozenset({"javascript", "typescript", "tsx"})
_SHORT = 3  # letters: shorter names are what a minifier gives
_MOST_NAMES = 1_500  # definitions of one file that are compared
_MOST_DEFINERS = 12  # files that define one name: more are everyone's
_TELLING = 3  # different words: a smaller definition is like any other
_COPY = regex(r"(?:\.min)?\.(?:js|mjs|cjs|css)(?:\.map)?\Z")
_MAPPED = b'"mappings"'
_WRITTEN = regex(r"[\w@+~./-]+")

_RULES = 1  # another number where this file or `made.py` finds other copies
_NAME = "copies"

Terms = frozenset[str]
_decoder = msgspec.msgpack.Decoder(tuple[str, dict[str, tuple[str, ...]]])


def copies(snapshot: Snapshot, texts: Texts, cfg: IndexConfig) -> Mapping[str, tuple[str, ...]]:
    """Copy -> paths of its source, sorted; both in the order of the paths. Worked out once for the same files, and kept
    beside the index by whoever may write there.
    """
    return remembered(snapshot, ("copies",), lambda: _kept(snapshot, texts, cfg))


def _kept(snapshot: Snapshot, texts: Texts, cfg: IndexConfig) -> Mapping[str, tuple[str, ...]]:
    settings = [extractor_version(cfg), cfg.copies_most, cfg.copies_like, cfg.copies_share]
    key = digest_of([_RULES, snapshot.digest(), *settings])
    with suppress(msgspec.MsgspecError):
        kept_key, kept = _decoder.decode(snapshot.folder.derived(_NAME))
        if kept_key == key:
            return kept
    same = True  # as long as each declaration that was read is the one that the digest means

    def read(path: str) -> bytes | None:
        nonlocal same
        data = texts(path)
        same = same and data is not None and blob_id(data) == snapshot.sha(path)
        return data

    found = _Comparing(snapshot, read, cfg).found()
    if same:
        snapshot.folder.keep_derived(_NAME, msgspec.msgpack.encode((key, found)))
    return found


def without_copies(
    snapshot: Snapshot, texts: Texts, cfg: IndexConfig, question: str, names: Iterable[str]
) -> tuple[Snapshot, Texts]:
    """The snapshot and texts in which copies are not there. Kept are those that the question names by their
    path, and those that alone define one of the `names` which it writes.
    """
    found = copies(snapshot, texts, cfg)
    kept = _asked(question, found, snapshot) | _only(names, found, snapshot) if found else frozenset[str]()
    gone = frozenset(found) - kept
    if not gone:
        return snapshot, texts
    rest = remembered(snapshot, ("without copies", gone), lambda: snapshot.hiding(gone))
    return rest, lambda path: None if path in gone else texts(path)


def _asked(question: str, found: Mapping[str, tuple[str, ...]], snapshot: Snapshot) -> frozenset[str]:
    """Copies that a written path or folder means; one that is the end of a source's path as well means the
    source.
    """
    kept: set[str] = set()
    for word in dict.fromkeys(_WRITTEN.findall(question)):
        folder = word.endswith("/")
        part = f"/{word.strip('./')}"
        if not folder and "." not in part and "/" not in part[1:]:
            continue  # a word
        meant = {
            p for p in found if p == part[1:] or f"/{p}".endswith(part) or (folder and f"{part}/" in f"/{p}")
        }
        if meant and (
            part[1:] in meant
            or folder
            or not any(f"/{p}".endswith(part) and p not in found for p in snapshot.paths())
        ):
            kept |= meant
    return frozenset(kept)


def _only(names: Iterable[str], found: Mapping[str, tuple[str, ...]], snapshot: Snapshot) -> frozenset[str]:
    kept: set[str] = set()
    for name in names:
        paths = {d.path for d in snapshot.defined(name)}
        if paths <= found.keys():
            kept |= paths
    return frozenset(kept)


class _Comparing:
    """One pass over a snapshot."""

    def __init__(self, snapshot: Snapshot, texts: Texts, cfg: IndexConfig) -> None:
        self._snapshot, self._texts, self._cfg = snapshot, texts, cfg
        self._roles = roles(snapshot, texts)
        self._terms: dict[str, dict[str, list[Terms]]] = {}

    def found(self) -> dict[str, tuple[str, ...]]:
        out: dict[str, tuple[str, ...]] = {}
        for path in self._candidates():
            if sources := self._sources(path):
                out[path] = sources
        for path in (p for p in self._roles if p not in out and _COPY.search(p) is not None):
            if named_after := self._named_after(path):
                out[path] = out.get(named_after, (named_after,))
        return {path: out[path] for path in sorted(out)}

    def _candidates(self) -> list[str]:
        """Those of declared role, the surest first; of what is vendored or generated only what has a namesake
        elsewhere, as most has none.
        """
        stems: dict[str, int] = defaultdict(int)
        if any(role in ("vendored", "generated") for role in self._roles.values()):
            for path in self._snapshot.paths():
                if self._roles.get(path, "published") == "published":
                    stems[stem_of(path)] += 1
        listed = [
            p for p, role in self._roles.items() if role not in ("vendored", "generated") or stems[stem_of(p)]
        ]
        return sorted(listed, key=lambda p: (_ORDER.index(self._roles[p]), p))[: self._cfg.copies_most]

    def _sources(self, path: str) -> tuple[str, ...]:
        """Files of source that hold most of what this file defines; empty when they do not."""
        entry = self._snapshot.file(path)
        if entry is None or entry.surface.kind != "code":
            return ()
        role = self._roles[path]
        names = [n for n in self._snapshot.names_in(path) if len(n) >= _SHORT][:_MOST_NAMES]
        sources = {
            name_key(name): near
            for name, paths in self._snapshot.definers(names, _MOST_DEFINERS).items()
            if (near := [p for p in paths if p != path and self._may_be_source(p, entry, role)])
        }
        if not sources:
            return ()
        units = [
            u
            for u in self._snapshot.units(path, once=True)
            if u.kind in ("def", "class") and len(u.name) >= _SHORT
        ][:_MOST_NAMES]
        told = [(u, words) for u in units if len(words := _words(u)) >= _TELLING]
        least = self._cfg.copies_share * sum(len(words) for _, words in told)
        if not told or sum(len(words) for u, words in told if name_key(u.name) in sources) < least:
            return ()  # before the files of the same names are read
        like = 0
        used: set[str] = set()
        for unit, words in told:
            best, where = 0.0, ""
            for other in sources.get(name_key(unit.name), ()):
                for theirs in self._defined(other).get(unit.name, ()):
                    share = len(words & theirs) / len(words)
                    if share > best:
                        best, where = share, other
            if best >= self._cfg.copies_like:
                like += len(words)
                used.add(where)
        return tuple(sorted(used)) if like >= least else ()

    def _may_be_source(self, path: str, copy: FileEntry, role: Role) -> bool:
        entry = self._snapshot.file(path)
        if entry is None or self._roles.get(path, "published") != "published" or entry.surface.kind != "code":
            return False
        if (entry.surface.test and not copy.surface.test) or (
            entry.surface.example and not copy.surface.example
        ):
            return False
        if role == "types":
            return entry.language in _TYPED
        if (
            role == "published"
        ):  # a manifest names source too: what is written in the language that is compiled is it
            return (
                entry.language in _TYPED
                and copy.language not in _TYPED
                and split_path(path)[0] != split_path(copy.path)[0]
            )
        return entry.language == copy.language or {entry.language, copy.language} <= _SCRIPTS

    def _defined(self, path: str) -> dict[str, list[Terms]]:
        """Name -> the words of each definition of it in a file."""
        known = self._terms.get(path)
        if known is None:
            known = self._terms[path] = {}
            for unit in self._snapshot.units(path, once=True):
                if unit.name:
                    known.setdefault(unit.name, []).append(_words(unit))
        return known

    def _named_after(self, path: str) -> str:
        """The file beside a minified file or a source map whose words are the same; `` for none."""
        plain = _COPY.sub("", path)
        ending = path.removesuffix(".map")
        beside = [f"{plain}{end}" for end in (".js", ".mjs", ".cjs", ".css", ".ts")]
        if path.endswith(".map"):
            data = self._texts(path)
            made = data is not None and _MAPPED in data
            return next((p for p in (ending, *beside) if made and self._snapshot.file(p) is not None), "")
        words = self._all_words(path)
        for other in beside:
            there = words and other != path and self._snapshot.file(other) is not None
            if there and len(words & self._all_words(other)) >= self._cfg.copies_like * len(words):
                return other
        return ""

    def _all_words(self, path: str) -> Terms:
        return frozenset(
            t for unit in self._snapshot.units(path, once=True) for t in _words(unit) if len(t) > _SHORT
        )


def _words(unit: Unit) -> Terms:
    """The different words of a definition but for its comments, which a build may drop; short ones are what a
    minifier gives.
    """
    name, _, signature, _, body = unit.counts
    return frozenset(t for counts in (name, signature, body) for t in counts if len(t) >= _SHORT)
