"""A first index from that of another work tree of the same repository: rows belong to contents, so what both
trees hold is not read again.

A copy, not a share: each folder keeps its own writer, its own generations and its own life. The source may be
written meanwhile. Its facts are copied in one committed state. Its text index goes first, so that it is never
ahead of the facts, and counts only when no commit came between: its files never change, and one list names
those of a commit. What the text lacks is replayed from the log, as after any interrupted commit.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

from helix_lsp.index.store.copied import copy_facts
from helix_lsp.index.store.folder import Folder

_LIST = "meta.json"
_NEW = ".new"


def borrow(source: str, target: str) -> bool:
    """Make the index in `target` a copy of the one in `source`; the caller holds the target's lock. False,
    with nothing there, when it cannot be.

    A target that has an index already is left alone.
    """
    theirs, ours = Folder(source), Folder(target)
    if ours.identity() is not None or ours.has_text() or theirs.identity() is None:
        return False
    facts, text = ours.facts + _NEW, ours.text + _NEW
    try:
        _clear(facts, text)
        if not (
            _copy_text(Path(theirs.text), Path(text))
            and copy_facts(Path(theirs.facts).as_uri(), Path(facts).as_uri())
        ):
            return False
        os.replace(text, ours.text)
        os.replace(facts, ours.facts)  # last: without facts there is no index
    except OSError:
        shutil.rmtree(ours.text, ignore_errors=True)
        return False
    finally:
        with contextlib.suppress(OSError):
            _clear(facts, text)
    return True


def _copy_text(source: Path, target: Path) -> bool:
    """True when the copy is one commit."""
    before = (source / _LIST).read_bytes()
    target.mkdir(mode=0o700)
    for entry in sorted(source.iterdir()):
        if (
            not entry.name.endswith(".lock")
            and entry.name != _LIST
            and entry.is_file()
            and not entry.is_symlink()
        ):
            with contextlib.suppress(FileNotFoundError):  # of an older commit, swept away meanwhile
                shutil.copyfile(entry, target / entry.name)
    (target / _LIST).write_bytes(before)
    return (source / _LIST).read_bytes() == before


def _clear(facts: str, text: str) -> None:
    for tail in ("", "-journal", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(facts + tail)
    shutil.rmtree(text, ignore_errors=True)
