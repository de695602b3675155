"""Bytes of a JSON file as plain data, or one problem with its line and what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from helix_lsp.text.data_file import BrokenData, read_json, read_text


def read_object(path: str, data: bytes) -> tuple[Mapping[str, object] | None, str, str]:
    """(object, text, problem): the problem is `` exactly when the object is there. A byte-order mark is no
    fault.
    """
    text = ""
    try:
        text = read_text(data)
        found: object = read_json(text)
    except BrokenData as error:
        return None, text, error.at(path, "mend it, it is left out")
    if not isinstance(found, dict):
        return None, text, f"{path}:1: must be a JSON object; it is left out"
    return cast("Mapping[str, object]", found), text, ""
