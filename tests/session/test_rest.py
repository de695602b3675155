"""A workspace that rests lets others write, and is brought up to the disk like one that was just opened."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from helix_lsp.cli.opened import Opened, keep
from helix_lsp.cli.screen import Screen
from helix_lsp.session import workspace as module
from helix_lsp.session.kept.lock import WriterLock, acquire
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace
from tests.support.tuning import tune


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    tune(monkeypatch, session__racy_seconds=0.0)
    here = tmp_path / "project"
    here.mkdir()
    (here / "bell.py").write_text("def ring_bell():\n    pass\n")
    return here


@pytest.fixture(params=[False, True], ids=["looks", "watches"])
def resting(root: Path, request: pytest.FixtureRequest) -> Iterator[Workspace]:
    with Workspace.open(str(root), load(str(root))) as workspace:
        workspace.watch.wanted = request.param
        workspace.refresh()
        assert workspace.rest()
        yield workspace


def paths(workspace: Workspace) -> list[str]:
    view = workspace.view()
    assert view.freshness.fresh, view.freshness
    return sorted(view.snapshot.paths())


def test_who_rests_holds_no_lock_and_takes_it_with_the_next_look(resting: Workspace):
    lock = acquire(resting.directory)
    assert isinstance(lock, WriterLock)
    lock.release()
    resting.refresh()
    assert not isinstance(acquire(resting.directory), WriterLock)
    assert resting.rest()
    lock = acquire(resting.directory)
    assert isinstance(lock, WriterLock)
    lock.release()


def test_what_is_as_it_was_is_not_opened_anew(resting: Workspace, monkeypatch: pytest.MonkeyPatch):
    def opened(_workspace: Workspace, *, writable: bool) -> None:
        pytest.fail(f"opened anew, to write: {writable}")

    monkeypatch.setattr(Workspace, "_open_host", opened)
    resting.refresh()
    assert paths(resting) == ["bell.py"]


@pytest.mark.skipif(sys.platform != "linux", reason="the system is asked on Linux")
def test_what_the_system_calls_unchanged_is_not_listed(
    root: Path, resting: Workspace, monkeypatch: pytest.MonkeyPatch
):
    if not resting.watch.wanted:
        return
    monkeypatch.setattr(module, "list_root", lambda *_, **__: pytest.fail("listed"))
    assert resting.refresh().unchanged == 1
    assert paths(resting) == ["bell.py"]
    assert resting.rest()
    monkeypatch.undo()
    (root / "rope.py").write_text("def pull_rope():\n    pass\n")
    resting.refresh()
    assert paths(resting) == ["bell.py", "rope.py"]


def test_what_changed_meanwhile_is_read_and_written(root: Path, resting: Workspace):
    for number, name in enumerate(("rope.py", "tower.py")):
        (root / name).write_text(f"def pull_rope():\n    return {number}\n")
        report = resting.refresh()
        assert report.added == 1
        assert name in paths(resting)
        assert resting.rest()
    (root / "rope.py").unlink()
    resting.refresh()
    assert paths(resting) == ["bell.py", "tower.py"]


def test_what_another_process_wrote_meanwhile_is_taken_over(root: Path, resting: Workspace):
    (root / "rope.py").write_text("def pull_rope():\n    pass\n")
    with Workspace.open(str(root), load(str(root))) as other:
        assert other.refresh().added == 1
    report = resting.refresh()
    assert report.added == 0
    assert paths(resting) == ["bell.py", "rope.py"]


def test_while_another_process_writes_it_is_followed(root: Path, resting: Workspace):
    with Workspace.open(str(root), load(str(root))) as other:
        other.refresh()
        (root / "rope.py").write_text("def pull_rope():\n    pass\n")
        resting.refresh()
        assert resting.view().freshness.behind == 1
        other.refresh()
        resting.refresh()
        assert paths(resting) == ["bell.py", "rope.py"]


def test_an_index_that_was_removed_meanwhile_is_made_again(root: Path, resting: Workspace):
    for file in Path(resting.directory).iterdir():
        if file.is_file():
            file.unlink()
    resting.refresh()
    assert paths(resting) == ["bell.py"]


def test_other_settings_open_another_workspace(root: Path, monkeypatch: pytest.MonkeyPatch):
    opened: list[str] = []
    was = module.Workspace.open.__func__  # pyright: ignore[reportFunctionMemberAccess]

    def counted(cls: type[Workspace], *words: object, **named: object) -> Workspace:
        opened.append(str(words[0]))
        return was(cls, *words, **named)

    monkeypatch.setattr(module.Workspace, "open", classmethod(counted))
    keep(1)
    try:
        for exclude, held in (("", True), ("", True), ("bell.py", False), ("", True)):
            (root / "helix.toml").write_text(f"[index]\nexclude = ['{exclude or 'none.py'}']\n")
            with Opened(Screen.of_process()) as now:
                assert ("bell.py" in now.at(str(root)).view().snapshot.paths()) == held
    finally:
        keep(0)
    assert len(opened) == 3
