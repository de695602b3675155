"""What each process of the program would read and work out again, done once in the process that is forked."""

from __future__ import annotations

import inspect
import sys
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import helix_lsp
from helix_lsp.config import IndexConfig
from helix_lsp.index.store.schema import extractor_version
from helix_lsp.lsp.strict import read_types
from helix_lsp.syntax.parse import LANGUAGES, grammar_of

_NOT_READ = "helix_lsp.mcp", "helix_lsp.__main__"  # what an MCP door reads is read when one is asked for
_ALSO = (
    "platformdirs.unix",
    "rapidfuzz.distance",
    "rapidfuzz.fuzz",
    "rapidfuzz.process",
    "pygls.progress",
    "resource",
)
_OF_THE_MACHINE = "installed", "vocabulary", "sweep", "_registry"
"""Functions without parameters that are worked out once in a process from what this machine has."""


def warm() -> None:
    """Reads what the program reads while it runs, and works out what is the same in each process: the patterns, tables
    and grammars, and the tree of the command line.
    """
    read_types()
    for module in walk_packages(helix_lsp.__path__, "helix_lsp."):
        if not module.name.startswith(_NOT_READ):
            import_module(module.name)
    for name in _ALSO:
        import_module(name)
    for name in LANGUAGES:
        grammar_of(name)
    extractor_version(IndexConfig())
    for worked_out in _constants():
        worked_out()


def _constants() -> list[Any]:
    """The functions of the package without parameters whose result is kept."""
    modules = [module for name, module in sys.modules.items() if name.startswith("helix_lsp.")]
    held = {
        id(value): value
        for module in modules
        for value in vars(module).values()
        if hasattr(value, "cache_clear")
    }
    return [
        value
        for value in held.values()
        if not inspect.signature(value).parameters and value.__name__ not in _OF_THE_MACHINE
    ]
