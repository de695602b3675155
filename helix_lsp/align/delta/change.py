"""The Change port: two states of a repository as bytes, file by file. The core compares them and never asks
git or the disk.

`session/history/change.py` makes it. Order of files: by path of the newer side (of the older where the file went).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec

Status = Literal["added", "modified", "removed", "renamed", "mode"]
How = Literal["merge_base", "first_parent", "given", "head_commit", "empty_tree"]


class ChangedFile(msgspec.Struct, frozen=True, kw_only=True):
    """One file of which the two sides differ. `old_path` is another than `path` only where it was renamed.

    Modes are git's six digits, `` on a side that is not there. `before` and `after` are its bytes, None on a
    side that is not there or was not read; then `left_out` says why (`binary`, `too large`, ...). `size` is
    of the newer side in bytes, of the older where it went; -1: not known.
    `line_ends`: nothing but the ends of lines differs.
    """

    path: str
    old_path: str
    status: Status
    old_mode: str = ""
    mode: str = ""
    before: bytes | None = None
    after: bytes | None = None
    size: int = -1
    left_out: str = ""
    line_ends: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One end of a change. `commit` is its full id, `` for the tree before the first commit; `name` as a
    person says it.

    `on_disk`: what is on the disk now on top of `commit`.
    """

    commit: str
    name: str
    on_disk: bool = False


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """`how` says how the base was chosen, `against` the branch it was chosen by (`` for none).

    `checked_out` is the commit that the disk is on; `commits` those from base to head, newest first,
    `more_commits` that there are others.
    `uncommitted`: files on the disk differ from that commit.
    `more_files` changed beyond those in `files`; `line_ends` files that differ on the disk in nothing but
    line ends, which are not listed.
    """

    base: Side
    head: Side
    how: How
    against: str
    files: tuple[ChangedFile, ...]
    checked_out: str = ""
    commits: tuple[str, ...] = ()
    more_commits: bool = False
    uncommitted: bool = False
    more_files: int = 0
    line_ends: int = 0
