"""What the snapshots of one generation share: the base, the reader, the text index's state, and what was
worked out once.

The text index may lag behind the facts in a process that only reads: `late` are live contents that are not in
it, `stale` are contents in it that are not live. Both are made up for at question time, so answers do not
depend on the lag.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from typing import TypeVar

from helix_lsp.index.names.keys import LONG_NAME, bare_length
from helix_lsp.index.store.base import Base
from helix_lsp.index.store.reader import Reader
from helix_lsp.index.store.refusal import Damaged
from helix_lsp.index.store.spelled import NONE, Spelled
from helix_lsp.index.store.text_index import TextSearcher
from helix_lsp.syntax.language import language_of
from helix_lsp.syntax.outline import Outline

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
