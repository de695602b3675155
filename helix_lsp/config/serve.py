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

    companion: bool = option(
        True,
        "Index and answer questions in a second process, so that a hover waits for neither. Without it everything is in one.",
        scope="user",
        source="measured: threads of one interpreter take turns, and a hover beside four questions and an index had a sixth of it",
    )
    slow_workers: int = option(
        4,
        "Threads for questions.",
        unit="threads",
        low=1,
        high=64,
        scope="user",
        source="holds the load of bench/reliability.py, G7; chosen by hand",
    )
    diagnose_debounce_ms: int = option(
        50,
        "Quiet time after an edit before documents that may mention what changed are checked again.",
        unit="milliseconds",
        low=0,
        high=60_000,
        scope="user",
        source="300 ms from an edit to the diagnostics, this wait included (bench/drift_edits.py)",
    )
    rescan_ms: int = option(
        10_000,
        "How often the disk is looked at unasked when the client does not watch it; less often where a look takes long.",
        unit="milliseconds",
        low=100,
        high=3_600_000,
        scope="user",
        source="chosen by hand, not measured",
    )
