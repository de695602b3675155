"""Which open buffers are not what is on disk: an editor that merely shows a file has nothing unsaved.

A file is read again only when its size or time is another, or its buffer is. A file that begins with the
UTF-8 mark is equal to a text without it: an editor keeps the mark to itself.
"""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Mapping

from helix_lsp.session.disk import Refused, read_file

_Look = tuple[int, int]


class Unsaved:
    """Remembers what was compared. Not for several threads at once."""

    def __init__(self, root: str, cap: int) -> None:
        """Files above `cap` bytes are not read: their buffers count as unsaved."""
        self._root, self._cap = root, cap
        self._compared: dict[str, tuple[bytes, _Look | None, bool]] = {}

    def count(self, buffers: Mapping[str, bytes]) -> int:
        """How many of these buffers differ from the file, or have none."""
        self._compared = {path: self._of(path, data) for path, data in buffers.items()}
        return sum(differs for _, _, differs in self._compared.values())

    def _of(self, path: str, data: bytes) -> tuple[bytes, _Look | None, bool]:
        look = self._look(path)
        before = self._compared.get(path)
        if before is not None and before[0] is data and before[1] == look:
            return before
        if look is None:
            return data, look, True
        disk = read_file(self._root, path, self._cap)
        return data, look, isinstance(disk, Refused) or data not in (disk, disk.removeprefix(BOM_UTF8))

    def _look(self, path: str) -> _Look | None:
        try:
            info = os.lstat(f"{self._root}/{path}")
        except (OSError, ValueError):
            return None
        return info.st_size, info.st_mtime_ns
