"""One document against a world: its findings, and what they depend on, so that a later change can be told to concern it or not.

What a document depends on is a superset by construction: the flat words of everything it refers to (letters and digits, lower case), the last
components of its paths, the files of the owners it names with all their base classes, and the files its suggestions were taken from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from helix_lsp.align.drift import find
from helix_lsp.align.drift.find import Finding
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.touched import Touched, flat
from helix_lsp.align.drift.world import World
from helix_lsp.align.lineage import ancestors, classes_named
from helix_lsp.align.place import modules_ending
from helix_lsp.config.drift import DriftConfig

_WORD = re.compile(r"[^\W_][\w-]*")
_DEEP = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """`findings` are the stale ones of every confidence, in order of bytes, over the content `sha`; `references` counts all that were judged.

    `live` holds the names and targets that the code backed. `names`, `tails`, `owners` and `sources` are what the answers depend on.
    """

    path: str
    sha: str
    findings: tuple[Finding, ...]
    references: int
    live: frozenset[str]
    names: frozenset[str]
    tails: frozenset[str]
    owners: frozenset[str]
    sources: frozenset[str]

    def concerns(self, touched: Touched) -> bool:
        """True when an answer about this document may have changed."""
        if touched.everything or not self.names.isdisjoint(touched.names):
            return True
        if not self.owners.isdisjoint(touched.owners) or not self.sources.isdisjoint(touched.redefined):
            return True
        return any(part.startswith(tail) for tail in self.tails for part in touched.parts)


def check_document(path: str, world: World, history: History, cfg: DriftConfig) -> Checked:
    """The same verdicts as `find_drift` gives for this path."""
    asked = find._Asked(history, cfg.introduced_most)  # pyright: ignore[reportPrivateUsage]  (the step of find_drift for one file)
    found = find._of_file(path, world, history, cfg, asked)  # pyright: ignore[reportPrivateUsage]  (without its walk over all paths)
    names: set[str] = set()
    tails: set[str] = set()
    owners: set[str] = set()
    sources: set[str] = set()
    known: dict[tuple[str, ...], frozenset[str]] = {}
    for one in found:
        names.update(_names(one.reference))
        names.update(flat(word) for near in one.judged.suggestions for word in _WORD.findall(near))
        tails.update(_tails(one.reference))
        owner = one.reference.name.parts[:-1] if one.reference.name is not None else ()
        if owner:
            owners.update(known.setdefault(owner, _owner_files(owner, world)) if owner not in known else known[owner])
        if one.judged.last_path:
            sources.add(one.judged.last_path)
    return Checked(
        path=path, sha=world.snapshot.sha(path), findings=tuple(f for f in found if f.judged.verdict == "stale"), references=len(found),
        live=frozenset(subject(f.reference) for f in found if f.judged.verdict == "live"), names=frozenset(names - {""}),
        tails=frozenset(tails), owners=frozenset(owners), sources=frozenset(sources),
    )  # fmt: skip


def subject(ref: DocReference) -> str:
    """What history is asked about: the name looked up, else the target."""
    return ref.name.last if ref.name is not None else ref.target


def _names(ref: DocReference) -> set[str]:
    written = f"{ref.text} {ref.target}"
    words = {flat(word) for word in _WORD.findall(written)} | {flat(part) for word in _WORD.findall(written) for part in word.split("-")}
    if ref.kind == "flag":
        words.add(flat(ref.target).removeprefix("no"))
    return words | {flat(part) for part in (ref.name.parts if ref.name is not None else ())}


def _tails(ref: DocReference) -> set[str]:
    if ref.kind not in ("path", "link"):
        return set()
    target = ref.target.partition("#")[0].partition("?")[0].rstrip("/")
    return {target.rpartition("/")[2]} - {"", ".", ".."}


def _owner_files(owner: tuple[str, ...], world: World) -> frozenset[str]:
    """Where the owner of a dotted name stands: the classes of that name with all their bases, and the modules."""
    classes = classes_named(owner[-1], world.snapshot)
    above = [place for one in classes for place, _ in ancestors(one, world.snapshot, _DEEP)]
    return frozenset((*(one.path for one in classes), *above, *modules_ending(owner, world.snapshot)))
