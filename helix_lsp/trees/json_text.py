"""Bytes of a JSON file as plain data, or one problem with its line and what to do."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast


def read_object(path: str, data: bytes) -> tuple[Mapping[str, object] | None, str, str]:
    """(object, text, problem): the problem is `` exactly when the object is there. A byte-order mark is no
    fault.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return None, "", f"{path}:{line}: not UTF-8; save it as UTF-8, it is left out"
    try:
        found: object = json.loads(text, parse_constant=_refused)
    except json.JSONDecodeError as error:
        return (
            None,
            text,
            f"{path}:{error.lineno}: broken JSON ({error.msg}, column {error.colno}); mend it, it is left out",
        )
    except (ValueError, RecursionError):
        return (
            None,
            text,
            f"{path}:1: no plain JSON (NaN, Infinity, a number too long, or nested too deeply); mend it, it is left out",
        )
    if not isinstance(found, dict):
        return None, text, f"{path}:1: must be a JSON object; it is left out"
    return cast("Mapping[str, object]", found), text, ""


def _refused(word: str) -> float:
    raise ValueError(word)
