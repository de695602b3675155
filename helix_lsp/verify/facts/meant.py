"""Which of several places a document may mean: those of its own package, of the place it is named after, of the keys
that it names. Whoever finds one of these cannot be sure of the others.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from helix_lsp.align.live import Live
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.text.identifiers import lower_parts
from helix_lsp.verify.facts.fact import Fact, grade_of
from helix_lsp.verify.facts.subject import own
from helix_lsp.verify.facts.value import agree

_MANIFEST = re.compile(
    r"(?:package\.json|pyproject\.toml|setup\.py|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|[\w.-]+\.gemspec)\Z"
)

_ANY_OWNER = frozenset(
    "options opts option config configuration settings params props args this self".split()
)


def of_document(facts: tuple[Fact, ...], name: str, document: str, live: Live) -> tuple[Fact, ...]:
    """Those that a document may mean by a name.

    A document in a package whose code defines the name speaks of that package. Where it is named after a place of the
    code (`csrf.md` after `csrf/`) it speaks of that place, and what is in a place that another document is
    named after is not meant, nor what is among documents: that configures them.
    """
    if not facts or not document:
        return facts
    places, titles, documentation = remembered(
        live.snapshot, ("claim places",), lambda: _places(live.snapshot)
    )
    facts = tuple(f for f in facts if f.path.partition("/")[0] not in documentation)
    inside = package_of(document, live.snapshot)
    mine = tuple(f for f in facts if f.path.startswith(inside))
    if mine or any(
        d.path.startswith(inside) and own(d.path, live.snapshot) for d in live.snapshot.defined(name)
    ):
        facts = mine
    title = _title(document)
    if not title or title not in places:
        return facts
    others = titles - _parts(document)
    return tuple(f for f in facts if title in _parts(f.path)) or tuple(
        f for f in facts if others.isdisjoint(_ends(f.path))
    )


def of_keys(facts: tuple[Fact, ...], owner: str, said: frozenset[str]) -> tuple[Fact, ...]:
    """Those whose innermost key around is said as well; else those that are in no other key, else all.

    What is said to be of an owner (`retry.limit`) is unsure where neither the keys nor the path has the owner.
    """
    around = [(f, f.subject.split(".")[:-1]) for f in facts]
    if inner := tuple(f for f, keys in around if keys and keys[-1] in said):
        return inner
    found = tuple(f for f, keys in around if not keys) or facts
    if not owner or owner.lower() in _ANY_OWNER:
        return found
    return tuple(f if owner.lower() in _parts(f.path) else replace(f, sure=False) for f in found)


def tied(facts: tuple[Fact, ...], name: str, said: frozenset[str], document: str) -> tuple[Fact, ...]:
    """One everyday word (`level`) is the name of many things. In a document it is surely that of a place only where
    the document, or what it says around, names a key, a file or a folder of the place.
    """
    if not document or not name.isalpha() or name.isupper() or len(lower_parts(name)) > 1:
        return facts
    around = frozenset(word.lower() for word in (*said, _title(document)))
    return tuple(
        f
        if around & (_parts(f.path) | {k.lower() for k in f.subject.split(".")[:-1]})
        else replace(f, sure=False)
        for f in facts
    )


def told_once(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Without those that are not sure and say what a sure one says."""
    sure = [f for f in facts if f.sure]
    return tuple(f for f in facts if f.sure or not any(agree(f.value, s.value) for s in sure))


def package_of(document: str, snapshot: Snapshot) -> str:
    """The innermost folder with a manifest that holds a document, with its slash; `` for the root."""
    folders = remembered(
        snapshot,
        ("claim packages",),
        lambda: frozenset(
            p.rpartition("/")[0] for p in snapshot.paths() if _MANIFEST.match(p.rpartition("/")[2])
        ),
    )
    folder = document.rpartition("/")[0]
    while folder and folder not in folders:
        folder = folder.rpartition("/")[0]
    return f"{folder}/" if folder else ""


def _places(snapshot: Snapshot) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """(folders and files of code, what documents are named after), without endings, in lower case; (outermost
    folders that hold more documents than code).
    """
    places: set[str] = set()
    titles: set[str] = set()
    weight: Counter[str] = Counter()
    for path in snapshot.paths():
        entry = snapshot.file(path)
        folder = path.partition("/")[0]
        if entry is not None and entry.surface.kind == "docs":
            titles.add(_title(path))
            weight[folder] += 1
        elif entry is not None and entry.surface.kind == "code":
            weight[folder] -= 1
            if grade_of(entry) == "A":
                places.update(_parts(path))
    return frozenset(places), frozenset(titles), frozenset(f for f, n in weight.items() if n > 0)


def _parts(path: str) -> frozenset[str]:
    *folders, file = path.lower().split("/")
    return frozenset((*folders, file.partition(".")[0]))


def _ends(path: str) -> frozenset[str]:
    """The file and its folder."""
    return frozenset((path.lower().rpartition("/")[2].partition(".")[0], *path.lower().split("/")[-2:-1]))


def _title(document: str) -> str:
    """`options` of `docs/2-options.md`; the folder's name for a `README`."""
    *folders, file = document.lower().split("/")
    stem = re.sub(r"\A\d{1,4}[-_.]", "", file.partition(".")[0])
    return folders[-1] if stem in ("readme", "index") and folders else stem
