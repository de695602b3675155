"""`helix/mentions`: the documents and sections that mention a symbol, given by name or by the place of one of its
names. Also `textDocument/codeLens` and `codeLens/resolve`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from lsprotocol import types

from helix_lsp.lsp.convert import plain_position, plain_range
from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.folders import Folder
from helix_lsp.lsp.handlers.fields import (
    Here,
    Texts,
    at_place,
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
    return ls.places(lambda job: _placed(place.here(job)))


def _named(folder: Folder, uris: dict[str, str], name: str, encoding: Encoding, job: Job) -> dict[str, Any]:
    from helix_lsp.ide.mentions import mentions as find

    folder_view = folder.view(job.check)
    found = find(folder_view.view, name)
    job.check()
    return _answer(found, folder_view, lambda path: uris.get(path) or folder.uri_below(path), encoding)


def _placed(here: Here | None) -> dict[str, Any]:
    from helix_lsp.ide.mentions import mentions_at

    found = mentions_at(here.view, here.path, here.offset, here.job.check) if here is not None else None
    if here is None or found is None:
        return _nothing()
    return _answer(found, here.folder_view, here.position.uri, here.position.encoding)


def _nothing() -> dict[str, Any]:
    return {"symbol": "", "definitions": [], "mentions": [], "documents": 0, "more": False}


def _answer(
    found: Mentions, folder_view: FolderView, uri: Callable[[str], str], encoding: Encoding
) -> dict[str, Any]:
    from helix_lsp.align.live import Live

    texts, live = Texts(folder_view, encoding), Live(folder_view.view.snapshot, folder_view.view.texts)
    most = folder_view.view.config.ide.mentions
    listed: list[dict[str, Any]] = []
    for one in found.places[:most]:
        if (place := texts.sure(one.path, one.span)) is not None:
            rest = fields(one, "line section text said symbol definedIn=defined_in confidence")
            listed.append({"uri": uri(one.path), "path": one.path, "range": plain_range(place), **rest})
    definitions: list[dict[str, Any]] = []
    for path, name in found.definitions:
        outline = live.outline(path)
        symbols = outline.symbols if outline is not None else ()
        span = next((s.name_span for s in symbols if s.qualified == name), Span(0, 0))
        if (place := texts.sure(path, span)) is not None:
            definitions.append({"uri": uri(path), "path": path, "name": name, "range": plain_range(place)})
    return {
        "symbol": found.asked,
        "definitions": definitions,
        "mentions": listed,
        "documents": len({one.path for one in found.places}),
        "more": len(found.places) > most,
    }


# `textDocument/codeLens` and `codeLens/resolve`: above a definition, how many documents mention it; counted
# when the lens is looked at.

SHOW_MENTIONS = "helixAsk.showMentions"
_FIELDS = {"uri": str, "name": str, "ordinal": int}


def code_lens(ls: HelixServer, params: types.CodeLensParams) -> Job | None:
    """Without a command: that comes with `codeLens/resolve`."""
    uri = params.text_document.uri
    job = at_place(ls, params, lambda here: _lenses(here, uri), nothing=[], take_up=ls.shown)
    ls.diagnosing.lenses = ls.diagnosing.lenses or job is not None
    return job


def _lenses(here: Here, uri: str) -> list[types.CodeLens]:
    from helix_lsp.ide.lens import lenses

    return [
        types.CodeLens(
            range=here.range(lens.span), data={"uri": uri, "name": lens.qualified, "ordinal": lens.ordinal}
        )
        for lens in lenses(here.view, here.path, here.job.check)
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
        return _counted(None, data, lens)
    return ls.quick(lambda job: _counted(asked.here(job), data, lens))


def _counted(here: Here | None, data: Mapping[str, Any], lens: types.CodeLens) -> types.CodeLens:
    from helix_lsp.ide.lens import Lens, count_documents

    wanted = Lens(span=Span(0, 0), qualified=data["name"], ordinal=data["ordinal"])
    found = count_documents(here.view, here.path, wanted) if here is not None else None
    title = "no documents"
    if here is not None and found is not None:
        lens.range = here.range(found[0])
        title = counted(found[1], "document") if found[1] else title
    argument = {"textDocument": {"uri": data["uri"]}, "position": plain_position(lens.range.start)}
    lens.command = types.Command(title=title, command=SHOW_MENTIONS, arguments=[argument])
    return lens
