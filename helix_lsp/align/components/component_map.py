"""The components that a document speaks of: names, the evidence for each with its place, and the folders they
stand for.

A name is established by one strong sighting anywhere (path, code, CamelCase, role noun, capital), or, for
plain words, by its siblings: children of one folder said as heads of definite noun phrases. What holds most
of the others is the system itself; a folder repeated inside components is a layer.
Why siblings and grammar decide, and no list of words: design-decisions.md#evidence-grades.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

import msgspec

from helix_lsp.align.components.folders import Folders, folders_of, is_test, outermost, parent, place_of
from helix_lsp.align.components.sightings import ROLE, Sighting, sightings_of, tokens
from helix_lsp.align.components.symbol_links import owned_classes
from helix_lsp.align.mention import Sentence
from helix_lsp.config.documents import AlignConfig
from helix_lsp.text.words import lower_parts

Places = Mapping[str, tuple[str, ...]]
_LEVEL = 2  # one-place names that make a parent a level
_USES = 2  # plain uses of a name that make it a word as well
_FAMILY = 3  # siblings said together, and repetitions that make a folder name a layer


class ComponentMap(msgspec.Struct, frozen=True, kw_only=True):
    """`placed`: name -> outermost folders (or files); `classes`: word -> files; `owned`: files that belong to
    a class-level component.

    `shaped`: names that are spelled as one somewhere; `words`: those of them that the document also uses as a
    plain word;
    `short`: a last word -> the only placed name that ends in it.
    """

    sentences: tuple[Sentence, ...]
    sightings: tuple[tuple[Sighting, ...], ...]
    folders: Folders
    placed: Places
    short: Mapping[str, str]
    classes: Mapping[str, frozenset[str]]
    owned: frozenset[str]
    shaped: frozenset[str]
    words: frozenset[str]

    def files(self, name: str) -> frozenset[str]:
        """The files of a placed name, without those that a class-level component owns."""
        return self.folders.below(self.placed[name]) - self.owned

    def parts(self) -> dict[frozenset[str], str]:
        """The files of each component, those that are classes too, with the first of its names."""
        owned = {
            files: word for word, files in sorted(self.classes.items(), reverse=True) if files <= self.owned
        }
        return owned | {self.files(name): name for name in sorted(self.placed, reverse=True)}

    def spoken(self, name: str) -> str:
        """A name as the document writes it first, in its strongest form; a class name is written as it is."""
        seen = self.evidence(name) or tuple(s for row in self.sightings for s in row if s.name == name)
        return (
            self.sentences[seen[0].sentence].text[seen[0].begin : seen[0].end]
            if seen and name in self.placed
            else name
        )

    def evidence(self, name: str) -> tuple[Sighting, ...]:
        """Strong sightings of a name, in reading order."""
        return tuple(s for row in self.sightings for s in row if s.name == name and s.strong)


def component_map(
    sentences: tuple[Sentence, ...],
    paths: Iterable[str],
    declared: Mapping[str, frozenset[str]],
    cfg: AlignConfig,
    home: str = "",
) -> ComponentMap:
    """The map of a document in folder `home` over `paths`; `declared` names parts that configuration declares
    (see `folders.py`).
    """
    words = [w for s in sentences for w, _, _ in tokens(s.text)]
    acronyms = frozenset(
        "".join(p[0] for p in lower_parts(w))
        for w in words
        if len(lower_parts(w)) >= _FAMILY and any(c.islower() for c in w)
    )
    folders = folders_of(paths, declared, acronyms, home)
    sightings = tuple(tuple(sightings_of(i, s, folders)) for i, s in enumerate(sentences))
    by: dict[str, list[Sighting]] = defaultdict(list)
    for row in sightings:
        for one in row:
            by[one.name].append(one)
    known = {
        name: _union(s.folders for s in seen) for name, seen in by.items() if any(s.strong for s in seen)
    }
    placed, levels = _place(known, by, folders)
    if roles := _roles(known, by, levels):
        known |= roles
        placed, levels = _place(known, by, folders)
    if more := _siblings(known, by, placed, folders):
        placed, _ = _place(known | more, by, folders)
    classes, owned = owned_classes(sentences, folders, cfg)
    return ComponentMap(
        sentences=sentences,
        sightings=sightings,
        folders=folders,
        placed=placed,
        short=_short(sentences, by, placed),
        classes=classes,
        owned=owned,
        shaped=frozenset(name for name, seen in by.items() if any(s.loud or s.shape == "code" for s in seen)),
        words=frozenset(name for name, seen in by.items() if _is_word(seen)),
    )


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset[str]().union(*sets)


def _groups(found: Iterable[str]) -> dict[str, list[str]]:
    """Place -> its folders; test trees only where there is nothing else."""
    groups: dict[str, list[str]] = defaultdict(list)
    for folder in outermost(found):
        groups[place_of(folder)].append(folder)
    kept = {k: v for k, v in groups.items() if not is_test(k)}
    return kept or dict(groups)


def _place(
    known: Mapping[str, frozenset[str]], by: Mapping[str, list[Sighting]], folders: Folders
) -> tuple[dict[str, tuple[str, ...]], dict[str, int]]:
    """Where each established name lies, and the levels that hold most names."""
    groups = {
        name: _groups(found) for name, found in known.items() if name not in _containers(known, folders)
    }
    at: dict[str, set[str]] = defaultdict(set)
    for places in groups.values():
        if len(places) == 1:
            only = next(iter(places))
            at[parent(only)].add(only)
    levels = {folder: len(names) for folder, names in sorted(at.items()) if len(names) >= _LEVEL}
    deep = max((f.count("/") + 1 if f else 0 for f, n in levels.items() if n >= _FAMILY), default=-1)
    out: dict[str, tuple[str, ...]] = {}
    for name, places in groups.items():
        kept = _choose(places, levels)
        below = deep >= 0 and all(parent(p) not in levels and p.count("/") > deep for p in kept)
        lone = not any(s.shape in ("role", "code", "camel", "path") or s.last - s.first > 1 for s in by[name])
        if kept and not (below and lone):  # a lone capital far below the components is a word
            out[name] = tuple(f for k in sorted(kept) for f in sorted(kept[k]))
    return out, levels


def _containers(known: Mapping[str, frozenset[str]], folders: Folders) -> frozenset[str]:
    """Names whose files hold more than half of the other names, or two thirds of all files: the system, not a
    part of it.
    """
    files = {name: folders.below(outermost(found)) for name, found in known.items()}
    different = set(files.values())
    out: set[str] = set()
    for name, own in files.items():
        others = [f for f in different if f != own]
        inside = sum(1 for f in others if 2 * len(f & own) >= len(f) and len(f) < len(own))
        if (len(others) >= _LEVEL and inside * 2 > len(others)) or 3 * len(own) > 2 * len(folders.paths):
            out.add(name)
    return frozenset(out)


def _choose(places: Mapping[str, list[str]], levels: Mapping[str, int]) -> dict[str, list[str]]:
    if len(places) == 1:
        return dict(places)
    if here := {k: v for k, v in places.items() if parent(k) in levels}:
        top = max(levels[parent(k)] for k in here)
        return {k: v for k, v in here.items() if levels[parent(k)] == top}
    if len(places) >= _FAMILY:
        return {}  # a folder name repeated all over the tree is a layer inside components
    depth = min(k.count("/") for k in places)
    return {k: v for k, v in places.items() if k.count("/") == depth}


def _is_word(seen: list[Sighting]) -> bool:
    """True for a name that the writer spells as one, and uses in lower case (`the largest image`, `image
    size`) more than as `the image`.
    """
    plain = [s for s in seen if s.lower and not s.strong]
    loose = sum(not s.definite for s in plain)
    return any(s.loud for s in seen) and loose >= _USES and 2 * loose > len(plain)


def _roles(
    known: Mapping[str, frozenset[str]], by: Mapping[str, list[Sighting]], levels: Mapping[str, int]
) -> dict[str, frozenset[str]]:
    """Plain words with a role (`the persistence provider`) for what has a name already, or lies beside what
    has one.
    """
    out: dict[str, frozenset[str]] = {}
    for name, seen in by.items():
        if name in known or not any(s.kind == "role" and s.definite for s in seen):
            continue
        found = _union(s.folders for s in seen)
        beside = all(levels.get(parent(place_of(f)), 0) >= _FAMILY for f in outermost(found))
        if beside or any(found == other for other in known.values()):
            out[name] = found
    return out


def _siblings(
    known: Mapping[str, frozenset[str]], by: Mapping[str, list[Sighting]], placed: Places, folders: Folders
) -> dict[str, frozenset[str]]:
    """Plain words that are names because enough children of one folder are said as heads of definite noun
    phrases.
    """
    said: dict[str, set[str]] = defaultdict(set)
    for name, seen in by.items():
        if any(s.definite for s in seen):
            for place in {place_of(f) for f in outermost(_union(s.folders for s in seen))}:
                said[parent(place)].add(name)
    children: dict[str, set[str]] = defaultdict(set)
    mirrors: dict[str, set[str]] = defaultdict(set)
    for folder in folders.files:
        children[parent(place_of(folder))].add(place_of(folder))
        mirrors[place_of(folder)].add(folder)
    new: dict[str, frozenset[str]] = {}
    for above in sorted(said):
        here = {n for n in known if any(parent(place_of(f)) == above for f in outermost(known[n]))}
        if not is_test(above) and _family(above, said[above], here, by, children, mirrors, folders):
            for name in sorted(said[above]):
                found = frozenset(f for s in by[name] for f in s.folders if parent(place_of(f)) == above)
                files = folders.below(found)
                if name not in known and not any(
                    files <= folders.below(placed[o]) for o in placed if o != name
                ):
                    new[name] = found  # a folder that has a name gets no second, weaker one
    return new


def _family(
    above: str,
    said: set[str],
    known: set[str],
    by: Mapping[str, list[Sighting]],
    children: Mapping[str, set[str]],
    mirrors: Mapping[str, set[str]],
    folders: Folders,
) -> bool:
    """True when the document names enough children of a folder: half of them, half of its files, or three of
    them twice.
    """
    spoken = {
        p
        for n in said | known
        for s in by[n]
        for p in (place_of(f) for f in outermost(s.folders))
        if parent(p) == above
    }
    if len(spoken) < _FAMILY:
        return False
    if sum(any(s.loud for s in by[n]) for n in known) >= len(said - known):
        return False  # this level is written with capitals: a lower-case word is a word

    def size(places: Iterable[str]) -> int:
        return len(folders.below(f for p in places for f in mirrors[p]))

    often = sum(sum(s.definite for s in by[n]) >= 2 for n in said)
    return (
        len(spoken) * 2 >= len(children[above])
        or often >= _FAMILY
        or size(spoken) * 2 >= size(children[above])
    )


def _short(
    sentences: tuple[Sentence, ...], by: Mapping[str, list[Sighting]], placed: Places
) -> dict[str, str]:
    """Last word of a name of several words -> the name, where only one placed folder ends so (`the UI` of
    WebUI).
    """
    ends: dict[str, set[str]] = defaultdict(set)
    for name in placed:
        first = next((s for s in by[name] if s.loud), None)
        if first is not None:
            own = [
                w
                for t in tokens(sentences[first.sentence].text)[first.first : first.last]
                for w in lower_parts(t[0])
                if w not in ROLE
            ]
            if len(own) >= 2:
                ends[own[-1]].add(name)
    return {
        w: min(names)
        for w, names in sorted(ends.items())
        if len({placed[n] for n in names}) == 1 and w not in by
    }
