"""Reads `lsprotocol.types` without what nobody uses of its 554 classes: the methods that print and compare,
and the source of those that are left.

They are made when the module is read, so this is also a third of the processor time before `initialize` is
answered. Whoever imports the module first without this gets the whole of it, and everything works the same.
"""

from __future__ import annotations

import importlib
import linecache
import sys
from typing import Any

import attrs

_NAME = "lsprotocol.types"
_UNUSED: dict[str, Any] = {"repr": False, "eq": False, "match_args": False, "getstate_setstate": False}


def read_types() -> None:
    """Before anything else imports the module; while no other thread makes classes with attrs."""
    if _NAME in sys.modules:
        return
    module: Any = attrs
    define = module.define

    def lean(maybe: type | None = None, **said: Any) -> Any:
        return define(maybe, **{**said, **_UNUSED})

    module.define = lean
    try:
        importlib.import_module(_NAME)
    finally:
        module.define = define
    linecache.clearcache()
