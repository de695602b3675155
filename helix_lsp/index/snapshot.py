"""What the index knows at one moment: immutable, readable from many threads, unaffected by later commits.

Only contents are counted (a file that exists at three paths counts once); hits, definitions and mentions are shown at every
path. What cannot be read is absent and reported to the host. The one thing that follows later commits is `names()` of a
superseded snapshot.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.ground import Ground
from helix_lsp.index.keys import mention_key, name_key, path_words
from helix_lsp.index.match import UnitHit, held, match
from helix_lsp.index.overlay import Layer
from helix_lsp.index.pack import Sums, defined_names, sums_of
from helix_lsp.index.surface import Surface, surface_of
from helix_lsp.index.unit import Unit
from helix_lsp.syntax.outline import Mention, Outline, Symbol

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
    """Visible units, tokens per field and units where the field is not empty (both in the order of FIELDS), mean weighted
    length.
    """

    units: int
    lengths: tuple[int, ...]
    filled: tuple[int, ...]
    mean_weight: float


class Snapshot:
    """Made by `index/host.py`."""

    __slots__ = ("_cfg", "_digest", "_ground", "_layer", "_paths", "_sums", "generation")

    def __init__(self, ground: Ground, layer: Layer, cfg: IndexConfig) -> None:
        self.generation = ground.base.generation
        self._ground = ground
        self._layer = layer
        self._cfg = cfg
        self._paths: tuple[str, ...] | None = None
        self._digest: str | None = None
        self._sums: Sums | None = None

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
        row = self._ground.base.files.get(path)
        facts = self._layer.buffers.get(path)
        source = facts or row
        if source is None:
            return None
        return FileEntry(
            path=path,
            sha=source.sha,
            language=source.language,
            size=row.size if row else -1,
            surface=surface_of(path, source.language),
            tracked=row.tracked if row else False,
            generated=source.generated,
        )

    def without_units(self) -> tuple[FileEntry, ...]:
        """Visible, tracked files with content of which nothing was indexed (too large, binary), in the order of their paths."""
        buffers = self._layer.buffers
        return tuple(e for p in self._ground.without_units() if p not in buffers and (e := self.file(p)) is not None)

    def outline(self, path: str) -> Outline | None:
        """The facts of a visible path; None where there are none."""
        facts = self._layer.buffers.get(path)
        if facts is not None:
            return facts.outline
        row = self._ground.base.files.get(path)
        return None if row is None else self._ground.reader.outline(row.blob)

    def units(self, path: str) -> tuple[Unit, ...]:
        """The units of a visible path in order."""
        facts = self._layer.buffers.get(path)
        if facts is not None:
            return facts.units
        row = self._ground.base.files.get(path)
        return () if row is None else self._ground.reader.units_of(row.blob)

    def defined(self, name: str) -> tuple[Defined, ...]:
        """Definitions of a name: its last component, letter case and outer underscores ignored; in order of (path, ordinal)."""
        key = name_key(name)
        if not key:
            return ()
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
        """Distinct names that a visible file defines, as written, in a fixed order."""
        facts = self._layer.buffers.get(path)
        if facts is not None:
            return tuple(sorted({s.name for s in facts.symbols if s.name}))
        row = self._ground.base.files.get(path)
        return () if row is None else self._ground.reader.names_in(row.blob)

    def definers(self, names: Iterable[str], most: int) -> dict[str, tuple[str, ...]]:
        """Name -> visible paths that define it, sorted, for names that at most `most` paths define. One look for many names."""
        keys = {key: name for name in names if (key := name_key(name))}
        found: dict[str, set[str]] = {name: set() for name in keys.values()}
        many: set[str] = set()
        for key, blob in self._ground.reader.definers(sorted(keys)):
            if key in many:
                continue
            paths = found[keys[key]]
            paths.update(self._shown(blob))
            if len(paths) > most:
                many.add(key)
        for extra in self._layer.extras:
            for symbol in extra.facts.outline.symbols:
                if (name := keys.get(name_key(symbol.name))) is not None:
                    found[name].update(extra.paths)
        return {name: tuple(sorted(paths)) for name, paths in found.items() if 0 < len(paths) <= most}

    def mentioned(self, name: str) -> tuple[Mentioned, ...]:
        """Inline code in documents that names it, same key rule, call parentheses dropped; in order of (path, ordinal)."""
        key = name_key(name)
        if not key:
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
        stored, counts = self._ground.names()
        gone = Counter(name for blob in self._layer.hidden() for name in self._defines(blob))
        new = {s.name for extra in self._layer.extras for s in extra.facts.symbols if s.name}
        if not gone and all(map(self._ground.defining, new)):
            return stored
        return tuple(sorted(new.union(name for name, n in zip(stored, counts, strict=True) if n > gone[name])))

    def match(self, weights: Mapping[str, float], limit: int) -> tuple[UnitHit, ...]:
        """At most `limit` units for an OR of weighted terms (weights > 0), best first, in the order (-score, path,
        `span.start`).
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
        ground = self._ground
        found = {term: ground.in_text(term) for term in terms}
        hidden = set(self._layer.hidden())
        asked = frozenset(found)
        less = {*hidden, *ground.stale} - ground.late
        more = ground.late - hidden
        for sign, blobs in ((-1, less), (1, more)):
            for blob in blobs:
                for term, n in held(ground.reader.units_of(blob), asked).items():
                    found[term] += sign * n
        for extra in self._layer.extras:
            for term, n in held(extra.facts.units, asked).items():
                found[term] += n
        return {term: max(0, n) for term, n in found.items()}

    def statistics(self) -> Statistics:
        """Sums over the visible units, each content once."""
        sums = self._sum()
        return Statistics(
            units=sums.units, lengths=sums.lengths, filled=sums.filled,
            mean_weight=sums.weight / sums.units if sums.units else 0.0,
        )

    def stem_words(self, prefix: str) -> tuple[tuple[str, str], ...]:
        """(word, path) for words of file stems that begin with `prefix` (stemmed, lower-case), sorted."""
        files, buffers = self._ground.base.files, self._layer.buffers
        found = [(word, path) for word, path in self._ground.reader.path_words(prefix) if path in files or path in buffers]
        new = [p for p in buffers if p not in files]
        if new:
            found = sorted({*found, *((w, p) for p in new for w in path_words(p) if w.startswith(prefix))})
        return tuple(found)

    def _shown(self, blob: int) -> tuple[str, ...]:
        """Visible paths of a stored content, sorted."""
        moved = self._layer.moved.get(blob)
        return self._ground.base.paths_of.get(blob, ()) if moved is None else moved

    def _defines(self, blob: int) -> tuple[str, ...]:
        """Distinct names that a stored content defines."""
        outline = self._ground.reader.outline(blob)
        return defined_names(outline) if outline is not None else ()

    def _sum(self) -> Sums:
        if self._sums is None:
            sums = self._ground.base.sums
            for blob in self._layer.hidden():
                sums = sums - sums_of(self._ground.reader.units_of(blob))
            for extra in self._layer.extras:
                sums = sums + sums_of(extra.facts.units)
            self._sums = sums
        return self._sums
