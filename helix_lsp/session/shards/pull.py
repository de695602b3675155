"""`index --from`, `bundle pull`: the index of the nearest commit that a store has becomes the first one here.

Invariants: a store is believed in nothing: each piece is held against its digest, the facts against their tables and
versions before they take their place, and afterwards the index is brought up with the disk like any other; what is
shown is read from the live file and checked there. An index that is here already stays. Whatever fails leaves no index
behind, and the caller may go on without.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from helix_lsp.errors import StorageError
from helix_lsp.index.store.copied import foreign
from helix_lsp.index.store.folder import Folder
from helix_lsp.index.store.schema import extractor_version
from helix_lsp.session.disk.origin import repo_id
from helix_lsp.session.disk.root import real_root
from helix_lsp.session.git.git import Git, find_git, head_commit, read_git
from helix_lsp.session.git.git_folder import NoGit
from helix_lsp.session.git.git_verbs import NEWEST_COMMITS
from helix_lsp.session.kept.cache import index_directory
from helix_lsp.session.kept.lock import Holder, acquire
from helix_lsp.session.kept.worktrees import borrow
from helix_lsp.session.settings.settings import Settings
from helix_lsp.session.shards.manifest import (
    FACTS,
    TEXT,
    Manifest,
    Unfit,
    commit_of,
    manifest_key,
    manifests_key,
    read_manifest,
)
from helix_lsp.session.shards.object_store import ObjectStore
from helix_lsp.session.shards.pieces import join
from helix_lsp.tuning.shards import SHARDS

Report = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pulled:
    """`commit` whose index was taken over, `` for none, and then `why` in words; `behind`: commits between it and the
    checked-out one.
    """

    commit: str = ""
    behind: int = 0
    bytes: int = 0
    why: str = ""


def take(root: str, settings: Settings, store: ObjectStore, report: Report) -> Pulled:
    """Take over the index of the newest commit at or below the checked-out one. Raises StorageError for a store or a
    disk that fails, Cancelled through `report`.
    """
    real = real_root(root, settings.surroundings.home)
    directory = index_directory(real, settings)
    lock = acquire(directory)
    if isinstance(lock, Holder):
        raise StorageError(
            f"the index of {real} is in use by {lock.words()}; end it (an editor, say), and pull again"
        )
    try:
        folder = Folder(directory)
        folder.purge()
        if folder.identity() is not None or folder.has_text():
            return Pulled(why="there is an index already; it is brought up to date instead")
        program = find_git(settings.surroundings.search_path, real)
        if program is None:
            return Pulled(why="git was not found, so the commit is not known")
        cfg = settings.config.session
        git = Git(
            program=program,
            environment=settings.surroundings.git_environment,
            seconds=cfg.git_seconds,
            most=cfg.git_bytes,
        )
        head = head_commit(git, real) or ""
        repository = repo_id(git, real, directory, head)
        extractor = extractor_version(settings.config.index)
        report("looking for a shared index", 0, 0)
        there = {commit_of(key) for key in store.names(manifests_key(repository, extractor))} - {""}
        near = next(((n, c) for n, c in enumerate(_below(git, real, head)) if c in there), None)
        if near is None:
            return Pulled(why=_nothing(len(there)))
        behind, commit = near
        data = store.get(manifest_key(repository, extractor, commit), SHARDS.manifest_bytes)
        try:
            if data is None:
                raise Unfit("its manifest is gone")
            manifest = read_manifest(data, repository, commit, extractor)
        except Unfit as error:
            raise StorageError(
                f"the shared index of commit {commit[:12]} cannot be used: {error}; push it again"
            ) from None
        size = _take_over(store, manifest, directory, settings, report)
        return Pulled(commit=commit, behind=behind, bytes=size)
    finally:
        lock.release()


def _below(git: Git, root: str, head: str) -> Iterator[str]:
    """The checked-out commit and those below it, newest first."""
    said = read_git(git, root, NEWEST_COMMITS, head) if head else b""
    if not isinstance(said, NoGit):
        yield from said.decode("ascii", "replace").split()[: SHARDS.most_commits]


def _nothing(others: int) -> str:
    if not others:
        return "the store does not hold an index of this repository that this version of helix-lsp reads"
    return (
        f"none of the {others} commits whose index the store holds is at or below the one that is checked out"
    )


def _take_over(
    store: ObjectStore, manifest: Manifest, directory: str, settings: Settings, report: Report
) -> int:
    size = sum(file.bytes for file in manifest.files)
    came = 0

    def did(count: int) -> None:
        nonlocal came
        came += count
        report("taking over the shared index", came, size)

    with tempfile.TemporaryDirectory(prefix="pull-", dir=directory) as made:
        arrived = Folder(made)
        try:
            os.mkdir(arrived.text, 0o700)
            for file in manifest.files:
                name = file.name.removeprefix(TEXT)
                place = arrived.facts if file.name == FACTS else os.path.join(arrived.text, name)
                join(
                    store, file, Path(place), lambda: report("taking over the shared index", came, size), did
                )
        except OSError as error:
            raise StorageError(
                f"{directory}: {error.strerror or error}; the shared index needs {size:,} bytes there, twice for a moment"
            ) from error
        if why := foreign(arrived.facts, settings.config.index):
            raise StorageError(f"the shared index cannot be used: {why}; push it again")
        if not borrow(made, directory):
            raise StorageError(f"the shared index could not be put into {directory}; check the disk")
    return size
