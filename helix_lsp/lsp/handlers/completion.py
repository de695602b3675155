"""`textDocument/completion` inside code spans and link targets of documents."""

from __future__ import annotations

from lsprotocol import types

from helix_lsp.lsp.convert import range_of
from helix_lsp.lsp.handlers.at import At, at
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job

_KINDS = {
    "name": types.CompletionItemKind.Reference,
    "file": types.CompletionItemKind.File,
    "section": types.CompletionItemKind.Text,
}


def register(server: HelixServer) -> None:
    """Add the handler."""
    server.feature(types.TEXT_DOCUMENT_COMPLETION)(completion)


def completion(ls: HelixServer, params: types.CompletionParams) -> Job | None:
    """Each item replaces what was typed of it."""
    asked = at(ls, params.text_document.uri, params.position)
    return None if asked is None else ls.quick(lambda job: _complete(asked, job))


def _complete(asked: At, job: Job) -> types.CompletionList | None:
    from helix_lsp.ide.completion import completion as find

    look = asked.folder.look(job.check)
    meant = asked.resolve(look)
    if meant is None:
        return None
    found = find(look.view, asked.path, meant[1])
    items = [
        types.CompletionItem(
            label=one.text, kind=_KINDS[one.kind], detail=one.detail or None, sort_text=f"{number:05d}",
            text_edit=types.TextEdit(range=range_of(one.span, meant[0], asked.encoding), new_text=one.text),
        )
        for number, one in enumerate(found)
    ]  # fmt: skip
    return types.CompletionList(is_incomplete=len(found) >= look.view.config.ide.completions, items=items)
