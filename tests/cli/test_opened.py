"""The workspaces of a batch: who looks at the files when, and that no answer is older than it may be."""

from __future__ import annotations

import io
import threading
from pathlib import Path

import pytest

from helix_lsp.cli.opened import Opened
from helix_lsp.cli.screen import Screen
from helix_lsp.errors import StorageError
from helix_lsp.session.workspace import Workspace
from tests.support.tuning import tune


class Watch:
    """A clock that is set by hand, and which looks there were: `refresh`, or `beside` on a thread of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.looks: list[str] = []
        self.failure: Exception | None = None
        refresh, unchanged = Workspace.refresh, Workspace.unchanged

        def refreshed(workspace: Workspace, *words: object, **named: object):
            self.looks.append("refresh")
            return refresh(workspace, *words, **named)

        def looked(workspace: Workspace) -> bool:
            self.looks.append("beside" if threading.current_thread().name == "helix-look" else "in the way")
            if self.failure is not None:
                raise self.failure
            return unchanged(workspace)

        monkeypatch.setattr(Workspace, "refresh", refreshed)
        monkeypatch.setattr(Workspace, "unchanged", looked)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("HELIX_ASK_CLI_BATCH_FRESH_SECONDS", "2")
    here = tmp_path / "project"
    here.mkdir()
    (here / "bell.py").write_text("def ring_bell():\n    pass\n")
    tune(monkeypatch, session__racy_seconds=0.0)
    return here


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    return Watch(monkeypatch)


def opened_by(watch: Watch) -> Opened:
    return Opened(Screen(io.BytesIO(), io.StringIO(), colour=False, live=False), clock=lambda: watch.now)


def wait_for(opened: Opened) -> None:
    for entry in opened._open.values():  # pyright: ignore[reportPrivateUsage]
        if entry.ahead is not None:
            entry.ahead.end()


def test_the_next_look_begins_beside_the_questions_and_counts_from_its_beginning(root: Path, watch: Watch):
    with opened_by(watch) as opened:
        opened.at(str(root))
        watch.now += 0.9
        opened.at(str(root))
        assert watch.looks == ["refresh"]
        watch.now += 0.3
        opened.at(str(root))  # 1.2 s: still good, the next look begins
        wait_for(opened)
        assert watch.looks == ["refresh", "beside"]
        watch.now += 1.9  # 1.9 s after the beginning of the second look: that one is good, and a third begins
        opened.at(str(root))
        wait_for(opened)
        assert watch.looks == ["refresh", "beside", "beside"]


def test_what_changed_is_read_before_the_next_answer(root: Path, watch: Watch):
    with opened_by(watch) as opened:
        opened.at(str(root))
        (root / "bell.py").write_text("def ring_twice():\n    pass\n")
        watch.now += 1.2
        opened.at(str(root))
        wait_for(opened)
        watch.now += 0.1
        view = opened.at(str(root)).view()
        assert watch.looks == ["refresh", "beside", "refresh"]
        assert [d.path for d in view.snapshot.defined("ring_twice")] == ["bell.py"]
        assert view.freshness.fresh


def test_a_look_that_began_too_long_ago_does_not_count(root: Path, watch: Watch):
    with opened_by(watch) as opened:
        opened.at(str(root))
        watch.now += 1.5
        opened.at(str(root))
        watch.now += 2.1
        opened.at(str(root))
        assert watch.looks == ["refresh", "beside", "refresh"]


def test_a_look_beside_that_fails_leaves_the_word_to_the_refresh(root: Path, watch: Watch):
    with opened_by(watch) as opened:
        opened.at(str(root))
        watch.now += 1.5
        watch.failure = StorageError("the disk is gone")
        opened.at(str(root))
        wait_for(opened)
        opened.at(str(root))
        assert watch.looks == ["refresh", "beside", "refresh"]


def test_the_end_stops_a_look_that_is_under_way(root: Path, watch: Watch):
    with opened_by(watch) as opened:
        opened.at(str(root))
        watch.now += 1.5
        opened.at(str(root))
    assert not [t for t in threading.enumerate() if t.name == "helix-look"]
