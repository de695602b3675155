"""One document against a world: its findings, and what they depend on, so that a later change can be told to
concern it or not.

What a document depends on is a superset by construction: the flat words of everything it refers to (letters
and digits, lower case), the last components of its paths, the files of the owners it names with all their
base classes, and the files its suggestions were taken from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import msgspec

from helix_lsp.align.drift.anchors import anchors_of, bare_anchors, included, is_built, spots
from helix_lsp.align.drift.decide import weighed
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.judge import NEVER, Asked
from helix_lsp.align.drift.neighbours import slips
from helix_lsp.align.drift.one_file import Finding, drift_of
from helix_lsp.align.drift.reference import LABEL, DocReference
from helix_lsp.align.drift.shown import words_shown
from helix_lsp.align.drift.verdict import labels_of
from helix_lsp.align.drift.world import World, words_in
from helix_lsp.align.drift.written import bare_words, cased_words, invocations
from helix_lsp.align.identity import module_parts, modules_ending
from helix_lsp.align.lineage import ancestors, classes_named
from helix_lsp.config.documents import DriftConfig
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.syntax.language import language_of
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.digest import changed_range
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

# What a change of some files may have changed the answers about: names, owners, paths.
#
# Where the text before and after is at hand (an open buffer) only the words of the changed stretch count,
# and the names of definitions whose head it meets. Where it is not (a file that changed on disk), whatever
# has its owner in that file counts.

_FLAT = regex(r"[\W_]+")
_OPENS = regex(
    rb"__|\*|@|\b(?:setattr|globals|metaclass|Proxy|import|export|use|inherit|extends|implements)\b"
)
_WORDS = regex(rb"[\w$.:@-]*\Z"), regex(rb"[\w$.:@-]*")
_MOST = 2_000
COMMANDS, LABELS = "\0commands", "\0labels"  # every declared command; every label of a page
HEADINGS = "\0headings"  # every heading that a dead link may have moved to
STRANGERS = "\0strangers"  # who else is named, who the project itself is
FACTS = "\0facts"  # what is looked up by other words than the name of a definition: flags, keys, variables of the environment


class Touched(msgspec.Struct, frozen=True, kw_only=True):
    """`names` are flat; `owners` are files whose classes and modules may hold other names now, `redefined`
    files that define other names, `changed` all files that changed at all.

    `parts` are components of paths that came or went, `pages` documents whose headings are others now.
    `everything`: too much changed to be told apart.
    """

    names: frozenset[str] = frozenset()
    owners: frozenset[str] = frozenset()
    redefined: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    pages: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    everything: bool = False


def flat(word: str) -> str:
    """Letters and digits only, lower case: `dryRun`, `dry_run` and `--dry-run` are one."""
    return _FLAT.sub("", word).lower()


def names_of(path: str, snapshot: Snapshot) -> frozenset[str]:
    """The names that a file defines; worked out once for a snapshot."""
    return remembered(snapshot, ("names_of", path), lambda: frozenset(snapshot.names_in(path)))


def touched(
    old: Snapshot,
    new: Snapshot,
    changed: Iterable[str],
    texts: Mapping[str, tuple[bytes, bytes]],
    flipped: Mapping[str, frozenset[str]],
) -> Touched:
    """`texts` are (before, after) of those of the changed paths where both are known; `flipped` is what the
    vocabulary says.
    """
    paths = tuple(changed)
    if len(paths) > _MOST or flipped.get("suffixes") or any(path.endswith(".gitignore") for path in paths):
        return Touched(everything=True)
    names = {flat(word) for field, words in flipped.items() if field != "folders" for word in words}
    if flipped.get("entries"):
        names.add(COMMANDS)
    if any(flipped.get(field) for field in ("own", "foreign", "packages")):
        names.add(STRANGERS)
    parts = {part for folder in flipped.get("folders", ()) for part in folder.split("/")}
    owners: set[str] = set()
    redefined: set[str] = set()
    pages: set[str] = set()
    for path in paths:
        before, after = names_of(path, old), names_of(path, new)
        names.update(map(flat, before ^ after))
        if before != after:
            redefined.add(path)
        if _is_page(path, old) or _is_page(path, new):
            turned, labelled = _turned(path, old, new, texts.get(path))
            pages.update((path,) if turned else ())
            names.update((HEADINGS,) if turned else ())
            names.update((LABELS,) if labelled else ())
        else:
            names.add(FACTS)
        if not old.sha(path) or not new.sha(path):
            parts.update(path.split("/"))
            names.update(map(flat, module_parts(path)))
            owners.add(path)
        elif path in texts:
            said, opens = _stretch(*texts[path], old.skeleton(path), new.skeleton(path))
            moved = _qualified(path, old) ^ _qualified(
                path, new
            )  # a broken line may end a class without a word of it changing
            names.update(said, (flat(one.rpartition(".")[2]) for one in moved))
            if opens or moved:
                owners.add(path)
        else:
            owners.add(path)
    return Touched(
        names=frozenset(names - {""}),
        owners=frozenset(owners),
        redefined=frozenset(redefined),
        parts=frozenset(parts),
        pages=frozenset(pages),
        changed=frozenset(paths),
    )


def _qualified(path: str, snapshot: Snapshot) -> frozenset[str]:
    outline = snapshot.skeleton(path)
    return frozenset(s.qualified for s in outline.symbols) if outline is not None else frozenset()


def _is_page(path: str, snapshot: Snapshot) -> bool:
    entry = snapshot.file(path)
    return entry is not None and entry.surface.kind == "docs"


def _turned(path: str, old: Snapshot, new: Snapshot, texts: tuple[bytes, bytes] | None) -> tuple[bool, bool]:
    """(whether other headings can be linked to, whether other labels are set); both where the text before is
    not at hand.
    """
    if texts is None:
        return True, True
    before, after = texts
    language = language_of(path)
    turned = is_built(before, language) != is_built(after, language) or anchors_of(
        before, old.skeleton(path)
    ) != anchors_of(after, new.skeleton(path))
    turned = turned or _titles(path, old) != _titles(path, new)
    turned = turned or bare_anchors(before) != bare_anchors(after) or included(before) != included(after)
    return turned, labels_of(before) != labels_of(after)


def _titles(path: str, snapshot: Snapshot) -> tuple[str, ...]:
    outline = snapshot.skeleton(path)
    return tuple(s.title for s in outline.sections) if outline is not None else ()


def _stretch(before: bytes, after: bytes, old: Outline | None, new: Outline | None) -> tuple[set[str], bool]:
    """(flat words of what was and is there, and of the heads it meets; True when an owner may have become
    open or closed)
    """
    start, end = changed_range(before, after)
    found: set[str] = set()
    opens = False
    for data, outline, stop in ((before, old, end), (after, new, end + len(after) - len(before))):
        span = _whole_words(data, start, stop)
        found.update(flat(word) for word in words_in(span.cut(data)))
        line = Span(data.rfind(b"\n", 0, span.start) + 1, max(span.end, data.find(b"\n", span.end)))
        opens = opens or _OPENS.search(line.cut(data)) is not None
        for symbol in outline.symbols if outline is not None else ():
            head = Span(symbol.span.start, symbol.body.start if symbol.body is not None else symbol.span.end)
            if head.start <= span.end and span.start <= head.end:
                found.add(flat(symbol.name))
                opens = opens or symbol.kind in (
                    "class",
                    "interface",
                    "struct",
                    "trait",
                    "impl",
                    "module",
                    "namespace",
                )
    return found, opens


def _whole_words(data: bytes, start: int, end: int) -> Span:
    left = _WORDS[0].search(data, max(0, start - 300), start)
    right = _WORDS[1].match(data, end, min(len(data), end + 300))
    return Span(left.start() if left is not None else start, right.end() if right is not None else end)


_WORD = regex(r"[^\W_][\w-]*")
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
    read = (*bare_words(data, outline), *cased_words(data, outline)) if outline is not None else ()
    bare = {flat(word) for word, _ in read}
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
