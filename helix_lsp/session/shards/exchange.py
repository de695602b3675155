"""`bundle push`: the index of a clean checkout goes into a store. Also `index --from` and `bundle pull`: the index
of the nearest commit that a store has is taken over.

Invariants: an index that is pushed has never seen anything but commits: it lies in a folder of its own, and a tree
with other contents is refused, so that nothing leaves this machine that is not committed; pieces come before the
manifest that names them, and no object is ever changed into another one, so that two writers and a writer that dies
leave a store that is right.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from helix_lsp.errors import StorageError, UsageError
from helix_lsp.index.store.facts_file import foreign
from helix_lsp.index.store.folder import Folder
from helix_lsp.index.store.schema import extractor_version
from helix_lsp.session.disk.origin import real_root, repo_id
from helix_lsp.session.disk.scan import too_large
from helix_lsp.session.disk.tree_state import tree_of
from helix_lsp.session.git.git import Git, git_for, head_commit, read_git
from helix_lsp.session.git.git_folder import NoGit
from helix_lsp.session.git.git_verbs import NEWEST_COMMITS
from helix_lsp.session.kept.cache import cache_folder, index_directory
from helix_lsp.session.kept.kept_indexes import borrow
from helix_lsp.session.kept.lock import Holder, acquire
from helix_lsp.session.settings.settings import Settings
from helix_lsp.session.shards.manifest import (
    CONTRACT,
    FACTS,
    TEXT,
    Manifest,
    ShardFile,
    Unfit,
    commit_of,
    cut,
    each,
    join,
    manifest_key,
    manifests_key,
    piece_key,
    read_manifest,
    side_by_side,
)
from helix_lsp.session.shards.object_store import ObjectStore
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.visible import counted
from helix_lsp.tuning.server import SHARDS

# `index --from`, `bundle pull`: the index of the nearest commit that a store has becomes the first one
# here.
#
# Invariants: a store is believed in nothing: each piece is held against its digest, the facts against their
# tables and versions before they take their place, and afterwards the index is brought up with the disk
# like any other; what is shown is read from the live file and checked there. An index that is here already
# stays. Whatever fails leaves no index behind, and the caller may go on without.


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
        around = settings.surroundings
        git = git_for(around.search_path, around.git_environment, settings.config.session, real)
        if git is None:
            return Pulled(why="git was not found, so the commit is not known")
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


Report = Callable[[str, int, int], None]
_SHARED = "shared"
_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed:
    """`pieces` in all, of which `sent` were new; `bytes` of the index; `commit` of the tree."""

    commit: str
    files: int
    pieces: int
    sent: int
    bytes: int


def push(root: str, settings: Settings, store: ObjectStore, report: Report, *, again: bool) -> Pushed:
    """Bring the index of `root` up to date and store it; `again` sends what the store already has, too. Raises
    UsageError for a tree that is not a clean checkout, StorageError.
    """
    own = _apart(settings)
    take(root, own, store, report)
    with Workspace.open(root, own) as workspace:
        workspace.refresh(report)
        view = workspace.view()
        origin = workspace.origin(view.texts)
        if not origin.commit or origin.repo_id.startswith("folder:"):
            raise UsageError(
                f"{root} is not a checkout of a git repository with its whole history: a shared index is that of a commit"
            )
        held = tree_of(workspace.git, workspace.root, origin.commit)
        _only_commits(workspace, held, origin.commit)
        with tempfile.TemporaryDirectory(prefix="push-", dir=workspace.directory) as copy:
            if not borrow(workspace.directory, copy):
                raise StorageError(
                    f"the index in {workspace.directory} could not be copied; check the disk, and try again"
                )
            files = _cut_all(Path(copy))
            sent = _send(store, files, report, again=again)
        manifest = Manifest(
            contract=CONTRACT,
            repo_id=origin.repo_id,
            commit=origin.commit,
            extractor=extractor_version(own.config.index),
            generation=view.snapshot.generation,
            files=tuple(file for file, _ in files),
        )
        store.put(manifest_key(manifest.repo_id, manifest.extractor, manifest.commit), manifest.sealed())
        return Pushed(
            commit=origin.commit,
            files=len(view.snapshot.paths()),
            pieces=sum(len(file.pieces) for file, _ in files),
            sent=sent,
            bytes=sum(file.bytes for file, _ in files),
        )


def _apart(settings: Settings) -> Settings:
    """The same with the indexes in a folder that nothing else is written to."""
    place = os.path.join(cache_folder(settings), _SHARED)
    index = replace(settings.config.index, cache_dir=place)
    return replace(settings, config=replace(settings.config, index=index))


def _only_commits(workspace: Workspace, held: Mapping[str, str], commit: str) -> None:
    cfg = workspace.settings.config.index
    other = sorted(
        path
        for path, row in workspace.rows().items()
        # what is too large was not read: it is known by its name only
        if held.get(path) != row.sha and not (path in held and too_large(path, row.size, cfg))
    )
    if other:
        # the folder has seen what no commit holds: the next push starts from nothing
        folder = Folder(workspace.directory)
        folder.set_facts_aside()
        folder.purge()
        named = ", ".join(other[:_NAMED]) + (", ..." if len(other) > _NAMED else "")
        raise UsageError(
            f"{counted(len(other), 'file')} of {workspace.root} differ from commit {commit[:12]} ({named}); "
            "push from a clean checkout, such as a build has"
        )


def _cut_all(folder: Path) -> list[tuple[ShardFile, Path]]:
    own = Folder(str(folder))
    text = sorted(entry for entry in Path(own.text).iterdir() if not entry.name.endswith(".lock"))
    return [
        (cut(Path(own.facts), FACTS), Path(own.facts)),
        *((cut(entry, TEXT + entry.name), entry) for entry in text),
    ]


def _send(store: ObjectStore, files: list[tuple[ShardFile, Path]], told: Report, *, again: bool) -> int:
    """How many pieces were new."""
    pieces = {digest: read for file, place in files for digest, read in each(place, file)}

    def task(digest: str, read: Callable[[], bytes]) -> Callable[[], bool]:
        def send() -> bool:
            data = read()
            if not again and store.size(piece_key(digest)) == len(data):
                return False
            store.put(piece_key(digest), data)
            return True

        return send

    sent = 0
    tasks = enumerate(task(digest, read) for digest, read in pieces.items())
    for done, (_, new) in enumerate(side_by_side(tasks, lambda: None), 1):
        sent += new
        told("storing the index", done, len(pieces))
    return sent
