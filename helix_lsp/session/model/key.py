"""The key of a provider: from a variable that the user names, or from a file that only the user can read. It
is never shown.

Invariants: a `Key` does not have text form but `***`; it is handed to the request's headers and to nothing else.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

_MOST_BYTES = 10_000


class Key:
    """A secret that neither `repr`, `str`, formatting nor pickling shows."""

    __slots__ = ("_secret",)

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def __bool__(self) -> bool:
        return bool(self._secret)

    def __repr__(self) -> str:
        return "Key(***)" if self._secret else "Key()"

    __str__ = __repr__

    def __format__(self, _spec: str) -> str:
        return repr(self)

    def __reduce__(self) -> tuple[type[Key], tuple[str]]:
        return (Key, ("",))

    def reveal(self) -> str:
        """The secret, for a header."""
        return self._secret


def read_key(variable: str, file: str, secret: Callable[[str], str]) -> Key | str:
    """The key, empty when none is set; a text is the reason why the one that is set cannot be used. `secret`
    reads a variable.
    """
    found = secret(variable).strip() if variable else ""
    if not found and file:
        read = _from_file(file)
        if isinstance(read, Key):
            return (
                read
                if _sendable(read.reveal())
                else f"the key in {file} holds a blank or a character that no header can carry"
            )
        return read
    if found and not _sendable(found):
        return f"the key in {variable} holds a blank or a character that no header can carry"
    return Key(found)


def _sendable(secret: str) -> bool:
    return secret.isascii() and secret.isprintable() and " " not in secret


def _from_file(file: str) -> Key | str:
    """The file is opened once, and what was opened is judged."""
    if not os.path.isabs(file):
        return "model.key_file must be an absolute path"
    try:
        with Path(file).open("rb") as opened:
            found = os.fstat(opened.fileno())
            if not stat.S_ISREG(found.st_mode):
                return f"{file} is not a regular file"
            if os.name == "posix" and found.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
                return f"{file} can be read by others; run: chmod 600 {file}"
            data = opened.read(_MOST_BYTES + 1)
    except OSError as error:
        return f"{file} cannot be read ({error.strerror})"
    if len(data) > _MOST_BYTES:
        return f"{file} is too large for a key"
    return Key(data.decode("utf-8", "replace").strip())
