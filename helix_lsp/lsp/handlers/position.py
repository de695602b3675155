"""A request at a position: what the loop knows of it when it arrives, for a worker to use."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types

from helix_lsp.lsp.convert import follow, place_of
from helix_lsp.lsp.documents import Document, Text
from helix_lsp.lsp.folders import Folder
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.service.workspace_service import FolderView
from helix_lsp.text.line_index import Encoding


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPosition:
    """`document` is its state on arrival, None when not open (the disk counts). `uris`: open paths to the
    client's URIs.
    """

    folder: Folder
    path: str
    place: tuple[int, int]
    document: Document | None
    encoding: Encoding
    uris: dict[str, str]

    def resolve(self, folder_view: FolderView) -> tuple[Text, int] | None:
        """The text a view has of it and the byte meant there; edits that came since are followed. None
        without a text.
        """
        data = folder_view.text(self.path)
        if data is None:
            return None
        if self.document is None:
            text = Text(data)
            return text, text.offset(self.place, self.encoding)
        text = self.document.text if self.document.text.data == data else Text(data)
        asked = self.document.text.offset(self.place, self.encoding)
        return text, follow(asked, self.document.text.data, data)

    def uri(self, path: str) -> str:
        """The client's own spelling for what it has open."""
        return self.uris.get(path) or self.folder.uri_below(path)


def position_in(ls: HelixServer, uri: str, position: types.Position) -> DocumentPosition | None:
    """None when nothing can be said there: the document lies in no folder, in one that is not a workspace, or is
    out of step.

    Raises why a folder could not be opened that is one.
    """
    held = ls.folders.holding(uri)
    document = ls.documents.get(uri)
    if held is None or (document is not None and document.doubt is not None):
        return None
    folder, path = held
    if folder.problem is not None:
        folder.refuse()
        return None
    return DocumentPosition(
        folder=folder,
        path=path,
        place=place_of(position),
        document=document,
        encoding=ls.documents.encoding,
        uris=open_uris(ls, folder),
    )


def open_uris(ls: HelixServer, folder: Folder) -> dict[str, str]:
    """Paths of a folder that are open, each with the client's URI."""
    found = ((ls.folders.holding(document.uri), document.uri) for document in ls.documents)
    return {held[1]: uri for held, uri in found if held is not None and held[0] is folder}
