"""Writes a bundle: into a folder beside its own, each file synced, then renamed, so that a bundle is whole or
not there.

Invariants: nothing is written over that is not a bundle; nothing is written into the project; a folder that a
killed run left behind is not mistaken for a bundle, because the manifest is written last.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import IO, Self, TypeVar

from helix_lsp.errors import StaleError, StorageError, UsageError
from helix_lsp.ide.mentions import View
from helix_lsp.text.digest import blob_id, canonical_json
from helix_lsp.wire.bundle_manifest import (
    CHUNKS,
    DUMP,
    FILES,
    MENTIONS,
    NAME,
    ROLES,
    SECTIONS,
    SYMBOLS,
    Artifact,
)
from helix_lsp.wire.bundle_rows import FileRows, file_row
from helix_lsp.wire.range_ref import Origin

Done = TypeVar("Done")
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


class ArtifactFile:
    """One file that is being written; counts and hashes what goes through."""

    def __init__(self, role: str, folder: str) -> None:
        self.role, self.path = role, ROLES[role][0]
        self.bytes = 0
        self._lines = 0
        self._counts = ROLES[role][1] == "application/jsonl"
        self._hash = hashlib.sha256()
        self._file: IO[bytes] = os.fdopen(
            os.open(os.path.join(folder, self.path), _NEW, 0o644), "wb", 1 << 18
        )

    def write(self, data: bytes) -> None:
        """Exactly these bytes."""
        self._file.write(data)
        self._hash.update(data)
        self.bytes += len(data)

    def row(self, value: object) -> None:
        """One line of canonical JSON."""
        self.write(canonical_json(value) + b"\n")
        self._lines += 1

    def done(self) -> Artifact:
        """Sync, close, and say what it is."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        return Artifact(
            role=self.role,
            path=self.path,
            bytes=self.bytes,
            sha256=self._hash.hexdigest(),
            lines=self._lines if self._counts else -1,
        )

    def close(self) -> None:
        """Give up."""
        with suppress(OSError):
            self._file.close()


class BundleWriter:
    """Use it as a context manager; without `publish` nothing is left."""

    def __init__(self, target: str, root: str) -> None:
        """`target` is the bundle's folder, `root` the real path of the project. Raises UsageError where a
        bundle may not go, StorageError where it cannot.
        """
        self.target = os.path.abspath(target)
        _may_go(self.target, root)
        self._aside = f"{self.target}.{os.getpid()}.part"
        self._files: list[ArtifactFile] = []
        self._stored(lambda: os.mkdir(self._aside, 0o755))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in self._files:
            file.close()
        shutil.rmtree(self._aside, ignore_errors=True)

    def open(self, role: str) -> ArtifactFile:
        """A file for the artifact of a role."""
        file = self._stored(lambda: ArtifactFile(role, self._aside))
        self._files.append(file)
        return file

    def rows(self, role: str, rows: Iterable[object]) -> None:
        """A whole artifact of JSON lines, or of one document where the role has one."""
        file = self.open(role)
        for row in rows:
            file.row(row)

    def finish(self) -> list[Artifact]:
        """Sync all that was opened; in the order of the roles."""
        done = self._stored(lambda: [file.done() for file in self._files])
        order = list(ROLES)
        return sorted(done, key=lambda one: order.index(one.role))

    def publish(self, manifest: bytes) -> str:
        """Write the manifest, and put the folder in its place, an older bundle aside; the manifest's path."""

        def put() -> str:
            place = os.path.join(self._aside, NAME)
            with os.fdopen(os.open(place, _NEW, 0o644), "wb") as file:
                file.write(manifest)
                file.flush()
                os.fsync(file.fileno())
            _sync(self._aside)
            old = f"{self.target}.{os.getpid()}.old"
            if os.path.lexists(self.target):
                os.rename(self.target, old)
            try:
                os.rename(self._aside, self.target)
            except OSError:
                if os.path.lexists(old):
                    os.rename(old, self.target)
                raise
            _sync(os.path.dirname(self.target))
            shutil.rmtree(old, ignore_errors=True)
            return os.path.join(self.target, NAME)

        return self._stored(put)

    def _stored(self, act: Callable[[], Done]) -> Done:
        try:
            return act()
        except OSError as error:
            raise StorageError(
                f"the bundle {self.target} cannot be written: {error.strerror or error}; name a folder that can be with --out"
            ) from error


def _may_go(target: str, root: str) -> None:
    real = os.path.join(os.path.realpath(os.path.dirname(target)), os.path.basename(target))
    if os.path.commonpath([real, root]) == root or os.path.commonpath([real, root]) == real:
        raise UsageError(
            f"{target} lies in the project or around it, where the next bundle would hold this one; name a folder elsewhere with --out"
        )
    if not os.path.lexists(target):
        return
    whole = os.path.isdir(target) and not os.path.islink(target)
    if not whole or (os.listdir(target) and not os.path.isfile(os.path.join(target, NAME))):
        raise UsageError(f"{target} exists and is not a bundle; name another folder with --out")


def _sync(folder: str) -> None:
    """Names too, where the system can."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


# Puts what a view knows into the files of a bundle: one walk over the paths, each file read once.
#
# What goes in is what the index was made from: bytes that are no longer those stop the bundle
# (`StaleError`), so that no row speaks of other bytes than the dump holds.

_ROLES = (DUMP, FILES, CHUNKS, SYMBOLS, SECTIONS, MENTIONS)
_HEAD = 8_000  # bytes in which git looks for what makes a file binary


def collect(
    writer: BundleWriter,
    view: View,
    origin: Origin,
    held: Mapping[str, str],
    tell: Callable[[str, int, int], None],
) -> int:
    """Write dump and indexes; `held` is path -> blob of the checked-out commit. How many files that commit does not hold as
    they are. Raises StaleError.
    """
    files = {role: writer.open(role) for role in _ROLES}
    paths = view.snapshot.paths()
    uncommitted = 0
    for number, path in enumerate(paths):
        tell("bundling", number, len(paths))
        uncommitted += not _one(path, files, view, origin, held)
    return uncommitted


def _one(
    path: str, files: Mapping[str, ArtifactFile], view: View, origin: Origin, held: Mapping[str, str]
) -> bool:
    """Whether the checked-out commit holds the file as it is."""
    snapshot, dump = view.snapshot, files[DUMP]
    entry = snapshot.file(path)
    assert entry is not None  # a path of this very snapshot
    data = view.texts(path)
    why = "unreadable" if data is None else "binary" if b"\0" in data[:_HEAD] else ""
    known = snapshot.units(path)
    if known and (data is None or entry.sha != blob_id(data)):
        raise StaleError(f"{path} changed while it was bundled; make the bundle again")
    blob = blob_id(data) if data is not None else entry.sha
    commit = origin.commit if held.get(path) == blob else ""
    head = f"==> {path} <==\n".encode("utf-8", "surrogateescape")
    files[FILES].row(file_row(path, entry, data, dump.bytes + len(head), commit, why) | {"blob": blob})
    if data is None or why:
        return bool(commit)
    dump.write(head + data + (b"\n" if data.endswith(b"\n") else b"\n\n"))
    rows = FileRows(path, data, origin.repo_id, blob, commit)
    outline = snapshot.outline(path)
    for role, found in (
        (CHUNKS, rows.chunks(snapshot)),
        (SYMBOLS, rows.symbols(outline) if outline is not None else ()),
        (SECTIONS, rows.sections(outline) if outline is not None else ()),
        (MENTIONS, rows.mentions(outline, snapshot, view.config.align) if outline is not None else ()),
    ):
        for row in found:
            files[role].row(row)
    return bool(commit)
