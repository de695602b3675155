"""`bundle push`: the index of a clean checkout goes into a store.

Invariants: an index that is pushed has never seen anything but commits: it lies in a folder of its own, and a tree
with other contents is refused, so that nothing leaves this machine that is not committed; pieces come before the
manifest that names them, and no object is ever changed into another one, so that two writers and a writer that dies
leave a store that is right.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from helix_lsp.errors import StorageError, UsageError
from helix_lsp.index.store.folder import Folder
from helix_lsp.index.store.schema import extractor_version
from helix_lsp.session.disk.origin import tree_of
from helix_lsp.session.disk.scan import too_large
from helix_lsp.session.kept.cache import cache_folder
from helix_lsp.session.kept.worktrees import borrow
from helix_lsp.session.settings.settings import Settings
from helix_lsp.session.shards.manifest import (
    CONTRACT,
    FACTS,
    TEXT,
    Manifest,
    ShardFile,
    manifest_key,
    piece_key,
)
from helix_lsp.session.shards.object_store import ObjectStore
from helix_lsp.session.shards.pieces import cut, each, side_by_side
from helix_lsp.session.shards.pull import take
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.counted import counted

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
