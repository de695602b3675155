"""Why git does not answer for a folder, as data, and its English."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from helix_lsp.align.drift.reason import Reason, because

_BORROWS = "`.git` borrows objects {} (git repack -a, then remove objects/info/alternates)"
_SAY = MappingProxyType({
    "no-repository": "no git repository",
    "no-program": "there is no git program on the search path",
    "ignored": "the repository around this folder ignores it",
    "link": "`.git` is a link",
    "broken": "`.git` is broken",
    "incomplete": "`.git` is broken: it has no {name}",
    "leads-nowhere": "`.git` leads nowhere",
    "one-sided": "`.git` leads to a repository that does not point back",
    "shares": "`.git` shares the folder of another repository",
    "no-folder": "`.git`: {path} is not a folder",
    "no-file": "`.git`: {path} is not a regular file",
    "neither": "`.git`: {path} is neither a file nor a folder",
    "large": "`.git`: {path} has {size} bytes",
    "borrows-many": _BORROWS.format("of too many repositories"),
    "borrows-nothing": _BORROWS.format("that are not there"),
    "borrows-otherwise": _BORROWS.format("by another path than git writes"),
    "borrows-foreign": _BORROWS.format("of another user"),
    "borrows-borrowed": _BORROWS.format("of a repository that borrows itself, or is none"),
    "format": "`.git` has a format that is not known here ({format})",
    "bare": "the repository has no work tree (core.bare)",
    "elsewhere": "git reads another folder as this work tree (core.worktree)",
    "cannot-ask": "git cannot be asked: {error}",
    "cannot-start": "git cannot be started: {error}",
    "slow": "git took longer than {seconds} s",
    "loud": "git said more than {size} bytes",
    "refused": "git {verb}: {words}",
})  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class NoGit:
    """`plain` when there simply is not a repository, `quiet` when git said no word: what was asked for is not there."""

    why: Reason
    plain: bool = False
    quiet: bool = False

    @property
    def reason(self) -> str:
        """In words."""
        return _SAY[self.why.id].format(**dict(self.why.facts))


def no_git(id: str, *, plain: bool = False, quiet: bool = False, **facts: str) -> NoGit:  # noqa: A002  as `because`
    """`id` is one of those above."""
    return NoGit(why=because(id, **facts), plain=plain, quiet=quiet)
