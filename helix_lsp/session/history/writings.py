"""When a word was first written into a document: one reading of the patches of a document answers for all of
its words.

Invariants (law I11): git is called as `session/git/git.py` calls it. A patch is text; nothing in it is run.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from dataclasses import dataclass

from helix_lsp.session.git.git import Git, read_git
from helix_lsp.session.git.git_verbs import ALL_COMMITS, DOCUMENT
from helix_lsp.session.git.no_git import NoGit

_KEPT = 8  # documents whose patches stay in memory: references come document by document
_TIPS = 4
_HEAD = "HEAD"
_STATUS = re.compile(r"^:[^\t\n]* ([A-Z])\d*\t", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Writing:
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
        """Commits newest first."""
        commits = self._list(tip)
        said = (
            read_git(self._git, self._root, DOCUMENT, paths=[("literal", document)], stdin=commits)
            if commits
            else b""
        )
        blocks = [] if isinstance(said, NoGit) else said.decode("utf-8", "replace").split("\x01")[1:]
        return tuple(one for block in blocks if (one := _writing(block)) is not None)

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
