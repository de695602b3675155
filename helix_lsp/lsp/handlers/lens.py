"""`textDocument/codeLens` and `codeLens/resolve`: above a definition, how many documents mention it; counted
when the lens is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from lsprotocol import types

from helix_lsp.lsp.convert import range_of
from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.handlers.fields import DocumentPosition, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job
from helix_lsp.text.counted import counted

SHOW_MENTIONS = "helixAsk.showMentions"
_FIELDS = {"uri": str, "name": str, "ordinal": int}


def code_lens(ls: HelixServer, params: types.CodeLensParams) -> Job | None:
    """Without a command: that comes with `codeLens/resolve`."""
    asked = position_in(ls, params.text_document.uri)
    if asked is None:
        return None
    ls.diagnosing.lenses = True
    return ls.shown(lambda job: _lenses(asked, params.text_document.uri, job))


def _lenses(asked: DocumentPosition, uri: str, job: Job) -> list[types.CodeLens]:
    from helix_lsp.ide.lens import lenses

    folder_view = asked.folder.view(job.check)
    meant = asked.resolve(folder_view)
    if meant is None:
        return []
    return [
        types.CodeLens(
            range=range_of(lens.span, meant[0], asked.encoding),
            data={"uri": uri, "name": lens.qualified, "ordinal": lens.ordinal},
        )
        for lens in lenses(folder_view.view, asked.path, job.check)
    ]


def resolve_lens(ls: HelixServer, lens: types.CodeLens) -> Job | types.CodeLens:
    """Adds the command that shows the mentions; its title is the count."""
    if lens.command is not None:
        return lens
    data = cast("Mapping[str, Any]", lens.data if isinstance(lens.data, Mapping) else {})
    if not all(isinstance(data.get(name), kind) for name, kind in _FIELDS.items()):
        raise BadParams("`data` is not of a lens of ours")
    asked = position_in(ls, data["uri"])
    if asked is None:
        lens.command = _command("no documents", data["uri"], lens.range.start)
        return lens
    return ls.quick(lambda job: _resolve(asked, data, lens, job))


def _resolve(
    asked: DocumentPosition, data: Mapping[str, Any], lens: types.CodeLens, job: Job
) -> types.CodeLens:
    from helix_lsp.ide.lens import Lens, count_documents
    from helix_lsp.text.positions import Span

    folder_view = asked.folder.view(job.check)
    meant = asked.resolve(folder_view)
    wanted = Lens(span=Span(0, 0), qualified=data["name"], ordinal=data["ordinal"])
    found = count_documents(folder_view.view, asked.path, wanted) if meant is not None else None
    if meant is None or found is None:
        lens.command = _command("no documents", data["uri"], lens.range.start)
        return lens
    span, number = found
    lens.range = range_of(span, meant[0], asked.encoding)
    title = counted(number, "document") if number else "no documents"
    lens.command = _command(title, data["uri"], lens.range.start)
    return lens


def _command(title: str, uri: str, place: types.Position) -> types.Command:
    argument = {"textDocument": {"uri": uri}, "position": {"line": place.line, "character": place.character}}
    return types.Command(title=title, command=SHOW_MENTIONS, arguments=[argument])
