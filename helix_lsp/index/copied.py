"""One committed state of a facts file, copied while another process may write it: SQLite's own backup."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from helix_lsp.index.schema import APPLICATION_ID, SCHEMA

_PAGES = 4_096  # copied between two looks at who else waits; chosen by hand, not measured
_WAIT = 0.5  # seconds for a source that is being committed


def copy_facts(source: str, target: str) -> bool:
    """From one `file:` URI to another, which names no file yet. False when the source is not facts file of
    this version or cannot be read.

    What then is at the target is the caller's to remove.
    """
    try:
        with (
            closing(sqlite3.connect(f"{source}?mode=ro", uri=True, timeout=_WAIT)) as theirs,
            closing(sqlite3.connect(f"{target}?mode=rwc", uri=True, timeout=_WAIT)) as ours,
        ):
            marks = [
                theirs.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
            ]
            if marks != [APPLICATION_ID, SCHEMA]:
                return False
            theirs.backup(ours, pages=_PAGES)
    except sqlite3.Error:
        return False
    return True
