"""`textDocument/completion` inside code spans and link targets of documents."""

from __future__ import annotations

from lsprotocol import types

from helix_lsp.lsp.convert import range_of
from helix_lsp.lsp.handlers.fields import DocumentPosition, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job

_KINDS = {
    "name": types.CompletionItemKind.Reference,
    "file": types.CompletionItemKind.File,
    "section": types.CompletionItemKind.Text,
}


def completion(ls: HelixServer, params: types.CompletionParams) -> Job | None:
    """Each item replaces what was typed of it."""
    asked = position_in(ls, params.text_document.uri, params.position)
    return None if asked is None else ls.quick(lambda job: _complete(asked, job))


def _complete(asked: DocumentPosition, job: Job) -> types.CompletionList | None:
    from helix_lsp.ide.completion import completion as find

    folder_view = asked.folder.view(job.check)
    meant = asked.resolve(folder_view)
    if meant is None:
        return None
    found = find(folder_view.view, asked.path, meant[1])
    items = [
        types.CompletionItem(
            label=one.text,
            kind=_KINDS[one.kind],
            detail=one.detail or None,
            sort_text=f"{number:05d}",
            text_edit=types.TextEdit(range=range_of(one.span, meant[0], asked.encoding), new_text=one.text),
        )
        for number, one in enumerate(found)
    ]
    return types.CompletionList(
        is_incomplete=len(found) >= folder_view.view.config.ide.completions, items=items
    )
