"""Every setting that a user has a reason to choose, with default, unit, range, meaning and source.

Each class inherits the numbers of its subject that nobody sets from `tuning/`; `SECTIONS` is the order in
which users meet the options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from helix_lsp.config.documents import (
    AlignConfig,
    DriftConfig,
    IdeConfig,
    PrConfig,
    TreesConfig,
    VerifyConfig,
)
from helix_lsp.config.index import IndexConfig
from helix_lsp.config.questions import (
    AskConfig,
    ControlConfig,
    MeaningConfig,
    ModelConfig,
    PlanConfig,
    SearchConfig,
)
from helix_lsp.config.server import CliConfig, ServeConfig, SessionConfig
from helix_lsp.tuning.evaluate import EvaluateTuning

SECTIONS: Mapping[str, str] = {
    "model": "Model",
    "index": "What is indexed",
    "ask": "Answers",
    "search": "Search",
    "meaning": "Order by meaning",
    "hover": "Hovers",
    "ide": "Diagnostics, lenses and lists in the editor",
    "drift": "Stale documents",
    "verify": "Checks of statements",
    "trees": "Knowledge trees",
    "align": "Documents tied to code",
    "pr": "Explained changes",
    "privacy": "What is kept on this machine",
    "serve": "Server",
    "cli": "Batches on the command line",
}
"""The first part of an option's name and what users call it, in the order in which references and editors show them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The whole tree; a function receives the smallest part it needs, never this."""

    index: IndexConfig = field(default_factory=IndexConfig)
    search: SearchConfig = field(default_factory=SearchConfig)
    align: AlignConfig = field(default_factory=AlignConfig)
    drift: DriftConfig = field(default_factory=DriftConfig)
    ask: AskConfig = field(default_factory=AskConfig)
    plan: PlanConfig = field(default_factory=PlanConfig)
    control: ControlConfig = field(default_factory=ControlConfig)
    trees: TreesConfig = field(default_factory=TreesConfig)
    verify: VerifyConfig = field(default_factory=VerifyConfig)
    model: ModelConfig = field(default_factory=ModelConfig)
    meaning: MeaningConfig = field(default_factory=MeaningConfig)
    ide: IdeConfig = field(default_factory=IdeConfig)
    serve: ServeConfig = field(default_factory=ServeConfig)
    cli: CliConfig = field(default_factory=CliConfig)
    session: SessionConfig = field(default_factory=SessionConfig)
    evaluate: EvaluateTuning = field(default_factory=EvaluateTuning)
    pr: PrConfig = field(default_factory=PrConfig)
