"""The options by their classes, each read when it is asked for: a parsing process needs one of them, and to read all
takes half of its start. What they are: `whole.py`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
    from helix_lsp.config.whole import SECTIONS, Config

__all__ = [
    "AlignConfig", "AskConfig", "CliConfig", "Config", "ControlConfig", "DriftConfig", "IdeConfig", "IndexConfig", "MeaningConfig", "ModelConfig",
    "PlanConfig", "PrConfig", "SECTIONS", "SearchConfig", "ServeConfig", "SessionConfig", "TreesConfig", "VerifyConfig",
]  # fmt: skip

_MODULES = {
    "documents": ("AlignConfig", "DriftConfig", "IdeConfig", "PrConfig", "TreesConfig", "VerifyConfig"),
    "index": ("IndexConfig",),
    "questions": ("AskConfig", "ControlConfig", "MeaningConfig", "ModelConfig", "PlanConfig", "SearchConfig"),
    "server": ("CliConfig", "ServeConfig", "SessionConfig"),
    "whole": ("Config", "SECTIONS"),
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = next(module for module, names in _MODULES.items() if name in names)
    found = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
    return found
