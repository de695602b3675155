"""The repository around a folder, judged before git is asked: where it lies, what it says of itself, and that
nothing in it leads elsewhere.

Invariants (law I11): nothing is run here. Of `.git` git will open what is named below and nothing else: HEAD,
the index, references, logs, objects.
Each of them must be a regular file or a folder, in every depth: a link would lead outside, a FIFO would hold
git up until its time is over. Objects borrowed from another repository (`info/alternates`) are refused, and
so is a `.git` that leads to a folder that does not point back.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from types import MappingProxyType

import msgspec

from helix_lsp.align.drift.verdict import Reason, because
from helix_lsp.text.regex import regex

# Why git does not answer for a folder, as data, and its English.

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


class NoGit(msgspec.Struct, frozen=True, kw_only=True):
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


_POINTER = regex(r"gitdir: ([^\r\n](?:.*[^\r\n])?)[\r\n]*\Z", re.DOTALL)
_WORKTREE = regex(r"^[ \t]*worktree[ \t]*=[ \t]*(\S(?:.*\S)?)", re.MULTILINE | re.IGNORECASE)
_SMALL = 65_536
_CONFIG = 1_000_000
_NEEDED = ("objects", "refs")
_TREES = ("objects", "refs", "reftable", "logs/refs")  # of the common folder
_FILES = ("packed-refs", "shallow", "config", "info/exclude")
_OWN_FILES = ("HEAD", "index", "config.worktree", "logs/HEAD")  # of the work tree's own folder
_MOST_KNOWN = 100_000
_OFTEN = 500  # folders, two milliseconds of looking
_known: dict[
    str, tuple[tuple[int, int, int], tuple[str, ...]]
] = {}  # folder -> (device, inode, time), its folders; nothing in it is strange
Check = Callable[[], None]


_MOST_STORES = 8


class Repository(msgspec.Struct, frozen=True, kw_only=True):
    """Real absolute paths: the work tree's `top`, its own git `folder`, and the `common` one, which is the
    same but in a linked work tree.

    `prefix` leads from the top to the root that is asked about, with a closing slash; `` for the top itself.
    """

    top: str
    prefix: str
    folder: str
    common: str


def work_tree(root: str) -> str | NoGit:
    """The folder at or above `root` that holds `.git`; a `.git` that is not to be believed is a reason."""
    found = find_repository(root)
    return found if isinstance(found, NoGit) else found.top


def find_repository(root: str) -> Repository | NoGit:
    """The repository of a real absolute path. Looks at `.git` alone; `judge` looks into it."""
    top = root
    while not os.path.lexists(entry := os.path.join(top, ".git")):
        above = os.path.dirname(top)
        if above == top:
            return no_git("no-repository", plain=True)
        top = above
    if os.path.islink(entry):
        return no_git("link")
    folder = entry
    if not os.path.isdir(entry):
        found = _POINTER.match(_small(entry))
        if found is None:
            return no_git("broken")
        folder = os.path.realpath(os.path.join(top, found[1]))
        if not os.path.isdir(folder):
            return no_git("leads-nowhere")
        if not inside(folder, top) and not _points_back(folder, top):
            return no_git("one-sided")
    common = _common(folder)
    if isinstance(common, NoGit):
        return common
    prefix = "" if root == top else root[len(top.rstrip(os.sep)) + 1 :].replace(os.sep, "/") + "/"
    return Repository(top=top, prefix=prefix, folder=folder, common=common)


def judge(found: Repository, largest: int, check: Check) -> NoGit | None:
    """Why git may not be asked about a repository; None when it may. No file that git reads whole may have
    more than `largest` bytes.
    """
    for place in (
        os.path.join(found.folder, "HEAD"),
        *(os.path.join(found.common, name) for name in _NEEDED),
    ):
        if not os.path.lexists(place):
            return no_git("incomplete", name=os.path.basename(place))
    for folder, name in (
        *((found.common, name) for name in _FILES),
        *((found.folder, name) for name in _OWN_FILES),
    ):
        wrong = _file(folder, name, _CONFIG if name.startswith("config") else largest)
        if wrong is not None:
            return wrong
    for name in _TREES:
        strange = _strange(found.common, name, check)
        if strange:
            return no_git("neither", path=strange)
    borrowed = _alternates(found.common)
    return no_git(f"borrows-{borrowed}") if borrowed else None


def _alternates(common: str) -> str:
    """What is wrong with the stores that a repository borrows objects from (`git clone --shared`), `` for
    nothing.

    A store is read where git itself would have written it: a real `objects` folder, by its whole path, of the
    same owner, that borrows nothing itself. What is read of it are objects that this repository's own commits
    name.
    """
    written = _small(os.path.join(common, "objects", "info", "alternates")).splitlines()
    stores = [line for line in written if line.strip() and not line.startswith("#")]
    if len(stores) > _MOST_STORES:
        return "many"
    for store in stores:
        try:
            info, own = os.lstat(store), os.lstat(os.path.join(common, "objects"))
        except (OSError, ValueError):
            return "nothing"
        plain = (
            os.path.isabs(store)
            and os.path.realpath(store) == os.path.normpath(store)
            and os.path.basename(store) == "objects"
        )
        if not plain or not stat.S_ISDIR(info.st_mode) or os.path.samestat(info, own):
            return "otherwise"
        if info.st_uid != own.st_uid:
            return "foreign"
        if os.path.lexists(os.path.join(store, "info", "alternates")) or not os.path.isdir(
            os.path.join(store, "pack")
        ):
            return "borrowed"
    return ""


def shared_indexes(found: Repository) -> Iterator[str]:
    """Names of the files that a split index is on."""
    with os.scandir(found.folder) as entries:
        for entry in entries:
            if entry.name.startswith("sharedindex.") and entry.is_file(follow_symlinks=False):
                yield entry.name


def work_trees(found: Repository) -> tuple[str, ...]:
    """Real paths of all work trees of a repository, the main one first, as far as they can be told."""
    main = (os.path.dirname(found.common),) if os.path.basename(found.common) == ".git" else ()
    try:
        names = sorted(os.listdir(os.path.join(found.common, "worktrees")))
    except OSError:
        names = []
    pointers = (_small(os.path.join(found.common, "worktrees", name, "gitdir")).strip() for name in names)
    linked = (
        os.path.dirname(os.path.join(found.common, "worktrees", pointer))
        for pointer in pointers
        if os.path.basename(pointer) == ".git"
    )
    return tuple(dict.fromkeys(os.path.realpath(tree) for tree in (*main, *linked)))


def inside(path: str, folder: str) -> bool:
    """True for the folder itself and everything below it, by name."""
    path, folder = os.path.normcase(path), os.path.normcase(folder)
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def same(one: str, other: str) -> bool:
    """True for two names of one place."""
    return os.path.normcase(os.path.realpath(one)) == os.path.normcase(os.path.realpath(other))


def _common(folder: str) -> str | NoGit:
    """The folder that a linked work tree shares with the others: the one that it lies in, and no other."""
    if not os.path.lexists(os.path.join(folder, "commondir")):
        return folder
    common = os.path.realpath(os.path.join(folder, _small(os.path.join(folder, "commondir")).strip()))
    if os.path.dirname(os.path.realpath(folder)) != os.path.join(common, "worktrees"):
        return no_git("shares")
    return common


def _points_back(target: str, folder: str) -> bool:
    """A linked work tree's folder names our `.git` in `gitdir`; a submodule's names our folder in its config."""
    back = _small(os.path.join(target, "gitdir")).strip()
    if back and same(os.path.join(target, back), os.path.join(folder, ".git")):
        return True
    return any(
        same(os.path.join(target, m[1].strip('"')), folder)
        for m in _WORKTREE.finditer(_small(os.path.join(target, "config")))
    )


def _file(folder: str, name: str, largest: int) -> NoGit | None:
    try:
        for above in range(1, name.count("/") + 1):
            part = "/".join(name.split("/")[:above])
            if not stat.S_ISDIR(os.lstat(os.path.join(folder, part)).st_mode):
                return no_git("no-folder", path=part)
        info = os.lstat(os.path.join(folder, name))
    except OSError:
        return None
    if not stat.S_ISREG(info.st_mode):
        return no_git("no-file", path=name)
    return no_git("large", path=name, size=f"{info.st_size:,}") if info.st_size > largest else None


def _strange(folder: str, name: str, check: Check) -> str:
    """The first entry in a tree of git's that is neither a file nor a folder, ``: none. A folder that is as
    it was is not listed again.
    """
    stack = [name]
    looked = 0
    while stack:
        looked += 1
        if looked % _OFTEN == 0:
            check()
        place = stack.pop()
        full = os.path.join(folder, place)
        try:
            info = os.lstat(full)
            if not stat.S_ISDIR(info.st_mode):
                return place
            now = info.st_dev, info.st_ino, info.st_mtime_ns
            known = _known.get(full)
            if known is None or known[0] != now:
                below: list[str] = []
                with os.scandir(full) as entries:
                    for entry in entries:
                        if entry.is_dir(follow_symlinks=False):
                            below.append(entry.name)
                        elif not entry.is_file(follow_symlinks=False):
                            return f"{place}/{entry.name}"
                if len(_known) >= _MOST_KNOWN:
                    _known.clear()
                _known[full] = known = now, tuple(below)
        except OSError:
            continue  # gone, or not ours to read: git says which
        stack += [f"{place}/{one}" for one in known[1]]
    return ""


def _small(path: str) -> str:
    """Text of a small regular file of git's own; `` for anything else."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return ""
        with Path(path).open("rb") as file:
            return file.read(_SMALL).decode("utf-8", "surrogateescape")
    except OSError:
        return ""
