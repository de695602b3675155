"""A folder reopened while its first index runs: whoever ends last gives the old index up, however long a step
takes.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from helix_lsp.lsp import language_server
from helix_lsp.lsp.server import ServeOptions
from helix_lsp.lsp.service.workspace_service import Check, OpenTexts, Share
from tests.lsp.test_features import CONFIG, finish
from tests.support.fake_backend import FakeBackend
from tests.support.raw_client import PATIENCE, Inside

ROOT = "file:///w/x"


class Writing(FakeBackend):
    """Holds a lock from its opening to its closing, as an index does; one step of its first refresh takes
    long and asks nobody.
    """

    held = 0
    most = 0
    first = True
    step = 0.0
    opened: ClassVar[list[bool]] = []

    def __init__(self, path: str, settings: Mapping[str, Any], texts: OpenTexts) -> None:
        super().__init__(path, settings, texts)
        type(self).opened.append(Writing.held == 0)
        Writing.held += 1

    def refresh(self, share: Share, check: Check, *, full: bool = False) -> str:
        if Writing.first:
            Writing.first = False
            time.sleep(Writing.step)
        return super().refresh(share, check, full=full)

    def close(self) -> None:
        Writing.held -= 1


@pytest.mark.parametrize("step", [0.0, 0.6])
def test_the_old_index_is_given_up_before_the_new_one_is_opened(step: float, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(language_server, "_LONGEST_STEP", 0.1)
    Writing.held, Writing.first, Writing.step, Writing.opened = 0, True, step, []
    client = Inside(ServeOptions(test_hooks=True, open_service=Writing, config=CONFIG))
    client.initialize(folders=[ROOT])
    client.notify("workspace/didChangeConfiguration", {"settings": {"helixAsk": {"index": {"max_files": 7}}}})
    until = time.monotonic() + PATIENCE
    while len(Writing.opened) < 2 and time.monotonic() < until:
        time.sleep(0.02)
    assert Writing.opened == [True, True]
    client.notify(
        "workspace/didChangeWorkspaceFolders",
        {"event": {"removed": [{"uri": ROOT, "name": "x"}], "added": []}},
    )
    while Writing.held and time.monotonic() < until:
        time.sleep(0.02)
    assert Writing.held == 0
    finish(client)
