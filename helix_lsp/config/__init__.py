"""Every number and switch that decides anything, with default, unit, range, meaning and source."""

from __future__ import annotations

from dataclasses import dataclass, field

from helix_lsp.config.align import AlignConfig
from helix_lsp.config.ask import AskConfig
from helix_lsp.config.cli import CliConfig
from helix_lsp.config.evaluate import EvaluateConfig
from helix_lsp.config.index import IndexConfig
from helix_lsp.config.search import SearchConfig
from helix_lsp.config.serve import ServeConfig
from helix_lsp.config.session import SessionConfig

__all__ = [
    "AlignConfig", "AskConfig", "CliConfig", "Config", "EvaluateConfig", "IndexConfig", "SearchConfig", "ServeConfig", "SessionConfig",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The whole tree; a function receives the smallest part it needs, never this."""

    index: IndexConfig = field(default_factory=IndexConfig)
    search: SearchConfig = field(default_factory=SearchConfig)
    align: AlignConfig = field(default_factory=AlignConfig)
    ask: AskConfig = field(default_factory=AskConfig)
    serve: ServeConfig = field(default_factory=ServeConfig)
    cli: CliConfig = field(default_factory=CliConfig)
    session: SessionConfig = field(default_factory=SessionConfig)
    evaluate: EvaluateConfig = field(default_factory=EvaluateConfig)
