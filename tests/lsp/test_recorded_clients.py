"""The story of a session, told by what eight released editors said they can do (recorded by pytest-lsp, which
checks every message against it).

Open, edit with multi-byte text, hover, definition, marks, a question, its clarification, the fix, quit; no
process is left. The last client starts its server as an editor does it; the servers of the others are forks.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient, client_capabilities, make_test_lsp_client

from tests.e2e.story_project import LETTERS, NEW, OLD, left_of, letters
from tests.support import zygote

CLIENTS = [
    "emacs@29.1", "neovim@0.6.1", "neovim@0.7.0", "neovim@0.8.0", "neovim@0.9.1", "neovim@0.10.0", "neovim@0.11.0", "visual_studio_code@1.65.2",
]  # fmt: skip
WIDTHS = {
    "utf-8": lambda c: len(c.encode()),
    "utf-16": lambda c: len(c.encode("utf-16-le")) // 2,
    "utf-32": len,
}
FIRST = "é😀 𝒙 new\n\n"


class Session:
    """One document of one client; keeps its text as the editor would."""

    def __init__(self, client: LanguageClient, encoding: str, path: Path) -> None:
        self.client = client
        self.width = WIDTHS[encoding]
        self.identifier = types.TextDocumentIdentifier(path.as_uri())
        self.text = path.read_text(encoding="utf-8")
        self.version = 1

    def at(self, needle: str, into: int = 0) -> types.Position:
        offset = self.text.index(needle) + into
        line = self.text.count("\n", 0, offset)
        return types.Position(line, self.width(self.text[self.text.rfind("\n", 0, offset) + 1 : offset]))

    def slice(self, area: types.Range) -> str:
        """What the document holds between two positions, found by counting anew."""
        lines = self.text.split("\n")
        assert area.start.line == area.end.line
        line, first, last = lines[area.start.line], None, None
        for n in range(len(line) + 1):
            at = self.width(line[:n])
            first = n if at == area.start.character else first
            last = n if at == area.end.character else last
        assert None not in (first, last), f"{area} cuts a character"
        return line[first:last]

    def edit(self, area: types.Range, new: str, old: str) -> None:
        where = self.text.index(old) if old else 0
        self.text = self.text[:where] + new + self.text[where + len(old) :]
        self.version += 1
        change = types.TextDocumentContentChangePartial(range=area, text=new)
        named = types.VersionedTextDocumentIdentifier(version=self.version, uri=self.identifier.uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(named, [change]))


async def until(what: str, look: Any) -> Any:
    """The first true value of `await look()`."""
    for _ in range(1_200):
        if found := await look():
            return found
        await asyncio.sleep(0.05)
    raise AssertionError(f"{what} did not come")


@pytest.mark.parametrize("name", CLIENTS)
async def test_the_story(name: str, tmp_path: Path):
    root = letters(tmp_path)
    folder = types.WorkspaceFolder(uri=root.as_uri(), name="bells")
    client = make_test_lsp_client()
    environment = os.environ | {
        "HELIX_ASK_CACHE_DIR": str(tmp_path / "cache"),
        "HELIX_STORY": str(tmp_path),
        "PYTHONPATH": str(zygote.ROOT),
    }
    started_so = [sys.executable, "-m", "helix_lsp"] if name == CLIENTS[-1] else zygote.command(environment)
    await client.start_io(*started_so, "serve", "--test-hooks", env=environment)
    capabilities = client_capabilities(name)
    started = await client.initialize_session(
        types.InitializeParams(
            capabilities=capabilities, workspace_folders=[folder], root_uri=folder.uri, root_path=str(root)
        )
    )
    session = Session(client, started.capabilities.position_encoding or "utf-16", root / "docs/letters.md")
    document = types.TextDocumentItem(session.identifier.uri, "markdown", 1, LETTERS)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    pulls = capabilities.text_document is not None and capabilities.text_document.diagnostic is not None

    async def marks() -> list[types.Diagnostic]:
        while pulls:
            try:
                report = await client.text_document_diagnostic_async(
                    types.DocumentDiagnosticParams(session.identifier)
                )
            except JsonRpcException as error:
                if (
                    error.code != types.LSPErrorCodes.ServerCancelled
                ):  # that one: it was just committing what it had read, ask again
                    raise
                continue
            return list(getattr(report, "items", []))
        return list(client.diagnostics.get(session.identifier.uri, []))

    mark = (await until("the mark", marks))[0]
    session.edit(types.Range(types.Position(0, 0), types.Position(0, 0)), FIRST, "")
    echoed = await client.protocol.send_request_async(
        "helix/test/text", {"textDocument": {"uri": session.identifier.uri}}
    )
    assert getattr(echoed, "text", None) == session.text

    hovered = await client.text_document_hover_async(
        types.HoverParams(session.identifier, session.at("MailQueue.take", 11))
    )
    assert hovered is not None
    assert hovered.range is not None
    assert "take(self, limit)" in str(getattr(hovered.contents, "value", hovered.contents))
    assert "MailQueue.take" in session.slice(hovered.range)

    found = await client.text_document_definition_async(
        types.DefinitionParams(session.identifier, session.at("MailQueue.take", 11))
    )
    target = found[0] if isinstance(found, list) else found
    assert (getattr(target, "target_uri", None) or getattr(target, "uri", "")).endswith("mail/queue.py")

    async def moved() -> list[types.Diagnostic]:
        return [one for one in await marks() if one.range.start.line == mark.range.start.line + 2]

    mark = (await until("the mark after the edit", moved))[0]
    assert OLD in session.slice(mark.range)

    question = {"question": f"what does {NEW} do?", "textDocument": {"uri": session.identifier.uri}}
    first = await client.protocol.send_request_async("helix/ask", question)
    assert first.mode == "clarify"
    choice = {"token": first.clarify.token, "optionId": first.clarify.options[1].id}
    second = await client.protocol.send_request_async("helix/ask", question | {"clarify": choice})
    assert second.mode == "repo_grounded"
    assert "newest first" in second.answer

    asked = types.CodeActionParams(
        session.identifier, mark.range, types.CodeActionContext([mark], [types.CodeActionKind.QuickFix])
    )
    offered = [one for one in await client.text_document_code_action_async(asked) or [] if NEW in one.title]
    fix = offered[0]
    if isinstance(fix, types.CodeAction) and fix.edit is None:
        fix = await client.code_action_resolve_async(fix)
    assert isinstance(fix, types.CodeAction)
    assert fix.edit is not None
    edits = (
        [edit for changed in fix.edit.document_changes or [] for edit in changed.edits]
        if fix.edit.document_changes
        else [edit for changed in (fix.edit.changes or {}).values() for edit in changed]
    )
    assert len(edits) == 1
    assert OLD in session.slice(edits[0].range)
    session.edit(edits[0].range, edits[0].new_text, session.slice(edits[0].range))
    assert f"`MailQueue.{NEW}`" in session.text

    async def clean() -> bool:
        return not await marks()

    await until("no mark", clean)

    await client.shutdown_session()
    await client.stop()
    client._server._transport.close()  # pytest-lsp leaves it to the collector, which complains in some later test
    assert client.messages == []
    assert left_of(str(tmp_path)) == []
