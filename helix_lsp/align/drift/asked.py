"""When references were first written: asked of history once each, and at most so many in a run."""

from __future__ import annotations

from helix_lsp.align.drift.history import History, Introduced
from helix_lsp.align.drift.reference import DocReference


class Asked:
    """Mutable, for one run. Beyond `most` questions the answer is None, which no rule takes for a witness."""

    def __init__(self, history: History, most: int) -> None:
        self._history, self._left = history, most
        self._known: dict[tuple[str, str], Introduced | None] = {}

    def written(self, ref: DocReference, before: int) -> Introduced | None:
        """When the name (else the target) of a reference came into its document."""
        key = (ref.path, ref.name.last if ref.name is not None else ref.target)
        if key not in self._known:
            self._left -= 1
            self._known[key] = self._history.introduced(*key, before) if self._left >= 0 else None
        return self._known[key]
