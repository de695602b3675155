"""Reads the params of our own requests: plain dicts, each field checked, unknown fields let be. Raises
BadParams naming the field.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from lsprotocol import types

from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.progress import Token

Kind = TypeVar("Kind")


def required(params: Mapping[str, Any], name: str, kind: type[Kind]) -> Kind:
    """A field that must be there."""
    value = optional(params, name, kind)
    if value is None:
        raise BadParams(f"`{name}` is missing")
    return value


def optional(params: Mapping[str, Any], name: str, kind: type[Kind]) -> Kind | None:
    """A field that may be absent or null."""
    value = params.get(name)
    if value is None:
        return None
    if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
        raise BadParams(f"`{name}` must be a {_NAMES[kind]}")
    return value


def document_uri(params: Mapping[str, Any]) -> str | None:
    """`textDocument.uri`; None without a `textDocument`."""
    document = cast("dict[str, Any] | None", optional(params, "textDocument", dict))
    return None if document is None else required(document, "uri", str)


def position(params: Mapping[str, Any]) -> types.Position | None:
    """`position`; None without."""
    found = cast("dict[str, Any] | None", optional(params, "position", dict))
    if found is None:
        return None
    line, character = (required(found, name, int) for name in ("line", "character"))
    if line < 0 or character < 0:
        raise BadParams("`position` must not be negative")
    return types.Position(line=line, character=character)


def token(params: Mapping[str, Any], name: str) -> Token | None:
    """A progress token: integer or string."""
    value = params.get(name)
    if value is None or (isinstance(value, int | str) and not isinstance(value, bool)):
        return value
    raise BadParams(f"`{name}` must be an integer or a string")


_NAMES: dict[type, str] = {str: "string", int: "number", bool: "boolean", dict: "object", list: "list"}
