"""`textDocument/prepareRename` and `textDocument/rename`: a heading, and with it the links to it."""

from __future__ import annotations

from lsprotocol import types

from helix_lsp.lsp.convert import range_of
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.handlers.fields import DocumentPosition, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job


def prepare_rename(ls: HelixServer, params: types.PrepareRenameParams) -> Job | None:
    """The title of the heading, nothing elsewhere."""
    asked = position_in(ls, params.text_document.uri, params.position)
    return None if asked is None else ls.quick(lambda job: _prepare(asked, job))


def _prepare(asked: DocumentPosition, job: Job) -> types.PrepareRenamePlaceholder | None:
    from helix_lsp.ide.document_shape import title_span

    folder_view = asked.folder.view(job.check)
    meant = asked.resolve(folder_view)
    span = None if meant is None else title_span(folder_view.view, asked.path, meant[1])
    if meant is None or span is None:
        return None
    title = span.cut(meant[0].data).decode("utf-8", "replace")
    return types.PrepareRenamePlaceholder(range=range_of(span, meant[0], asked.encoding), placeholder=title)


def rename(ls: HelixServer, params: types.RenameParams) -> Job | None:
    """One edit of the workspace; versions of open documents are named where the client takes them."""
    asked = position_in(ls, params.text_document.uri, params.position)
    if asked is None:
        return None
    versions = {document.uri: document.version for document in ls.documents}
    versioned = ls.client.supports("workspace.workspaceEdit.documentChanges")
    return ls.places(lambda job: _rename(asked, params.new_name, versions if versioned else None, job))


def _rename(
    asked: DocumentPosition, title: str, versions: dict[str, int] | None, job: Job
) -> types.WorkspaceEdit | None:
    from helix_lsp.ide.document_shape import rename_heading

    folder_view = asked.folder.view(job.check)
    meant = asked.resolve(folder_view)
    if meant is None:
        return None
    changes: dict[str, list[types.TextEdit]] = {}
    texts: dict[str, Text] = {}
    for edit in rename_heading(folder_view.view, asked.path, meant[1], title):
        data = folder_view.text(edit.path)
        if data is None:
            continue
        text = texts.setdefault(edit.path, Text(data))
        made = types.TextEdit(range=range_of(edit.span, text, asked.encoding), new_text=edit.text)
        changes.setdefault(asked.uri(edit.path), []).append(made)
    if versions is None:
        return types.WorkspaceEdit(changes={uri: list(edits) for uri, edits in changes.items()})
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(
                text_document=types.OptionalVersionedTextDocumentIdentifier(
                    uri=uri, version=versions.get(uri)
                ),
                edits=list(edits),
            )
            for uri, edits in changes.items()
        ]
    )
