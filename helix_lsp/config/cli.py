"""Options of the command line."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option
from helix_lsp.tuning.cli import CliTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class CliConfig(CliTuning):
    """Read by the batch mode and by `resident`."""

    batch_roots: int = option(8, low=1, high=200, scope="user")
    resident_start: bool = option(False, scope="user")
    resident_idle_seconds: float = option(1_800.0, low=1.0, high=604_800.0, scope="user")
