"""Options of the language server: processes, threads, waiting."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option
from helix_lsp.tuning.serve import ServeTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeConfig(ServeTuning):
    """Bounds of one connection. None of them is read from a repository: a client and its user own the
    connection.
    """

    companion: bool = option(True, scope="user")
    slow_workers: int = option(4, low=1, high=64, scope="user")
    diagnose_debounce_ms: int = option(50, low=0, high=60_000, scope="user")
    rescan_ms: int = option(10_000, low=100, high=3_600_000, scope="user")
