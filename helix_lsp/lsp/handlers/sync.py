"""Document synchronization: what the client opens, changes, saves and closes, and what changed behind its
back.
"""

from __future__ import annotations

import logging
from codecs import BOM_UTF8
from typing import Any, cast

from lsprotocol import types

from helix_lsp.lsp.convert import edits_of, path_of
from helix_lsp.lsp.documents import OutOfStep
from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.handlers.fields import document_uri
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.stream.message import Notification
from helix_lsp.session.disk.disk import Refused, read_file
from helix_lsp.text.regex import regex

_ENDS = regex(r"\r\n?|\n")
_MOST = 4_000_000  # bytes of a file that is compared with what the editor shows of it
log = logging.getLogger(__name__)


def did_open(ls: HelixServer, params: types.DidOpenTextDocumentParams) -> None:
    """The buffer counts from now on."""
    opened = params.text_document
    text = _as_on_disk(ls, opened.uri, opened.text)
    ls.stage(ls.documents.open(opened.uri, opened.language_id, opened.version, text))


def did_change(ls: HelixServer, params: types.DidChangeTextDocumentParams) -> None:
    """All changes or none; a document out of step is read from disk until its whole text comes again."""
    uri, version = params.text_document.uri, params.text_document.version
    try:
        document = ls.documents.take_in(uri, version, edits_of(params.content_changes))
    except OutOfStep as error:
        document = ls.documents.get(uri)
        ls.tell(f"an edit could not be applied ({error}); close and open the file again", failed=True)
    if document is None:
        log.warning("didChange for a document that is not open: ignored")
        return
    ls.diagnosing.typed()
    ls.stage(document)


def lost(ls: HelixServer, note: Notification) -> None:
    """A change that cannot even be read is a lost edit: the document is out of step from here on."""
    params: Any = note.params
    if note.method != types.TEXT_DOCUMENT_DID_CHANGE or not isinstance(params, dict):
        return
    try:
        uri = document_uri(cast("dict[str, Any]", params))
    except BadParams:
        return
    document = ls.documents.mark(uri, "a change could not be read") if uri is not None else None
    if document is not None:
        ls.tell("an edit could not be read; close and open the file again", failed=True)
        ls.stage(document)


def did_save(ls: HelixServer, params: types.DidSaveTextDocumentParams) -> None:
    """The disk has it now."""
    uri = params.text_document.uri
    ls.diagnosing.typed()
    held = ls.documents.get(uri)
    if held is not None and held.doubt is None:
        shown = held.text.data.decode("utf-8", "replace")
        text = _as_on_disk(ls, uri, shown)
        if text is not shown:
            ls.stage(ls.documents.open(uri, held.language, held.version, text))
    ls.disk_changed((uri,))


def _as_on_disk(ls: HelixServer, uri: str, text: str) -> str:
    """The text of the disk where the two differ in nothing but line ends, and one of them mixes these: an editor shows
    such a file with one kind. Nobody edited it, and lines and columns are the same.
    """
    held = ls.folders.folder_of(uri)
    if held is None:
        return text
    disk = read_file(held[0].path, held[1], _MOST)
    if isinstance(disk, Refused):
        return text
    other = disk.removeprefix(BOM_UTF8).decode("utf-8", "surrogateescape")
    same = other != text and _with_one_end(other) == _with_one_end(text)
    return other if same and any(len(set(_ENDS.findall(one))) > 1 for one in (other, text)) else text


def _with_one_end(text: str) -> str:
    return _ENDS.sub("\n", text)


def did_close(ls: HelixServer, params: types.DidCloseTextDocumentParams) -> None:
    """The disk counts again."""
    uri = params.text_document.uri
    if ls.documents.close(uri) is None:
        log.warning("didClose for a document that is not open: ignored")
        return
    ls.diagnosing.closed(uri)
    held = ls.folders.folder_of(uri)
    if held is not None:
        held[0].stage(held[1], None)
        ls.diagnosing.touch()


def did_change_watched_files(ls: HelixServer, params: types.DidChangeWatchedFilesParams) -> None:
    """Only which folders matters: the refresh looks itself, since events get lost."""
    ls.disk_changed(change.uri for change in params.changes)


def did_change_files(ls: HelixServer, params: types.CreateFilesParams | types.DeleteFilesParams) -> None:
    """Made or removed in the editor."""
    ls.disk_changed(file.uri for file in params.files)


def did_rename_files(ls: HelixServer, params: types.RenameFilesParams) -> None:
    """Moved in the editor, perhaps from one folder to another."""
    ls.disk_changed(uri for file in params.files for uri in (file.old_uri, file.new_uri))


def did_change_folders(ls: HelixServer, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """A folder named in both lists stays."""
    added = {folder.uri for folder in params.event.added}
    for folder in params.event.removed:
        if folder.uri not in added:
            ls.close_folder(folder.uri)
    for folder in params.event.added:
        path = path_of(folder.uri)
        if path is not None:
            ls.open_folder(folder.uri, path)
