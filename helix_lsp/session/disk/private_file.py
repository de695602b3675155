"""A file of the index folder: written so that only its owner can read it, whatever the umask says, and read
only where it is a file.

A pipe or device under its name does not block, a link is not followed.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_OWN = 0o600
_QUIET = (
    getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _QUIET


def write_private(place: Path, data: bytes) -> None:
    """The file with exactly these bytes and mode 0600; a link that bears the name is not followed. Raises
    OSError.
    """
    with os.fdopen(os.open(place, _FLAGS, _OWN), "wb") as file:
        if hasattr(os, "fchmod"):
            os.fchmod(file.fileno(), _OWN)
        file.write(data)


def read_private(place: Path, most: int = -1) -> bytes:
    """Its first `most` bytes, all of them for -1. Raises OSError, also for what is not a regular file."""
    with os.fdopen(os.open(place, os.O_RDONLY | _QUIET), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(place))
        return file.read(most)
