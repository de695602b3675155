"""Which folder a command means when it is not told: the repository around the current folder, else that
folder itself.
"""

from __future__ import annotations

import os

from helix_lsp.errors import WorkspaceError

_MARKS = (".git", "helix.toml")


def root_of(given: str | None, *, here: str | None = None, home: str | None = None) -> str:
    """The folder as given, or found upward from `here`.

    A home folder that happens to be a repository is not taken for its subfolders.
    """
    if given is not None:
        if not given.strip() or "\0" in given:
            raise WorkspaceError("--root is empty: name the project's folder")
        return given
    try:
        start = os.getcwd() if here is None else here
    except OSError as error:
        raise WorkspaceError(
            f"the current folder cannot be used ({error.strerror}): name one with --root"
        ) from error
    stop = os.path.expanduser("~") if home is None else home
    folder = start
    while True:
        if any(os.path.exists(os.path.join(folder, mark)) for mark in _MARKS):
            return folder
        above = os.path.dirname(folder)
        if above == folder or stop in (above, folder):
            return start
        folder = above
