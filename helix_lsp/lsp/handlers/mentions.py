"""`helix/mentions`: the documents and sections that mention a symbol, given by name or by the place of one of its
names. Also `textDocument/codeLens` and `codeLens/resolve`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from lsprotocol import types

from helix_lsp.lsp.convert import range_of
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.folders import Folder
from helix_lsp.lsp.handlers.fields import (
    DocumentPosition,
    document_uri,
    open_uris,
    optional,
    position,
    position_in,
)
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job
from helix_lsp.text.positions import Encoding, Span
from helix_lsp.text.visible import counted
from helix_lsp.wire.readable import fields

if TYPE_CHECKING:
    from helix_lsp.align.mentions.mentions import Mentions
    from helix_lsp.lsp.service.drawing import FolderView


MENTIONS = "helix/mentions"


def mentions(ls: HelixServer, params: dict[str, Any]) -> Job | dict[str, Any]:
    """The mentions with their ranges; empty where the place names nothing."""
    name, uri, where = optional(params, "symbol", str), document_uri(params), position(params)
    if (name is None) == (where is None) or (where is not None and uri is None):
        raise BadParams("give `symbol`, or `textDocument` with `position`")
    encoding = ls.documents.encoding
    if name is not None:
        if not name.strip():
            raise BadParams("`symbol` is empty")
        folder = ls.folders.chosen(uri)
        uris = open_uris(ls, folder)
        return ls.places(lambda job: _named(folder, uris, name, encoding, job))
    place = position_in(ls, uri, where) if uri is not None and where is not None else None
    if place is None:
        return _nothing()
    return ls.places(lambda job: _placed(place, job))


def _named(folder: Folder, uris: dict[str, str], name: str, encoding: Encoding, job: Job) -> dict[str, Any]:
    from helix_lsp.ide.mentions import mentions as find

    folder_view = folder.view(job.check)
    found = find(folder_view.view, name)
    job.check()
    return _answer(found, folder_view, lambda path: uris.get(path) or folder.uri_below(path), encoding)


def _placed(place: DocumentPosition, job: Job) -> dict[str, Any]:
    from helix_lsp.ide.mentions import mentions_at

    folder_view = place.folder.view(job.check)
    meant = place.resolve(folder_view)
    found = mentions_at(folder_view.view, place.path, meant[1], job.check) if meant is not None else None
    return _nothing() if found is None else _answer(found, folder_view, place.uri, place.encoding)


def _nothing() -> dict[str, Any]:
    return {"symbol": "", "definitions": [], "mentions": [], "documents": 0, "more": False}


def _answer(
    found: Mentions, folder_view: FolderView, uri: Callable[[str], str], encoding: Encoding
) -> dict[str, Any]:
    texts: dict[str, Text | None] = {}

    def ranged(path: str, span: Span) -> dict[str, Any] | None:
        if path not in texts:
            data = folder_view.text(path)
            texts[path] = Text(data) if data is not None else None
        text = texts[path]
        if text is None or span.end > len(text.data):
            return None
        place = range_of(span, text, encoding)
        return {
            "start": _plain(place.start.line, place.start.character),
            "end": _plain(place.end.line, place.end.character),
        }

    most = folder_view.view.config.ide.mentions
    listed: list[dict[str, Any]] = []
    for one in found.places[:most]:
        place = ranged(one.path, one.span)
        if place is not None:
            rest = fields(one, "line section text said symbol definedIn=defined_in confidence")
            listed.append({"uri": uri(one.path), "path": one.path, "range": place, **rest})
    definitions = [_definition(path, name, folder_view, uri, ranged) for path, name in found.definitions]
    return {
        "symbol": found.asked,
        "definitions": [d for d in definitions if d is not None],
        "mentions": listed,
        "documents": len({one.path for one in found.places}),
        "more": len(found.places) > most,
    }


def _definition(
    path: str,
    qualified: str,
    folder_view: FolderView,
    uri: Callable[[str], str],
    ranged: Callable[[str, Span], dict[str, Any] | None],
) -> dict[str, Any] | None:
    from helix_lsp.align.live import Live

    outline = Live(folder_view.view.snapshot, folder_view.view.texts).outline(path)
    symbol = (
        next((s for s in outline.symbols if s.qualified == qualified), None) if outline is not None else None
    )
    place = ranged(path, symbol.name_span if symbol is not None else Span(0, 0))
    return None if place is None else {"uri": uri(path), "path": path, "name": qualified, "range": place}


def _plain(line: int, character: int) -> dict[str, int]:
    return {"line": line, "character": character}


# `textDocument/codeLens` and `codeLens/resolve`: above a definition, how many documents mention it; counted
# when the lens is looked at.

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
