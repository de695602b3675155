"""When references were first written: asked of history once each, and at most so many in a run."""

from __future__ import annotations

from helix_lsp.align.drift.history import History, Introduced, Left
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.verdict import AFTER, BEFORE, UNDATED, WHOLE


class Asked:
    """Mutable, for one run. Beyond `most` questions the answer is UNDATED, which no rule takes for a witness."""

    def __init__(self, history: History, most: int) -> None:
        self._history, self._left = history, most
        self._known: dict[tuple[str, str], Introduced | None] = {}

    def written(self, ref: DocReference, gone: Left) -> str:
        """When the name (else the target) of a reference came into its document, against the commit in which
        what it names went: BEFORE, AFTER, UNDATED, or WHOLE where it came with its whole document, whose text
        may be older.
        """
        key = (ref.path, ref.name.last if ref.name is not None else ref.target)
        if key not in self._known:
            self._left -= 1
            self._known[key] = self._history.introduced(*key, gone) if self._left >= 0 else None
        since = self._known[key]
        if since is None:
            return UNDATED
        if self._history.is_before(since, gone):
            return BEFORE
        return WHOLE if since.whole and since.commit != gone.commit else AFTER
