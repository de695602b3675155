"""Options of the command line."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option
from helix_lsp.tuning.cli import CliTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class CliConfig(CliTuning):
    """Read by the batch mode and by `resident`."""

    batch_roots: int = option(
        8,
        "Workspaces that a batch keeps open at once; the one unused for longest is closed.",
        unit="workspaces",
        low=1,
        high=200,
        scope="user",
        source="a batch that visits its roots in turn needs one; eight are 1 GB at the very most",
    )
    resident_start: bool = option(
        False,
        "The first command that a resident process would serve starts one, for those that follow.",
        scope="user",
        source="a process that stays is for the user to want",
    )
    resident_idle_seconds: float = option(
        1_800.0,
        "A resident process ends when nobody has asked for so long.",
        unit="seconds",
        low=1.0,
        high=604_800.0,
        scope="user",
        source="longer than the pauses of one sitting; a start costs about two seconds of a processor",
    )
