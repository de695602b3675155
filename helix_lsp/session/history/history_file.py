"""What is kept of a history in the index folder: all that was read of one commit, and a reading that was stopped."""

from __future__ import annotations

import os
import zlib
from contextlib import suppress
from pathlib import Path

import msgspec

from helix_lsp.session.disk.scan import read_private, write_private
from helix_lsp.session.history.notes import Row

FILE = "drift-history.12"
PART = "drift-history-part.12"


class Stored(msgspec.Struct, array_like=True):
    """The history of `head`: rows by name, and the paths that went."""

    head: str
    names: dict[str, list[Row]]
    paths: dict[str, tuple[str, int, str]]  # newest first
    missed: str = ""


class Part(msgspec.Struct, array_like=True):
    """A reading that was stopped: the first `done` commits between `base` (`` for the beginning) and `head`
    are in `stored`.
    """

    base: str
    done: int
    stored: Stored


_stored = msgspec.msgpack.Decoder(Stored)
_part = msgspec.msgpack.Decoder(Part)


def load(file: Path, largest: int) -> Stored | None:
    """What is kept, None where nothing is or where it is damaged."""
    try:
        return _stored.decode(_inflated(file, largest))
    except (OSError, zlib.error, msgspec.MsgspecError):
        return None


def resumed(part: Path, largest: int) -> Part | None:
    """The reading that was stopped, None for none."""
    try:
        return _part.decode(_inflated(part, largest))
    except (OSError, zlib.error, msgspec.MsgspecError):
        return None


def keep_part(part: Path, stopped: Part) -> None:
    """Keep a reading that goes on later."""
    _write(part, msgspec.msgpack.encode(stopped))


def _inflated(file: Path, largest: int) -> bytes:
    return zlib.decompressobj().decompress(read_private(file), largest)


def save(file: Path, stored: Stored) -> None:
    """Keep the whole, and drop the part."""
    _write(file, msgspec.msgpack.encode(stored))
    _remove(file.with_name(PART))


def _write(file: Path, data: bytes) -> None:
    """Written beside and moved into place; a cache that cannot be written is made again next time."""
    part = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        write_private(part, zlib.compress(data, 1))
        part.replace(file)
    except OSError:
        _remove(part)


def _remove(file: Path) -> None:
    with suppress(OSError):
        file.unlink(missing_ok=True)
