"""The History port through git: one pass over the patches of the code, kept by commit in the index folder, extended by new commits.

Invariants (law I11): git is called as `session/git.py` calls it, with patches made without external programs (`--no-ext-diff`,
`--no-textconv`); nothing is fetched or written in the repository; commits and seconds are bounded. What git does not answer is not known.
"""

from __future__ import annotations

import dataclasses
import os
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from helix_lsp.align.drift.history import Gone, Introduced, PathGone
from helix_lsp.config.drift import DriftConfig
from helix_lsp.session.changes import MARK, Commit, names_gone, read_commits
from helix_lsp.session.git import Git, NoGit, head_commit, read_git
from helix_lsp.session.successor import successors

_FILE = "drift-history.5"
_UNREAD = (
    "*.md", "*.rst", "*.txt", "*.mdx", "*.adoc", "*.ipynb", "*.json", "*.lock", "*.svg", "*.po", "*.html", "*.css", "*.min.js", "*.csv", "*.xml",
    "*/tests/*", "tests/*", "*/test/*", "test/*", "docs/*", "doc/*", "docs_src/*", "*_test.go", "*.test.ts", "*.spec.ts",
    # a move out of what is read must look like a removal: these are the folders that `_counts` leaves out
    "example/*", "*/example/*", "examples/*", "*/examples/*", "sample/*", "*/sample/*", "samples/*", "*/samples/*", "demo/*", "*/demo/*",
    "legacy/*", "*/legacy/*",
    "*.yml", "*.yaml", "vendor/*", "*/vendor/*", "*/_vendor/*", "*/third_party/*",
)  # fmt: skip
_WRITTEN = ("*.md", "*.rst", "*.txt", "*.mdx", "*.adoc")
_SAFE = ("--no-ext-diff", "--no-textconv", "--no-color", "--no-merges", "--relative")
_MOVES = ("-M", "-l1000")  # git's own limit, said here so that no repository sets a higher one


class _Stored(msgspec.Struct, array_like=True):
    head: str
    names: dict[str, list[tuple[str, int, str, bool, str, str]]]
    became: dict[str, str]
    paths: dict[str, tuple[str, int, str]]


class GitHistory:
    """Opened with `open_history`; every question is answered from memory but `introduced`, which asks git."""

    known = True

    def __init__(self, git: Git, root: str, stored: _Stored, hops: int) -> None:
        self._git, self._root, self._stored, self._hops = git, root, stored, hops

    def gone(self, name: str) -> tuple[Gone, ...]:
        """Places that a name left, newest first, definitions before uses where they went together."""
        rows, later = self._stored.names.get(name, ()), self._stored.became.get(name, "")
        return tuple(Gone(commit=c, time=t, path=p, defined=d, renamed=r or later, owner=o) for c, t, p, d, r, o in rows)

    def path_gone(self, path: str) -> PathGone | None:
        """The newest removal of a path."""
        row = self._stored.paths.get(path)
        return None if row is None else PathGone(commit=row[0], time=row[1], moved=row[2])

    def introduced(self, document: str, text: str, before: int) -> Introduced | None:
        """The oldest commit that changed how often the word `text` stands in the document, renames and moves between documents followed."""
        tip, found = "HEAD", None
        for _ in range(self._hops):
            word = re.escape(text)
            asked = ("--pickaxe-regex", f"-S(^|[^[:alnum:]_]){word}([^[:alnum:]_]|$)") if re.fullmatch(r"\w+", text, re.ASCII) else (f"-S{text}",)
            said = read_git(
                self._git, self._root, "log", "--follow", "--format=%x01%H %ct", "--name-status", *asked, "--no-ext-diff", "--no-textconv",
                "--end-of-options", tip, "--", document,
            )  # fmt: skip
            rows = [] if isinstance(said, NoGit) else said.decode("utf-8", "replace").split("\x01")[1:]
            heads = [(*row.partition("\n")[0].split(" "), row.partition("\n")[2].strip()[:1]) for row in rows]
            if not heads or not heads[-1][1].isdigit():
                return found
            commit, time, status = heads[-1]
            found = Introduced(time=int(time), whole=status == "A")
            other = self._came_from(commit, asked, document) if int(time) >= before else ""
            if not other:
                return found
            tip, document = f"{commit}^", other
        return found

    def _came_from(self, commit: str, asked: tuple[str, ...], document: str) -> str:
        """Another document that held the text until this commit, which took it out there."""
        said = read_git(
            self._git, self._root, "diff-tree", "-r", "--no-commit-id", "--name-status", "--no-renames", *asked, "--no-ext-diff", "--no-textconv",
            "--end-of-options", commit, "--", *(f":(glob)**/{d}" for d in _WRITTEN),
        )  # fmt: skip
        rows = [] if isinstance(said, NoGit) else [r.split("\t") for r in said.decode("utf-8", "replace").splitlines()]
        return next((r[1] for r in rows if len(r) == 2 and r[0] in ("D", "M") and r[1] != document), "")


def _go_on() -> None:
    """The check of a reader that nobody stops."""


def open_history(git: Git | None, root: str, directory: str, cfg: DriftConfig, check: Callable[[], None] = _go_on) -> GitHistory | None:
    """The history of the checked-out commit; None without git or when it is switched off. `directory` is the index folder.

    The first reading of a large repository takes minutes: `check` is asked about ten times a second while git works and once for each commit that is
    read, and may raise; then nothing is kept and the next call begins anew. What is returned asks only the `check` of `git`.
    """
    if git is None or not cfg.history or cfg.history_commits == 0:
        return None
    git = dataclasses.replace(git, seconds=cfg.history_seconds)
    asking = git.check

    def both() -> None:
        asking()
        check()

    patient, git = git, dataclasses.replace(git, check=both)
    head = head_commit(git, root)
    if head is None:
        return None
    file = Path(directory, _FILE)
    stored = _load(file, cfg.history_bytes)
    if stored is None or stored.head != head:
        old = stored if stored is not None and _is_above(git, root, stored.head, head) else None
        stored = _read(git, root, head, old, cfg)
        if stored is None:
            return None
        _save(file, stored)
    return GitHistory(patient, root, stored, cfg.introduced_hops)


def _is_above(git: Git, root: str, old: str, head: str) -> bool:
    return not isinstance(read_git(git, root, "merge-base", "--is-ancestor", old, head), NoGit)


def _read(git: Git, root: str, head: str, old: _Stored | None, cfg: DriftConfig) -> _Stored | None:
    span = f"{old.head}..{head}" if old is not None else head
    new = _Stored(head, {}, {}, {})
    exclude = [f":(exclude,glob)**/{p}" if "/" not in p else f":(exclude){p}" for p in _UNREAD]
    counted = read_git(git, root, "rev-list", "--count", "--no-merges", span, "--", ".", *exclude)
    if isinstance(counted, NoGit):
        return None
    budget = [cfg.history_calls]
    most, step = cfg.history_commits, cfg.history_step
    for skip in range(0, min(most, int(counted)), step):
        for said in _patches(git, root, span, exclude, skip, min(step, most - skip), budget):
            for commit in read_commits(said):
                git.check()
                _note(commit, new, cfg.history_places)
    if old is not None:
        for name, rows in old.names.items():
            new.names[name] = [*new.names.get(name, []), *rows][: cfg.history_places + 1]
        new.became.update({name: to for name, to in old.became.items() if name not in new.became})
    new.paths = _paths(git, root, span, old)
    return new


def _note(commit: Commit, stored: _Stored, most: int) -> None:
    """Adds what one commit took away; commits come newest first, so what is noted first stands first."""
    became = successors(commit)
    for name, gone in names_gone(commit):
        rows = stored.names.setdefault(name, [])
        row = (gone.commit, gone.time, gone.path, gone.defined, became.get(name, "") if gone.defined else "", gone.owner)
        if len(rows) < most:
            rows.append(row)
        elif gone.defined and not any(r[3] for r in rows):
            rows[-1] = row
    for name, new in became.items():
        stored.became.setdefault(name, new)


def _patches(git: Git, root: str, span: str, exclude: list[str], skip: int, count: int, budget: list[int]) -> Iterator[bytes]:
    """Patches of `count` commits; around an object that is missing (partial clone) the range is halved until only that commit is left out."""
    budget[0] -= 1
    if budget[0] < 0:
        return
    said = read_git(
        git, root, "log", f"--skip={skip}", f"--max-count={count}", "-p", "-U0", *_MOVES, *_SAFE, "--format=%x01%H %ct", span,
        "--", ".", *exclude,
    )  # fmt: skip
    if not isinstance(said, NoGit):
        yield said
    elif count > 1:
        half = count // 2
        yield from _patches(git, root, span, exclude, skip, half, budget)
        yield from _patches(git, root, span, exclude, skip + half, count - half, budget)


def _paths(git: Git, root: str, span: str, old: _Stored | None) -> dict[str, tuple[str, int, str]]:
    found: dict[str, tuple[str, int, str]] = {}
    said = read_git(git, root, "log", "--raw", "-z", *_MOVES, "--diff-filter=DR", *_SAFE, "--format=%x01%H %ct", span)
    if not isinstance(said, NoGit):
        for block in said.split(MARK)[1:]:
            _read_paths(block.decode("utf-8", "replace").split("\0"), found)
    return found if old is None else {**old.paths, **found}


def _read_paths(fields: list[str], found: dict[str, tuple[str, int, str]]) -> None:
    commit, _, time = fields[0].strip().partition(" ")
    at = 1
    while at < len(fields):
        status = fields[at].strip().rpartition(" ")[2]
        if fields[at].strip().startswith(":") and status[:1] in ("D", "R"):
            moved = fields[at + 2] if status[0] == "R" and at + 2 < len(fields) else ""
            if at + 1 < len(fields) and time.isdigit():
                found.setdefault(fields[at + 1], (commit, int(time), moved))
                for old, new in _folders_moved(fields[at + 1], moved):
                    found.setdefault(old, (commit, int(time), new))
            at += 3 if status[0] == "R" else 2
        else:
            at += 1


def _folders_moved(old: str, new: str) -> Iterator[tuple[str, str]]:
    """The folders that went with a file that kept its name: `contrib/mac/x` -> `extra/mac/x` moved both `contrib/mac` and `contrib`."""
    one, other = old.split("/"), new.split("/")
    while len(one) > 1 and len(other) > 1 and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
        if one != other:
            yield "/".join(one), "/".join(other)


def _load(file: Path, largest: int) -> _Stored | None:
    try:
        data = file.read_bytes()
        inflate = zlib.decompressobj()
        plain = inflate.decompress(data, largest)
        return msgspec.msgpack.decode(plain, type=_Stored)
    except (OSError, zlib.error, msgspec.MsgspecError):
        return None


def _save(file: Path, stored: _Stored) -> None:
    """Written beside and moved into place; a cache that cannot be written is made again next time."""
    part = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        part.write_bytes(zlib.compress(msgspec.msgpack.encode(stored), 1))
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)
