"""The past with what nobody has committed yet: names and paths that went on the disk are known to have gone, after every commit.

The History port over another one; what it adds comes from a compared change (`compare`), so that a rename before any commit is a witness, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from helix_lsp.align.delta.compare import FileDelta
from helix_lsp.align.drift.edits import HERE
from helix_lsp.align.drift.history import Gone, History, Introduced, PathGone

_NOW = 1 << 40  # later than every commit


class UncommittedHistory:
    """`past` is what git knows; `deltas` the compared change from the checked-out commit to the disk."""

    def __init__(self, past: History, deltas: Iterable[FileDelta]) -> None:
        self._past = past
        self._gone: dict[str, list[Gone]] = defaultdict(list)
        self._paths: dict[str, PathGone] = {}
        deltas = tuple(deltas)
        alive = {s.name for d in deltas for s in d.outline.symbols}
        for delta in deltas:
            file = delta.file
            if file.status in ("removed", "renamed"):
                self._paths[file.old_path] = PathGone(commit=HERE, time=_NOW, moved=file.path if file.status == "renamed" else "")
            if delta.surface.test or delta.surface.example:
                continue
            for one in delta.parts:
                old = one.old
                if old is None or not old.is_definition or old.name in alive or one.status not in ("removed", "renamed"):
                    continue
                to = one.new.name if one.new is not None else ""
                owner = old.parent.rpartition(".")[2]
                self._gone[old.name].append(Gone(commit=HERE, time=_NOW, path=old.path, defined=True, renamed=to, owner=owner, fresh=True))

    @property
    def known(self) -> bool:
        """As the past."""
        return self._past.known

    def gone(self, name: str) -> tuple[Gone, ...]:
        """What went on the disk first: it is the newest."""
        return (*self._gone.get(name, ()), *self._past.gone(name))

    def path_gone(self, path: str) -> PathGone | None:
        """Removed on the disk, else as the past."""
        return self._paths.get(path) or self._past.path_gone(path)

    def introduced(self, document: str, text: str, before: int) -> Introduced | None:
        """As the past."""
        return self._past.introduced(document, text, before)

    def added(self, commit: str) -> tuple[tuple[str, str], ...]:
        """What is no commit yet added nothing that is known."""
        return () if commit == HERE else self._past.added(commit)

    def message(self, commit: str) -> str:
        """As the past; nothing is said of what is no commit."""
        return "" if commit == HERE else self._past.message(commit)
