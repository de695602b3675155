"""What of one index turned out to be damaged, and what was said of it.

Invariant: a read that failed is told as one line and raised as a `StorageError`; nobody takes it for an empty
answer.
"""

from __future__ import annotations

from collections.abc import Callable

from helix_lsp.errors import StorageError
from helix_lsp.index.base import Base
from helix_lsp.index.folder import Folder
from helix_lsp.index.readers import Closed
from helix_lsp.index.refusal import is_damage, refused

_MOST_PROBLEMS = 50


class Damage:
    """`problems`: lines for a person, oldest first. `blobs`: contents with a damaged row. `lost`: the whole is
    to be made again.
    """

    def __init__(self, folder: Folder, base: Callable[[], Base]) -> None:
        """`base` gives the generation of now, by which a damaged content is told as its file."""
        self._folder = folder
        self._base = base
        self.problems: list[str] = []
        self.blobs: set[int] = set()
        self.lost = False

    def clear(self) -> None:
        """Another file is in the place of the damaged one; what was said of that stays said."""
        self.blobs.clear()
        self.lost = False

    def announce(self, problem: str) -> None:
        """Say it once; of very many problems the first are enough."""
        if len(self.problems) < _MOST_PROBLEMS and problem not in self.problems:
            self.problems.append(" ".join(problem.split()))

    def report(self, blob: int, why: str) -> None:
        """A row of a content does not match its hash: its file is to be read again."""
        if blob not in self.blobs:
            self.blobs.add(blob)
            paths = self._base().paths_of.get(blob, ())
            if paths:
                self.announce(
                    f"Stored facts of {paths[0]} are damaged ({why}); the file is to be read again."
                )

    def doom(self, reason: str) -> None:
        """The file does not hold what its hashes say: the next commit begins anew."""
        self.lost = True
        self.announce(f"The index in {self._folder.path} is damaged and will be rebuilt: {reason}.")

    def lose(self, error: Exception) -> None:
        """A read failed: when the file is damaged the next commit begins anew."""
        self.lost = self.lost or is_damage(error)
        self.announce(f"The index in {self._folder.path} could not be read: {error}.")

    def lost_read(self, error: Exception) -> StorageError:
        """What a read that failed raises."""
        if not isinstance(error, Closed):
            self.lose(error)
        return refused(error, self._folder.path, "could not be read")
