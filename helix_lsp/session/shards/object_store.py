"""A folder or an object store of a cloud behind four verbs, by way of obstore (the extra `team`).

Invariants: the address comes from the user's command line or settings, never from a repository; credentials are those
of the user's environment, and an address is shown without what could be one; a store that does not answer in time, or
answers with more than was asked for, is an error of one line and never a hang.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit, urlunsplit

from helix_lsp.errors import StorageError, UsageError
from helix_lsp.tuning.server import SHARDS

_LINE = 160
_SCHEMES = ("file", "s3", "gs", "az", "abfs", "abfss", "https", "http")


class ObjectStore(Protocol):
    """What is asked of a store. Keys are paths with `/`. Every verb raises StorageError of one line."""

    def get(self, key: str, most: int) -> bytes | None:
        """The object, None where there is none; StorageError where it has more than `most` bytes."""
        ...

    def put(self, key: str, data: bytes) -> None:
        """Write it whole, over what is there."""
        ...

    def size(self, key: str) -> int | None:
        """Its bytes, None where there is none."""
        ...

    def names(self, prefix: str) -> Iterator[str]:
        """The keys below a folder, in no order."""
        ...


def open_store(address: str) -> ObjectStore:
    """The store at an address: a folder's path, or `file://`, `s3://`, `gs://`, `az://`, `https://`. Raises UsageError for
    anything else, StorageError where the extra is not installed.
    """
    scheme = urlsplit(address).scheme
    if len(scheme) < 2:  # a path, on Windows with the letter of a drive
        address = Path(os.path.abspath(os.path.expanduser(address))).as_uri()
    elif scheme not in _SCHEMES:
        raise UsageError(
            f"{shown(address)} is not the address of a store; use a folder, or one of "
            + ", ".join(f"{name}://" for name in _SCHEMES)
        )
    try:
        import obstore.store as stores
    except ImportError:
        raise StorageError(
            'shared indexes need the extra `team`: `pip install ".[team]"` in a checkout of Helix Ask'
        ) from None
    from datetime import timedelta

    if urlsplit(address).scheme == "file":
        from urllib.request import url2pathname

        return _Obstore(stores.LocalStore(url2pathname(urlsplit(address).path), mkdir=True), address)
    with _told(address):
        store = stores.from_url(
            address,
            client_options={
                "timeout": timedelta(seconds=SHARDS.seconds),
                "connect_timeout": timedelta(seconds=SHARDS.retry_seconds),
                "read_timeout": timedelta(seconds=SHARDS.stalled_seconds),
                "allow_http": True,
            },
            retry_config={"max_retries": 3, "retry_timeout": timedelta(seconds=SHARDS.retry_seconds)},
        )
    return _Obstore(store, address)


def shown(address: str) -> str:
    """An address without user, password and query."""
    parts = urlsplit(address)
    place = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, place, parts.path, "", ""))


class _Obstore:
    """The port on a store of obstore."""

    def __init__(self, store: Any, address: str) -> None:
        self._store, self._address = store, address

    def get(self, key: str, most: int) -> bytes | None:
        import obstore

        with _told(self._address):
            try:
                found = obstore.get(self._store, key)
            except FileNotFoundError:
                return None
            data = bytearray()
            for part in found.stream(min_chunk_size=1 << 18):
                data += part
                if len(data) > most:
                    raise StorageError(
                        f"{shown(self._address)}: {key} has more than the {most:,} bytes that it should have"
                    )
            return bytes(data)

    def put(self, key: str, data: bytes) -> None:
        import obstore

        with _told(self._address):
            obstore.put(self._store, key, data)

    def size(self, key: str) -> int | None:
        import obstore

        with _told(self._address):
            try:
                return int(obstore.head(self._store, key)["size"])
            except FileNotFoundError:
                return None

    def names(self, prefix: str) -> Iterator[str]:
        import obstore

        with _told(self._address):
            batches: Iterable[Sequence[Mapping[str, object]]] = obstore.list(  # pyright: ignore[reportUnknownMemberType] - its overload for Arrow, which is not asked for
                self._store, prefix
            )
            for batch in batches:
                yield from (str(row["path"]) for row in batch)


@contextmanager
def _told(address: str) -> Generator[None]:
    """Whatever a store does wrong is one line."""
    try:
        yield
    except (StorageError, UsageError):
        raise
    except Exception as error:  # obstore's errors do not share a base with those of its transports
        line = " ".join(str(error).partition("Debug source")[0].split())[:_LINE].rstrip(" ,:;")
        raise StorageError(
            f"{shown(address)}: {line}; check the address, the credentials in the environment and the network"
        ) from error
