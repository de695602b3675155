"""Open buffers on top of a committed generation: which stored contents they hide, move or add. A keystroke
builds a new layer.

Contents are counted, not paths: a buffer whose bytes equal a stored live content adds a path to it; two equal
buffers are one content; a stored content is hidden when no path shows it any more. So the overlay's view
equals a cold build of the visible bytes (law I3).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping
from itertools import islice
from typing import TypeVar

import msgspec

from helix_lsp.index.names.declared import LONG_NAME, bare_length
from helix_lsp.index.store.base import NONE, Base, Spelled
from helix_lsp.index.store.open_facts import Content
from helix_lsp.index.store.reader import Reader
from helix_lsp.index.store.refusal import Damaged
from helix_lsp.index.store.text_index import TextSearcher
from helix_lsp.index.units.units import Facts
from helix_lsp.syntax.language import language_of
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.digest import blob_id
from helix_lsp.text.visible import counted


class Extra(msgspec.Struct, frozen=True):
    """A content that is in memory only, with the paths that show it, sorted."""

    facts: Content
    paths: tuple[str, ...]


class Layer(msgspec.Struct, frozen=True):
    """`buffers`: path -> facts of the open text. `shared`: path -> id of the live stored content that the
    buffer equals.

    `moved`: stored content -> the paths that now show it, for those where that differs (none: hidden).
    `extras`: by first path.
    """

    buffers: Mapping[str, Content]
    shared: Mapping[str, int]
    moved: Mapping[int, tuple[str, ...]]
    extras: tuple[Extra, ...]

    def hidden(self) -> list[int]:
        """Stored contents that no path shows."""
        return [blob for blob, paths in self.moved.items() if not paths]


BARE = Layer({}, {}, {}, ())


def lay(base: Base, buffers: Mapping[str, Content], key_of: Callable[[str, str], int | None]) -> Layer:
    """The buffers over the base; `key_of(sha, language)` finds a stored content, live or not."""
    if not buffers:
        return BARE
    shared: dict[str, int] = {}
    moved: dict[int, set[str]] = {}
    extra: dict[tuple[str, str], list[str]] = {}

    def shown(blob: int) -> set[str]:
        if blob not in moved:
            moved[blob] = set(base.paths_of.get(blob, ()))
        return moved[blob]

    for path in sorted(buffers):
        row = base.files.get(path)
        if row is not None:
            shown(row.blob).discard(path)
    for path in sorted(buffers):
        facts = buffers[path]
        blob = _live(base, path, facts, key_of)
        if blob is None:
            extra.setdefault((facts.sha, facts.language), []).append(path)
        else:
            shared[path] = blob
            shown(blob).add(path)
    return Layer(
        buffers=dict(buffers),
        shared=shared,
        moved={
            b: tuple(sorted(paths)) for b, paths in moved.items() if paths != set(base.paths_of.get(b, ()))
        },
        extras=tuple(Extra(buffers[paths[0]], tuple(paths)) for paths in extra.values()),
    )


def hide(base: Base, layer: Layer, paths: Collection[str], key_of: Callable[[str, str], int | None]) -> Layer:
    """The layer with these visible paths shown as empty texts."""
    empty = Facts(sha=blob_id(b""), language="", outline=Outline(language=""), units=(), generated=False)
    gone = {path: empty for path in sorted(paths) if path in base.files or path in layer.buffers}
    return lay(base, {**layer.buffers, **gone}, key_of)


def _live(base: Base, path: str, facts: Content, key_of: Callable[[str, str], int | None]) -> int | None:
    row = base.files.get(path)
    if row is not None and row.sha == facts.sha and row.language == facts.language:
        return row.blob
    if not base.files:
        return None
    blob = key_of(facts.sha, facts.language)
    return blob if blob in base.paths_of else None


# What the snapshots of one generation share: the base, the reader, the text index's state, and what was
# worked out once.
#
# The text index may lag behind the facts in a process that only reads: `late` are live contents that are
# not in it, `stale` are contents in it that are not live. Both are made up for at question time, so answers
# do not depend on the lag.

Result = TypeVar("Result")
_SMALLEST = 100_000  # a smaller file without units is empty or binary, and not worth a scan


class Ground:
    """Immutable but for its memory; safe under threads (two threads may work the same thing out twice)."""

    __slots__ = (
        "__weakref__",
        "_frequencies",
        "_live",
        "_lost_text",
        "_names",
        "_paths",
        "_spelled",
        "_unread",
        "_without",
        "base",
        "late",
        "reader",
        "stale",
        "text",
    )

    def __init__(
        self,
        base: Base,
        reader: Reader,
        text: TextSearcher,
        late: frozenset[int],
        stale: frozenset[int],
        lost_text: Callable[[str], Exception],
    ) -> None:
        self.base = base
        self.reader = reader
        self.text = text
        self.late = late
        self.stale = stale
        self._lost_text = lost_text
        self._frequencies: dict[str, int] = {}
        self._live: frozenset[str] | None = None
        self._paths: tuple[str, ...] | None = None
        self._names: tuple[str, ...] | None = None
        self._spelled: dict[int, Spelled] = {}
        self._unread: Mapping[str, str] | None = None
        self._without: tuple[str, ...] | None = None

    def paths(self) -> tuple[str, ...]:
        """Stored paths, sorted."""
        if self._paths is None:
            self._paths = tuple(sorted(self.base.files))
        return self._paths

    def names(self) -> tuple[str, ...]:
        """Distinct names, sorted; remembered."""
        if self._names is None:
            self._names = tuple(
                sorted([name for _, found in self.spelled(0, LONG_NAME) for name in found.names])
            )
        return self._names

    def spelled(self, shortest: int, longest: int) -> list[tuple[int, Spelled]]:
        """(length, its names) for every length in this range, LONG_NAME being the last; remembered."""
        lengths = range(max(0, shortest), min(longest, LONG_NAME) + 1)
        missing = [length for length in lengths if length not in self._spelled]
        if missing:
            found = self.reader.spelled(missing[0], missing[-1])
            self._spelled |= {length: found.get(length, NONE) for length in missing}
        return [(length, self._spelled[length]) for length in lengths]

    def definers(self, name: str) -> int:
        """How many live contents define a name, as it is written."""
        length = bare_length(name)
        ((_, found),) = self.spelled(length, length)
        at = bisect_left(found.names, name)
        return found.counts[at] if at < len(found.names) and found.names[at] == name else 0

    def key_of(self, sha: str, language: str) -> int | None:
        """Id of a stored content; None also for one that no path refers to. The disk is asked only when the
        bytes are known.
        """
        if self._live is None:
            self._live = frozenset(row.sha for row in self.base.files.values())
        return self.reader.key_of(sha, language) if sha in self._live else None

    def without_units(self) -> tuple[str, ...]:
        """Stored, tracked paths of larger files whose content does not have units, sorted; remembered."""
        if self._without is None:
            large = [
                (p, row.blob) for p, row in self.base.files.items() if row.tracked and row.size > _SMALLEST
            ]
            empty = self.reader.without_units({blob for _, blob in large})
            self._without = tuple(sorted(p for p, blob in large if blob in empty))
        return self._without

    def unread(self, refused: Callable[[Outline], str | None]) -> Mapping[str, str]:
        """Stored paths of text by their names whose content does not have units and was refused, sorted, each with what
        `refused` says of it (None: it was not); remembered.
        """
        if self._unread is None:
            text = [(p, row.blob) for p, row in self.base.files.items() if row.size and language_of(p)]
            empty = self.reader.without_units({blob for _, blob in text})
            skeletons = {blob: self.reader.skeleton(blob) for blob in sorted(empty)}
            told = {
                b: said for b, o in skeletons.items() if o is not None and (said := refused(o)) is not None
            }
            self._unread = {p: told[blob] for p, blob in sorted(text) if blob in told}
        return self._unread

    def in_text(self, term: str) -> int:
        """Units of the text index that hold the term, remembered."""
        found = self._frequencies.get(term)
        if found is None:
            found = self.guarded(lambda: self.text.holding(term))
            self._frequencies[term] = found
        return found

    def guarded(self, read: Callable[[], Result]) -> Result:
        """What `read` gives; raises `StorageError`, and reports, when the text index cannot be read."""
        try:
            return read()
        except Damaged as error:
            raise self._lost_text(str(error)) from None


# Files of text that nobody could read as such, so that what is nowhere else may be in them.

_REFUSED = frozenset({"binary", "utf16", "too_large", "reader"})
_ENCODINGS = ("UTF-16", "UTF-32")
_SHOWN = 3


def unread(ground: Ground, layer: Layer) -> Mapping[str, str]:
    """Visible paths that are text by their names and whose content does not have a unit because it was refused whole,
    open buffers first, each part sorted; with the encoding where that is the reason, else ``.
    """
    opened = {
        path: encoding
        for path, facts in sorted(layer.buffers.items())
        if language_of(path) and not facts.units and (encoding := _refused(facts.outline)) is not None
    }
    stored = ground.unread(_refused)
    return opened | {path: encoding for path, encoding in stored.items() if path not in layer.buffers}


def but_for(left_out: Mapping[str, str], mark: str = "") -> str:
    """` (not read: a.py, b.py in UTF-16, c.py and 2 others)`, to be behind what is said to be missing; ``
    for none. `mark` is on both sides of each path and is replaced in it.
    """
    if not left_out:
        return ""
    shown = ", ".join(
        f"{mark}{path.replace(mark or chr(0), chr(39))}{mark}{f' in {encoding}' if encoding else ''}"
        for path, encoding in islice(left_out.items(), _SHOWN)
    )
    more = f" and {counted(left, 'other')}" if (left := len(left_out) - _SHOWN) > 0 else ""
    return f" (not read: {shown}{more})"


def _refused(outline: Outline) -> str | None:
    """The encoding that is not read, `` for another reason, None where the file was not refused."""
    for problem in outline.problems:
        if problem.span is None and problem.code in _REFUSED:
            return (
                next((e for e in _ENCODINGS if e in problem.message), "") if problem.code == "utf16" else ""
            )
    return None
