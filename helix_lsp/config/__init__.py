"""The options by their classes, each read when it is asked for: a parsing process needs one of them, and to read all
takes half of its start. What they are: `whole.py`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helix_lsp.config.align import AlignConfig
    from helix_lsp.config.ask import AskConfig
    from helix_lsp.config.cli import CliConfig
    from helix_lsp.config.control import ControlConfig
    from helix_lsp.config.drift import DriftConfig
    from helix_lsp.config.ide import IdeConfig
    from helix_lsp.config.index import IndexConfig
    from helix_lsp.config.meaning import MeaningConfig
    from helix_lsp.config.model import ModelConfig
    from helix_lsp.config.plan import PlanConfig
    from helix_lsp.config.pr import PrConfig
    from helix_lsp.config.search import SearchConfig
    from helix_lsp.config.serve import ServeConfig
    from helix_lsp.config.session import SessionConfig
    from helix_lsp.config.trees import TreesConfig
    from helix_lsp.config.verify import VerifyConfig
    from helix_lsp.config.whole import SECTIONS, Config

__all__ = [
    "AlignConfig", "AskConfig", "CliConfig", "Config", "ControlConfig", "DriftConfig", "IdeConfig", "IndexConfig", "MeaningConfig", "ModelConfig",
    "PlanConfig", "PrConfig", "SECTIONS", "SearchConfig", "ServeConfig", "SessionConfig", "TreesConfig", "VerifyConfig",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = name.removesuffix("Config").lower() if name not in ("Config", "SECTIONS") else "whole"
    found = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
    return found
