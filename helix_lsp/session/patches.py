"""The patches of a history, step by step, read ahead: git prints the next step while the one before is taken apart.

One thread beside the reader's, which asks git and nothing else; it is one answer ahead at most, so that two are held. What stops the reader stops it,
and with it the git that runs.
"""

from __future__ import annotations

import dataclasses
import queue
import threading
from collections.abc import Generator, Iterator, Sequence

from helix_lsp.session.git import Git, read_git
from helix_lsp.session.git_folder import NoGit
from helix_lsp.session.git_verbs import PATCHES, Spec
from helix_lsp.tuning.waiting import WAITING


class _Stopped(Exception):
    """The reader has gone."""


class _Ahead(threading.Thread):
    """Puts (patches, commits that are done) into `out`, an exception where one ended it, None at the end."""

    def __init__(self, git: Git, root: str, commits: Sequence[str], paths: Sequence[Spec], step: int, calls: int) -> None:
        super().__init__(name="git history", daemon=True)
        self.out: queue.SimpleQueue[tuple[bytes, int] | BaseException | None] = queue.SimpleQueue()
        self.room = threading.Semaphore(1)
        self.stop = threading.Event()
        self._git = dataclasses.replace(git, check=self._check)
        self._root, self._commits, self._paths, self._step, self._calls = root, list(commits), list(paths), step, calls

    def run(self) -> None:
        """Called by the thread."""
        try:
            for at in range(0, len(self._commits), self._step):
                chunk = self._commits[at : at + self._step]
                for said in self._patches(chunk):
                    self.out.put((said, at))
                self.out.put((b"", at + len(chunk)))
            self.out.put(None)
        except _Stopped:
            pass
        except BaseException as error:  # noqa: BLE001  whatever it is, the reader shall know
            self.out.put(error)

    def _check(self) -> None:
        if self.stop.is_set():
            raise _Stopped

    def _patches(self, commits: list[str]) -> Iterator[bytes]:
        """In the order of the commits; around an object that is missing (partial clone) the list is halved until only that commit is left out.

        The commits are named and not counted off from the newest: counting walks over all that was read before, again with every call.
        """
        self._calls -= 1
        if self._calls < 0:
            return
        while not self.room.acquire(timeout=WAITING.poll):
            self._check()
        said = read_git(self._git, self._root, PATCHES, paths=self._paths, stdin="".join(f"{one}\n" for one in commits).encode("ascii", "replace"))
        if said and not isinstance(said, NoGit):
            yield said
            return
        self.room.release()
        if isinstance(said, NoGit) and len(commits) > 1:
            half = len(commits) // 2
            yield from self._patches(commits[:half])
            yield from self._patches(commits[half:])


def patches(git: Git, root: str, commits: Sequence[str], paths: Sequence[Spec], step: int, calls: int) -> Generator[tuple[bytes, int]]:
    """(patches, how many of the commits are wholly out), `step` commits at a time; a pair without patches ends each step.

    `git.most` bounds one answer, `calls` how often git is asked. `git.check` is asked while nothing has come, in the caller's thread, and may
    raise. Close it (or let it end) to stop the git that runs.
    """
    ahead = _Ahead(git, root, commits, paths, step, calls)
    ahead.start()
    try:
        while True:
            git.check()
            try:
                got = ahead.out.get(timeout=WAITING.poll)
            except queue.Empty:
                continue
            if got is None:
                return
            if isinstance(got, BaseException):
                raise got
            if got[0]:
                ahead.room.release()
            yield got
    finally:
        ahead.stop.set()
        ahead.join()
