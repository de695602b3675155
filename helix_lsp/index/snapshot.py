"""What the index knows at one moment: immutable, readable from many threads, unaffected by later commits.

Only contents are counted (a file that exists at three paths counts once); hits, definitions and mentions are shown at every path. What cannot
be read is absent and reported to the host. The one thing that follows later commits is `names()` of a superseded snapshot.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.declared import NOTHING, Declared
from helix_lsp.index.glance import Glance, glance_of
from helix_lsp.index.ground import Ground
from helix_lsp.index.keys import bare_length, mention_key, name_key, path_words
from helix_lsp.index.match import UnitHit, holding, match
from helix_lsp.index.open_facts import added_of, declared_in
from helix_lsp.index.overlay import BARE, Layer, hide
from helix_lsp.index.pack import Sums
from helix_lsp.index.surface import Surface, surface_of
from helix_lsp.index.unit import Unit
from helix_lsp.syntax.outline import Import, Mention, Outline, Reference, Symbol

_MOST_REMEMBERED = 2_000  # definitions, about a kilobyte each: one hover asks for the same few names again and again
_SPARE = 2  # definers asked for beyond those that count, so that a version or two of a file that is gone does not cost a second look

__all__ = ["Defined", "FileEntry", "Mentioned", "Snapshot", "Statistics", "UnitHit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileEntry:
    """A visible file. `size` in bytes of what is stored; an open buffer keeps its file's, or has -1 when there is no file."""

    path: str
    sha: str
    language: str
    size: int
    surface: Surface
    tracked: bool
    generated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Defined:
    """A definition; `ordinal` indexes `Outline.symbols` of the path."""

    path: str
    ordinal: int
    symbol: Symbol


@dataclass(frozen=True, slots=True, kw_only=True)
class Mentioned:
    """Inline code that names something; `ordinal` indexes `Outline.mentions` of the path."""

    path: str
    ordinal: int
    mention: Mention


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Visible units, tokens per field and units where the field is not empty (both in the order of FIELDS), mean weighted length."""

    units: int
    lengths: tuple[int, ...]
    filled: tuple[int, ...]
    mean_weight: float


class Snapshot:
    """Made by `index/host.py`. `memo` is for what higher floors work out from this very snapshot more than once (`index/memo.py`)."""

    __slots__ = ("_cfg", "_definitions", "_digest", "_entries", "_ground", "_layer", "_paths", "_remembered", "_stems", "_sums", "generation", "memo")

    def __init__(self, ground: Ground, layer: Layer, cfg: IndexConfig) -> None:
        self.generation = ground.base.generation
        self._ground = ground
        self._layer = layer
        self._cfg = cfg
        self._definitions: dict[str, tuple[Defined, ...]] = {}
        self._remembered = 0
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
            rows = [f"{path}\0{(buffers[path] if path in buffers else files[path]).sha}\n" for path in self.paths()]
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
            path=path, sha=source.sha, language=source.language, size=row.size if row else -1, surface=surface_of(path, source.language),
            tracked=row.tracked if row else False, generated=source.generated,
        )  # fmt: skip
        return known

    def apart(self) -> Snapshot:
        """The same with a memory of its own: for a walk over every file, of which nothing need be remembered."""
        return Snapshot(self._ground, self._layer, self._cfg)

    def stored(self) -> Snapshot:
        """The same generation without the open buffers."""
        return Snapshot(self._ground, BARE, self._cfg)

    def hiding(self, paths: Collection[str]) -> Snapshot:
        """The same without what these paths hold: no unit, definition, reference or mention of theirs is there, and no listing names them."""
        hidden = Snapshot(self._ground, hide(self._ground.base, self._layer, paths, self._ground.key_of), self._cfg)
        hidden._paths = tuple(p for p in self.paths() if p not in paths)
        return hidden

    def over_the_same(self, other: Snapshot | None) -> bool:
        """True when both lay their buffers over the very same stored generation."""
        return other is not None and self._ground is other._ground

    def sha(self, path: str) -> str:
        """Blob id of a visible path's content, `` for any other: the cheapest way to see whether two snapshots differ there."""
        source = self._layer.buffers.get(path) or self._ground.base.files.get(path)
        return "" if source is None else source.sha

    def changed_since(self, old: Snapshot) -> list[str]:
        """Paths whose content is another than in `old`, sorted; within one generation only open buffers are looked at."""
        same, mine, theirs = self._ground is old._ground, self._layer.buffers, old._layer.buffers
        return sorted([p for p in ({*mine, *theirs} if same else {*self.paths(), *old.paths()}) if self.sha(p) != old.sha(p)])

    def without_units(self) -> tuple[FileEntry, ...]:
        """Visible, tracked files with content of which nothing was indexed (too large, binary), in the order of their paths."""
        return tuple(e for p in self._ground.without_units() if p not in self._layer.buffers and (e := self.file(p)) is not None)

    def generated(self) -> frozenset[str]:
        """Visible paths whose head says that they are generated."""
        files, buffers = self._ground.base.files, self._layer.buffers
        return frozenset([*(p for p, f in files.items() if f.generated and p not in buffers), *(p for p, f in buffers.items() if f.generated)])

    def outline(self, path: str) -> Outline | None:
        """The facts of a visible path; None where there are none."""
        return self._facts(path, self._ground.reader.outline)

    def skeleton(self, path: str) -> Outline | None:
        """The facts of a visible path without references and comments (which may be there all the same): a fraction of the cost."""
        return self._facts(path, self._ground.reader.skeleton)

    def imports(self, path: str) -> tuple[Import, ...]:
        """What a visible path imports: a fraction of the cost of its skeleton."""
        facts, row = self._layer.buffers.get(path), self._ground.base.files.get(path)
        return facts.outline.imports if facts is not None else () if row is None else self._ground.reader.imports(row.blob)

    def commented(self, path: str) -> Outline | None:
        """The facts of a visible path without references (which may be there all the same): what quoting needs."""
        return self._facts(path, self._ground.reader.commented)

    def _facts(self, path: str, stored: Callable[[int], Outline | None]) -> Outline | None:
        facts, row = self._layer.buffers.get(path), self._ground.base.files.get(path)
        return facts.outline if facts is not None else None if row is None else stored(row.blob)

    def glance(self, path: str) -> Glance | None:
        """What a visible path says at a glance; None where there is nothing."""
        facts, row = self._layer.buffers.get(path), self._ground.base.files.get(path)
        return glance_of(facts.outline) if facts is not None else None if row is None else self._ground.reader.glance(row.blob)

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
        """Paths with a unit that holds the term, sorted; None when `match` would give `most` hits or more for it."""
        return None if self.frequency(term) >= most else holding(self._ground, self._layer, self._cfg, term, most)

    def units(self, path: str) -> tuple[Unit, ...]:
        """The units of a visible path in order."""
        facts = self._layer.buffers.get(path)
        if facts is not None:
            return facts.units
        row = self._ground.base.files.get(path)
        return () if row is None else self._ground.reader.units_of(row.blob)

    def defined(self, name: str) -> tuple[Defined, ...]:
        """Definitions of a name: its last component, letter case and outer underscores ignored; in order of (path, ordinal)."""
        if not (key := name_key(name)):
            return ()
        if (found := self._definitions.get(key)) is None:
            found = self._defined(key)
            if self._remembered + len(found) > _MOST_REMEMBERED:
                self._definitions, self._remembered = {}, 0
            self._remembered += len(found)
            self._definitions[key] = found
        return found

    def defined_in(self, path: str, name: str) -> tuple[Defined, ...]:
        """Those of `defined` that stand in one visible path, without a look at their namesakes elsewhere."""
        key, facts, row = name_key(name), self._layer.buffers.get(path), self._ground.base.files.get(path)
        known = self._definitions.get(key) if key and (facts or row) else ()
        if known is not None:
            return tuple([d for d in known if d.path == path])
        stored = self._ground.reader.defined(key, row.blob) if facts is None and row is not None else []
        found = [(i, s) for i, s in enumerate(facts.symbols) if name_key(s.name) == key] if facts is not None else [(i, s) for _, i, s in stored]
        return tuple([Defined(path=path, ordinal=i, symbol=s) for i, s in sorted(found, key=lambda one: one[0])])

    def _defined(self, key: str) -> tuple[Defined, ...]:
        out = [
            Defined(path=path, ordinal=ordinal, symbol=symbol)
            for blob, ordinal, symbol in self._ground.reader.defined(key)
            for path in self._shown(blob)
        ]
        for extra in self._layer.extras:
            for i, symbol in enumerate(extra.facts.symbols):
                if key in symbol.name.lower() and name_key(symbol.name) == key:  # the first is quick and rules nearly all out
                    out.extend(Defined(path=path, ordinal=i, symbol=symbol) for path in extra.paths)
        return tuple(sorted(out, key=lambda d: (d.path, d.ordinal)))

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
        return frozenset(path for path in paths if (stored[path] in held if path in stored else self.declared(path).bodiless))

    def read_ahead(self, paths: Iterable[str]) -> None:
        """Read what `declared` will give for these paths in one look; it costs as much as a few of them one by one."""
        self._ground.reader.read_ahead(set(self._stored(paths).values()))

    def _stored(self, paths: Iterable[str]) -> dict[str, int]:
        """Path -> stored content, for paths that no buffer hides."""
        files, buffers = self._ground.base.files, self._layer.buffers
        return {path: row.blob for path in paths if path not in buffers and (row := files.get(path)) is not None}

    def definers(self, names: Iterable[str], most: int) -> dict[str, tuple[str, ...]]:
        """Name -> visible paths that define it, sorted, for names that at most `most` paths define. One look for many names."""
        keys = {key: name for name in names if (key := name_key(name))}
        found: dict[str, set[str]] = {name: set() for name in keys.values()}
        enough = most + _SPARE
        hidden: list[str] = []
        for key, blobs in self._ground.reader.definers(sorted(keys), enough):
            paths = found[keys[key]]
            paths.update(path for blob in blobs for path in self._shown(blob))
            if len(blobs) == enough and len(paths) <= most:
                hidden.append(key)
        for key, blobs in self._ground.reader.definers(hidden, -1):
            found[keys[key]].update(path for blob in blobs for path in self._shown(blob))
        for extra in self._layer.extras:
            for symbol in extra.facts.outline.symbols:
                if (name := keys.get(name_key(symbol.name))) is not None:
                    found[name].update(extra.paths)
        return {name: tuple(sorted(paths)) for name, paths in found.items() if 0 < len(paths) <= most}

    def mentioned(self, name: str) -> tuple[Mentioned, ...]:
        """Inline code in documents that names it, same key rule, call parentheses dropped; in order of (path, ordinal)."""
        if not (key := name_key(name)):
            return ()
        out = [
            Mentioned(path=path, ordinal=ordinal, mention=mention)
            for blob, ordinal, mention in self._ground.reader.mentioned(key)
            for path in self._shown(blob)
        ]
        for extra in self._layer.extras:
            for i, mention in enumerate(extra.facts.outline.mentions):
                if mention_key(mention.text) == key:
                    out.extend(Mentioned(path=path, ordinal=i, mention=mention) for path in extra.paths)
        return tuple(sorted(out, key=lambda m: (m.path, m.ordinal)))

    def names(self) -> tuple[str, ...]:
        """Distinct names defined by visible files, as written, sorted."""
        (lost, new), stored = self._renamed(), self._ground.names()
        return tuple(sorted([*new, *(name for name in stored if name not in lost)])) if lost or new else stored

    def names_between(self, shortest: int, longest: int) -> tuple[str, ...]:
        """Those of `names()` of such a `bare_length`, both inclusive; by length, then sorted."""
        lost, new = self._renamed()
        out: list[str] = []
        sized = [(bare_length(name), name) for name in new]
        for length, found in self._ground.spelled(shortest, longest):
            more = [name for bare, name in sized if bare == length]
            out += sorted([*more, *(name for name in found.names if name not in lost)]) if lost or more else found.names
        return tuple(out)

    def _renamed(self) -> tuple[set[str], set[str]]:
        """Stored names that no visible file defines, and names that only open buffers define."""
        gone = Counter(name for blob in self._layer.hidden() for name in self._ground.reader.shadow(blob).names)
        came = {s.name for extra in self._layer.extras for s in extra.facts.symbols if s.name}
        lost = {name for name, n in gone.items() if name not in came and self._ground.definers(name) <= n}
        return lost, {name for name in came if not self._ground.definers(name)}

    def match(self, weights: Mapping[str, float], limit: int) -> tuple[UnitHit, ...]:
        """At most `limit` units for an OR of weighted terms (weights > 0), best first, in the order (-score, path, `span.start`)."""
        sums = self._sum()
        mean = sums.weight / sums.units if sums.units else 0.0
        frequencies = self.frequencies(t for t, w in weights.items() if w > 0)
        return match(self._ground, self._layer, self._cfg, weights, limit, frequencies, sums.units, mean)

    def frequency(self, term: str) -> int:
        """Visible units that hold the term in any field, exactly."""
        return self.frequencies((term,))[term]

    def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
        """`frequency` of each term."""
        ground = self._ground
        found = {term: ground.in_text(term) for term in terms}
        hidden = set(self._layer.hidden())
        asked = frozenset(found)
        less = {*hidden, *ground.stale} - ground.late
        more = ground.late - hidden
        for sign, blobs in ((-1, less), (1, more)):
            for blob in blobs:
                held_here = ground.reader.shadow(blob).held
                for term in held_here.keys() & asked:
                    found[term] += sign * held_here[term]
        for extra in self._layer.extras:
            held_here = added_of(extra.facts).held
            for term in held_here.keys() & asked:
                found[term] += held_here[term]
        return {term: max(0, n) for term, n in found.items()}

    def statistics(self) -> Statistics:
        """Sums over the visible units, each content once."""
        sums = self._sum()
        return Statistics(units=sums.units, lengths=sums.lengths, filled=sums.filled, mean_weight=sums.weight / sums.units if sums.units else 0.0)

    def stem_words(self, prefix: str) -> tuple[tuple[str, str], ...]:
        """(word, path) for words of file stems that begin with `prefix` (stemmed, lower-case), sorted."""
        return tuple([(word, path) for word, paths in self.stems(prefix) for path in paths])

    def stems(self, prefix: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """(word, paths) for words of file stems that begin with `prefix` (stemmed, lower-case), words and paths sorted."""
        if prefix not in self._stems:
            files, buffers = self._ground.base.files, self._layer.buffers
            rows = [(word, path) for word, path in self._ground.reader.path_words(prefix) if path in files or path in buffers]
            new = [(word, path) for path in buffers if path not in files for word in path_words(path) if word.startswith(prefix)]
            by_word: dict[str, list[str]] = {}
            for word, path in sorted({*rows, *new}) if new else rows:
                by_word.setdefault(word, []).append(path)
            self._stems[prefix] = tuple([(word, tuple(paths)) for word, paths in by_word.items()])
        return self._stems[prefix]

    def _shown(self, blob: int) -> tuple[str, ...]:
        """Visible paths of a stored content, sorted."""
        moved = self._layer.moved.get(blob)
        return self._ground.base.paths_of.get(blob, ()) if moved is None else moved

    def _sum(self) -> Sums:
        if self._sums is None:
            sums = self._ground.base.sums
            for blob in self._layer.hidden():
                sums = sums - self._ground.reader.shadow(blob).sums
            for extra in self._layer.extras:
                sums = sums + added_of(extra.facts).sums
            self._sums = sums
        return self._sums
