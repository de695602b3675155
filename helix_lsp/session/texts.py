"""The current bytes of a path: the open buffer's, else the file's as it is on disk at this moment.

Nothing is kept between two calls, so what is hashed and cited is what is there. Paths that lead out of the
workspace give None. A read that fails is not a file that is not there: `StorageError`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from helix_lsp.errors import StorageError
from helix_lsp.session.disk import Refused, read_file


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentTexts:
    """The port `Texts` for one view; `buffers` does not change under it. `cap` is in bytes. `stored` says
    whether the index has facts of a path:

    of such a file it was never said that it may not be read.
    """

    root: str
    buffers: Mapping[str, bytes]
    cap: int
    stored: Callable[[str], bool] = lambda _: False

    def __call__(self, path: str) -> bytes | None:
        """Bytes, or None when there is no such regular file inside the workspace (or none that may be read)."""
        buffer = self.buffers.get(path)
        if buffer is not None:
            return buffer
        data = read_file(self.root, path, self.cap)
        if not isinstance(data, Refused):
            return data
        if data.failed or (data.reason == "unreadable" and self.stored(path)):
            raise StorageError(
                f"{path} in {self.root} could not be read: {data.detail}. Check the disk and who may read the file"
            )
        return None
