"""One document against a world: its findings, and what they depend on, so that a later change can be told to
concern it or not.

What a document depends on is a superset by construction: the flat words of everything it refers to (letters
and digits, lower case), the last components of its paths, the files of the owners it names with all their
base classes, and the files its suggestions were taken from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from helix_lsp.align.drift.anchors import spots
from helix_lsp.align.drift.asked import Asked
from helix_lsp.align.drift.decide import weighed
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.invocation import invocations
from helix_lsp.align.drift.judge import NEVER
from helix_lsp.align.drift.neighbours import slips
from helix_lsp.align.drift.one_file import Finding, drift_of
from helix_lsp.align.drift.reference import LABEL, DocReference
from helix_lsp.align.drift.shown import words_shown
from helix_lsp.align.drift.touched import COMMANDS, HEADINGS, LABELS, STRANGERS, Touched, flat
from helix_lsp.align.drift.world import World
from helix_lsp.align.drift.written import bare_words
from helix_lsp.align.lineage import ancestors, classes_named
from helix_lsp.align.place import modules_ending
from helix_lsp.config.drift import DriftConfig

_WORD = re.compile(r"[^\W_][\w-]*")
_DEEP = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """`findings` are the stale ones of every confidence, in order of bytes, over the content `sha`;
    `references` counts all that were judged.

    `live` holds the names and targets that the code backed. `names`, `tails`, `owners`, `sources`, `pages` and
    `read` (files, whatever of them changes) are what the answers depend on.
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
    pages: frozenset[str] = frozenset()
    read: frozenset[str] = frozenset()

    def concerns(self, touched: Touched) -> bool:
        """True when an answer about this document may have changed."""
        if touched.everything or not self.names.isdisjoint(touched.names):
            return True
        if (
            not self.read.isdisjoint(touched.changed)
            or not self.pages.isdisjoint(touched.pages)
            or not self.owners.isdisjoint(touched.owners)
            or not self.sources.isdisjoint(touched.redefined)
        ):
            return True
        return any(part.startswith(tail) for tail in self.tails for part in touched.parts)


def check_document(path: str, world: World, history: History, cfg: DriftConfig) -> Checked:
    """The same verdicts as `find_drift` gives for this path."""
    found = drift_of(path, world, history, cfg, Asked(history, cfg.introduced_most))
    names = _commanded(path, world)
    if b"://" in (world.texts(path) or b""):
        names.add(STRANGERS)  # an address may be one of the project's own
    outline = world.snapshot.outline(path)
    names.update(flat(word) for word in words_shown(world.texts(path) or b"", outline))
    tails: set[str] = set()
    owners: set[str] = set()
    sources: set[str] = set()
    pages: set[str] = set()
    read: set[str] = set()
    known: dict[tuple[str, ...], frozenset[str]] = {}
    for one in found:
        names.update(_names(one.reference))
        names.update(flat(word) for near in one.judged.suggestions for word in _WORD.findall(near))
        if one.judged.check in NEVER:
            near = slips(subject(one.reference), world.texts(path) or b"")
            names.update(flat(word) for pair in near for word in pair)
        tails.update(_tails(one.reference))
        if one.reference.line:
            read.update(_files_of(one.reference, world))
        owner = one.reference.name.parts[:-1] if one.reference.name is not None else ()
        if owner:
            owners.update(
                known.setdefault(owner, _owner_files(owner, world)) if owner not in known else known[owner]
            )
        if (
            one.reference.kind == "parameter" and one.judged.verdict != "live"
        ):  # an attribute of a class above may be meant
            owners.update(_owner_files((one.reference.target.rpartition(".")[2],), world))
        pages.update(_pages(one.reference))
        if (
            one.judged.check == "label"
            or one.reference.role == LABEL
            or (
                one.reference.kind == "link" and "#" in one.reference.target and one.judged.verdict == "stale"
            )
        ):
            names.update((LABELS, HEADINGS))
        if weighed(one.judged) and one.reference.kind in ("name", "flag"):
            names.add(STRANGERS)
            tails.add(one.judged.last_path.rpartition("/")[2])
        if one.judged.last_path:
            sources.add(one.judged.last_path)
    tails.update(
        "0123456789v" if re.search(r"(?:^|/)(?:v|version|release)?[_-]?\d[^/]*/", path) else ""
    )  # a newer version beside it
    return Checked(
        path=path,
        sha=world.snapshot.sha(path),
        findings=tuple(f for f in found if f.judged.verdict == "stale"),
        references=len(found),
        live=frozenset(subject(f.reference) for f in found if f.judged.verdict == "live"),
        names=frozenset(names - {""}),
        tails=frozenset(tails - {""}),
        owners=frozenset(owners),
        sources=frozenset(sources),
        pages=frozenset(pages),
        read=frozenset(read),
    )


def _commanded(path: str, world: World) -> set[str]:
    """What the command lines of a document hang on, whosever program they call: one may become ours."""
    data, outline = world.texts(path) or b"", world.snapshot.outline(path)
    said = list(invocations(data, outline)) if outline is not None and outline.sections else []
    words = {w.text for one in said for w in (*([one.sub] if one.sub is not None else []), *one.flags)}
    found = {flat(part) for word in words for part in (word, *re.split(r"[-:.]", word))}
    bare = {flat(word) for word, _ in bare_words(data, outline)} if outline is not None else set[str]()
    return found | bare | {flat(w.removeprefix("--no-")) for w in words} | ({COMMANDS} if said else set())


def subject(ref: DocReference) -> str:
    """What history is asked about: the name looked up, else the target."""
    return ref.name.last if ref.name is not None else ref.target


def _names(ref: DocReference) -> set[str]:
    written = f"{ref.text} {ref.target}"
    words = {flat(word) for word in _WORD.findall(written)} | {
        flat(part) for word in _WORD.findall(written) for part in word.split("-")
    }
    if ref.kind == "command":
        words.add(COMMANDS)
    if ref.kind == "flag":
        words.add(flat(ref.target).removeprefix("no"))
    parts = ref.name.parts if ref.name is not None else ()
    return words | {flat(part) for part in parts} | {flat(".".join(parts)), flat(".".join(parts[-2:]))}


def _tails(ref: DocReference) -> set[str]:
    if ref.kind not in ("path", "link"):
        return set()
    target = ref.target.partition("#")[0].partition("?")[0].rstrip("/")
    return {target.rpartition("/")[2]} - {"", ".", ".."}


def _pages(ref: DocReference) -> tuple[str, ...]:
    """Where the heading of a link is looked for."""
    target, mark, _ = ref.target.partition("#")
    return (
        spots(target.partition("?")[0].rstrip("/"), ref.path)
        if ref.kind == "link" and mark and target
        else ()
    )


def _files_of(ref: DocReference, world: World) -> Iterator[str]:
    """The files whose lines a reference may count."""
    target = ref.target.partition("#")[0].partition("?")[0].lstrip("./")
    return (p for p in world.snapshot.paths() if f"/{p}".endswith(f"/{target}"))


def _owner_files(owner: tuple[str, ...], world: World) -> frozenset[str]:
    """Where the owner of a dotted name stands: the classes of that name with all their bases, and the
    modules.
    """
    classes = classes_named(owner[-1], world.snapshot)
    above = [place for one in classes for place, _ in ancestors(one, world.snapshot, _DEEP)]
    return frozenset((*(one.path for one in classes), *above, *modules_ending(owner, world.snapshot)))
