"""A past with what went after its newest commit: the port of history over another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from helix_lsp.align.drift.history import Dropped, Gone, History, Introduced, Left, PathGone
from helix_lsp.history.successor import Successor, successor_of

HERE = "your edits"  # is where a commit's first ten characters stand
NOW = 1 << 40  # later than every commit


class LaterHistory:
    """`past` is what git knows; `names` and `paths` went later, with `HERE` for their commit, and `became`
    says what took their place. All are read anew with every question.
    """

    def __init__(
        self,
        past: History,
        names: Mapping[str, Sequence[Gone]],
        paths: Mapping[str, PathGone],
        became: Sequence[Successor] = (),
    ) -> None:
        self.past = past
        self._names, self._lost, self._successors = names, paths, became

    @property
    def known(self) -> bool:
        """As the past."""
        return self.past.known

    @property
    def missed(self) -> str:
        """As the past."""
        return self.past.missed

    def gone(self, name: str) -> tuple[Gone, ...]:
        """What went later first: it is the newest."""
        return (*self._names.get(name, ()), *self.past.gone(name))

    def left(self, path: str, name: str) -> Gone | None:
        """As the past."""
        return self.past.left(path, name)

    def became(self, name: str, gone: Gone) -> Successor | None:
        """As the past, but for what went later."""
        return self._became_later(name, gone) if gone.commit == HERE else self.past.became(name, gone)

    def _became_later(self, name: str, gone: Gone) -> Successor | None:
        return successor_of(name, gone.path, self._successors)

    def committed(self, path: str) -> bytes | None:
        """As the past."""
        return self.past.committed(path)

    def path_gone(self, path: str) -> PathGone | None:
        """Removed later, else as the past."""
        return self._lost.get(path) or self.past.path_gone(path)

    def ended(self, tail: str) -> str:
        """As the past."""
        return self.past.ended(tail)

    def dropped(self, thing: str) -> Dropped | None:
        """As the past."""
        return self.past.dropped(thing)

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        """As the past."""
        return self.past.introduced(document, text, gone)

    def is_before(self, since: Introduced, gone: Left) -> bool:
        """As the past, which is before what went later."""
        return gone.commit == HERE or self.past.is_before(since, gone)

    def message(self, commit: str) -> str:
        """As the past; nothing is said of what is not a commit."""
        return "" if commit == HERE else self.past.message(commit)
