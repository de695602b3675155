"""A bundle that somebody made, read with nothing believed: its manifest, its artifacts, and every difference
between the two.

Invariants: nothing outside the manifest's folder is opened, whatever the manifest names, and no link is followed
(`session/disk/disk.py`); an artifact is used only after its bytes were held against its hash.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, cast

from helix_lsp.ask.claims.citation import Ground, HeldFile
from helix_lsp.errors import StaleError, UsageError
from helix_lsp.session.disk.disk import Refused, read_file
from helix_lsp.text.data_file import BrokenData, read_json
from helix_lsp.text.digest import blob_id, sha256_hex
from helix_lsp.text.positions import LineIndex
from helix_lsp.wire.bundle_manifest import (
    CHUNKS,
    DUMP,
    FILES,
    NAME,
    Artifact,
    Difference,
    Kind,
    Manifest,
    manifest_from_wire,
    run_id,
)

_LARGEST_MANIFEST = 1_000_000
_MOST_ENTRIES = 10_000


class Bundle:
    """An opened bundle. `name` is how the user calls it, `folder` the folder of its manifest."""

    def __init__(self, name: str) -> None:
        """`name` is a manifest or its folder. Raises UsageError of one line for what is none."""
        self.name = name
        place = os.path.join(name, NAME) if os.path.isdir(name) else name
        self.folder = os.path.realpath(os.path.dirname(os.path.abspath(place)))
        self.file = os.path.basename(place)
        data = read_file(self.folder, self.file, _LARGEST_MANIFEST)
        if isinstance(data, Refused):
            why = {"vanished": "there is no such file"}.get(data.reason, data.reason)
            raise UsageError(f"{place} cannot be read as a bundle's manifest: {why}; name a bundle's folder")
        try:
            value: object = read_json(data)
        except BrokenData as error:
            raise UsageError(error.at(name, "write the bundle anew")) from error
        self.manifest: Manifest = manifest_from_wire(value, name)
        self._read: dict[str, bytes] = {}

    def data(self, role: str) -> bytes:
        """The bytes of an artifact, held against its hash once. Raises UsageError where the bundle has none of
        the role, StaleError where they are not those of the manifest.
        """
        if role not in self._read:
            artifact = self.manifest.artifacts.get(role)
            if artifact is None:
                raise UsageError(f"{self.name}: the bundle has no {role}")
            wrong, data = self._look(artifact)
            if wrong is not None:
                raise StaleError(
                    f"{self.name}: {artifact.path} is {wrong.kind}: it is not what the manifest says; see helix-lsp bundle verify"
                )
            self._read[role] = data
        return self._read[role]

    def rows(self, role: str) -> Iterator[Mapping[str, Any]]:
        """The lines of an artifact. Raises as `data`, and UsageError for one that is not a JSON object."""
        for number, line in enumerate(self.data(role).splitlines(), 1):
            try:
                row: object = read_json(line)
            except BrokenData:
                row = None
            if not isinstance(row, dict):
                raise UsageError(f"{self.name}: {role}, line {number}: not a JSON object")
            yield cast("dict[str, Any]", row)

    def verify(self) -> tuple[Difference, ...]:
        """Every difference, by path: each artifact's bytes, each other thing in the folder, what the manifest
        says of itself.
        """
        said = self.manifest.said
        found: list[Difference] = []
        held: dict[str, str] = {}
        for artifact in self.manifest.artifacts.values():
            wrong, data = self._look(artifact)
            if wrong is not None:
                found.append(wrong)
            else:
                held[artifact.path] = sha256_hex(data)
        found += self._others({one.path for one in self.manifest.artifacts.values()})
        artifacts = list(self.manifest.artifacts.values())
        repository, generator = self.manifest.repository, self.manifest.generator
        own = run_id(
            artifacts,
            repository["repo_id"],
            repository["commit"],
            generator["config_sha256"],
            generator["version"],
        )
        if own != said["run_id"]:
            found.append(Difference(kind="run_id", path=self.file, said=said["run_id"], found=own))
        for role in (DUMP, FILES):
            linked, listed = said["links"]["canonical"][role], self.manifest.artifacts[role].sha256
            if linked != listed:
                found.append(Difference(kind="links", path=self.file, said=str(linked), found=listed))
        return _renamed(found, self.manifest, self._hash)

    def ground(self) -> Ground:
        """What references into this bundle are held against."""
        return Ground(
            file=self._file,
            repo_id=self.manifest.repository["repo_id"],
            names=lambda path: self._names.get(path, ()),
            committed=self._committed,
        )

    @cached_property
    def _places(self) -> Mapping[str, tuple[int, int, str, str]]:
        """Path -> (start, end) in the dump, blob, commit."""
        places: dict[str, tuple[int, int, str, str]] = {}
        length = len(self.data(DUMP))
        for row in self.rows(FILES):
            dump = row.get("dump")
            if not isinstance(dump, dict):
                continue
            start, end = (
                cast("dict[str, Any]", dump).get("start_byte"),
                cast("dict[str, Any]", dump).get("end_byte"),
            )
            if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start <= end <= length:
                raise UsageError(f"{self.name}: {FILES}: {row.get('path')!r} lies outside the dump")
            places[str(row.get("path"))] = start, end, str(row.get("blob")), str(row.get("commit"))
        return places

    @cached_property
    def _files(self) -> dict[str, HeldFile]:
        return {}

    def _file(self, path: str) -> HeldFile | None:
        if path not in self._files:
            place = self._places.get(path)
            if place is None:
                return None
            data = self.data(DUMP)[place[0] : place[1]]
            self._files[path] = HeldFile(data=data, lines=LineIndex(data), blob=blob_id(data))
        return self._files[path]

    @cached_property
    def _names(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for row in self.rows(CHUNKS) if CHUNKS in self.manifest.artifacts else ():
            found.setdefault(str(row.get("path")), []).append(str(row.get("qualified")))
        return {path: ("", *names) for path, names in found.items()}

    def _committed(self, commit: str, path: str) -> str:
        place = self._places.get(path)
        return place[2] if place is not None and place[3] == commit else ""

    def _look(self, artifact: Artifact) -> tuple[Difference | None, bytes]:
        data = read_file(self.folder, artifact.path, artifact.bytes)
        if isinstance(data, Refused):
            kinds: dict[str, Kind] = {
                "vanished": "missing",
                "too large": "grown",
                "symlink": "link",
                "unreadable": "unreadable",
            }
            kind = kinds.get(data.reason, "strange")
            return Difference(kind=kind, path=artifact.path, said=str(artifact.bytes), found=data.detail), b""
        if len(data) < artifact.bytes:
            return (
                Difference(
                    kind="truncated", path=artifact.path, said=str(artifact.bytes), found=str(len(data))
                ),
                b"",
            )
        digest = sha256_hex(data)
        if digest != artifact.sha256:
            return Difference(kind="changed", path=artifact.path, said=artifact.sha256, found=digest), b""
        return None, data

    def _others(self, listed: set[str]) -> Iterator[Difference]:
        """What else lies in the folder; links are named, never entered."""
        folders, looked = [""], 0
        while folders:
            below = folders.pop()
            with os.scandir(os.path.join(self.folder, below)) as entries:
                for entry in sorted(entries, key=lambda e: e.name):
                    path = f"{below}/{entry.name}" if below else entry.name
                    looked += 1
                    if looked > _MOST_ENTRIES:
                        yield Difference(
                            kind="additional", path=path, found=f"more than {_MOST_ENTRIES} entries"
                        )
                        return
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(path)
                    elif path not in listed and path != self.file:
                        yield Difference(kind="link" if entry.is_symlink() else "additional", path=path)

    def _hash(self, path: str, size: int) -> str:
        """Of something else in the folder, `` when it has another size."""
        data = read_file(self.folder, path, size)
        return "" if isinstance(data, Refused) or len(data) != size else sha256_hex(data)


def _renamed(found: list[Difference], manifest: Manifest, hash_of: Any) -> tuple[Difference, ...]:
    """A missing artifact whose bytes lie under another name is renamed, and both differences are one."""
    by_path = {one.path: one for one in manifest.artifacts.values()}
    for gone in [one for one in found if one.kind == "missing"]:
        wanted = by_path[gone.path]
        for new in [one for one in found if one.kind == "additional"]:
            if hash_of(new.path, wanted.bytes) == wanted.sha256:
                found[found.index(gone)] = Difference(
                    kind="renamed", path=gone.path, said=gone.path, found=new.path
                )
                found.remove(new)
                break
    return tuple(sorted(found, key=lambda one: (one.path, one.kind)))
