"""How fresh the evidence behind an answer is (law I10)."""

from __future__ import annotations

from typing import Literal

import msgspec

Doing = Literal["", "checking", "reading"]
State = Literal["fresh", "checking", "reading", "behind"]
_PART = 5  # with more than one file in so many unread, what was found and what was not says nothing yet; chosen by hand


class Freshness(msgspec.Struct, frozen=True, kw_only=True):
    """`behind` counts files known to have changed and not yet indexed, of the `files` that the last look at
    the disk found (0: nobody has looked). `unsaved` counts open buffers whose text is not that of the disk.

    `fresh` is True when nothing is behind, the last look at the disk was complete, and nothing says that the
    disk changed since; `reason` says in words why not, `doing` what is being done about it: the disk is
    compared with the index, or files are read.
    """

    generation: int
    fresh: bool
    behind: int
    unsaved: int
    reason: str
    files: int = 0
    doing: Doing = ""

    @property
    def state(self) -> State:
        """`behind`: not fresh, and this process does nothing about it just now."""
        return "fresh" if self.fresh else self.doing or "behind"

    @property
    def provisional(self) -> bool:
        """True while nothing was ever indexed, or more than a fifth of the files is not in the index: then an
        answer does not have a verdict.

        An open document is seen before the first look at the disk; that it is all there is, nobody knows yet.
        """
        return not self.fresh and (not self.generation or self.behind * _PART > self.files)

    @property
    def read(self) -> int:
        """How many of the `files` an answer could look at."""
        return max(0, self.files - self.behind)
