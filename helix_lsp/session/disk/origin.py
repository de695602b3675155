"""Which repository this is, and which commit holds which bytes. Also which folder may be a workspace.

`repo_id` is the same in every clone, whatever its folder or its remote is called: `git:` with the commit at
the beginning of the first-parent history, and `/` with the path of the workspace in the repository where it is
not the top. Outside git, and in a shallow clone whose beginning is not there, it is `folder:` with the SHA-256
of the folder's real path: stable on one machine, and nothing of the path can be read from it. Where git does not
answer there is none: `` instead of an identity that another call would not give. No remote is ever read, so no
credentials can get into it.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import msgspec

from helix_lsp.errors import UsageError, WorkspaceError
from helix_lsp.session.disk.scan import read_private, replace_private
from helix_lsp.session.git.blobs import objects_of
from helix_lsp.session.git.git import Git, head_commit, read_git
from helix_lsp.session.git.git_folder import NoGit, find_repository
from helix_lsp.session.git.git_verbs import IS_SHALLOW, RESOLVE, ROOT_COMMIT
from helix_lsp.text.digest import blob_id, sha256_hex
from helix_lsp.text.regex import regex
from helix_lsp.wire.range_ref import Origin

_COMMIT = regex(r"[0-9a-f]{40}|[0-9a-f]{64}")
_HEAD_SECONDS = 1.0
_MOST_HELD = 200_000
_KEPT = "identity.msgpack"  # beside the index: the head it was found at, and the beginning


class Origins:
    """Says of one workspace where its bytes come from. Remembers what a commit holds, which never changes, and
    for a second which commit is checked out, so that a batch does not ask git again for each line.
    """

    def __init__(self, git: Git | None, root: str, directory: str) -> None:
        self._git, self._root, self._directory = git, root, directory
        self._looked = -_HEAD_SECONDS
        self._head = self._repo_id = ""
        self._held: dict[tuple[str, str], str] = {}
        self.lacking = ""  # why references say less than they could, in words

    def now(self, texts: Callable[[str], bytes | None]) -> Origin:
        """The origin of what `texts` gives now; costs at most one git command, another when the head has moved
        since, and one when blobs are asked for.
        """
        if time.monotonic() - self._looked >= _HEAD_SECONDS:
            self._head = (head_commit(self._git, self._root) if self._git is not None else None) or ""
            self._repo_id = repo_id(self._git, self._root, self._directory, self._head)
            self._lack("" if self._repo_id else "git does not answer")
            self._looked = time.monotonic()
        blobs: dict[str, str] = {}

        def blob(path: str) -> str:
            if path not in blobs:
                data = texts(path)
                blobs[path] = blob_id(data) if data is not None else ""
                self._lack("" if data is not None else f"{path} cannot be read any more")
            return blobs[path]

        return Origin(repo_id=self._repo_id, commit=self._head, blob=blob, held=self.held)

    def held(self, pairs: Collection[tuple[str, str]]) -> Mapping[tuple[str, str], str]:
        """The blob of each (commit, path below the root) that this clone has; one git command for all that are
        new.
        """
        missing = [pair for pair in pairs if pair not in self._held]
        if missing:
            if len(self._held) + len(missing) > _MOST_HELD:
                self._held = {}
            found = committed(self._git, self._root, missing)
            self._lack("" if found is not None else "git does not answer")
            self._held |= found or {}
        return self._held

    def _lack(self, why: str) -> None:
        self.lacking = self.lacking or why


def repo_id(git: Git | None, root: str, directory: str, head: str) -> str:
    """The identity of a workspace (see above) whose checked-out commit is `head`, `` for none."""
    found = find_repository(root)
    folder = f"folder:{sha256_hex(os.fsencode(root))[:40]}"
    if git is None or isinstance(found, NoGit):
        return folder
    beginning = (_kept(directory, head) if head else "") or _beginning(git, root)
    if not beginning:
        return "" if beginning is None else folder
    if not head:
        return ""  # there is a commit: git did not answer when it was asked for it
    _keep(directory, head, beginning)
    return f"git:{beginning}" + (f"/{found.prefix.rstrip('/')}" if found.prefix else "")


def committed(
    git: Git | None, root: str, pairs: Collection[tuple[str, str]]
) -> Mapping[tuple[str, str], str] | None:
    """The blob of each (commit, path below the root) that this clone has; one git command for all. None where
    git does not answer.
    """
    found = find_repository(root)
    asked = [(commit, path) for commit, path in pairs if _COMMIT.fullmatch(commit) and "\n" not in path]
    if git is None or isinstance(found, NoGit) or not asked:
        return {}
    try:
        rows = objects_of(git, root, [f"{commit}:{found.prefix}{path}" for commit, path in asked])
    except UsageError:
        return None
    return {pair: row for pair, row in zip(asked, rows, strict=True) if row}


def _beginning(git: Git, root: str) -> str | None:
    """The first commit of the first-parent history; `` where this clone does not have it, None where git does
    not answer.
    """
    shallow = read_git(git, root, IS_SHALLOW)
    if isinstance(shallow, NoGit):
        return None
    if shallow.strip() != b"false" or isinstance(read_git(git, root, RESOLVE, "HEAD^{commit}"), NoGit):
        return ""
    said = read_git(git, root, ROOT_COMMIT, "HEAD")
    return None if isinstance(said, NoGit) else said.decode("ascii", "replace").split()[-1]


def _kept(directory: str, head: str) -> str:
    try:
        known = msgspec.msgpack.decode(read_private(Path(directory) / _KEPT, 1_000), type=tuple[str, str])
    except (OSError, msgspec.MsgspecError):
        return ""
    return known[1] if known[0] == head else ""


def _keep(directory: str, head: str, beginning: str) -> None:
    """A hint for the next process; where it cannot be written, git is asked again."""
    if _kept(directory, head) == beginning:
        return
    with contextlib.suppress(OSError):
        replace_private(Path(directory) / _KEPT, msgspec.msgpack.encode((head, beginning)))


# Which folder a command means when it is not told: the repository around the current folder, else that folder
# itself. And which may be a workspace: an existing one that can be looked into, and none that is a whole disk
# or a whole home.

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
