"""A file as pieces, and pieces as a file: each is known by the SHA-256 of its bytes, and nothing else is believed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import TypeVar

from helix_lsp.errors import StorageError
from helix_lsp.session.shards.manifest import ShardFile, piece_key, piece_sizes
from helix_lsp.session.shards.object_store import ObjectStore
from helix_lsp.tuning.shards import SHARDS

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

    def reader(at: int) -> Callable[[], bytes]:
        def read() -> bytes:
            with place.open("rb") as opened:
                opened.seek(at * SHARDS.piece_bytes)
                return opened.read(SHARDS.piece_bytes)

        return read

    for at, piece in enumerate(file.pieces):
        yield piece, reader(at)


def join(store: ObjectStore, file: ShardFile, place: Path, check: Check, did: Callable[[int], None]) -> None:
    """Write a file from its pieces, asked for some at a time; `did` hears the bytes of each. Raises StorageError for a
    piece that is missing or is not what its digest says, OSError of the disk.
    """
    sizes = piece_sizes(file)
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
