"""What becomes of a check of the open documents that ends late (the client has pulled, typed on, or closed
meanwhile) or that fails.
"""

from __future__ import annotations

import time
from typing import Any, cast

import pytest

from helix_lsp.errors import HelixError, StorageError
from helix_lsp.lsp.client import Client
from helix_lsp.lsp.diagnosing import Diagnosing, _Done  # pyright: ignore[reportPrivateUsage]
from helix_lsp.lsp.documents import Documents, Edit
from helix_lsp.lsp.failure import NotNow
from helix_lsp.lsp.folders import Folders
from helix_lsp.lsp.work import Job, Outcome

URI = "file:///w/x/guide.md"
ITEMS: list[Any] = [{"message": "`hang_bell` is gone"}]
REFRESH = "workspace/diagnostic/refresh"
PULLS = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}


class Session:
    """The loop is this thread; a job ends when the test says so."""

    def __init__(self, capabilities: dict[str, Any]) -> None:
        self.client = Client(capabilities)
        self.documents = Documents()
        self.folders = Folders()
        self.loop: Any = self
        self.protocol: Any = self
        self.manner: Any = None  # no report is made here
        self.sent: list[tuple[str, Any]] = []
        self.said: list[str] = []
        self.jobs: list[Job] = []
        self.documents.open(URI, "markdown", 1, "Then `hang_bell`.\n")
        self.diagnosing = Diagnosing(self, 0.0, 0.0)

    def post(self, _name: str, turn: Any) -> None:
        turn()

    def slow(self, work: Any) -> Job:
        self.jobs.append(Job(work, self.post))
        return self.jobs[-1]

    def notify(self, method: str, params: Any) -> None:
        self.sent.append((method, params))

    def send_request(self, method: str) -> None:
        self.sent.append((method, None))

    def failed(self, line: str) -> None:
        self.said.append(line)

    def note(self, error: BaseException, where: str) -> None:
        self.said.append(f"{where}: {error}")

    def check(self) -> Job:
        """A check of the open documents begins."""
        self.diagnosing._start()  # pyright: ignore[reportPrivateUsage]
        return self.jobs[-1]


def end(job: Job, version: int | None = 1) -> None:
    """It found one thing in that version of the document."""
    found = _Done(news={URI: ("sha", "report", version, ITEMS)})
    job._finish(Outcome(value=found))  # pyright: ignore[reportPrivateUsage]


def test_a_report_that_was_pulled_meanwhile_is_no_news():
    session = Session(PULLS)
    job = session.check()
    session.diagnosing.told(URI, "sha", "report")
    end(job)
    assert session.sent == []


@pytest.mark.parametrize("held", [None, "another report"])
def test_a_report_that_the_client_does_not_hold_is_asked_for_again_once(held: str | None):
    session = Session(PULLS)
    if held is not None:
        session.diagnosing.told(URI, "sha", held)
    end(session.check())
    end(session.check())
    assert session.sent == [(REFRESH, None)]


def test_what_was_typed_on_is_told_by_the_check_of_the_newer_text():
    session = Session({})
    job = session.check()
    session.documents.take_in(URI, 2, [Edit(text="\nAnd more.\n", start=(1, 0), end=(1, 0))])
    end(job)
    assert (session.sent, session.diagnosing.held()) == ([], {})  # what is held is not sent again
    end(session.check(), 2)
    assert [params["diagnostics"] for _, params in session.sent] == [ITEMS]


def test_a_document_that_was_closed_meanwhile_is_told_when_it_is_open_again():
    session = Session({})
    job = session.check()
    session.documents.close(URI)
    session.diagnosing.closed(URI)
    end(job)
    assert (session.sent, session.diagnosing.held()) == ([], {})
    session.documents.open(URI, "markdown", 1, "Then `hang_bell`.\n")
    end(session.check())
    assert [params["diagnostics"] for _, params in session.sent] == [ITEMS]


def test_lenses_are_refreshed_when_their_counts_hold():
    session = Session({"workspace": {"codeLens": {"refreshSupport": True}}})
    session.diagnosing.lenses = True

    def counted(mentions: int, settled: bool) -> list[str]:
        session.sent.clear()
        session.check()._finish(Outcome(value=_Done(news={}, mentions=mentions, settled=settled)))  # pyright: ignore[reportPrivateUsage]
        return [method for method, _ in session.sent]

    assert counted(1, settled=False) == []
    assert counted(2, settled=True) == ["workspace/codeLens/refresh"]
    assert counted(2, settled=True) == []
    assert counted(3, settled=False) == []
    assert counted(3, settled=True) == ["workspace/codeLens/refresh"]


class Refusing:
    """A folder of which nothing can be read until somebody mends it."""

    problem = None

    def __init__(self, error: Exception) -> None:
        self.uri, self.error, self.looks = "file:///w/x", error, 0

    opened, relative = True, lambda _self, _path: None

    def view(self, _check: Any) -> Any:
        self.looks += 1
        raise self.error


@pytest.mark.parametrize(
    "error", [StorageError("the index cannot be read"), HelixError("git could not be started"), OSError("?")]
)
def test_a_look_that_failed_is_tried_again_without_a_change_and_later_each_time(error: Exception):
    session, folder = Session(PULLS), Refusing(error)
    session.folders.add(cast(Any, folder))
    waits: list[float] = []
    for _ in range(12):
        session.check().run()
        assert session.diagnosing._due.is_set()  # pyright: ignore[reportPrivateUsage]
        waits.append(session.diagnosing._late)  # pyright: ignore[reportPrivateUsage]
    assert waits[:4] == [0.25, 0.5, 1.0, 2.0]
    assert waits[-1] == 30.0
    assert folder.looks == 12
    assert len(session.said) == (0 if type(error) is HelixError else 1)  # said once


def test_a_look_that_was_taken_over_is_not_tried_again():
    session = Session(PULLS)
    session.check().cancel()
    assert not session.diagnosing._due.is_set()  # pyright: ignore[reportPrivateUsage]


def test_what_nobody_sees_waits_until_nobody_types():
    diagnosing = Diagnosing(Session(PULLS), 0.0, 3600.0)
    assert not diagnosing.busy()
    began = time.monotonic()
    diagnosing.typed()
    assert diagnosing.busy()
    with pytest.raises(NotNow):  # what was looked at before is old
        diagnosing.busy(began)
    assert diagnosing.busy(time.monotonic())
    assert not Diagnosing(Session(PULLS), 0.0, 0.0).busy()
