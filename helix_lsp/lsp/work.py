"""Work off the loop: bounded daemon threads, one outcome per job, cooperative cancel.

A job ends exactly once, on the loop: with its result, with its error, or with `Cancelled` at the moment it is
cancelled, whatever its thread still does. The thread learns of it through `check`, which the work calls
often. A job cancelled while it waits never starts.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Any

import msgspec

from helix_lsp.errors import Cancelled, GivenUp, HelixError
from helix_lsp.lsp.scheduler import Scheduler, Turn

Check = Callable[[], None]
Work = Callable[["Job"], Any]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """`error` is None when the work succeeded."""

    value: Any = None
    error: BaseException | None = None


class Busy(HelixError):
    """Too many requests wait for a thread."""


class Job:
    """One piece of work. `check` and `stopped` are for its thread; everything else belongs to the loop."""

    def __init__(
        self, work: Work, post: Callable[[str, Callable[[], None]], None], turn: Turn | None = None
    ) -> None:
        """With a `turn` its checks are the moments at which it lets others go first."""
        self._work = work
        self._post = post
        self._turn = turn
        self._stop = threading.Event()
        self._outcome: Outcome | None = None
        self._listeners: list[Callable[[Outcome], None]] = []

    @property
    def stopped(self) -> bool:
        """True once the caller gave up."""
        return self._stop.is_set()

    @property
    def done(self) -> bool:
        """True once the outcome is known. On the loop."""
        return self._outcome is not None

    def check(self) -> None:
        """Raises Cancelled once the caller gave up."""
        if self._turn is not None and not self._stop.is_set():
            self._turn.give_way(self._stop.is_set)
        self.given_up()

    def given_up(self) -> None:
        """Raises Cancelled once the caller gave up, and lets nobody go first: for work under a lock, on which those
        who would go first may be waiting.
        """
        if self._stop.is_set():
            raise Cancelled("cancelled by the client")

    def when_done(self, listener: Callable[[Outcome], None]) -> None:
        """Call `listener` on the loop with the one outcome; at once when it is known."""
        if self._outcome is not None:
            listener(self._outcome)
        else:
            self._listeners.append(listener)

    def cancel(self) -> None:
        """End the job now, as cancelled; its thread stops at its next check."""
        self._stop.set()
        self._finish(Outcome(error=Cancelled("cancelled by the client")))

    def run(self) -> None:
        """On a worker: do it, and post the outcome."""
        if self._stop.is_set():
            return
        try:
            try:
                outcome = Outcome(value=self._work(self))
            except GivenUp:  # the index was made anew meanwhile: once more, over the new one
                outcome = Outcome(value=self._work(self))
        except BaseException as error:  # noqa: BLE001  (the outcome of the job, whatever it is)
            outcome = Outcome(error=error)
        finally:
            if self._turn is not None:
                self._turn.end()
        self._post("finish", lambda: self._finish(outcome))

    def _finish(self, outcome: Outcome) -> None:
        if self._outcome is not None:
            return
        self._outcome = outcome
        listeners, self._listeners = self._listeners, []
        for listener in listeners:
            listener(outcome)


class Pool:
    """A few daemon threads, started when first needed. A process that has to end never waits for them. `begun`
    counts the jobs so far.
    """

    def __init__(
        self,
        name: str,
        threads: int,
        max_waiting: int,
        post: Callable[[str, Callable[[], None]], None],
        order: Scheduler,
        *,
        urgent: bool,
    ) -> None:
        """`urgent` work goes before all other work of the same `order`; what is not urgent gives way at its
        checks.
        """
        self._name = name
        self._order = order
        self._urgent = urgent
        self._most = threads
        self._max_waiting = max_waiting
        self._post = post
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._idle = threading.Semaphore(0)
        self._counting = threading.Lock()
        self._ended = 0
        self.begun = 0

    @property
    def at_rest(self) -> bool:
        """True when no thread of it works on anything, nor on a job that was given up. On the loop."""
        return self._ended == self.begun

    def take_up(self, work: Work, *, ahead: int = 0) -> Job:
        """Queue work; raises Busy when too much waits already. What is not urgent gives way to older work that is as
        far `ahead`, and to all that is further. Called on the loop.
        """
        if self._jobs.qsize() >= self._max_waiting:
            raise Busy(f"{self._max_waiting} requests wait already; try again when some are answered")
        job = Job(work, self._post, None if self._urgent else self._order.turn(ahead=ahead))
        self.begun += 1
        self._jobs.put(job)
        if not self._idle.acquire(blocking=False) and len(self._threads) < self._most:
            self._start_thread()
        return job

    def _start_thread(self) -> None:
        """One more; where the system gives none, those that are there do the work, and without any it is
        refused.
        """
        thread = threading.Thread(
            target=self._run, name=f"helix-{self._name}-{len(self._threads)}", daemon=True
        )
        try:
            thread.start()
        except RuntimeError as error:
            if self._threads:
                return
            self._jobs.get()
            self.begun -= 1
            raise Busy(f"the system gives no thread ({error}); try again when fewer programs run") from None
        self._threads.append(thread)

    def close(self, timeout: float) -> bool:
        """Tell the threads to end after what they do now; False when one did not within `timeout` seconds in
        all.
        """
        for _ in self._threads:
            self._jobs.put(None)
        deadline = time.monotonic() + timeout
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            if self._urgent:
                with self._order.urgent():
                    job.run()
            else:
                job.run()
            with self._counting:
                self._ended += 1
            del job
            self._idle.release()
