"""Every setting that a user has a reason to choose, with default, unit, range, meaning and source.

Each class inherits the numbers of its subject that nobody sets from `tuning/`; `SECTIONS` is the order in
which users meet the options.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

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
from helix_lsp.tuning.questions import EvaluateTuning
from helix_lsp.tuning.record import record

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


@record
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


# Every option under the name that users write, every tuning value under its place, and which names are old.


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """A field of `Config` as declared: its default, its metadata and its place (`align.shown_usages`). A tuning value
    does not have metadata. What both mean: `options.toml` and `tuning/sources.toml`.
    """

    default: object
    metadata: Mapping[str, Any]
    place: str


@cache
def declared() -> Mapping[str, Declared]:
    """Every option by its name, in the order of `SECTIONS`."""
    found = {
        one.metadata["named"] or one.place: one for one in _fields(Config) if "repository" in one.metadata
    }
    order = list(SECTIONS)
    return dict(sorted(found.items(), key=lambda pair: order.index(pair[0].partition(".")[0])))


@cache
def tuning() -> Mapping[str, Declared]:
    """Every tuning value by its place."""
    return {one.place: one for one in _fields(Config) if "repository" not in one.metadata}


@cache
def renamed() -> Mapping[str, str]:
    """The name of an option by the name that it had before ADR 0011, which is the place of its field."""
    return {one.place: name for name, one in declared().items() if one.place != name}


def _fields(kind: type, prefix: str = "") -> Iterator[Declared]:
    sample = kind()
    for item in dataclasses.fields(kind):
        value = getattr(sample, item.name)
        if dataclasses.is_dataclass(value):
            yield from _fields(type(value), f"{prefix}{item.name}.")
        elif "data" not in item.metadata:  # of the repository (topics): neither option nor tuning
            yield Declared(default=value, metadata=item.metadata, place=prefix + item.name)
