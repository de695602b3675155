"""Reads the params of our own requests: plain dicts, each field checked, unknown fields let be. Raises
BadParams naming the field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec
from lsprotocol import types

from helix_lsp.lsp.convert import follow, place_of, range_of
from helix_lsp.lsp.documents import Document, Text
from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.folders import Folder
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.progress import Token
from helix_lsp.lsp.work import Job, Work
from helix_lsp.text.positions import Encoding, Span

if TYPE_CHECKING:
    from helix_lsp.ide.mentions import View
    from helix_lsp.lsp.service.drawing import FolderView

Kind = TypeVar("Kind")


def required(params: Mapping[str, Any], name: str, kind: type[Kind]) -> Kind:
    """A field that must be there."""
    value = optional(params, name, kind)
    if value is None:
        raise BadParams(f"`{name}` is missing")
    return value


def optional(params: Mapping[str, Any], name: str, kind: type[Kind]) -> Kind | None:
    """A field that may be absent or null."""
    value = params.get(name)
    if value is None:
        return None
    if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
        raise BadParams(f"`{name}` must be a {_NAMES[kind]}")
    return value


def document_uri(params: Mapping[str, Any]) -> str | None:
    """`textDocument.uri`; None without a `textDocument`."""
    document = cast("dict[str, Any] | None", optional(params, "textDocument", dict))
    return None if document is None else required(document, "uri", str)


def position(params: Mapping[str, Any]) -> types.Position | None:
    """`position`; None without."""
    found = cast("dict[str, Any] | None", optional(params, "position", dict))
    if found is None:
        return None
    line, character = (required(found, name, int) for name in ("line", "character"))
    if line < 0 or character < 0:
        raise BadParams("`position` must not be negative")
    return types.Position(line=line, character=character)


def token(params: Mapping[str, Any], name: str) -> Token | None:
    """A progress token: integer or string."""
    value = params.get(name)
    if value is None or (isinstance(value, int | str) and not isinstance(value, bool)):
        return value
    raise BadParams(f"`{name}` must be an integer or a string")


_NAMES: dict[type, str] = {str: "string", int: "number", bool: "boolean", dict: "object", list: "list"}


# A request at a position: what the loop knows of it when it arrives, for a worker to use.


class DocumentPosition(msgspec.Struct, frozen=True, kw_only=True):
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

    def here(self, job: Job) -> Here | None:
        """The place in the folder's state now, for a worker; None without a text."""
        folder_view = self.folder.view(job.check)
        meant = self.resolve(folder_view)
        return None if meant is None else Here(self, folder_view, *meant, job)

    def uri(self, path: str) -> str:
        """The client's own spelling for what it has open."""
        return self.uris.get(path) or self.folder.uri_below(path)


@dataclass(frozen=True, slots=True)
class Here:
    """A place in one view of its folder: the `text` that the view has of its document, and the byte `offset` meant."""

    position: DocumentPosition
    folder_view: FolderView
    text: Text
    offset: int
    job: Job

    @property
    def view(self) -> View:
        """What features of `ide` take."""
        return self.folder_view.view

    @property
    def path(self) -> str:
        """Of the document."""
        return self.position.path

    def range(self, span: Span) -> types.Range:
        """A span of the document as the client counts it."""
        return range_of(span, self.text, self.position.encoding)


class Behind(Exception):
    """What is known of the text is older than the text."""


@dataclass(frozen=True, slots=True)
class Asked(Here):
    """`span` is the selection in the bytes of `text`; `params` is what the client sent."""

    span: Span
    params: types.CodeActionParams

    def wants(self, kind: str) -> bool:
        """True when no kind was asked for, or this one or one above it."""
        only = self.params.context.only
        return only is None or any(
            kind == str(one) or kind.startswith(f"{one}.") or not one for one in map(_plain, only)
        )


def _plain(kind: types.CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind


class Texts:
    """The texts of one view of a folder, each read once."""

    def __init__(self, folder_view: FolderView, encoding: Encoding) -> None:
        self._view, self._encoding = folder_view, encoding
        self._read: dict[str, Text | None] = {}

    def at(self, path: str) -> Text | None:
        """None where there is none."""
        if path not in self._read:
            data = self._view.text(path)
            self._read[path] = None if data is None else Text(data)
        return self._read[path]

    def range(self, path: str, span: Span) -> types.Range | None:
        """A span as the client counts it; None without a text."""
        text = self.at(path)
        return None if text is None else range_of(span, text, self._encoding)

    def sure(self, path: str, span: Span) -> types.Range | None:
        """The same; None also for what ends behind the text."""
        text = self.at(path)
        return None if text is None or span.end > len(text.data) else self.range(path, span)


_TOP = types.Position(line=0, character=0)


def position_in(ls: HelixServer, uri: str, position: types.Position = _TOP) -> DocumentPosition | None:
    """The top of the document where no position is given. None when nothing can be said there: the document lies in no
    folder, in one that is not a workspace, or is out of step.

    Raises why a folder could not be opened that is one.
    """
    held = ls.folders.folder_of(uri)
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


def at_place(
    ls: HelixServer,
    params: Any,
    work: Callable[[Here], Any],
    *,
    nothing: Any = None,
    take_up: Callable[[Work], Job] | None = None,
) -> Job | None:
    """`work` of the place that `params` name (their document, and `position` where they have one), on a quick worker
    unless said; `nothing` where the document does not have a text, and None as `position_in` says.
    """
    asked = position_in(ls, params.text_document.uri, getattr(params, "position", _TOP))

    def look(job: Job) -> Any:
        here = asked.here(job) if asked is not None else None
        return nothing if here is None else work(here)

    return None if asked is None else (take_up or ls.quick)(look)


def open_uris(ls: HelixServer, folder: Folder) -> dict[str, str]:
    """Paths of a folder that are open, each with the client's URI."""
    found = ((ls.folders.folder_of(document.uri), document.uri) for document in ls.documents)
    return {held[1]: uri for held, uri in found if held is not None and held[0] is folder}
