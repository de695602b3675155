"""Which folder may be a workspace: an existing one that can be looked into, and none that is a whole disk or
a whole home.
"""

from __future__ import annotations

import os
import stat

from helix_lsp.errors import WorkspaceError


def real_root(given: str, home: str) -> str:
    """The real absolute path of a root; a link is resolved. Raises WorkspaceError of one line."""
    if not given.strip() or "\0" in given:
        raise WorkspaceError("no folder was named; give the project's folder")
    shown = _shown(given)
    try:
        root = os.path.realpath(given, strict=True)
        info = os.stat(root)
    except OSError as error:
        what = error.strerror or type(error).__name__
        raise WorkspaceError(
            f"the folder {shown} cannot be used: {what}; give the project's folder"
        ) from error
    if not stat.S_ISDIR(info.st_mode):
        raise WorkspaceError(f"{shown} is not a folder; give the project's folder")
    if os.path.dirname(root) == root:
        raise WorkspaceError(f"{shown} is a whole disk; give one project's folder below it")
    if any(_same(root, place) for place in (home, os.path.expanduser("~")) if place):
        raise WorkspaceError(f"{shown} is a whole home folder; give one project's folder below it")
    try:
        root.encode("utf-8")
    except UnicodeEncodeError:
        raise WorkspaceError(
            f"the path {shown} is not UTF-8; rename the folder or link to it from a name that is"
        ) from None
    try:
        os.scandir(root).close()
    except OSError as error:
        raise WorkspaceError(
            f"cannot read the folder {shown} ({error.strerror}); check its permissions"
        ) from error
    return root


def _same(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False


def _shown(path: str) -> str:
    """One printable line, whatever the name holds."""
    text = path.encode("utf-8", "backslashreplace").decode("utf-8")
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
