"""When a word was first written into a document, and when a file lost a definition: one reading of the patches of
one file answers for all of its words.

Invariants (law I11): git is called as `session/git/git.py` calls it. A patch is text; nothing in it is run.
"""

from __future__ import annotations

import os
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from helix_lsp.align.drift.history import Gone
from helix_lsp.history.lines import defines_names
from helix_lsp.history.successor import Sides, is_read, sides_of
from helix_lsp.session.git.blobs import some_blobs
from helix_lsp.session.git.git import Git, changed_paths, read_git
from helix_lsp.session.git.git_folder import NoGit
from helix_lsp.session.git.git_verbs import ALL_COMMITS, COMMITS, DOCUMENT, PATCHES, SIDES, TOUCHED
from helix_lsp.session.history.changes import Commit, read_commits
from helix_lsp.text.regex import regex

_KEPT = 8  # documents whose patches stay in memory: references come document by document
_TIPS = 4
_HEAD = "HEAD"
_MOST_PATHS = (
    16_000_000  # bytes of the paths that all commits touch; 22,000 commits of sphinx have 2.6 million
)
_CAME = regex(r"^:[^\t\n]* [RC]\d*\t([^\t\n]*)\t", re.MULTILINE)
_STATUS = regex(r"^:[^\t\n]* ([A-Z])\d*\t", re.MULTILINE)


class Writing(msgspec.Struct, frozen=True):
    """One commit that changed a document; `status` is git's letter (`A`: the document came). `removed` and
    `added` are the changed lines.
    """

    commit: str
    time: int
    status: str
    removed: str
    added: str


class Writings:
    """Asks git once for each document and remembers the last few."""

    def __init__(self, git: Git, root: str) -> None:
        self._git, self._root = git, root
        self._kept: OrderedDict[tuple[str, str], tuple[Writing, ...]] = OrderedDict()
        self._commits: dict[str, bytes] = {}  # by tip
        self._touched: bytes | None = None
        self._lost: dict[str, dict[str, Gone]] = {}
        self._went: dict[str, frozenset[str]] = {}
        self._places: dict[str, int | None] = {}

    def oldest(self, tip: str, document: str, text: str) -> Writing | None:
        """The oldest commit up to `tip` that changed how often the word is in the document; renames of
        the document are followed.
        """
        whole = re.fullmatch(r"\w+", text, re.ASCII) is not None
        pattern = (
            re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", re.ASCII) if whole else re.compile(re.escape(text))
        )
        for one in reversed(self._of(tip, document)):
            if (text in one.added or text in one.removed) and len(pattern.findall(one.added)) != len(
                pattern.findall(one.removed)
            ):
                return one
        return None

    def _of(self, tip: str, document: str) -> tuple[Writing, ...]:
        key = tip, document
        if key not in self._kept:
            self._kept[key] = self._read(tip, document)
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    def _read(self, tip: str, document: str) -> tuple[Writing, ...]:
        """Commits newest first. Those of a name that the document had before are asked for when it is known; for
        one document all commits cost less than telling which are its own.
        """
        names, more = set[str](), {document}
        blocks: list[str] = []
        while more:
            names |= more
            commits = self.touching(tip, names) if self._kept else self._list(tip)
            said = read_git(self._git, self._root, DOCUMENT, paths=[("literal", document)], stdin=commits)
            blocks = [] if isinstance(said, NoGit) else said.decode("utf-8", "replace").split("\x01")[1:]
            more = {old for block in blocks for old in _CAME.findall(block)} - names if self._kept else set()
        return tuple(one for block in blocks if (one := _writing(block)) is not None)

    def touching(self, tip: str, names: Iterable[str]) -> bytes:
        """The commits of a tip that touch a path which ends in one of these names, as `_list` gives them: all where
        git does not tell, or quotes a name.
        """
        if self._touched is None:
            bounded = replace(self._git, most=min(self._git.most, _MOST_PATHS))
            said = read_git(bounded, self._root, TOUCHED, stdin=self._list(_HEAD))
            self._touched = b"" if isinstance(said, NoGit) else said
        if not self._touched or any(name.startswith('"') for name in names):
            return self._list(tip)
        found: set[bytes] = set()
        for end in (os.fsencode(name) + b"\0" for name in names):
            at = self._touched.find(end)
            while at >= 0:
                start = self._touched.rfind(b"\x01", 0, at) + 1
                found.add(self._touched[start : self._touched.find(b"\0", start)])
                at = self._touched.find(end, at + 1)
        return b"".join(line for line in self._list(tip).splitlines(keepends=True) if line[:-1] in found)

    def lost(self, path: str, name: str) -> Gone | None:
        """The newest commit that took a definition of the name out of the file, which did not get it back. Read from the
        patches of all that touch it; only where one of them took out such a definition is git asked which of them
        a walk along the file passes, which costs more.
        """
        if path not in self._went:
            commits = self._patched(path, self.touching(_HEAD, (path,)))
            self._went[path] = frozenset(lost for commit in commits for _, lost in commit.went)
        if path not in self._lost and name in self._went[path]:
            self._lost[path] = self._lost_by(path)
        return self._lost.get(path, {}).get(name)

    def _patched(self, path: str, commits: bytes | NoGit) -> Iterator[Commit]:
        given = b"" if isinstance(commits, NoGit) else commits
        said = read_git(self._git, self._root, PATCHES, paths=[("literal", path)], stdin=given)
        return read_commits(b"" if isinstance(said, NoGit) else said)

    def _lost_by(self, path: str) -> dict[str, Gone]:
        found: dict[str, Gone] = {}
        back: set[str] = set()
        listed = read_git(self._git, self._root, COMMITS, _HEAD, paths=[("literal", path)])
        for commit in self._patched(path, listed):
            came = commit.came()
            for (_, name), owner in commit.went.items():
                if name not in came and name not in back:
                    gone = Gone(commit=commit.name, time=commit.time, path=path, defined=True, owner=owner)
                    found.setdefault(name, gone)
            back |= came
        return found

    def place(self, commit: str) -> int | None:
        """Where a commit is among those of the checked-out one: no commit is before one that is made
        upon it. None where it is not of this history.
        """
        if commit not in self._places:
            at = self._list(_HEAD).find(commit.encode("ascii", "replace") + b"\n") if commit else -1
            self._places[commit] = at if at >= 0 else None
        return self._places[commit]

    def _list(self, tip: str) -> bytes:
        """The commits of a tip a line each, newest first."""
        if tip not in self._commits:
            listed = read_git(self._git, self._root, ALL_COMMITS, tip)
            self._commits[tip] = b"" if isinstance(listed, NoGit) else listed
            if len(self._commits) > _TIPS:
                self._commits.pop(next(one for one in self._commits if one != _HEAD))
        return self._commits[tip]


def _writing(block: str) -> Writing | None:
    head, _, body = block.partition("\n")
    commit, _, when = head.partition(" ")
    status = _STATUS.search(body)
    if status is None or not when.isdigit():
        return None
    removed: list[str] = []
    added: list[str] = []
    inside = False
    for line in body[status.end() :].split("\n"):
        if line.startswith(("diff --git ", "@@")):
            inside = line.startswith("@@")
        elif inside and line[:1] in ("-", "+"):
            (removed if line[0] == "-" else added).append(line[1:])
    return Writing(commit, int(when), status[1], "\n".join(removed), "\n".join(added))


# Both sides of the code that one commit changed, read from git's objects: what the judgement of renames is
# handed for a commit.
#
# Invariants (law I11) as `session/git/git.py`; nothing is checked out. Files and bytes are bounded: a
# commit that moves a whole tree is judged by the first of its files, and one whose contents this clone has
# not is not judged.

_FILES = 150
_LARGEST = 1_000_000  # bytes of one file
_BYTES = 12_000_000  # of all


def sides_of_commit(git: Git, root: str, commit: str) -> tuple[Sides, ...]:
    """What defines names before its tests, each in the order of paths; nothing for a merge, or where git does
    not answer.
    """
    said = read_git(git, root, SIDES, commit)
    if isinstance(said, NoGit):
        return ()
    read = [r for r in changed_paths(said.decode("utf-8", "replace").split("\0")) if is_read(r.path)]
    rows = sorted(read, key=lambda r: not defines_names(r.path))[:_FILES]
    ids = [one for r in rows for one in (r.before, r.after) if one.strip("0")]
    blobs = some_blobs(git, root, ids, largest=_LARGEST, total=_BYTES, step=_BYTES)
    known = [r for r in rows if all(not one.strip("0") or one in blobs for one in (r.before, r.after))]
    return tuple(sides_of(r.old_path, r.path, blobs.get(r.before), blobs.get(r.after)) for r in known)
