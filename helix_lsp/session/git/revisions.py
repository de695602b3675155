"""The two ends of a change as commits: what a person names, or what is meant when nothing is named.

Invariants (law I11): git is asked as `session/git/git.py` asks it; a name that begins with `-` is refused before
git sees it, and is behind `--end-of-options` all the same. What cannot be found is a `UsageError` of one
line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from helix_lsp.align.delta.change import How
from helix_lsp.errors import UsageError
from helix_lsp.session.git.git import Git, head_commit, head_trouble, read_git
from helix_lsp.session.git.git_folder import NoGit, work_tree
from helix_lsp.session.git.git_verbs import FULL_NAME, IS_SHALLOW, MERGE_BASE, RESOLVE

_DEFAULT = (
    "refs/remotes/origin/HEAD",
    "refs/remotes/origin/main",
    "refs/remotes/origin/master",
    "refs/heads/main",
    "refs/heads/master",
)
_LONGEST = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """Commit ids. `base` is `` for the tree before the first commit, `checked_out` for a repository without a
    commit.

    `head` is `` for what is on the disk now, which is on `checked_out`. `how` and `against` say how the
    base was chosen, by which branch.
    """

    base: str
    head: str
    checked_out: str
    how: How
    against: str = ""


def find_ends(
    git: Git | None, root: str, base: str | None, head: str | None, is_dirty: Callable[[], bool]
) -> Ends:
    """The ends that two names mean (None: not named). `is_dirty` says whether the disk differs from what is
    checked out; asked only where nothing else decides. Raises UsageError.
    """
    if git is None:
        raise UsageError(
            "there is no git program on the search path; `pr explain` compares two commits of a git repository"
        )
    tree = work_tree(root)
    if isinstance(tree, NoGit):
        raise UsageError(f"{root}: {tree.reason}; `pr explain` compares two commits of a git repository")
    answers = read_git(git, root, IS_SHALLOW)
    if isinstance(answers, NoGit):
        raise UsageError(f"{root}: {answers.reason}")
    here = head_commit(git, root)
    if here is None and (trouble := head_trouble(git, root)):
        raise UsageError(f"{root}: the checked-out commit cannot be read ({trouble})")
    if here is None:
        raise UsageError(f"{root} has no commit yet; there is nothing to compare with")
    tip = _commit(git, root, head, "--head") if head is not None else ""
    if base is not None:
        return _given(git, root, _commit(git, root, base, "--base"), base, tip, here)
    return _chosen(git, root, tip, here, is_dirty)


def _given(git: Git, root: str, named: str, name: str, tip: str, here: str) -> Ends:
    """A base that is not an ancestor is a branch that went on: what the change was made from is where both
    parted.
    """
    fork = _fork(git, root, named, tip or here)
    if fork is None:
        raise UsageError(
            f"--base {_shown(name)} and {_said(tip)} have no common ancestor{_shallow(git, root)}"
        )
    return Ends(
        base=fork,
        head=tip,
        checked_out=here,
        how="given" if fork == named else "merge_base",
        against="" if fork == named else name,
    )


def _chosen(git: Git, root: str, tip: str, here: str, is_dirty: Callable[[], bool]) -> Ends:
    branch, known = _default_branch(git, root)
    against = branch.removeprefix("refs/remotes/").removeprefix("refs/heads/")
    if branch:
        fork = _fork(git, root, known, tip or here)
        if fork is None:
            raise UsageError(
                f"{against} and {_said(tip)} have no common ancestor{_shallow(git, root)}; name another with --base"
            )
        if fork != (tip or here):
            return Ends(base=fork, head=tip, checked_out=here, how="merge_base", against=against)
    if not tip and is_dirty():
        return Ends(base=here, head=tip, checked_out=here, how="head_commit", against=against)
    parent = read_git(git, root, RESOLVE, f"{tip or here}^1")
    if not isinstance(parent, NoGit):
        return Ends(base=_id(parent), head=tip, checked_out=here, how="first_parent", against=against)
    if _is_shallow(git, root):
        raise UsageError(
            f"what came before {_said(tip)} is not in this shallow clone; fetch more of its history, or name a commit with --base"
        )
    return Ends(base="", head=tip, checked_out=here, how="empty_tree", against=against)


def _default_branch(git: Git, root: str) -> tuple[str, str]:
    """(reference, commit) of the default branch; (``, ``) where none of the usual names is there."""
    for name in _DEFAULT:
        said = read_git(git, root, RESOLVE, f"{name}^{{commit}}")
        if not isinstance(said, NoGit):
            full = read_git(git, root, FULL_NAME, name)
            shown = "" if isinstance(full, NoGit) else full.decode("utf-8", "replace").strip()
            return shown if shown.startswith("refs/") else name, _id(said)
    return "", ""


def _commit(git: Git, root: str, name: str, flag: str) -> str:
    """The commit that a person's name for it means. Raises UsageError."""
    if not name.strip() or name.startswith("-") or len(name) > _LONGEST or "\0" in name or "\n" in name:
        raise UsageError(f"not a revision in {flag}: {_shown(name)!r}; name a branch, a tag or a commit")
    said = read_git(git, root, RESOLVE, name)
    if not isinstance(said, NoGit):
        said = read_git(git, root, RESOLVE, f"{_id(said)}^{{commit}}")
    if isinstance(said, NoGit):
        raise UsageError(f"unknown revision in {flag}: {_shown(name)}{_shallow(git, root)}")
    return _id(said)


def _fork(git: Git, root: str, one: str, other: str) -> str | None:
    """The best common ancestor, None without one; the first that git names where there are several."""
    said = read_git(git, root, MERGE_BASE, one, other)
    return None if isinstance(said, NoGit) or not said.strip() else _id(said)


def _is_shallow(git: Git, root: str) -> bool:
    said = read_git(git, root, IS_SHALLOW)
    return not isinstance(said, NoGit) and said.strip() == b"true"


def _shallow(git: Git, root: str) -> str:
    return (
        "; the clone is shallow, so more of its history may have to be fetched"
        if _is_shallow(git, root)
        else ""
    )


def _said(tip: str) -> str:
    return tip[:10] or "what is checked out"


def _shown(name: str) -> str:
    return name if len(name) <= 80 else f"{name[:79]}…"


def _id(said: bytes) -> str:
    return said.decode("ascii", "replace").strip().split("\n")[0]
