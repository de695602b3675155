"""Options of the command line."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option


@dataclass(frozen=True, slots=True, kw_only=True)
class CliConfig:
    """Limits of the batch mode."""

    batch_roots: int = option(
        8,
        "Workspaces that a batch keeps open at once; the one unused for longest is closed.",
        unit="workspaces",
        low=1,
        high=200,
        scope="user",
        source="a batch that visits its roots in turn needs one; eight are 1 GB at the very most",
    )
    batch_fresh_seconds: float = option(
        2.0,
        "A batch looks at the files of a root again when its last look is older than this.",
        unit="seconds",
        low=0.0,
        high=3_600.0,
        scope="user",
        source="equal to the racy window of git; a look at 78,311 files takes 0.25 s, measured",
    )
    batch_line_bytes: int = option(
        1_000_000,
        "A longer request line is refused, and the batch goes on.",
        unit="bytes",
        low=1_000,
        high=64_000_000,
        scope="user",
        source="ten times the longest question that is allowed by default",
    )
