"""`helix/mentions`: the documents and sections that mention a symbol, given by name or by the place of one of
its names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

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
from helix_lsp.lsp.service.workspace_service import FolderView
from helix_lsp.lsp.work import Job
from helix_lsp.text.positions import Encoding, Span
from helix_lsp.wire.readable import fields

if TYPE_CHECKING:
    from helix_lsp.align.mentions.mentions import Mentions

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
