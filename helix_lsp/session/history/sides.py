"""Both sides of the code that one commit changed, read from git's objects: what the judgement of renames is
handed for a commit.

Invariants (law I11) as `session/git/git.py`; nothing is checked out. Files and bytes are bounded: a commit that
moves a whole tree is judged by the first of its files, and one whose contents this clone has not is not
judged.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.errors import UsageError
from helix_lsp.history.lines import defines_names
from helix_lsp.history.successor import Sides, is_read, sides_of
from helix_lsp.session.git.blobs import blobs_of, sizes_of
from helix_lsp.session.git.git import Git, read_git
from helix_lsp.session.git.git_verbs import SIDES
from helix_lsp.session.git.no_git import NoGit

_FILES = 150
_LARGEST = 1_000_000  # bytes of one file
_BYTES = 12_000_000  # of all


@dataclass(frozen=True, slots=True)
class _Row:
    old_path: str
    path: str
    before: str
    after: str


def sides_of_commit(git: Git, root: str, commit: str) -> tuple[Sides, ...]:
    """What defines names before its tests, each in the order of paths; nothing for a merge, or where git does
    not answer.
    """
    said = read_git(git, root, SIDES, commit)
    if isinstance(said, NoGit):
        return ()
    read = [r for r in _rows(said.decode("utf-8", "replace").split("\0")) if is_read(r.path)]
    rows = sorted(read, key=lambda r: not defines_names(r.path))[:_FILES]
    ids = [one for r in rows for one in (r.before, r.after) if one.strip("0")]
    try:
        sizes = sizes_of(git, root, ids)
        left, wanted = _BYTES, list[str]()
        for one in dict.fromkeys(ids):
            size = sizes.get(one, _LARGEST + 1)
            if size <= _LARGEST and left >= size:
                left -= size
                wanted.append(one)
        blobs = blobs_of(git, root, wanted)
    except UsageError:
        return ()
    known = [r for r in rows if all(not one.strip("0") or one in blobs for one in (r.before, r.after))]
    return tuple(sides_of(r.old_path, r.path, blobs.get(r.before), blobs.get(r.after)) for r in known)


def _rows(fields: list[str]) -> list[_Row]:
    """`:100644 100644 <id> <id> M`, a path, for a move a second one."""
    found: list[_Row] = []
    at = 0
    while at + 1 < len(fields):
        head = fields[at].strip().split(" ")
        if len(head) != 5 or not head[0].startswith(":"):
            at += 1
            continue
        moved = head[4][:1] in ("R", "C") and at + 2 < len(fields)
        old_path, path = fields[at + 1], fields[at + 2] if moved else fields[at + 1]
        found.append(_Row(old_path, path, head[2] if head[4][:1] != "C" else "0", head[3]))
        at += 3 if moved else 2
    return found
