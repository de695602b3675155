"""The patches of a history, step by step, read ahead: git prints the next steps while the one before is taken
apart.

Some threads beside the reader's, which ask git and nothing else: of n the first has the steps 0, n, 2n and so
on. Each is one answer ahead at most, so that two of each are held. What stops the reader stops them, and with
them the gits that run.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterator, Sequence

import msgspec

from helix_lsp.session.git.git import Git, read_git
from helix_lsp.session.git.git_folder import NoGit
from helix_lsp.session.git.git_verbs import PATCHES, Spec
from helix_lsp.tuning.server import WAITING


class _Stopped(Exception):
    """The reader has gone."""


class _Ahead(threading.Thread):
    """Puts (patches, commits that are done) of its steps into `out`, an exception where one ended it."""

    def __init__(
        self,
        git: Git,
        root: str,
        steps: Sequence[tuple[int, Sequence[str]]],
        paths: Sequence[Spec],
        calls: int,
        stop: threading.Event,
        missed: Callable[[str], None],
    ) -> None:
        super().__init__(name="git history", daemon=True)
        self.out: queue.SimpleQueue[tuple[bytes, int] | BaseException] = queue.SimpleQueue()
        self.room = threading.Semaphore(1)
        self.stop = stop
        self._git = msgspec.structs.replace(git, check=self._check)
        self._root, self._steps, self._paths, self._calls = root, steps, list(paths), calls
        self._missed = missed

    def run(self) -> None:
        """Called by the thread."""
        try:
            for at, chunk in self._steps:
                for said in self._patches(chunk):
                    self.out.put((said, at))
                self.out.put((b"", at + len(chunk)))
        except _Stopped:
            pass
        except BaseException as error:  # noqa: BLE001  whatever it is, the reader shall know
            self.out.put(error)

    def _check(self) -> None:
        if self.stop.is_set():
            raise _Stopped

    def _patches(self, commits: Sequence[str]) -> Iterator[bytes]:
        """In the order of the commits; around an object that is missing (partial clone) the list is halved
        until only that commit is left out.

        The commits are named and not counted off from the newest: counting walks over all that was read
        before, again with every call.
        """
        self._calls -= 1
        if self._calls < 0:
            self._missed("git was asked as often as it may be")
            return
        while not self.room.acquire(timeout=WAITING.poll):
            self._check()
        said = read_git(
            self._git,
            self._root,
            PATCHES,
            paths=self._paths,
            stdin="".join(f"{one}\n" for one in commits).encode("ascii", "replace"),
        )
        if said and not isinstance(said, NoGit):
            yield said
            return
        self.room.release()
        if isinstance(said, NoGit) and len(commits) > 1:
            half = len(commits) // 2
            yield from self._patches(commits[:half])
            yield from self._patches(commits[half:])
        elif isinstance(said, NoGit):
            self._missed(f"commit {commits[0][:10]}: {said.reason}")


def patches(
    git: Git,
    root: str,
    commits: Sequence[str],
    paths: Sequence[Spec],
    step: int,
    calls: int,
    *,
    gits: int = 1,
    missed: Callable[[str], None] = lambda _why: None,
) -> Generator[tuple[bytes, int]]:
    """(patches, how many of the commits are wholly out), `step` commits at a time; a pair without patches
    ends each step.

    `git.most` bounds one answer, `calls` how often git is asked, `gits` how many run at once. `git.check` is
    asked while nothing has come, in the caller's thread, and may raise. Close it (or let it end) to stop the
    gits that run. `missed` is told, in another thread, why a commit was left out.
    """
    steps = [(at, commits[at : at + step]) for at in range(0, len(commits), step)]
    stop = threading.Event()
    lanes = max(1, min(gits, len(steps)))
    ahead = [
        _Ahead(git, root, steps[lane::lanes], paths, -(-calls // lanes), stop, missed)
        for lane in range(lanes)
    ]
    for one in ahead:
        one.start()
    try:
        for number in range(len(steps)):
            one = ahead[number % lanes]
            while (got := _next(one, git.check))[0]:
                one.room.release()
                yield got
            yield got
    finally:
        stop.set()
        for one in ahead:
            one.join()


def _next(ahead: _Ahead, check: Callable[[], None]) -> tuple[bytes, int]:
    while True:
        check()
        try:
            got = ahead.out.get(timeout=WAITING.poll)
        except queue.Empty:
            continue
        if isinstance(got, BaseException):
            raise got
        return got
