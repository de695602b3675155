"""The History port through git: one pass over the patches of the code, kept by commit in the index folder, extended by new commits.

Invariants (law I11): git is called as `session/git.py` calls it, with patches made without external programs (`--no-ext-diff`,
`--no-textconv`); nothing is fetched or written in the repository; commits and seconds are bounded. What git does not answer is not known.
"""

from __future__ import annotations

import dataclasses
import os
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from helix_lsp.align.drift.history import Gone, PathGone
from helix_lsp.config.drift import DriftConfig
from helix_lsp.session.changes import MARK, read_changes
from helix_lsp.session.git import Git, NoGit, head_commit, read_git

_FILE = "drift-history.3"
_STEP = 250
_MOST_CALLS = 400
_MOST_PLACES = 4
_LARGEST = 400_000_000
_DOCUMENTS = (
    "*.md",
    "*.rst",
    "*.txt",
    "*.mdx",
    "*.adoc",
    "*.ipynb",
    "*.json",
    "*.lock",
    "*.svg",
    "*.po",
    "*.html",
    "*.css",
    "*.min.js",
    "*.csv",
    "*.xml",
)
_TESTS = (
    "*/tests/*",
    "tests/*",
    "*/test/*",
    "test/*",
    "docs/*",
    "doc/*",
    "docs_src/*",
    "examples/*",
    "*_test.go",
    "*.test.ts",
    "*.spec.ts",
    "*.d.ts",
    "*.yml",
    "*.yaml",
    "vendor/*",
    "*/vendor/*",
    "*/_vendor/*",
    "*/third_party/*",
)
_SAFE = ("--no-ext-diff", "--no-textconv", "--no-color", "--no-merges", "--relative")


class _Stored(msgspec.Struct, array_like=True):
    head: str
    names: dict[str, list[tuple[str, int, str, bool, str]]]
    paths: dict[str, tuple[str, int, str]]


class GitHistory:
    """Opened with `open_history`; every question is answered from memory but `introduced`, which asks git."""

    known = True

    def __init__(self, git: Git, root: str, stored: _Stored) -> None:
        self._git, self._root, self._stored = git, root, stored

    def gone(self, name: str) -> tuple[Gone, ...]:
        """Places that a name left, newest first, definitions before uses where they went together."""
        rows = self._stored.names.get(name, ())
        return tuple(Gone(commit=c, time=t, path=p, defined=d, renamed=r) for c, t, p, d, r in rows)

    def path_gone(self, path: str) -> PathGone | None:
        """The newest removal of a path."""
        row = self._stored.paths.get(path)
        return None if row is None else PathGone(commit=row[0], time=row[1], moved=row[2])

    def introduced(self, document: str, text: str) -> int | None:
        """Committer time of the oldest commit that changed how often `text` stands in the document, renames followed."""
        said = read_git(self._git, self._root, "log", "--follow", "--format=%ct", f"-S{text}", "--no-ext-diff", "--no-textconv", "--", document)
        times = [] if isinstance(said, NoGit) else [int(w) for w in said.split() if w.isdigit()]
        return min(times) if times else None


def open_history(git: Git | None, root: str, directory: str, cfg: DriftConfig) -> GitHistory | None:
    """The history of the checked-out commit; None without git or when it is switched off. `directory` is the index folder."""
    if git is None or not cfg.history or cfg.history_commits == 0:
        return None
    git = dataclasses.replace(git, seconds=cfg.history_seconds)
    head = head_commit(git, root)
    if head is None:
        return None
    file = Path(directory, _FILE)
    stored = _load(file)
    if stored is None or stored.head != head:
        old = stored if stored is not None and _is_above(git, root, stored.head, head) else None
        stored = _read(git, root, head, old, cfg.history_commits)
        if stored is None:
            return None
        _save(file, stored)
    return GitHistory(git, root, stored)


def _is_above(git: Git, root: str, old: str, head: str) -> bool:
    return not isinstance(read_git(git, root, "merge-base", "--is-ancestor", old, head), NoGit)


def _read(git: Git, root: str, head: str, old: _Stored | None, most: int) -> _Stored | None:
    span = f"{old.head}..{head}" if old is not None else head
    names: dict[str, list[tuple[str, int, str, bool, str]]] = {}
    exclude = [f":(exclude,glob)**/{p}" if "/" not in p else f":(exclude){p}" for p in (*_DOCUMENTS, *_TESTS)]
    counted = read_git(git, root, "rev-list", "--count", "--no-merges", span, "--", ".", *exclude)
    if isinstance(counted, NoGit):
        return None
    budget = [_MOST_CALLS]
    for skip in range(0, min(most, int(counted)), _STEP):
        for said in _patches(git, root, span, exclude, skip, min(_STEP, most - skip), budget):
            for name, gone in read_changes(said):
                rows = names.setdefault(name, [])
                if len(rows) < _MOST_PLACES:
                    rows.append((gone.commit, gone.time, gone.path, gone.defined, gone.renamed))
                elif gone.defined and not any(r[3] for r in rows):
                    rows[-1] = (gone.commit, gone.time, gone.path, True, gone.renamed)
    if old is not None:
        for name, rows in old.names.items():
            names[name] = [*names.get(name, []), *rows][: _MOST_PLACES + 1]
    return _Stored(head, names, _paths(git, root, span, old))


def _patches(git: Git, root: str, span: str, exclude: list[str], skip: int, count: int, budget: list[int]) -> Iterator[bytes]:
    """Patches of `count` commits; around an object that is missing (partial clone) the range is halved until only that commit is left out."""
    budget[0] -= 1
    if budget[0] < 0:
        return
    said = read_git(
        git, root, "log", f"--skip={skip}", f"--max-count={count}", "-p", "-U0", "--no-renames", *_SAFE, "--format=%x01%H %ct", span,
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
    said = read_git(git, root, "log", "--raw", "-z", "-M", "--diff-filter=DR", *_SAFE, "--format=%x01%H %ct", span)
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
            at += 3 if status[0] == "R" else 2
        else:
            at += 1


def _load(file: Path) -> _Stored | None:
    try:
        data = file.read_bytes()
        inflate = zlib.decompressobj()
        plain = inflate.decompress(data, _LARGEST)
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
