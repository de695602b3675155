"""What a change of some files may have changed the answers about: names, owners, paths.

Where the text before and after is at hand (an open buffer) only the words of the changed stretch count, and
the names of definitions whose head it meets. Where it is not (a file that changed on disk), whatever has its
owner in that file counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from helix_lsp.align.drift.anchors import anchors_of, bare_anchors, included, is_built
from helix_lsp.align.drift.labels import labels_of
from helix_lsp.align.drift.world import words_in
from helix_lsp.align.place import module_parts
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.syntax.language import language_of
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.changed import changed_range
from helix_lsp.text.span import Span

_FLAT = re.compile(r"[\W_]+")
_OPENS = re.compile(
    rb"__|\*|@|\b(?:setattr|globals|metaclass|Proxy|import|export|use|inherit|extends|implements)\b"
)
_WORDS = re.compile(rb"[\w$.:@-]*\Z"), re.compile(rb"[\w$.:@-]*")
_MOST = 2_000
COMMANDS, LABELS = "\0commands", "\0labels"  # every declared command; every label of a page
HEADINGS = "\0headings"  # every heading that a dead link may have moved to
STRANGERS = "\0strangers"  # who else is named, who the project itself is
FACTS = "\0facts"  # what is looked up by other words than the name of a definition: flags, keys, variables of the environment


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
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
