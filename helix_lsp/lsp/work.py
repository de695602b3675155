"""Work off the loop: bounded daemon threads, one outcome per job, cooperative cancel. Also who computes first:
what an editor waits for while it draws, then the oldest question.

A job ends exactly once, on the loop: with its result, with its error, or with `Cancelled` at the moment it is
cancelled, whatever its thread still does. The thread learns of it through `check`, which the work calls
often. A job cancelled while it waits never starts.
"""

from __future__ import annotations

import itertools
import queue
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Protocol

import msgspec

from helix_lsp.errors import Cancelled, GivenUp, HelixError

# Who computes first: what an editor waits for while it draws, then the oldest question, then the rest.
#
# One thread at a time runs in the interpreter, so threads that compute take turns whether they are wanted
# or not: a hover beside four questions and an index gets a sixth of the processor. Here whoever may wait
# asks between two steps whether somebody goes before, and waits a little. Nobody starves: a wait for what
# is urgent is never longer than the work since the last one, nor than `patience`; of the questions the
# oldest computes and the others wait for it, each a second in all; whoever has not asked for a while (it
# waits for a model, or hangs) goes before nobody any more.

_FORGOTTEN = 0.5  # seconds
_STEP = 0.01
_AHEAD = 1 << 62  # more turns than a server ever hands out
_MOST_FOR_OLDER = (
    1.0  # an ordinary question takes less; behind a check of a whole workspace nobody should wait to the end
)


class Scheduler:
    """Shared by all pools and background threads of a server; safe under threads."""

    def __init__(self, patience: float) -> None:
        """`patience` in seconds."""
        self.patience = patience
        self._changed = threading.Condition()
        self._urgent: dict[int, float] = {}
        self._asked: dict[int, float] = {}
        self._numbers = itertools.count(1)

    @contextmanager
    def urgent(self) -> Generator[None]:
        """Work that goes before all else, for its first half second."""
        number = next(self._numbers)
        self._urgent[number] = time.monotonic()
        try:
            yield
        finally:
            del self._urgent[number]
            with self._changed:
                self._changed.notify_all()

    def turn(self, *, ahead: int = 0) -> Turn:
        """A place behind all that were taken before with the same `ahead`, and before all with a smaller one."""
        return Turn(self, next(self._numbers) - ahead * _AHEAD)

    def let_urgent(self, most: float, given_up: Callable[[], bool]) -> None:
        """For `Turn`: wait at most so many seconds while urgent work is being done."""
        self._wait(self._urgent_now, most, given_up)

    def let_older(self, number: int, most: float, given_up: Callable[[], bool]) -> float:
        """For `Turn`: wait at most so many seconds while an older one computes; the seconds waited."""
        self._asked[number] = began = time.monotonic()
        self._wait(lambda: self._older_now(number), min(most, _FORGOTTEN), given_up)
        self._asked[number] = now = time.monotonic()
        return now - began

    def leave(self, number: int) -> None:
        """For `Turn`: nobody waits for this work any more."""
        self._asked.pop(number, None)

    def _wait(self, held: Callable[[], bool], most: float, given_up: Callable[[], bool]) -> None:
        if most <= 0 or not held():
            return
        until = time.monotonic() + most
        with self._changed:
            while (left := min(_STEP, until - time.monotonic())) > 0 and not given_up() and held():
                self._changed.wait(left)

    def _urgent_now(self) -> bool:
        since = time.monotonic() - _FORGOTTEN
        return any(began > since for began in tuple(self._urgent.values()))

    def _older_now(self, number: int) -> bool:
        since = time.monotonic() - _FORGOTTEN
        return any(other < number and asked > since for other, asked in tuple(self._asked.items()))


class Turn:
    """One piece of work that may wait. `give_way` belongs to its thread."""

    def __init__(self, order: Scheduler, number: int) -> None:
        self._order = order
        self._number = number
        self._worked_from = time.monotonic()
        self._for_older = _MOST_FOR_OLDER

    def give_way(self, given_up: Callable[[], bool] = lambda: False, *, ranked: bool = True) -> None:
        """Between two steps: wait while somebody goes before; with `ranked` also for older work of the same
        kind.
        """
        worked = time.monotonic() - self._worked_from
        if ranked:
            self._for_older -= self._order.let_older(self._number, self._for_older, given_up)
        self._order.let_urgent(min(self._order.patience, worked), given_up)
        self._worked_from = time.monotonic()

    def end(self) -> None:
        """It is done, whatever came of it."""
        self._order.leave(self._number)


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


class Worker(Protocol):
    """Who does what follows from messages. Both are read on the loop."""

    @property
    def at_rest(self) -> bool:
        """True when it does nothing and nothing waits for it; what it did it has handed on."""
        ...

    @property
    def begun(self) -> int:
        """How often it began."""
        ...


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
