"""How much there is in a generation with its open buffers: units that hold a term, sums over all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import msgspec

from helix_lsp.index.names.declared import bare_length, mention_key, name_key, path_words
from helix_lsp.index.overlay.overlay import Ground, Layer
from helix_lsp.index.store.open_facts import added_of
from helix_lsp.index.store.pack import Sums
from helix_lsp.syntax.outline import Mention, Symbol


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """Visible units, tokens per field and units where the field is not empty (both in the order of FIELDS),
    mean weighted length.
    """

    units: int
    lengths: tuple[int, ...]
    filled: tuple[int, ...]
    mean_weight: float


def statistics_of(sums: Sums) -> Statistics:
    """The sums as scoring reads them."""
    return Statistics(
        units=sums.units,
        lengths=sums.lengths,
        filled=sums.filled,
        mean_weight=sums.weight / sums.units if sums.units else 0.0,
    )


def summed(ground: Ground, layer: Layer) -> Sums:
    """Sums over the visible units, each content once."""
    sums = ground.base.sums
    for blob in layer.hidden():
        sums = sums - ground.reader.shadow(blob).sums
    for extra in layer.extras:
        sums = sums + added_of(extra.facts).sums
    return sums


def frequencies(ground: Ground, layer: Layer, terms: Iterable[str]) -> dict[str, int]:
    """Visible units that hold each term in any field, exactly."""
    found = {term: ground.in_text(term) for term in terms}
    hidden = set(layer.hidden())
    asked = frozenset(found)
    less = {*hidden, *ground.stale} - ground.late
    more = ground.late - hidden
    for sign, blobs in ((-1, less), (1, more)):
        for blob in blobs:
            held_here = ground.reader.shadow(blob).held
            for term in held_here.keys() & asked:
                found[term] += sign * held_here[term]
    for extra in layer.extras:
        held_here = added_of(extra.facts).held
        for term in held_here.keys() & asked:
            found[term] += held_here[term]
    return {term: max(0, n) for term, n in found.items()}


# What bears a name in a generation with its open buffers: definitions, mentions, names, words of file
# stems.
#
# `key` is `keys.name_key` of a name. Contents that no path shows any more are left out.

_SPARE = 2  # definers asked for beyond those that count, so that a version or two of a file that is gone does not cost a second look


class Defined(msgspec.Struct, frozen=True, kw_only=True):
    """A definition; `ordinal` indexes `Outline.symbols` of the path."""

    path: str
    ordinal: int
    symbol: Symbol


class Mentioned(msgspec.Struct, frozen=True, kw_only=True):
    """Inline code that names something; `ordinal` indexes `Outline.mentions` of the path."""

    path: str
    ordinal: int
    mention: Mention


def defined(
    ground: Ground, layer: Layer, key: str, where: Callable[[str], bool] | None = None
) -> tuple[Defined, ...]:
    """Definitions under a key, of all paths or of those for which `where` is true, in order of (path, ordinal)."""
    shown: dict[int, list[str]] = {}

    def is_shown(blob: int) -> bool:
        if blob not in shown:
            shown[blob] = [path for path in _shown(ground, layer, blob) if where is None or where(path)]
        return bool(shown[blob])

    out = [
        Defined(path=path, ordinal=ordinal, symbol=symbol)
        for blob, ordinal, symbol in ground.reader.defined(key, among=is_shown)
        for path in shown[blob]
    ]
    for extra in layer.extras:
        for i, symbol in enumerate(extra.facts.symbols):
            if (
                key in symbol.name.lower() and name_key(symbol.name) == key
            ):  # the first is quick and rules nearly all out
                out.extend(
                    Defined(path=path, ordinal=i, symbol=symbol)
                    for path in extra.paths
                    if where is None or where(path)
                )
    return tuple(sorted(out, key=lambda d: (d.path, d.ordinal)))


def is_defined(ground: Ground, layer: Layer, key: str) -> bool:
    """Whether `defined` gives anything."""
    for most in (1 + _SPARE, -1):
        blobs = [blob for _, found in ground.reader.definers((key,), most) for blob in found]
        if any(_shown(ground, layer, blob) for blob in blobs):
            return True
        if len(blobs) <= _SPARE:
            break
    return any(name_key(s.name) == key for extra in layer.extras if extra.paths for s in extra.facts.symbols)


def definers(ground: Ground, layer: Layer, names: Iterable[str], most: int) -> dict[str, tuple[str, ...]]:
    """`Snapshot.definers`."""
    keys = {key: name for name in names if (key := name_key(name))}
    found: dict[str, set[str]] = {name: set() for name in keys.values()}
    enough = most + _SPARE
    hidden: list[str] = []
    for key, blobs in ground.reader.definers(sorted(keys), enough):
        paths = found[keys[key]]
        paths.update(path for blob in blobs for path in _shown(ground, layer, blob))
        if len(blobs) == enough and len(paths) <= most:
            hidden.append(key)
    for key, blobs in ground.reader.definers(hidden, -1):
        found[keys[key]].update(path for blob in blobs for path in _shown(ground, layer, blob))
    for extra in layer.extras:
        for symbol in extra.facts.outline.symbols:
            if (name := keys.get(name_key(symbol.name))) is not None:
                found[name].update(extra.paths)
    return {name: tuple(sorted(paths)) for name, paths in found.items() if 0 < len(paths) <= most}


def mentioned(ground: Ground, layer: Layer, key: str) -> tuple[Mentioned, ...]:
    """Inline code of documents under a key, in order of (path, ordinal)."""
    if not key:
        return ()
    out = [
        Mentioned(path=path, ordinal=ordinal, mention=mention)
        for blob, ordinal, mention in ground.reader.mentioned(key)
        for path in _shown(ground, layer, blob)
    ]
    for extra in layer.extras:
        for i, mention in enumerate(extra.facts.outline.mentions):
            if mention_key(mention.text) == key:
                out.extend(Mentioned(path=path, ordinal=i, mention=mention) for path in extra.paths)
    return tuple(sorted(out, key=lambda m: (m.path, m.ordinal)))


def names(ground: Ground, layer: Layer) -> tuple[str, ...]:
    """`Snapshot.names`."""
    (lost, new), stored = _renamed(ground, layer), ground.names()
    return tuple(sorted([*new, *(name for name in stored if name not in lost)])) if lost or new else stored


def names_between(ground: Ground, layer: Layer, shortest: int, longest: int) -> tuple[str, ...]:
    """`Snapshot.names_between`."""
    lost, new = _renamed(ground, layer)
    out: list[str] = []
    sized = [(bare_length(name), name) for name in new]
    for length, found in ground.spelled(shortest, longest):
        more = [name for bare, name in sized if bare == length]
        out += (
            sorted([*more, *(name for name in found.names if name not in lost)])
            if lost or more
            else found.names
        )
    return tuple(out)


def _renamed(ground: Ground, layer: Layer) -> tuple[set[str], set[str]]:
    """Stored names that no visible file defines, and names that only open buffers define."""
    gone = Counter(name for blob in layer.hidden() for name in ground.reader.shadow(blob).names)
    came = {s.name for extra in layer.extras for s in extra.facts.symbols if s.name}
    lost = {name for name, n in gone.items() if name not in came and ground.definers(name) <= n}
    return lost, {name for name in came if not ground.definers(name)}


def stems(ground: Ground, layer: Layer, prefix: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """`Snapshot.stems`."""
    files, buffers = ground.base.files, layer.buffers
    rows = [
        (word, path) for word, path in ground.reader.path_words(prefix) if path in files or path in buffers
    ]
    new = [
        (word, path)
        for path in buffers
        if path not in files
        for word in path_words(path)
        if word.startswith(prefix)
    ]
    by_word: dict[str, list[str]] = {}
    for word, path in sorted({*rows, *new}) if new else rows:
        by_word.setdefault(word, []).append(path)
    return tuple([(word, tuple(paths)) for word, paths in by_word.items()])


def _shown(ground: Ground, layer: Layer, blob: int) -> tuple[str, ...]:
    """Visible paths of a stored content, sorted."""
    moved = layer.moved.get(blob)
    return ground.base.paths_of.get(blob, ()) if moved is None else moved
