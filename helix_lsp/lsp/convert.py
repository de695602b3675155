"""The only place that turns LSP's data into ours and back: URIs and paths, positions and bytes, and the
results of the features.

Paths of the core are relative to a folder and POSIX; a URI that is not a file, or lies in no folder, has none. A
client's own spelling of a URI is kept for what it has open, since editors compare URIs as strings.
Source: RFC 3986; LSP 3.17, URI, Position, Range, LocationLink.
"""

from __future__ import annotations

import ntpath
import os
import posixpath
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote_to_bytes, urlsplit

from lsprotocol import types

from helix_lsp.lsp.documents import Edit, Text
from helix_lsp.text.positions import Encoding, Span
from helix_lsp.text.regex import regex

if TYPE_CHECKING:
    from helix_lsp.ide.hover import Hover
    from helix_lsp.ide.places import NavigationTarget

WINDOWS = os.name == "nt"
FOLDS_CASE = sys.platform in ("win32", "darwin")

_DRIVE = regex(r"/[A-Za-z]:")
_ENCODINGS: dict[str, Encoding] = {"utf-8": "utf-8", "utf-16": "utf-16", "utf-32": "utf-32"}
_MARKUP = regex(r"\[([^\[\]\n]{0,2000})\]\([^()\n]{0,2000}\)|[*`]{1,3}|^#{1,6} ", re.MULTILINE)


def path_of(uri: str, *, windows: bool = WINDOWS) -> str | None:
    """The absolute path a `file:` URI names, in this system's form; None for everything else."""
    try:
        parts = urlsplit(uri)
        raw = unquote_to_bytes(parts.path)
    except ValueError:  # also half a character, which no URI holds
        return None
    if parts.scheme.lower() != "file" or not raw.startswith(b"/") or b"\0" in raw:
        return None
    if windows:
        return _windows_path(parts.netloc, raw.decode("utf-8", "replace"))
    return os.fsdecode(raw) if parts.netloc in ("", "localhost") else None


def _windows_path(host: str, path: str) -> str | None:
    if _DRIVE.match(path):
        return path[1].lower() + path[2:].replace("/", "\\")
    if host not in ("", "localhost"):
        return f"\\\\{host}" + path.replace("/", "\\")
    return None


def uri_of(path: str, *, windows: bool = WINDOWS) -> str:
    """The `file:` URI of an absolute path; everything but letters, digits and `-._~/` is percent-encoded."""
    if not windows:
        return "file://" + quote(os.fsencode(path))
    path = path.replace("\\", "/")
    if path.startswith("//"):
        host, _, rest = path[2:].partition("/")
        return f"file://{host}/{quote(rest)}"
    return f"file:///{path[:1].lower()}%3A{quote(path[2:])}"


def inside(path: str, root: str, *, windows: bool = WINDOWS, folds_case: bool = FOLDS_CASE) -> str | None:
    """`path` relative to `root` with `/` between components; None when it lies elsewhere. The root itself is
    ``.
    """
    here, top = _components(path, windows), _components(root, windows)
    fold = str.casefold if folds_case else str
    if [fold(part) for part in here[: len(top)]] != [fold(part) for part in top]:
        return None
    return "/".join(here[len(top) :])


def _components(path: str, windows: bool) -> list[str]:
    if windows:
        drive, rest = ntpath.splitdrive(ntpath.normpath(path))
        return [drive.lower(), *(part for part in rest.split("\\") if part)]
    return [part for part in posixpath.normpath(path).split("/") if part]


def below(root: str, path: str, *, windows: bool = WINDOWS) -> str:
    """The absolute path of a path of ours under a folder."""
    return ntpath.join(root, path.replace("/", "\\")) if windows else posixpath.join(root, path)


def choose_encoding(offered: Sequence[object]) -> Encoding:
    """utf-8 where it is offered (no conversion at all), else the client's first that we know, else the
    protocol's default.
    """
    known: list[Encoding] = [
        _ENCODINGS[name] for name in offered if isinstance(name, str) and name in _ENCODINGS
    ]
    if "utf-8" in known:
        return "utf-8"
    return known[0] if known else "utf-16"


def edits_of(changes: Sequence[types.TextDocumentContentChangeEvent]) -> tuple[Edit, ...]:
    """The changes of one notification, in order."""
    return tuple(_edit(change) for change in changes)


def _edit(change: types.TextDocumentContentChangeEvent) -> Edit:
    if isinstance(change, types.TextDocumentContentChangeWholeDocument):
        return Edit(text=change.text)
    return Edit(text=change.text, start=place_of(change.range.start), end=place_of(change.range.end))


def place_of(position: types.Position) -> tuple[int, int]:
    """(line, column)."""
    return position.line, position.character


def range_of(span: Span, text: Text, encoding: Encoding) -> types.Range:
    """A span of a text as the client counts it."""
    return types.Range(
        start=types.Position(*text.place(span.start, encoding)),
        end=types.Position(*text.place(span.end, encoding)),
    )


def plain_range(place: types.Range) -> dict[str, Any]:
    """A range as JSON data, for messages of our own."""
    return {"start": plain_position(place.start), "end": plain_position(place.end)}


def plain_position(place: types.Position) -> dict[str, int]:
    """A position as JSON data."""
    return {"line": place.line, "character": place.character}


def workspace_edit(
    edits: Mapping[str, Sequence[types.TextEdit]],
    version: Callable[[str], int | None] | None,
    made: Sequence[types.CreateFile] = (),
) -> types.WorkspaceEdit:
    """Edits by URI as one. `version` gives that of an open document, None for a client that does not take versions;
    files that are `made` come first.
    """
    if version is None:
        return types.WorkspaceEdit(changes={uri: list(of) for uri, of in edits.items()})
    documents = [
        types.TextDocumentEdit(
            text_document=types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version(uri)),
            edits=list(of),
        )
        for uri, of in edits.items()
    ]
    return types.WorkspaceEdit(document_changes=[*made, *documents])


def hover_of(
    hover: Hover, text: Text, encoding: Encoding, uri: Callable[[str], str], *, markdown: bool
) -> types.Hover:
    """Markdown whose links go to the client's URIs, or the same without its marks for a client that shows
    plain text only.
    """
    from helix_lsp.ide.links import rewrite_links

    if markdown:
        kind, value = (
            types.MarkupKind.Markdown,
            rewrite_links(hover.markdown, lambda path, line: f"{uri(path)}#L{line}"),
        )
    else:
        kind, value = (
            types.MarkupKind.PlainText,
            _MARKUP.sub(lambda mark: mark.group(1) or "", hover.markdown),
        )
    return types.Hover(
        contents=types.MarkupContent(kind=kind, value=value), range=range_of(hover.span, text, encoding)
    )


def link_of(
    target: NavigationTarget, uri: str, text: Text, origin: Text, encoding: Encoding
) -> types.LocationLink:
    """With the exact mention as its origin, and the name as the selection inside the whole definition."""
    return types.LocationLink(
        target_uri=uri,
        target_range=range_of(target.full, text, encoding),
        target_selection_range=range_of(target.focus, text, encoding),
        origin_selection_range=range_of(target.origin, origin, encoding),
    )


def location_of(target: NavigationTarget, uri: str, text: Text, encoding: Encoding) -> types.Location:
    """For clients without LocationLink: the place of the name."""
    return types.Location(uri=uri, range=range_of(target.focus, text, encoding))


def _shared(one: bytes, other: bytes) -> int:
    """Length of the common beginning, halving: a text of megabytes takes a few comparisons."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def follow(offset: int, old: bytes, new: bytes) -> int:
    """Where a byte of `old` is in `new`, when edits came in between: unchanged text before or behind keeps
    its place.
    """
    if old is new or old == new:
        return offset
    before = _shared(old, new)
    if offset <= before:
        return offset
    behind = _shared(old[before:][::-1], new[before:][::-1])
    return offset + len(new) - len(old) if offset >= len(old) - behind else before
