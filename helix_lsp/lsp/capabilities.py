"""What this server says it can do: exactly the handlers that are registered, and our extensions under `experimental.helix`."""

from __future__ import annotations

import re
from importlib.resources import files

from lsprotocol import types

from helix_lsp.text.line_index import Encoding

PROTOCOL_VERSION = 1

_CONTRACT = re.compile(r"([a-z-]+)\.v(\d+)\.schema\.json")


def capabilities(encoding: Encoding, methods: tuple[str, ...]) -> types.ServerCapabilities:
    """`methods` are the registered `helix/*` requests."""
    return types.ServerCapabilities(
        position_encoding=types.PositionEncodingKind(encoding),
        text_document_sync=types.TextDocumentSyncOptions(
            open_close=True,
            change=types.TextDocumentSyncKind.Incremental,
            save=types.SaveOptions(include_text=False),
        ),
        hover_provider=True,
        definition_provider=True,
        workspace=types.WorkspaceOptions(
            workspace_folders=types.WorkspaceFoldersServerCapabilities(supported=True, change_notifications=True),
        ),
        experimental={"helix": {"protocol": PROTOCOL_VERSION, "methods": list(methods), "contracts": contracts()}},
    )


def contracts() -> dict[str, int]:
    """Name and version of each published wire contract."""
    names = (entry.name for entry in files("helix_lsp.wire").joinpath("schema").iterdir())
    found = (match for match in map(_CONTRACT.fullmatch, names) if match)
    return {match.group(1): int(match.group(2)) for match in sorted(found, key=lambda match: match.group(0))}
