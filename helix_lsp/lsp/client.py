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
