"""Which files are copies of others here: what a build, a generator or a vendor made from source that stands
in the repository as well.

A file is a copy when it has a declared role (`made.py`) and its content says so: most of what it defines is
defined in source under the same name with the same words in it. Neither is enough alone: a folder called
`dist` may hold the only source, and two packages may look alike. A file without definitions (minified, a
source map) is compared as a whole with the file it is named after.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Literal, cast

import msgspec

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.names.declared import name_key
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import FileEntry, Snapshot
from helix_lsp.index.store.schema import extractor_version
from helix_lsp.index.units.unit import Unit
from helix_lsp.text.data_file import BrokenData, read_json
from helix_lsp.text.digest import blob_id, digest_of
from helix_lsp.text.paths import matches_glob, split_path, stem_of
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


# Which files a repository itself declares to be made or taken from somewhere: by what a path says
# (`surface.py`, a folder of builds), a head that says so, what `package.json` names as published, and
# `linguist-generated` in `.gitattributes`.
#
# A role is a reason to look, never a verdict: `copies.py` compares the contents. Reads no more than the
# declarations themselves.


Role = Literal["declared", "built", "generated", "vendored", "types", "published"]
"""In the order in which they are looked at. `types` are declaration files, `published` what a manifest names in a
folder that is not a folder of builds: as well the source itself."""

Texts = Callable[[str], bytes | None]

_FOLDERS: tuple[tuple[Role, frozenset[str]], ...] = (
    ("built", frozenset("dist build _build builds out output bundle bundles umd release".split())),
    ("generated", frozenset("generated _generated __generated__ autogen".split())),
    (
        "vendored",
        frozenset(
            "vendor vendored third_party thirdparty third-party 3rdparty 3rd_party _vendor external deps".split()
        ),
    ),
)
_ENDINGS: tuple[tuple[Role, tuple[str, ...]], ...] = (
    ("built", tuple(".min.js .min.mjs .min.cjs .min.css .js.map .mjs.map .cjs.map .css.map".split())),
    ("types", (".d.ts", ".d.mts", ".d.cts")),
)
_HINT = regex(  # one search for all of the above: most paths of most repositories are none
    r"dist/|build|out/|output/|bundle|umd/|release/|generated|autogen|vendor|third|3rd|external/|deps/|\.min\.|\.map\Z|\.d\.[mc]?ts\Z",
    re.IGNORECASE,
)
_MANIFESTS = frozenset({"package.json", "bower.json"})
_ATTRIBUTES = ".gitattributes"
_NAMING = ("main", "module", "browser", "types", "typings", "jsdelivr", "unpkg", "style", "bin", "exports")
_MOST = 200  # declarations read
_LARGEST = 200_000  # bytes of one


def roles(snapshot: Snapshot, texts: Texts) -> dict[str, Role]:
    """Path -> the first role that applies to it, for visible paths that have one, in the order of the paths."""
    found: dict[str, Role] = {}
    heads = snapshot.generated()
    paths = snapshot.paths()
    attributes: list[str] = []
    manifests: list[str] = []
    for path in paths:
        if path in heads:
            found[path] = "generated"
        elif _HINT.search(path) is not None and (role := _by_path(path)) is not None:
            found[path] = role
        if path.endswith(".json") and path.rpartition("/")[2] in _MANIFESTS:
            manifests.append(path)
        elif path.endswith(_ATTRIBUTES):
            attributes.append(path)
    for path in _published(manifests, texts, paths):
        found.setdefault(path, "published")
    for path, is_made in _attributed(attributes, texts, paths):
        if is_made:
            found[path] = "declared"
        else:
            found.pop(path, None)
    return dict(sorted(found.items()))


def _by_path(path: str) -> Role | None:
    low = path.lower()
    folders = frozenset(low.split("/")[:-1])
    named: list[Role] = [role for role, names in _FOLDERS if not names.isdisjoint(folders)]
    ending: list[Role] = [role for role, ends in _ENDINGS if low.endswith(ends)]
    return ending[0] if ending and (not named or ending[0] == "built") else named[0] if named else None


def _read(paths: Iterable[str], texts: Texts) -> Iterator[tuple[str, str]]:
    """(folder, text) of declarations, nearest the root first."""
    for path in sorted(paths, key=lambda p: (p.count("/"), p))[:_MOST]:
        data = texts(path)
        if data is not None and len(data) <= _LARGEST:
            yield split_path(path)[0], data.decode("utf-8", "replace")


def _published(manifests: Iterable[str], texts: Texts, paths: tuple[str, ...]) -> Iterator[str]:
    """Paths that are in a folder below its package which a manifest names a file of."""
    folders: set[str] = set()
    for folder, text in _read(manifests, texts):
        try:
            manifest = read_json(text)
        except BrokenData:
            continue
        fields = cast("dict[str, Any]", manifest) if isinstance(manifest, dict) else {}
        for named in _strings([fields.get(key) for key in _NAMING], 0):
            # what is before the first star is one folder
            below = posixpath.normpath(posixpath.join(folder, split_path(named.partition("*")[0])[0]))
            if below.startswith(f"{folder}/" if folder else "") and below not in (folder, "."):
                folders.add(f"{below}/")
    starts = tuple(sorted(folders))
    return (path for path in paths if starts and path.startswith(starts))


def _strings(value: object, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif depth < len(_NAMING) and isinstance(value, dict | list):
        inner = cast("Mapping[str, Any] | list[Any]", value)
        for one in inner.values() if isinstance(inner, Mapping) else inner:
            yield from _strings(one, depth + 1)


def _attributed(
    attributes: Iterable[str], texts: Texts, paths: tuple[str, ...]
) -> Iterator[tuple[str, bool]]:
    """(path, is it generated or vendored) for paths of which `.gitattributes` says so or denies it; the last
    word counts.
    """
    for folder, text in _read(attributes, texts):
        before = f"{folder}/" if folder else ""
        for row in text.splitlines()[:_MOST]:
            pattern, *said = row.split()[:20] or [""]
            told = {
                name.lstrip("-").partition("=")[0]: not name.startswith("-") and not name.endswith("=false")
                for name in said
            }
            values = [
                value for name, value in told.items() if name in ("linguist-generated", "linguist-vendored")
            ]
            if values and not pattern.startswith("#"):
                mine = [p for p in paths if p.startswith(before)]
                yield from ((p, any(values)) for p in mine if matches_glob(p[len(before) :], pattern))
