"""What the client said it can do. Kept as the plain data it sent, so that a capability nobody knows yet harms
nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

# Neovim 0.12 drops a workspace report of a buffer it has open, and after a refresh asks for nothing else
# where workspace reports are offered: a document would show what it showed when it was opened, which is
# nothing. Without the offer it asks for each open buffer again.
_LOSES_WORKSPACE_REPORTS = frozenset({"Neovim"})


class Client:
    """`capabilities` is `InitializeParams.capabilities`, `name` is `clientInfo.name`."""

    def __init__(self, capabilities: Mapping[str, Any] | None = None, name: str = "") -> None:
        self._capabilities = capabilities or {}
        self._name = name

    def value(self, path: str) -> Any:
        """What is at a dotted path; None when it is not there."""
        here: Any = self._capabilities
        for name in path.split("."):
            if not isinstance(here, Mapping):
                return None
            here = cast("Mapping[str, Any]", here).get(name)
        return here

    def supports(self, path: str) -> bool:
        """True only for a plain `true`."""
        return self.value(path) is True

    def listed(self, path: str) -> list[Any]:
        """The list at a dotted path; empty when there is none."""
        found = self.value(path)
        return cast("list[Any]", found) if isinstance(found, list) else []

    @property
    def pulls(self) -> bool:
        """True for a client that asks for diagnostics; others are sent them."""
        return self.value("textDocument.diagnostic") is not None

    @property
    def keeps_workspace_reports(self) -> bool:
        """False for a client that, offered `workspace/diagnostic`, would not see its open documents again."""
        return self._name not in _LOSES_WORKSPACE_REPORTS

    @property
    def shows_related(self) -> bool:
        """True for a client that shows the related information of a diagnostic."""
        kind = "diagnostic" if self.pulls else "publishDiagnostics"
        return self.supports(f"textDocument.{kind}.relatedInformation") or self.supports(
            "textDocument.publishDiagnostics.relatedInformation"
        )


# How clients and servers say that they know forms (`command/resolve`). The names have changed twice, so
# they all are here.
#
#     newest   client `interactiveResolve.inputTypes`, server `{ kinds: ["command"] }`, answers `{ id, value }`
#     older    client `interactiveInputTypes`, server `["command"]`, answers by place
#
# Source: gopls, doc/design/integrating-interactive-refactoring.md; golang/go#76331;
# microsoft/language-server-protocol#1164.

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
