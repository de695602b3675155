"""The past with what nobody has committed yet: names and paths that went on the disk are known to have gone,
after every commit.

The History port over another one; what it adds comes from a compared change (`compare`), so that a rename
before any commit is a witness, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from helix_lsp.align.delta.compare import FileDelta
from helix_lsp.align.drift.history import Gone, History, PathGone
from helix_lsp.align.drift.later import HERE, NOW, LaterHistory


class UncommittedHistory(LaterHistory):
    """`past` is what git knows; `deltas` the compared change from the checked-out commit to the disk."""

    def __init__(self, past: History, deltas: Iterable[FileDelta]) -> None:
        gone: dict[str, list[Gone]] = defaultdict(list)
        paths: dict[str, PathGone] = {}
        deltas = tuple(deltas)
        super().__init__(past, gone, paths, tuple(s for d in deltas for s in d.successors))
        alive = {s.name for d in deltas for s in d.outline.symbols}
        for delta in deltas:
            file = delta.file
            if file.status in ("removed", "renamed"):
                paths[file.old_path] = PathGone(
                    commit=HERE, time=NOW, moved=file.path if file.status == "renamed" else ""
                )
            if delta.surface.test or delta.surface.example:
                continue
            for one in delta.parts:
                old = one.old
                if (
                    old is None
                    or not old.is_definition
                    or old.name in alive
                    or one.status not in ("removed", "renamed")
                ):
                    continue
                owner = old.parent.rpartition(".")[2]
                gone[old.name].append(Gone(commit=HERE, time=NOW, path=old.path, defined=True, owner=owner))
