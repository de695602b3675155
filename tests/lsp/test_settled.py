"""`helix/test/settled` answers after everything that follows from the messages before it, and not before."""

from __future__ import annotations

from helix_lsp.lsp.server import ServeOptions
from tests.support.fake_backend import FakeBackend
from tests.support.raw_client import Inside


def test_it_waits_for_requests_that_run() -> None:
    client = Inside(ServeOptions(test_hooks=True, open_service=FakeBackend))
    client.initialize(folders=["file:///tower"])
    slow = client.start("helix/test/slow", {"seconds": 0.2})
    client.settled()
    assert client.answers(slow)
    client.stop()


def test_it_waits_for_the_refresh_that_an_event_orders() -> None:
    client = Inside(ServeOptions(test_hooks=True, open_service=FakeBackend))
    client.initialize(folders=["file:///tower"])
    client.settled()
    before = client.result("helix/status")["refreshes"]
    client.notify(
        "workspace/didChangeWatchedFiles", {"changes": [{"uri": "file:///tower/bell.py", "type": 1}]}
    )
    client.settled()
    assert client.result("helix/status")["refreshes"] == before + 1
    client.stop()
