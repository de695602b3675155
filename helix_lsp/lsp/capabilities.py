"""What this server says it can do: exactly the handlers that are registered, and our extensions under
`experimental.helix`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, cast

from lsprotocol import types

from helix_lsp.lsp.answer_document import SCHEME
from helix_lsp.lsp.client import Client, provider
from helix_lsp.text.line_index import Encoding

PROTOCOL_VERSION = 1
ASK_KIND = "helixAsk"
FIX_ALL_KIND = "source.fixAll.helix"
CODE_ACTION_KINDS = (ASK_KIND, "quickfix", FIX_ALL_KIND)
COMPLETION_TRIGGERS = ("`", "(", "/", "#", ".")
PROVIDE, TRIGGERS = "provide", "completionTriggers"
SWITCHES: Mapping[str, str] = {
    "hover": "hover_provider", "definition": "definition_provider", "implementation": "implementation_provider",
    "references": "references_provider", "documentSymbol": "document_symbol_provider", "workspaceSymbol": "workspace_symbol_provider",
    "foldingRange": "folding_range_provider", "selectionRange": "selection_range_provider", "documentLink": "document_link_provider",
    "completion": "completion_provider", TRIGGERS: "", "rename": "rename_provider", "codeAction": "code_action_provider",
}  # fmt: skip
"""What a client may switch off, and the field that then is not sent; without the triggers completion comes only when asked for."""

_FILES = types.FileOperationFilter(pattern=types.FileOperationPattern(glob="**/*"), scheme="file")
_EVERY_FILE = types.FileOperationRegistrationOptions(filters=[_FILES])
_CONTRACT = re.compile(r"([a-z-]+)\.v(\d+)\.schema\.json")


def switched_off(options: Mapping[str, Any]) -> tuple[frozenset[str], tuple[str, ...]]:
    """(what `provide` of the initialization options switches off, what of it is not known here)."""
    provide = options.get(PROVIDE)
    said = cast("Mapping[str, Any]", provide) if isinstance(provide, Mapping) else dict[str, Any]()
    return (
        frozenset(name for name, on in said.items() if on is False and name in SWITCHES),
        tuple(sorted(str(name) for name in said if name not in SWITCHES)),
    )


def capabilities(
    encoding: Encoding,
    methods: tuple[str, ...],
    commands: tuple[str, ...],
    client: Client,
    off: frozenset[str] = frozenset(),
) -> types.ServerCapabilities:
    """`methods` are the registered `helix/*` requests, `commands` those of `workspace/executeCommand`, `off`
    names of `SWITCHES`.

    Code actions are offered to clients that take them as objects.
    """
    offered = _offered(encoding, methods, commands, client, () if TRIGGERS in off else COMPLETION_TRIGGERS)
    for name in off - {TRIGGERS}:
        setattr(offered, SWITCHES[name], None)
    return offered


def _offered(
    encoding: Encoding,
    methods: tuple[str, ...],
    commands: tuple[str, ...],
    client: Client,
    triggers: tuple[str, ...],
) -> types.ServerCapabilities:
    literals = client.value("textDocument.codeAction.codeActionLiteralSupport") is not None
    return types.ServerCapabilities(
        position_encoding=types.PositionEncodingKind(encoding),
        text_document_sync=types.TextDocumentSyncOptions(
            open_close=True,
            change=types.TextDocumentSyncKind.Incremental,
            save=types.SaveOptions(include_text=False),
        ),
        hover_provider=True,
        definition_provider=True,
        implementation_provider=True,
        references_provider=True,
        document_symbol_provider=True,
        workspace_symbol_provider=True,
        folding_range_provider=True,
        selection_range_provider=True,
        document_link_provider=types.DocumentLinkOptions(resolve_provider=True),
        completion_provider=types.CompletionOptions(trigger_characters=list(triggers) or None),
        rename_provider=types.RenameOptions(prepare_provider=True)
        if client.supports("textDocument.rename.prepareSupport")
        else True,
        code_action_provider=_code_actions(client) if literals else None,
        code_lens_provider=types.CodeLensOptions(resolve_provider=True),
        diagnostic_provider=_diagnostics(client),
        execute_command_provider=types.ExecuteCommandOptions(
            commands=list(commands), work_done_progress=True
        ),
        workspace=types.WorkspaceOptions(
            workspace_folders=types.WorkspaceFoldersServerCapabilities(
                supported=True, change_notifications=True
            ),
            file_operations=types.FileOperationOptions(
                did_create=_EVERY_FILE, did_rename=_EVERY_FILE, did_delete=_EVERY_FILE
            ),
            text_document_content=_content(client),
        ),
        experimental={
            "helix": {"protocol": PROTOCOL_VERSION, "methods": list(methods), "contracts": contracts()},
            **provider(client),
        },
    )


def resolves_edits(client: Client) -> bool:
    """True for a client that asks for the edit of an action when it is chosen, and gives its data back then."""
    lazily = "edit" in client.listed("textDocument.codeAction.resolveSupport.properties")
    return lazily and client.supports("textDocument.codeAction.dataSupport")


def _code_actions(client: Client) -> types.CodeActionOptions:
    return types.CodeActionOptions(
        code_action_kinds=list(CODE_ACTION_KINDS), resolve_provider=True if resolves_edits(client) else None
    )


def _diagnostics(client: Client) -> types.DiagnosticOptions | None:
    """To clients that pull; the others are sent theirs. `workspace/diagnostic` is answered even where it is
    not announced.
    """
    if not client.pulls:
        return None
    whole = client.keeps_workspace_reports
    return types.DiagnosticOptions(
        identifier="helix", inter_file_dependencies=True, workspace_diagnostics=whole, work_done_progress=True
    )


def _content(client: Client) -> types.TextDocumentContentOptions | None:
    announced = isinstance(client.value("workspace.textDocumentContent"), Mapping)
    return types.TextDocumentContentOptions(schemes=[SCHEME]) if announced else None


def contracts() -> dict[str, int]:
    """Name and version of each published wire contract."""
    names = (entry.name for entry in files("helix_lsp.wire").joinpath("schema").iterdir())
    found = (match for match in map(_CONTRACT.fullmatch, names) if match)
    return {match.group(1): int(match.group(2)) for match in sorted(found, key=lambda match: match.group(0))}
