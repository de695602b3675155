"""What some commits took away, as it is kept: rows by name, and what a name became. Pure work on patches, in whichever process.

Notes of successive stretches of a history, put together in their order, are those of the whole: a name keeps its newest rows, and of those
that do not fit the first definition, where none of the kept ones is one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from helix_lsp.session.changes import Commit, names_gone, read_commits
from helix_lsp.session.successor import successors

Row = tuple[str, int, str, bool, str, str, bool]  # commit, time, path, defined, what it became, owner, whether that came with the commit


class Notes(msgspec.Struct, array_like=True):
    """`names` are the rows of each name that went, newest first; `became` the newest successor of a name, also of one that is kept."""

    names: dict[str, list[Row]]
    became: dict[str, str]


def notes_of(patches: bytes, most: int, check: Callable[[], None]) -> Notes:
    """Of patches as `git log` prints them, newest first, `most` rows to a name; `check` is asked at each commit and may raise."""
    found = Notes({}, {})
    for commit in read_commits(patches):
        check()
        _note(commit, found, most)
    return found


def add_older(found: Notes, older: Notes, most: int) -> None:
    """Puts the notes of the commits that come next, which are older, behind those that are there."""
    for name, rows in older.names.items():
        _append(found.names.setdefault(name, []), rows, most)
    for name, new in older.became.items():
        found.became.setdefault(name, new)


def _note(commit: Commit, found: Notes, most: int) -> None:
    became, came = successors(commit), {one.name for one in commit.came}
    for name, gone in names_gone(commit):
        new = became.get(name, "") if gone.defined else ""
        row = (gone.commit, gone.time, gone.path, gone.defined, new, gone.owner, new in came)
        _append(found.names.setdefault(name, []), (row,), most)
    for name, new in became.items():
        found.became.setdefault(name, new)


def _append(rows: list[Row], more: Sequence[Row], most: int) -> None:
    for row in more:
        if len(rows) < most:
            rows.append(row)
        elif row[3] and not any(r[3] for r in rows):
            rows[-1] = row
