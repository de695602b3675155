"""What some commits took away, as it is kept: rows by name. Pure work on patches, in whichever process.

Notes of successive stretches of a history, put together in their order, are those of the whole: a name keeps
its newest rows, and of those that do not fit the first definition, where none of the kept ones is one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from helix_lsp.session.changes import Commit, names_gone, read_commits

Row = tuple[str, int, str, bool, str]  # commit, time, path, defined, owner


class Notes(msgspec.Struct, array_like=True):
    """`names` are the rows of each name that went, newest first."""

    names: dict[str, list[Row]]


def notes_of(patches: bytes, most: int, check: Callable[[], None]) -> Notes:
    """Of patches as `git log` prints them, newest first, `most` rows to a name; `check` is asked at each
    commit and may raise.
    """
    found = Notes({})
    for commit in read_commits(patches):
        check()
        _note(commit, found, most)
    return found


def add_older(found: Notes, older: Notes, most: int) -> None:
    """Puts the notes of the commits that come next, which are older, behind those that are there."""
    for name, rows in older.names.items():
        _append(found.names.setdefault(name, []), rows, most)


def _note(commit: Commit, found: Notes, most: int) -> None:
    for name, gone in names_gone(commit):
        _append(
            found.names.setdefault(name, []),
            ((gone.commit, gone.time, gone.path, gone.defined, gone.owner),),
            most,
        )


def _append(rows: list[Row], more: Sequence[Row], most: int) -> None:
    for row in more:
        if len(rows) < most:
            rows.append(row)
        elif row[3] and not any(r[3] for r in rows):
            rows[-1] = row


def main(most: int) -> None:
    """What a process runs that takes patches apart: frames as in `session/worker.py`, `[``, patches]` in and
    `[packed notes, ``, ``]` out, until stdin ends; `most` rows are kept of each name.
    """
    from helix_lsp.session.worker import serve

    def answer(_path: str, patches: bytes) -> tuple[bytes | None, str, str]:
        try:
            return msgspec.msgpack.encode(notes_of(patches, most, lambda: None)), "", ""
        except Exception:  # noqa: BLE001  the reader takes it apart itself, and sees why
            return None, "", "failed"

    serve(lambda _options: answer)
