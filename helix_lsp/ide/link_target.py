"""What the target of a link in a document names inside the workspace: a file, a section of it, a line of it."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from urllib.parse import unquote

from helix_lsp.index.snapshot import Snapshot
from helix_lsp.text.paths import refuse

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_LINE = re.compile(r"L(\d{1,7})(?:C\d+)?(?:-L?\d+(?:C\d+)?)?\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkTarget:
    """`anchor` is the section named behind `#` (`` for none), `line` a line from 1 (0 for none)."""

    path: str
    anchor: str = ""
    line: int = 0


def link_target(target: str, document: str, snapshot: Snapshot) -> LinkTarget | None:
    """What `target`, written in `document`, names; None for other hosts, files that are not there and paths that leave the root."""
    if not target or _SCHEME.match(target) or target.startswith("//") or "\0" in target:
        return None
    place, _, fragment = target.partition("#")
    path = _path(unquote(place.partition("?")[0]), document)
    if path is None or snapshot.file(path) is None:
        return None
    line = _LINE.match(fragment)
    if line is not None:
        return LinkTarget(path=path, line=int(line.group(1)))
    return LinkTarget(path=path, anchor=unquote(fragment))


def _path(place: str, document: str) -> str | None:
    if not place:
        return document
    folder = "" if place.startswith("/") else document.rpartition("/")[0]
    path = posixpath.normpath(posixpath.join(folder, place.lstrip("/")))
    return None if refuse(path) else path
