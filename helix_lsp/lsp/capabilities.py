"""What this server says it can do: exactly the handlers that are registered, and our extensions under
`experimental.helix`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from importlib.resources import files
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol, cast

import msgspec
from lsprotocol import types

from helix_lsp.align.drift.find import Finding
from helix_lsp.align.drift.say import reason_of
from helix_lsp.align.live import Live
from helix_lsp.ide.drift_look import is_certain, last_places
from helix_lsp.ide.mentions import View
from helix_lsp.lsp.answer_document import SCHEME
from helix_lsp.lsp.client import Client, Loop, provider
from helix_lsp.lsp.convert import range_of
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.protocol import HelixProtocol
from helix_lsp.lsp.service.workspace_service import Check
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.positions import Encoding
from helix_lsp.text.regex import regex

if TYPE_CHECKING:
    from helix_lsp.lsp.service.drawing import FolderView
    from helix_lsp.session.model.open_model import Complete


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
_CONTRACT = regex(r"([a-z-]+)\.v(\d+)\.schema\.json")


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
    triggers = () if TRIGGERS in off else COMPLETION_TRIGGERS
    literals = client.value("textDocument.codeAction.codeActionLiteralSupport") is not None
    offered = types.ServerCapabilities(
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
    for name in off - {TRIGGERS}:
        setattr(offered, SWITCHES[name], None)
    return offered


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


# Findings as the protocol's diagnostics, and the id of a report: a hash of what it says, so that it
# outlives the server.

SOURCE = "helix"
_LEAST_TOLD = 0.5  # of tier B: below it a hint, from it on an information
_ID = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a document's report says; `sha` is the content it speaks of, `id` None while nothing is known."""

    items: list[types.Diagnostic]
    id: str | None
    sha: str = ""


Uri = Callable[[str], str]
"""The client's own spelling of a path's URI."""


class Manner(msgspec.Struct, frozen=True, kw_only=True):
    """How this client takes diagnostics: with `related` places or without; `plain` turns one into JSON data."""

    encoding: Encoding
    related: bool
    plain: Callable[[Any], Any]

    def report(self, folder_view: FolderView, path: str, uri: Uri, check: Check) -> Report | None:
        """The report of a document in a view of its folder; None where the facts are behind its text."""
        told, data = folder_view.drift.document(path, check), folder_view.text(path)
        if told is None or data is None:
            return None
        items = self.items(told.findings, Text(data), folder_view.view, uri)
        # equal for equal reports
        said = json.dumps([self.plain(item) for item in items], sort_keys=True, ensure_ascii=True)
        return Report(items=items, id=sha256_hex(said.encode())[:_ID], sha=told.sha)

    def items(self, findings: Iterable[Finding], text: Text, view: View, uri: Uri) -> list[types.Diagnostic]:
        """In the order of the findings; `text` is the document they were found in."""
        live = Live(view.snapshot, view.texts)
        return [self._item(found, text, view, live, uri) for found in findings]

    def _item(self, found: Finding, text: Text, view: View, live: Live, uri: Uri) -> types.Diagnostic:
        ref, said = found.reference, found.judged
        near = (
            f"; perhaps {', '.join(f'`{name}`' for name in said.suggestions)}"
            if said.suggestions and not is_certain(found) and ref.kind != "claim"
            else ""
        )
        return types.Diagnostic(
            range=range_of(ref.span, text, self.encoding),
            severity=_severity(found),
            code=said.check,
            source=SOURCE,
            message=f"`{ref.text}`: {reason_of(said)}{near}",
            related_information=self._places(found, view, live, uri) if self.related else None,
            data={
                "reference": ref.text,
                "kind": ref.kind,
                "tier": said.tier,
                "confidence": said.confidence,
                "suggestions": list(said.suggestions),
                "certain": is_certain(found),
                "lastPath": said.last_path,
                "lastCommit": said.last_commit,
            },
        )

    def _places(
        self, found: Finding, view: View, live: Live, uri: Uri
    ) -> list[types.DiagnosticRelatedInformation] | None:
        out: list[types.DiagnosticRelatedInformation] = []
        for place, words in last_places(found, view, live):
            text = Text(live.data(place.path) or b"")
            where = types.Location(uri=uri(place.path), range=range_of(place.span, text, self.encoding))
            out.append(types.DiagnosticRelatedInformation(location=where, message=words))
        return out or None


def _severity(found: Finding) -> types.DiagnosticSeverity:
    said = found.judged
    if said.tier == "A":
        return types.DiagnosticSeverity.Warning
    return (
        types.DiagnosticSeverity.Information
        if said.confidence >= _LEAST_TOLD
        else types.DiagnosticSeverity.Hint
    )


# `helix/complete`: the server asks the editor's own model, through the editor, once for a question.
#
# Only a client that announces `experimental.helixComplete` is asked. The message may be sent by any thread;
# the answer is set on the loop. When `consent` is false the client must ask its user before it passes
# anything on, and refuse with an error when the user does.

COMPLETE = "helix/complete"
CAPABILITY = "experimental.helixComplete"
_numbers = count(1)


class Editor(Protocol):
    """What of a session is needed to ask its editor."""

    protocol: HelixProtocol
    client: Client
    loop: Loop


class PendingAnswer:
    """The one answer to one message."""

    def __init__(self, ls: Editor, message: Mapping[str, object]) -> None:
        self._ls = ls
        self._id = f"helix-complete-{next(_numbers)}"
        self._future: Future[Any] = ls.protocol.send_request(COMPLETE, dict(message), msg_id=self._id)

    def done(self) -> bool:
        """True once the client answered or refused."""
        return self._future.done()

    def result(self) -> object:
        """What it answered; raises `ClientRefused` when it refused."""
        return self._future.result(timeout=0)

    def give_up(self) -> None:
        """Tell the client; an answer that still comes is dropped."""
        self._ls.protocol.notify("$/cancelRequest", {"id": self._id})
        self._ls.loop.post("forget helix/complete", self._forget)

    def _forget(self) -> None:
        self._ls.protocol.awaited.pop(self._id, None)


def completer(ls: Editor) -> Complete:
    """How `session/model` reaches the editor of this session."""

    def complete(message: Mapping[str, object]) -> PendingAnswer | None:
        return PendingAnswer(ls, message) if ls.client.supports(CAPABILITY) else None

    return complete
