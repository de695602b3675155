"""One piece of work of the server."""

from __future__ import annotations

from collections.abc import Callable

from helix_lsp.errors import GivenUp
from helix_lsp.lsp.work import Job, Outcome


def at_once(_: str, call: Callable[[], None]) -> None:
    call()


def ended(work: Callable[[Job], object]) -> Outcome:
    """The outcome of a job that does `work`."""
    outcomes: list[Outcome] = []
    job = Job(work, at_once)
    job.when_done(outcomes.append)
    job.run()
    return outcomes[0]


def test_work_whose_index_was_made_anew_is_done_once_more():
    told: list[str] = []

    def work(_: Job) -> str:
        told.append("begun")
        if len(told) == 1:
            raise GivenUp("planted")
        return "drawn"

    assert ended(work) == Outcome(value="drawn")


def test_work_whose_index_is_closed_for_good_fails():
    told: list[str] = []

    def work(_: Job) -> str:
        told.append("begun")
        raise GivenUp("planted")

    assert isinstance(ended(work).error, GivenUp)
    assert len(told) == 2
