"""A change of a repository, read: two states compared path by path, the bytes of both sides of what differs.

Invariants (law I11): git lists, resolves and hands out objects; the disk is read by ourselves, so that no
filter, diff driver or hook of the repository is ever run. Nothing is written. What is on the disk is compared
as bytes; a file that differs from git's in line ends alone is as a checkout may write it, and only counted.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import msgspec

from helix_lsp.align.delta.change import Change, ChangedFile, Side, Status
from helix_lsp.config import Config
from helix_lsp.ide.mentions import View
from helix_lsp.session.disk.disk import read_file
from helix_lsp.session.disk.tree_state import (
    LINK,
    SUBMODULE,
    Standing,
    Tree,
    id_of,
    moved,
    tree_of_commit,
    tree_of_disk,
)
from helix_lsp.session.git.blobs import blobs_of, sizes_of
from helix_lsp.session.git.git import Git, read_git
from helix_lsp.session.git.git_folder import NoGit
from helix_lsp.session.git.git_verbs import MOST_COMMITS, NEWEST_COMMITS
from helix_lsp.session.git.revisions import Ends, find_ends
from helix_lsp.text.digest import sha256_hex

Check = Callable[[], None]
_POINTER = b"version https://git-lfs.github.com/spec/"


class _Pair(msgspec.Struct, frozen=True, kw_only=True):
    """One file: the old path (`` where it is new), the new one (`` where it went), and what is there."""

    old: str
    new: str
    before: Standing | None
    after: Standing | None


def read_change(
    git: Git | None,
    root: str,
    view: View,
    base: str | None = None,
    head: str | None = None,
    check: Check = lambda: None,
) -> tuple[Change, Change | None]:
    """(the change between two names of commits, where without `head` what is on the disk now counts; what the
    disk has that the checked-out commit has not, None where both are the same). The disk is looked at once.
    Raises UsageError, and whatever `check` raises.
    """
    reader = _Reader(git, root, view, check)
    ends = find_ends(git, root, base, head, reader.is_dirty)
    change = reader.change(ends, head)
    if not reader.is_dirty():
        return change, None
    if not ends.head and ends.base == ends.checked_out:
        return change, change
    return change, reader.change(replace(ends, base=ends.checked_out, head="", how="given", against=""), None)


class _Reader:
    """One reading. The disk is looked at once, when it is first asked for."""

    def __init__(self, git: Git | None, root: str, view: View, check: Check) -> None:
        self._asked, self._root, self._view, self._check = git, root, view, check
        self._config: Config = view.config
        self._disk: Tree | None = None
        self._dirty: bool | None = None
        self._line_ends = 0

    @property
    def _git(self) -> Git:
        assert self._asked is not None  # `find_ends` has refused to go on without
        return msgspec.structs.replace(self._asked, check=self._check)

    def is_dirty(self) -> bool:
        """True where the disk holds another file than the checked-out commit."""
        if self._dirty is None:
            self._dirty = bool(
                self._pairs(tree_of_commit(self._git, self._root, "HEAD"), self._on_disk(), {})
            )
        return self._dirty

    def change(self, ends: Ends, named: str | None) -> Change:
        """The change between two ends; `named` is how a person called the newer one."""
        git, root = self._git, self._root
        old = tree_of_commit(git, root, ends.base)
        new = tree_of_commit(git, root, ends.head) if ends.head else self._on_disk()
        self._line_ends = 0
        found = self._pairs(old, new, moved(git, root, ends.base, ends.head))
        line_ends = self._line_ends
        kept = found[: self._config.pr.files]
        files = tuple(self._files(kept, on_disk=not ends.head))
        listed = read_git(
            git,
            root,
            NEWEST_COMMITS,
            ends.head or ends.checked_out,
            *([f"^{ends.base}"] if ends.base else []),
        )
        commits = () if isinstance(listed, NoGit) else tuple(listed.decode("ascii", "replace").split())
        return Change(
            base=Side(commit=ends.base, name=ends.base[:10] or "the empty tree"),
            head=Side(
                commit=ends.head or ends.checked_out, name=named or "the work tree", on_disk=not ends.head
            ),
            how=ends.how,
            against=ends.against,
            files=files,
            checked_out=ends.checked_out,
            commits=commits[:MOST_COMMITS],
            more_commits=len(commits) > MOST_COMMITS,
            uncommitted=not ends.head and self.is_dirty(),
            more_files=len(found) - len(kept),
            line_ends=line_ends,
        )

    def _on_disk(self) -> Tree:
        if self._disk is None:
            fresh = (
                self._view.freshness.fresh
            )  # an index that another process writes may be behind: then every file is read
            self._disk = tree_of_disk(
                self._git,
                self._root,
                self._view.snapshot,
                self._config.index if fresh else None,
                self._config.session.read_max_bytes,
                self._check,
            )
        return self._disk

    def _pairs(self, old: Tree, new: Tree, origins: dict[str, str]) -> list[_Pair]:
        """What differs, by path; a file that went and one of the same bytes that came are one that moved,
        where there is no other.
        """
        origins = {
            to: came
            for to, came in origins.items()
            if to in new and came in old and came not in new and to not in old
        }
        gone = [path for path in old if path not in new and path not in origins.values()]
        come = [path for path in new if path not in old and path not in origins]
        for to, came in _same_bytes({p: old[p] for p in gone}, {p: new[p] for p in come}):
            origins[to] = came
        left = set(origins.values())
        found = [_Pair(old=origins[to], new=to, before=old[origins[to]], after=new[to]) for to in origins]
        found += [_Pair(old=p, new="", before=old[p], after=None) for p in gone if p not in left]
        found += [_Pair(old="", new=p, before=None, after=new[p]) for p in come if p not in origins]
        changed = [p for p, after in new.items() if p in old and old[p] != after]
        crlf = (
            self._only_line_ends([p for p in changed if old[p].mode == new[p].mode], old, new)
            if new is self._disk
            else frozenset[str]()
        )
        self._line_ends += len(crlf)
        found += [_Pair(old=p, new=p, before=old[p], after=new[p]) for p in changed if p not in crlf]
        return sorted(found, key=lambda one: one.new or one.old)

    def _only_line_ends(self, paths: list[str], old: Tree, new: Tree) -> frozenset[str]:
        """Files on the disk that are git's but for the ends of their lines, or that git keeps elsewhere
        (large file storage).
        """
        same: set[str] = set()
        sizes = sizes_of(self._git, self._root, [old[p].id for p in paths if old[p].mode != LINK])
        small = [p for p in paths if 0 < sizes.get(old[p].id, 0) < 300]
        blobs = blobs_of(self._git, self._root, [old[p].id for p in small])
        pointers = {p: blobs[old[p].id] for p in small if blobs.get(old[p].id, b"").startswith(_POINTER)}
        for path in paths:
            self._check()
            if new[path].mode in (LINK, SUBMODULE) or old[path].mode in (LINK, SUBMODULE):
                continue
            data = read_file(self._root, path, self._config.session.read_max_bytes)
            if not isinstance(data, bytes):
                continue
            if path in pointers:
                if f"oid sha256:{sha256_hex(data)}".encode() in pointers[path]:
                    same.add(path)
            elif b"\r\n" in data and id_of(data.replace(b"\r\n", b"\n"), len(old[path].id)) == old[path].id:
                same.add(path)
        return frozenset(same)

    def _files(self, pairs: list[_Pair], *, on_disk: bool) -> Iterator[ChangedFile]:
        """The files with their bytes, as far as the limits reach: larger ones are named with the reason."""
        largest, left = self._config.index.max_file_bytes, self._config.pr.total_bytes
        ids = [
            s.id
            for pair in pairs
            for s in (pair.before, pair.after if not on_disk else None)
            if s is not None and _is_file(s)
        ]
        sizes = sizes_of(self._git, self._root, ids)
        wanted: list[str] = []
        for one in dict.fromkeys(ids):
            if sizes.get(one, largest + 1) <= largest and left - sizes[one] >= 0:
                left -= sizes[one]
                wanted.append(one)
        blobs = blobs_of(self._git, self._root, wanted)
        for pair in pairs:
            self._check()
            before, size, why = self._side(pair.before, pair.old, blobs, sizes, None)
            after, newer, other = self._side(pair.after, pair.new, blobs, sizes, left if on_disk else None)
            if on_disk and after is not None:
                left -= len(after)
            yield _file(pair, before, after, newer if pair.after is not None else size, other or why)

    def _side(
        self,
        here: Standing | None,
        path: str,
        blobs: Mapping[str, bytes],
        sizes: Mapping[str, int],
        room: int | None,
    ) -> tuple[bytes | None, int, str]:
        """(bytes, size, why there are none); `room` is what may still be read of the disk, None for an object
        of git.
        """
        if here is None:
            return None, -1, ""
        if not _is_file(here):
            return None, -1, "symlink" if here.mode == LINK else "submodule"
        if room is None or (not room and here.id in blobs):
            data, size = blobs.get(here.id), sizes.get(here.id, -1)
            over = "too large" if size > self._config.index.max_file_bytes else "byte cap"
            return data, size, "" if data is not None else "not in this clone" if size < 0 else over
        if here.why:
            return None, -1, here.why
        got = read_file(self._root, path, min(self._config.index.max_file_bytes, room))
        if isinstance(got, bytes):
            return got, len(got), ""
        try:
            size = os.lstat(os.path.join(self._root, path)).st_size if got.reason == "too large" else -1
        except OSError:
            size = -1
        if got.reason == "vanished":  # in a sparse checkout it is in git alone
            data = blobs_of(self._git, self._root, [here.id]).get(here.id)
            return data, len(data) if data is not None else -1, "" if data is not None else "vanished"
        return (
            None,
            size,
            "byte cap"
            if got.reason == "too large" and size <= self._config.index.max_file_bytes
            else got.reason,
        )


def _is_file(here: Standing) -> bool:
    return here.mode not in (LINK, SUBMODULE)


def _same_bytes(gone: Tree, come: Tree) -> Iterator[tuple[str, str]]:
    """(new path, old path) of contents that left one path and came to one other."""
    left: dict[tuple[bool, str], list[str]] = {}
    came: dict[tuple[bool, str], list[str]] = {}
    for side, into in ((gone, left), (come, came)):
        for path, one in side.items():
            if (
                one.id and one.mode != SUBMODULE and one.id != id_of(b"", len(one.id))
            ):  # empty files are all the same
                into.setdefault((_is_file(one), one.id), []).append(path)
    for key, paths in left.items():
        if len(paths) == 1 and len(came.get(key, ())) == 1:
            yield came[key][0], paths[0]


def _file(pair: _Pair, before: bytes | None, after: bytes | None, size: int, why: str) -> ChangedFile:
    one, other = pair.before, pair.after
    status: Status = "modified"
    if one is None or other is None:
        status = "added" if one is None else "removed"
    elif pair.old != pair.new:
        status = "renamed"
    elif one.id == other.id and one.mode != other.mode and _is_file(one) == _is_file(other):
        status = "mode"
    ends = (
        before is not None
        and after is not None
        and before != after
        and before.replace(b"\r\n", b"\n") == after.replace(b"\r\n", b"\n")
    )
    return ChangedFile(
        path=pair.new or pair.old,
        old_path=pair.old or pair.new,
        status=status,
        old_mode=one.mode if one is not None else "",
        mode=other.mode if other is not None else "",
        before=before,
        after=after,
        size=size,
        left_out=why,
        line_ends=ends,
    )
