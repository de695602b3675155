"""What is at every path below a root: in a commit, or on the disk now. Both as modes and git's ids, so
that they can be compared.

Invariants: the disk is looked at by ourselves, never by git, whose comparison of a work tree runs the filters
that a repository configures (law I11); no link is followed. Names are bytes as git has them; they become text
with `surrogateescape`.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from helix_lsp.config.index import IndexConfig
from helix_lsp.errors import UsageError
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.session.disk.disk import read_file
from helix_lsp.session.disk.git_files import list_files
from helix_lsp.session.disk.scan import too_large
from helix_lsp.session.git.git import Git, changed_paths, open_repository, read_git
from helix_lsp.session.git.git_folder import NoGit
from helix_lsp.session.git.git_verbs import FILES_OF, RENAMED, RENAMED_STAGED, STAGED
from helix_lsp.text.regex import regex

LINK, SUBMODULE, PLAIN, PROGRAM = "120000", "160000", "100644", "100755"
Check = Callable[[], None]
_SHA1 = 40  # hex digits
_COMMIT = regex(r"[0-9a-f]{40}|[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """`id` is the blob's id, a submodule's commit; `` where the file could not be read, and `why` says why
    not.
    """

    mode: str
    id: str
    why: str = ""


Tree = dict[str, Standing]


def tree_of_commit(git: Git, root: str, commit: str) -> Tree:
    """Every path of a commit (`` for the empty tree) below the root. Raises UsageError where git does not
    answer.
    """
    if not commit:
        return {}
    said = read_git(git, root, FILES_OF, commit)
    if isinstance(said, NoGit):
        raise UsageError(f"the files of {commit[:10]} cannot be listed: {said.reason}")
    found: Tree = {}
    for row in said.split(b"\0"):
        head, tab, name = row.partition(b"\t")
        parts = head.decode("ascii", "replace").split(" ")
        if tab and len(parts) == 3:
            found[os.fsdecode(name)] = Standing(mode=parts[0], id=parts[2])
    return found


def tree_of(git: Git | None, root: str, commit: str) -> Mapping[str, str]:
    """Path below the root -> blob of everything that a commit holds there; one git command. Empty where this
    clone does not have it.
    """
    if git is None or not _COMMIT.fullmatch(commit):
        return {}
    try:
        held = tree_of_commit(git, root, commit)
    except UsageError:
        return {}
    return {path: one.id for path, one in held.items() if one.mode != SUBMODULE}


def tree_of_disk(
    git: Git, root: str, snapshot: Snapshot, indexed: IndexConfig | None, most: int, check: Check
) -> Tree:
    """Every path that is on the disk now: tracked, and new ones that are not ignored. What a sparse checkout
    leaves away stands as in the index.

    Contents that the snapshot knows whole by the limits `indexed` are not read again (None: it may be behind,
    all are); others are read up to `most` bytes. Raises UsageError.
    """
    staged = read_git(git, root, STAGED)
    listed = list_files(git, root)
    if isinstance(staged, NoGit) or isinstance(listed, NoGit):
        reason = (
            staged.reason if isinstance(staged, NoGit) else listed.reason if isinstance(listed, NoGit) else ""
        )
        raise UsageError(f"the files of {root} cannot be listed: {reason}")
    found: Tree = {}
    trusted = _trusts_modes(git, root)
    look = _Look(root, snapshot, indexed, most)
    for row in staged.split(b"\0"):
        check()
        head, tab, name = row.partition(b"\t")
        parts = head.decode("ascii", "replace").split(" ")
        if not tab or len(parts) != 4:
            continue
        tag, mode, blob = parts[:3]
        path = os.fsdecode(name)
        here = (
            Standing(mode=mode, id=blob)
            if tag == "S" or mode == SUBMODULE
            else look.at(path, mode if not trusted else "", len(blob))
        )
        if here is not None:
            found[path] = here
    width = max((len(one.id) for one in found.values()), default=_SHA1)
    for name in listed.untracked:
        check()
        path = os.fsdecode(name)
        here = look.at(path, PLAIN if not trusted else "", width)
        if here is not None:
            found[path] = here
    return found


def moved(git: Git, root: str, base: str, head: str) -> dict[str, str]:
    """New path -> old path, of files that were renamed between a commit and another one (`` for git's index)."""
    if not base:
        return {}
    said = read_git(git, root, RENAMED, base, head) if head else read_git(git, root, RENAMED_STAGED, base)
    fields = [] if isinstance(said, NoGit) else [os.fsdecode(one) for one in said.split(b"\0")]
    return {row.path: row.old_path for row in changed_paths(fields)}


def id_of(data: bytes, width: int) -> str:
    """Git's id of a blob's bytes, in the hash that gives so many hex digits."""
    made = hashlib.sha256(usedforsecurity=False) if width > _SHA1 else hashlib.sha1(usedforsecurity=False)
    made.update(b"blob %d\0" % len(data))
    made.update(data)
    return made.hexdigest()


class _Look:
    """What is at one path of the disk."""

    def __init__(self, root: str, snapshot: Snapshot, indexed: IndexConfig | None, most: int) -> None:
        self._root, self._snapshot = root, snapshot
        self._indexed, self._most = indexed, most
        self._real: dict[str, bool] = {"": True}

    def at(self, path: str, mode: str, width: int) -> Standing | None:
        """None where nothing is; `mode` is given where the disk's own is not to be believed."""
        if not self._is_real(path.rpartition("/")[0]):
            return None
        place = os.path.join(self._root, path)
        try:
            info = os.lstat(place)
            if stat.S_ISLNK(info.st_mode):
                return Standing(mode=LINK, id=id_of(os.fsencode(os.readlink(place)), width))
        except (OSError, ValueError):
            return None
        if not stat.S_ISREG(info.st_mode):
            return None
        mode = mode if mode in (PLAIN, PROGRAM) else PROGRAM if info.st_mode & stat.S_IXUSR else PLAIN
        entry = self._snapshot.file(path)
        whole = (
            self._indexed is not None and width == _SHA1 and not too_large(path, info.st_size, self._indexed)
        )
        if entry is not None and whole and entry.size == info.st_size:
            return Standing(mode=mode, id=entry.sha)
        data = read_file(self._root, path, self._most)
        if isinstance(data, bytes):
            return Standing(mode=mode, id=id_of(data, width))
        return Standing(mode=mode, id="", why=data.reason)

    def _is_real(self, folder: str) -> bool:
        """True for a folder that is reached through no link."""
        if folder not in self._real:
            above = self._is_real(folder.rpartition("/")[0])
            try:
                self._real[folder] = above and stat.S_ISDIR(
                    os.lstat(os.path.join(self._root, folder)).st_mode
                )
            except (OSError, ValueError):
                self._real[folder] = False
        return self._real[folder]


def _trusts_modes(git: Git, root: str) -> bool:
    """False where the file system keeps no modes; git noted that when the repository was made."""
    found = open_repository(git, root)
    said = "" if isinstance(found, NoGit) else found[1].get("core.filemode", "")
    return os.name != "nt" and said.lower() not in ("false", "no", "off", "0")
