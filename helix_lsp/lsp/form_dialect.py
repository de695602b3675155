"""How clients and servers say that they know forms (`command/resolve`). The names have changed twice, so they
all are here.

    newest   client `interactiveResolve.inputTypes`, server `{ kinds: ["command"] }`, answers `{ id, value }`
    older    client `interactiveInputTypes`, server `["command"]`, answers by place

Source: gopls, doc/design/integrating-interactive-refactoring.md; golang/go#76331;
microsoft/language-server-protocol#1164.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from helix_lsp.lsp.client import Client

_NEWEST = "experimental.interactiveResolve.inputTypes"
_OLDER = "experimental.interactiveInputTypes"


def input_types(client: Client) -> frozenset[str]:
    """What the client can ask a person for; empty when it shows no forms."""
    named = cast("list[object]", client.listed(_NEWEST) or client.listed(_OLDER))
    return frozenset(name for name in named if isinstance(name, str))


def provider(client: Client) -> dict[str, Any]:
    """What goes under `experimental` of the server's capabilities; nothing for a client that shows no forms."""
    if not input_types(client):
        return {}
    return {"interactiveResolveProvider": {"kinds": ["command"]} if client.listed(_NEWEST) else ["command"]}


def answer_to(field: str, answers: list[Any]) -> Any:
    """What was answered to a field, None when it was not. Each of our forms has one field, so an answer by
    place is the first, and taken.
    """
    for one in cast("list[object]", answers):
        if not isinstance(one, Mapping):
            return answers.pop(0)
        named = cast("Mapping[str, Any]", one)
        if named.get("id") == field:
            return named.get("value")
    return None
