"""Which ranker orders the results of one index: the promoted one, or what the user's environment names for a
trial.

`AGI_ROUTER_ADAPTER` chooses for every search and `AGI_ANSWERER_ADAPTER` for answers, `baseline` or
`candidate`; anything else is the promoted one. What is kept is read again when its state file changes.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from helix_lsp.search.ranking.learned import Learned, LearnedSearch
from helix_lsp.session.learn import STATE

if TYPE_CHECKING:
    from helix_lsp.config import Config

BASELINE, CANDIDATE = "baseline", "candidate"
_Sign = tuple[int, int, int] | None


class InForce:
    """Of one index folder; costs one look at a file where nothing was learned."""

    def __init__(self, directory: str, config: Config) -> None:
        self._directory, self._config = directory, config
        self._known: dict[str, tuple[_Sign, Learned | None, str]] = {}

    def config(self, adapter: str) -> Config:
        """The options with the ranker that is in force, or that the adapter names."""
        ranker = self._ranker(adapter)[0]
        cfg = self._config
        return cfg if ranker is None else replace(cfg, search=LearnedSearch.of(cfg.search, ranker))

    def problems(self) -> tuple[str, ...]:
        """Why a kept ranker is not used, () where it is or there is none."""
        problem = self._ranker("")[1]
        return (problem,) if problem else ()

    def _ranker(self, adapter: str) -> tuple[Learned | None, str]:
        if not self._config.search.learned or adapter == BASELINE:
            return None, ""
        wanted = CANDIDATE if adapter == CANDIDATE else ""
        sign = self._sign()
        if sign is None:
            return None, ""
        known = self._known.get(wanted)
        if known is None or known[0] != sign:
            from helix_lsp.session.learn.store import LearnedStore  # most repositories have taught nothing

            store = LearnedStore(self._directory, self._config.search)
            ranker = store.candidate() if wanted else store.active()
            known = self._known[wanted] = (sign, ranker, store.problem)
        return known[1], known[2]

    def _sign(self) -> _Sign:
        try:
            seen = os.stat(os.path.join(self._directory, STATE), follow_symlinks=False)
        except OSError:
            return None
        return seen.st_mtime_ns, seen.st_size, seen.st_ino
