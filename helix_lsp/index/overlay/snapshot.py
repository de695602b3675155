"""What the index knows at one moment: immutable, readable from many threads, unaffected by later commits (but for
`names()` of a superseded snapshot). Only contents are counted (a file at three paths counts once); hits, definitions
and mentions are shown at every path. What cannot be read is absent and reported to the host.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping

import msgspec

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.names.declared import NOTHING, Declared, Glance, glance_of, name_key
from helix_lsp.index.overlay.counted import (
    Defined,
    Mentioned,
    Statistics,
    defined,
    definers,
    frequencies,
    is_defined,
    mentioned,
    names,
    names_between,
    statistics_of,
    stems,
    summed,
)
from helix_lsp.index.overlay.match import UnitHit, holding, match
from helix_lsp.index.overlay.overlay import BARE, Ground, Layer, hide, unread
from helix_lsp.index.store.open_facts import declared_in
from helix_lsp.index.store.pack import Sums
from helix_lsp.index.store.reader import MOST_LISTED, Recent
from helix_lsp.index.surface import Surface, surface_of
from helix_lsp.index.units.unit import Unit
from helix_lsp.syntax.outline import Import, Outline, Reference, Symbol

# definitions, about a kilobyte each: one hover asks for the same few names again and again
_MOST_REMEMBERED = 2_000

__all__ = ["Defined", "FileEntry", "Mentioned", "Snapshot", "Statistics", "UnitHit"]


class FileEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A visible file. `size` in bytes of what is stored; an open buffer keeps its file's, or has -1 when
    there is no file.
    """

    path: str
    sha: str
    language: str
    size: int
    surface: Surface
    tracked: bool
    generated: bool


class Snapshot:
    """Made by `index/host.py`. `memo` is for what higher floors work out from this very snapshot more than
    once (`index/overlay/memo.py`).
    """

    __slots__ = (
        "_cfg",
        "_definitions",
        "_digest",
        "_entries",
        "_ground",
        "_layer",
        "_paths",
        "_stems",
        "_sums",
        "folder",
        "generation",
        "memo",
    )

    def __init__(self, ground: Ground, layer: Layer, cfg: IndexConfig) -> None:
        self.generation = ground.base.generation
        self.folder = ground.reader.folder
        self._ground = ground
        self._layer = layer
        self._cfg = cfg
        self._definitions: Recent[str, tuple[Defined, ...]] = Recent(_MOST_REMEMBERED, len)
        self._entries: dict[str, FileEntry] = {}
        self._stems: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {}
        self._paths: tuple[str, ...] | None = None
        self._digest: str | None = None
        self._sums: Sums | None = None
        self.memo: dict[object, object] = {}

    def digest(self) -> str:
        """SHA-256 over the sorted (path, sha): what is visible, not how it came there."""
        if self._digest is None:
            files, buffers = self._ground.base.files, self._layer.buffers
            rows = [f"{p}\0{(buffers[p] if p in buffers else files[p]).sha}\n" for p in self.paths()]
            self._digest = hashlib.sha256("".join(rows).encode("utf-8", "surrogatepass")).hexdigest()
        return self._digest

    def paths(self) -> tuple[str, ...]:
        """Visible paths, sorted."""
        if self._paths is None:
            new = [p for p in self._layer.buffers if p not in self._ground.base.files]
            self._paths = tuple(sorted([*self._ground.paths(), *new])) if new else self._ground.paths()
        return self._paths

    def file(self, path: str) -> FileEntry | None:
        """What is known of a visible path; None for any other."""
        known = self._entries.get(path)
        if known is not None:
            return known
        row = self._ground.base.files.get(path)
        source = self._layer.buffers.get(path) or row
        if source is None:
            return None
        known = self._entries[path] = FileEntry(
            path=path,
            sha=source.sha,
            language=source.language,
            size=row.size if row else -1,
            surface=surface_of(path, source.language),
            tracked=row.tracked if row else False,
            generated=source.generated,
        )
        return known

    def apart(self) -> Snapshot:
        """The same with a memory of its own: for a walk over every file, of which nothing need be remembered."""
        return Snapshot(self._ground, self._layer, self._cfg)

    def stored(self) -> Snapshot:
        """The same generation without the open buffers."""
        return Snapshot(self._ground, BARE, self._cfg)

    def hiding(self, paths: Collection[str]) -> Snapshot:
        """The same without what these paths hold: no unit, definition, reference or mention of theirs is
        there, and no listing names them.
        """
        hidden = Snapshot(
            self._ground, hide(self._ground.base, self._layer, paths, self._ground.key_of), self._cfg
        )
        hidden._paths = tuple(p for p in self.paths() if p not in paths)
        return hidden

    def over_the_same(self, other: Snapshot | None) -> bool:
        """True when both lay their buffers over the very same stored generation."""
        return other is not None and self._ground is other._ground

    def sha(self, path: str) -> str:
        """Blob id of a visible path's content, `` for any other: the cheapest way to see whether two
        snapshots differ there.
        """
        source = self._layer.buffers.get(path) or self._ground.base.files.get(path)
        return "" if source is None else source.sha

    def changed_since(self, old: Snapshot) -> list[str]:
        """Paths whose content is another than in `old`, sorted; within one generation only open buffers are
        looked at.
        """
        same, mine, theirs = self._ground is old._ground, self._layer.buffers, old._layer.buffers
        return sorted(
            [
                p
                for p in ({*mine, *theirs} if same else {*self.paths(), *old.paths()})
                if self.sha(p) != old.sha(p)
            ]
        )

    def without_units(self) -> tuple[FileEntry, ...]:
        """Visible, tracked files with content of which nothing was indexed (too large, binary), in the order
        of their paths.
        """
        return tuple(
            e
            for p in self._ground.without_units()
            if p not in self._layer.buffers and (e := self.file(p)) is not None
        )

    def unread(self) -> Mapping[str, str]:
        """Visible files of text that could not be read, each with its encoding where that is why, else ``."""
        return unread(self._ground, self._layer)

    def generated(self) -> frozenset[str]:
        """Visible paths whose head says that they are generated."""
        files, buffers = self._ground.base.files, self._layer.buffers
        return frozenset(
            [
                *(p for p, f in files.items() if f.generated and p not in buffers),
                *(p for p, f in buffers.items() if f.generated),
            ]
        )

    def outline(self, path: str) -> Outline | None:
        """The facts of a visible path; None where there are none."""
        return self._facts(path, self._ground.reader.outline)

    def skeleton(self, path: str) -> Outline | None:
        """The facts of a visible path but references and comments (which may be there): a fraction of the cost."""
        return self._facts(path, self._ground.reader.skeleton)

    def imports(self, path: str) -> tuple[Import, ...]:
        """What a visible path imports: a fraction of the cost of its skeleton."""
        facts, row = self._layer.buffers.get(path), self._ground.base.files.get(path)
        return (
            facts.outline.imports
            if facts is not None
            else ()
            if row is None
            else self._ground.reader.imports(row.blob)
        )

    def commented(self, path: str) -> Outline | None:
        """The facts of a visible path without references (which may be there all the same), for quoting."""
        return self._facts(path, self._ground.reader.commented)

    def _facts(self, path: str, stored: Callable[[int], Outline | None]) -> Outline | None:
        facts, row = self._layer.buffers.get(path), self._ground.base.files.get(path)
        return facts.outline if facts is not None else None if row is None else stored(row.blob)

    def glance(self, path: str) -> Glance | None:
        """What a visible path says at a glance; None where there is nothing."""
        facts, row = self._layer.buffers.get(path), self._ground.base.files.get(path)
        return (
            glance_of(facts.outline)
            if facts is not None
            else None
            if row is None
            else self._ground.reader.glance(row.blob)
        )

    def symbol(self, path: str, ordinal: int) -> Symbol | None:
        """One symbol of a visible path; None where there is none."""
        facts, row = self._layer.buffers.get(path), self._ground.base.files.get(path)
        if facts is not None:
            return facts.symbols[ordinal] if 0 <= ordinal < len(facts.symbols) else None
        return None if row is None or ordinal < 0 else self._ground.reader.symbol(row.blob, ordinal)

    def references(self, path: str, name: str) -> tuple[Reference, ...]:
        """The references of this very name in a visible path, in their order."""
        facts, row = self._layer.buffers.get(path), self._ground.base.files.get(path)
        if facts is not None:
            return tuple([r for r in facts.outline.references if r.name == name])
        return () if row is None else self._ground.reader.references(row.blob, name)

    def inherits(self, path: str) -> tuple[Reference, ...]:
        """The references of kind `inherit` in a visible path, in their order."""
        facts, row = self._layer.buffers.get(path), self._ground.base.files.get(path)
        if facts is not None:
            return tuple([r for r in facts.outline.references if r.kind == "inherit"])
        return () if row is None else self._ground.reader.inherits(row.blob)

    def holding(self, term: str, most: int) -> tuple[str, ...] | None:
        """Paths with a unit that holds the term, sorted; None when `match` would give `most` hits or more for
        it.
        """
        return (
            None
            if self.frequency(term) >= most
            else holding(self._ground, self._layer, self._cfg, term, most)
        )

    def units(self, path: str, *, once: bool = False) -> tuple[Unit, ...]:
        """The units of a visible path in order. `once`: a walk over many files, of which nothing is remembered."""
        facts = self._layer.buffers.get(path)
        if facts is not None:
            return facts.units
        row = self._ground.base.files.get(path)
        return () if row is None else self._ground.reader.units_of(row.blob, once=once)

    def units_with(self, path: str, terms: Collection[str]) -> tuple[Unit, ...]:
        """Those of `units` that hold one of these terms, or more: of a large workspace no others are decoded."""
        row = self._ground.base.files.get(path)
        if row is None or path in self._layer.buffers or self._ground.base.sums.units <= MOST_LISTED // 2:
            return self.units(path)
        return self._ground.reader.units_with(row.blob, terms)

    def defined(self, name: str, where: Callable[[str], bool] | None = None) -> tuple[Defined, ...]:
        """Definitions of a name, its last component, letter case and outer underscores ignored, in order of (path,
        ordinal); with `where` of the paths for which it is true, at the cost of these, remembered by who asks.
        """
        if not (key := name_key(name)):
            return ()
        if (found := self._definitions.get(key)) is not None:
            return found if where is None else tuple([d for d in found if where(d.path)])
        found = defined(self._ground, self._layer, key, where)
        if where is None:
            self._definitions.put(key, found)
        return found

    def is_defined(self, name: str) -> bool:
        """Whether there is a definition of a name; none is read for it."""
        return bool(key := name_key(name)) and is_defined(self._ground, self._layer, key)

    def defined_in(self, path: str, name: str) -> tuple[Defined, ...]:
        """Those of `defined` that are in one visible path, without a look at their namesakes elsewhere."""
        key, facts, row = name_key(name), self._layer.buffers.get(path), self._ground.base.files.get(path)
        known = self._definitions.get(key) if key and (facts or row) else ()
        if known is not None:
            return tuple([d for d in known if d.path == path])
        stored = self._ground.reader.defined(key, row.blob) if facts is None and row is not None else []
        found = (
            [(i, s) for i, s in enumerate(facts.symbols) if name_key(s.name) == key]
            if facts is not None
            else [(i, s) for _, i, s in stored]
        )
        return tuple(
            [Defined(path=path, ordinal=i, symbol=s) for i, s in sorted(found, key=lambda one: one[0])]
        )

    def names_in(self, path: str) -> tuple[str, ...]:
        """Distinct names that a visible file defines, as written, sorted."""
        return self.declared(path).names

    def declared(self, path: str) -> Declared:
        """What a visible file declares; nothing for any other path."""
        facts = self._layer.buffers.get(path)
        if facts is not None:
            return declared_in(facts)
        row = self._ground.base.files.get(path)
        return NOTHING if row is None else self._ground.reader.declared(row.blob)

    def bodiless(self, paths: Collection[str]) -> frozenset[str]:
        """Those of the visible paths whose `Declared.bodiless` holds. One look for all."""
        stored = self._stored(paths)
        held = self._ground.reader.bodiless(set(stored.values()))
        return frozenset(
            path
            for path in paths
            if (stored[path] in held if path in stored else self.declared(path).bodiless)
        )

    def read_ahead(self, paths: Iterable[str]) -> None:
        """Read what `declared` will give for these paths in one look, at the cost of a few of them."""
        self._ground.reader.read_ahead(set(self._stored(paths).values()))

    def _stored(self, paths: Iterable[str]) -> dict[str, int]:
        """Path -> stored content, for paths that no buffer hides."""
        files, buffers = self._ground.base.files, self._layer.buffers
        return {
            path: row.blob for path in paths if path not in buffers and (row := files.get(path)) is not None
        }

    def definers(self, names: Iterable[str], most: int) -> dict[str, tuple[str, ...]]:
        """Name -> visible paths that define it, sorted, for names that at most `most` paths define. One look
        for many names.
        """
        return definers(self._ground, self._layer, names, most)

    def mentioned(self, name: str) -> tuple[Mentioned, ...]:
        """Inline code in documents that names it, call parentheses dropped, in order of (path, ordinal)."""
        return mentioned(self._ground, self._layer, name_key(name))

    def names(self) -> tuple[str, ...]:
        """Distinct names defined by visible files, as written, sorted."""
        return names(self._ground, self._layer)

    def names_between(self, shortest: int, longest: int) -> tuple[str, ...]:
        """Those of `names()` of such a `bare_length`, both inclusive; by length, then sorted."""
        return names_between(self._ground, self._layer, shortest, longest)

    def match(self, weights: Mapping[str, float], limit: int) -> tuple[UnitHit, ...]:
        """At most `limit` units for an OR of weighted terms (weights > 0), best first, in the order (-score,
        path, `span.start`).
        """
        sums = self._sum()
        mean = sums.weight / sums.units if sums.units else 0.0
        frequencies = self.frequencies(t for t, w in weights.items() if w > 0)
        return match(self._ground, self._layer, self._cfg, weights, limit, frequencies, sums.units, mean)

    def frequency(self, term: str) -> int:
        """Visible units that hold the term in any field, exactly."""
        return self.frequencies((term,))[term]

    def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
        """`frequency` of each term."""
        return frequencies(self._ground, self._layer, terms)

    def statistics(self) -> Statistics:
        """Sums over the visible units, each content once."""
        return statistics_of(self._sum())

    def stem_words(self, prefix: str) -> tuple[tuple[str, str], ...]:
        """(word, path) of the words of `stems`, sorted."""
        return tuple([(word, path) for word, paths in self.stems(prefix) for path in paths])

    def stems(self, prefix: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """(word, paths) for words of file stems that begin with `prefix` (stemmed, lower-case), words and
        paths sorted.
        """
        if prefix not in self._stems:
            self._stems[prefix] = stems(self._ground, self._layer, prefix)
        return self._stems[prefix]

    def _sum(self) -> Sums:
        if self._sums is None:
            self._sums = summed(self._ground, self._layer)
        return self._sums
