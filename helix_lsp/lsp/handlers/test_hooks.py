"""`helix-lsp serve --test-hooks`: requests for protocol tests. Never registered without the flag."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from helix_lsp.errors import Cancelled
from helix_lsp.lsp.client import Loop
from helix_lsp.lsp.companion.messages import Holds
from helix_lsp.lsp.documents import to_text
from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.handlers.fields import document_uri, required
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job, Work, Worker
from helix_lsp.tuning.server import WAITING
from helix_lsp.wire.readable import Exact

_STEP = 0.002


def register(server: HelixServer) -> None:
    """Add the handlers, and the points at which what passes between the processes can be held."""
    server.holds = Holds()
    server.feature("helix/test/settled")(settled)
    server.protocol.lifecycle.early = ("helix/test/hold",)
    server.feature("helix/test/hold")(hold)
    server.feature("helix/test/held")(held)
    server.feature("helix/test/release")(release)
    server.feature("helix/test/text")(text)
    server.feature("helix/test/echo")(echo)
    server.feature("helix/test/slow")(slow)
    server.feature("helix/test/folders")(folders)
    server.feature("helix/test/fail")(fail)


def text(ls: HelixServer, params: dict[str, Any]) -> dict[str, str]:
    """`{textDocument}` -> `{text}`: the server's copy."""
    uri = document_uri(params)
    document = ls.documents.get(uri) if uri is not None else None
    if document is None:
        raise BadParams("`textDocument` is not open")
    return Exact(text=to_text(document.text.data))


def echo(ls: HelixServer, params: dict[str, Any]) -> Job:
    """`{text}` -> `{text}`, from a worker; other fields come back too, so that a test sees which keys
    arrived.
    """
    required(params, "text", str)
    return ls.quick(lambda _: Exact(params))


def slow(ls: HelixServer, params: dict[str, Any]) -> Job:
    """`{seconds}` -> `{seconds}`: busy that long, looking for a cancel all the time."""
    seconds = params.get("seconds")
    if not isinstance(seconds, int | float) or isinstance(seconds, bool):
        raise BadParams("`seconds` must be a number")
    return ls.slow(lambda job: _spend(float(seconds), job))


def _spend(seconds: float, job: Job) -> dict[str, float]:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if job.stopped:  # not `check`, which would let older questions go first: this must take the time that was asked for
            raise Cancelled("cancelled by the client")
        sum(range(1_000))
        time.sleep(_STEP)
    return {"seconds": seconds}


def folders(ls: HelixServer, _params: dict[str, Any]) -> dict[str, list[str]]:
    """`{}` -> `{folders}`: URIs in order."""
    return {"folders": [folder.uri for folder in ls.folders]}


def fail(ls: HelixServer, _params: dict[str, Any]) -> Job:
    """An error inside, from a worker: it is told to the client, and counted."""

    def raise_it(_job: Job) -> None:
        raise RuntimeError("asked for by a test")

    return ls.quick(raise_it)


def settled(ls: HelixServer, _params: dict[str, Any]) -> Job:
    """`{}` -> null, once everything is done and sent that follows from what came before this request. Other
    requests that run are waited for too.
    """
    return _beside(ls, lambda job: await_settled(ls.loop, ls.workers, job.check))


def hold(ls: HelixServer, params: dict[str, Any]) -> None:
    """`{at}` -> null: what comes to this point (`companion/holds.py`) waits there from now on."""
    _holds(ls).hold(required(params, "at", str))


def held(ls: HelixServer, params: dict[str, Any]) -> Job:
    """`{at}` -> null, once something waits there."""
    holds, at = _holds(ls), required(params, "at", str)
    return _beside(ls, lambda job: holds.await_held(at, job.check))


def release(ls: HelixServer, params: dict[str, Any]) -> None:
    """`{at}` -> null: what waits there goes on, and nothing waits there any more."""
    _holds(ls).release(required(params, "at", str))


def _holds(ls: HelixServer) -> Holds:
    assert ls.holds is not None
    return ls.holds


def _beside(ls: HelixServer, work: Work) -> Job:
    """On a thread of its own, which is none of those that are waited for."""
    job = Job(work, ls.loop.post)
    threading.Thread(target=job.run, name="helix-test", daemon=True).start()
    return job


# When has everything been done that follows from what the client has sent (`helix/test/settled`)?
#
# Work is handed from one thread to the next: a request owes a look at the disk, a look begins a refresh, a
# refresh has documents checked, and that sends diagnostics. So one look at all workers proves nothing. Two looks
# in two turns of the loop, one right after the other, do: where both find every worker at rest, with nothing
# begun in between, there was a moment at which all of them rested. A worker hands on what it has done before it
# rests.


def await_settled(loop: Loop, workers: Callable[[], Sequence[Worker]], check: Callable[[], None]) -> None:
    """Waits, not on the loop, until all rest. `workers` is called on the loop; `check` raises Cancelled."""
    while True:
        answered = threading.Event()
        seen: list[tuple[int, ...] | None] = []

        def first(seen: list[tuple[int, ...] | None] = seen, answered: threading.Event = answered) -> None:
            seen.append(_rest(loop, workers()))
            loop.post("settled", lambda: second(seen, answered))

        def second(seen: list[tuple[int, ...] | None], answered: threading.Event) -> None:
            seen.append(_rest(loop, workers()))
            answered.set()

        loop.post("settled", first)
        while not answered.wait(WAITING.poll):
            check()
        before, after = seen
        if before is not None and after is not None and after == (before[0] + 1, *before[1:]):
            return
        check()
        threading.Event().wait(WAITING.pause)


def _rest(loop: Loop, workers: Sequence[Worker]) -> tuple[int, ...] | None:
    """The counts of all, the loop's first; None when something is under way."""
    if loop.waiting or not all(worker.at_rest for worker in workers):
        return None
    return (loop.begun, *(worker.begun for worker in workers))
