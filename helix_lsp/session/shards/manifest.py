"""What one pushed index consists of (`index-shards.v1`): the files of its folder, each as the digests of its
pieces. Also a file as pieces, and pieces as a file.

A manifest is data from outside. It is believed about nothing but which pieces to ask for: names of files are those of
an index and no others, digests are digests, sizes have bounds, and its own digest is part of it, so that one that was
torn is not read. Where it lies in a store is made of what must match for its facts to be used at all.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TypeVar

import msgspec

from helix_lsp.errors import StorageError
from helix_lsp.index.store.schema import SCHEMA
from helix_lsp.session.shards.object_store import ObjectStore
from helix_lsp.text.digest import canonical_json, sha256_hex
from helix_lsp.text.regex import regex
from helix_lsp.tuning.server import SHARDS

CONTRACT = "index-shards.v1"
FACTS = "facts"
TEXT = "text/"
_TOP = "helix-index/v1"
_NAME = regex(r"facts|text/(?:meta\.json|\.managed\.json|[0-9a-f]{32}(?:\.[0-9]{1,20})?\.[a-z]{1,16})\Z")
_DIGEST = regex(r"[0-9a-f]{64}\Z")
_COMMIT = regex(r"(?:[0-9a-f]{40}|[0-9a-f]{64})\Z")


class Unfit(Exception):
    """A manifest that cannot be used; its text says why."""


class ShardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of the index folder: `facts`, or `text/` and a name; `pieces` in order, all but the last of them of
    the size that is tuned.
    """

    name: str
    bytes: int
    pieces: tuple[str, ...]


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`commit` is what the indexed tree was, `extractor` decides whether the facts are used, `digest` is that of all
    the rest.
    """

    contract: str
    repo_id: str
    commit: str
    extractor: str
    generation: int
    files: tuple[ShardFile, ...]
    digest: str = ""

    def sealed(self) -> bytes:
        """Its bytes as they are stored."""
        return canonical_json(msgspec.to_builtins(msgspec.structs.replace(self, digest=self.sum())))

    def sum(self) -> str:
        """The digest of everything but itself."""
        return sha256_hex(canonical_json(msgspec.to_builtins(msgspec.structs.replace(self, digest=""))))


_manifest = msgspec.json.Decoder(Manifest)


def read_manifest(data: bytes, repo_id: str, commit: str, extractor: str) -> Manifest:
    """The manifest of these bytes, checked; raises Unfit."""
    try:
        found = _manifest.decode(data)
    except msgspec.MsgspecError as error:
        raise Unfit(f"its manifest cannot be read ({error})") from None
    if found.digest != found.sum():
        raise Unfit("its manifest is torn or changed: its digest does not match")
    if found.contract != CONTRACT:
        raise Unfit(f"its manifest is `{found.contract}`, not `{CONTRACT}`")
    if (found.repo_id, found.commit, found.extractor) != (repo_id, commit, extractor):
        raise Unfit("its manifest speaks of another repository, commit or version")
    names = [file.name for file in found.files]
    if len(set(names)) != len(names) or FACTS not in names or TEXT + "meta.json" not in names:
        raise Unfit("its manifest does not name the files of one index")
    if sum(len(file.pieces) for file in found.files) > SHARDS.most_pieces:
        raise Unfit(f"its manifest names more than {SHARDS.most_pieces:,} pieces")
    for file in found.files:
        if not _NAME.match(file.name):
            raise Unfit("its manifest names a file that is not part of an index")
        if len(file.pieces) != -(-file.bytes // SHARDS.piece_bytes) or file.bytes < 0:
            raise Unfit(f"its manifest contradicts itself about {file.name}")
        if not all(_DIGEST.match(piece) for piece in file.pieces):
            raise Unfit(f"its manifest holds something else than a digest for {file.name}")
    return found


def piece_key(digest: str) -> str:
    """Where a piece lies in a store."""
    return f"{_TOP}/pieces/{digest[:2]}/{digest}"


def manifests_key(repo_id: str, extractor: str) -> str:
    """The folder of all manifests whose facts this program uses for this repository."""
    return f"{_TOP}/{SCHEMA}-{extractor[:16]}/{sha256_hex(repo_id.encode())[:16]}"


def manifest_key(repo_id: str, extractor: str, commit: str) -> str:
    """Where the manifest of a commit lies in a store."""
    return f"{manifests_key(repo_id, extractor)}/{commit}.json"


def commit_of(key: str) -> str:
    """The commit of a manifest's place, `` where it is none."""
    name = PurePosixPath(key).name.removesuffix(".json")
    return name if _COMMIT.match(name) else ""


# A file as pieces, and pieces as a file: each is known by the SHA-256 of its bytes, and nothing else is
# believed.

Check = Callable[[], None]
Did = TypeVar("Did")
_OWN = 0o600
_TRIES = 2  # what was damaged on the way is whole the second time


def cut(place: Path, name: str) -> ShardFile:
    """What a manifest says of a file. Raises OSError."""
    pieces: list[str] = []
    total = 0
    with place.open("rb") as file:
        while data := file.read(SHARDS.piece_bytes):
            pieces.append(hashlib.sha256(data).hexdigest())
            total += len(data)
    return ShardFile(name=name, bytes=total, pieces=tuple(pieces))


def each(place: Path, file: ShardFile) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """(digest, reader of the bytes) of each piece of a file that was cut."""
    return ((piece, partial(_piece, place, at)) for at, piece in enumerate(file.pieces))


def _piece(place: Path, at: int) -> bytes:
    with place.open("rb") as opened:
        opened.seek(at * SHARDS.piece_bytes)
        return opened.read(SHARDS.piece_bytes)


def join(store: ObjectStore, file: ShardFile, place: Path, check: Check, did: Callable[[int], None]) -> None:
    """Write a file from its pieces, asked for some at a time; `did` hears the bytes of each. Raises StorageError for a
    piece that is missing or is not what its digest says, OSError of the disk.
    """
    full, rest = divmod(file.bytes, SHARDS.piece_bytes)
    sizes = [SHARDS.piece_bytes] * full + ([rest] if rest else [])
    descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), _OWN)
    with os.fdopen(descriptor, "wb") as out:
        tasks = (
            (at, lambda digest=digest, size=size: fetch(store, digest, size))
            for at, (digest, size) in enumerate(zip(file.pieces, sizes, strict=True))
        )
        for at, data in side_by_side(tasks, check):
            out.seek(at * SHARDS.piece_bytes)
            out.write(data)
            did(len(data))
        out.flush()
        os.fsync(out.fileno())


def fetch(store: ObjectStore, digest: str, size: int) -> bytes:
    """The bytes of a piece; raises StorageError."""
    for left in reversed(range(_TRIES)):
        try:
            data = store.get(piece_key(digest), size)
        except StorageError:
            if not left:
                raise
            continue  # a store that cannot go on in the middle of an object begins again
        if data is None:
            raise StorageError(f"the store does not hold piece {digest[:12]} any more; push the index again")
        if len(data) == size and hashlib.sha256(data).hexdigest() == digest:
            return data
    raise StorageError(
        f"piece {digest[:12]} is damaged in the store: its bytes do not match its digest; push with --all"
    )


def side_by_side(tasks: Iterable[tuple[int, Callable[[], Did]]], check: Check) -> Iterator[tuple[int, Did]]:
    """What each task gives, with its number, as it comes; a few are under way at a time, and the first fault ends all.
    `check` is asked between them.
    """
    with ThreadPoolExecutor(SHARDS.at_once, thread_name_prefix="store") as pool:
        under_way: dict[Future[Did], int] = {}
        waiting = iter(tasks)
        try:
            while True:
                while len(under_way) < SHARDS.at_once and (task := next(waiting, None)) is not None:
                    under_way[pool.submit(task[1])] = task[0]
                if not under_way:
                    return
                done, _ = wait(under_way, timeout=0.2, return_when=FIRST_COMPLETED)
                check()
                for future in done:
                    yield under_way.pop(future), future.result()
        finally:
            for future in under_way:
                future.cancel()
