"""What goes wrong: cancels, roots that go away, swaps under our hands, refused commits, damage."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from helix_lsp.errors import Cancelled, StorageError
from helix_lsp.index.store.schema import SCHEMA
from tests.support.tree import write_tree
from tests.support.workspace import open_in, paths, reasons


def stop_after(calls: int) -> tuple[list[int], object]:
    count: list[int] = []

    def check() -> None:
        count.append(1)
        if len(count) > calls:
            raise Cancelled("stop")

    return count, check


def test_cancel_leaves_a_usable_index_and_the_next_refresh_goes_on(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write_tree(root, "\n".join(f"//- /m{n}.py\ndef f{n}(): ..." for n in range(100)))
    with open_in(tmp_path, root, batch_files=10) as workspace:
        _, check = stop_after(60)
        with pytest.raises(Cancelled):
            workspace.refresh(check=check)  # type: ignore[arg-type]
        freshness = workspace.view().freshness
        assert not freshness.fresh
        assert freshness.reason == "the last refresh was cancelled"
        assert 0 < freshness.behind < 100
        done = len(paths(workspace))
        assert done + freshness.behind >= 100
        assert 10 <= done < 100
        report = workspace.refresh()
        assert report.added == 100 - done
        assert report.extracted == 100 - done
        assert report.freshness.fresh


def test_a_closed_workspace_stops_its_refresh(tmp_path: Path, root: Path) -> None:
    workspace = open_in(tmp_path, root)
    workspace.close()
    workspace.close()
    with pytest.raises(Cancelled):
        workspace.refresh()


def test_a_root_that_goes_away_while_indexing_loses_nothing(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        for path in ("app.py", "README.md"):
            (root / path).write_text("changed\n")

        def gone(_message: str, _done: int, total: int) -> None:
            if total:
                shutil.rmtree(root, ignore_errors=True)

        report = workspace.refresh(gone)
        assert report.problems == (f"the folder {root} is gone; the index is left as it was",)
        assert len(paths(workspace)) == 4
        assert not report.freshness.fresh
        report = workspace.refresh()
        assert "cannot be read" in report.problems[0]
        assert len(paths(workspace)) == 4
        write_tree(root, "//- /back.py\ndef back(): ...\n")
        report = workspace.refresh()
        assert paths(workspace) == ["back.py"]
        assert report.freshness.fresh


def test_what_changes_between_listing_and_reading(tmp_path: Path, root: Path) -> None:
    (tmp_path / "secret.py").write_text("def secret(): ...\n")
    (root / "later.py").write_text("x = 1\n")
    (root / "fifo.py").write_text("x = 2\n")

    def swap(_message: str, _done: int, total: int) -> None:
        if total and (root / "app.py").is_file():
            for path in ("app.py", "later.py", "fifo.py", "README.md"):
                (root / path).unlink()
            (root / "app.py").mkdir()
            (root / "later.py").symlink_to(tmp_path / "secret.py")
            os.mkfifo(root / "fifo.py")

    with open_in(tmp_path, root) as workspace:
        report = workspace.refresh(swap)
        assert paths(workspace) == ["data.bin", "lib/store.py"]
        assert reasons(report) == {
            "app.py": "folder",
            "later.py": "symlink",
            "fifo.py": "fifo",
            "data.bin": "binary",
        }


def test_a_refused_commit_leaves_the_index_readable(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        (root / "app.py").write_text("def later(): ...\n")
        host = workspace._host  # type: ignore[reportPrivateUsage]
        real = host.commit

        def refuse(*_: object) -> object:
            raise StorageError("The index cannot be written: the disk is full.")

        monkeypatch.setattr(host, "commit", refuse)
        with pytest.raises(StorageError, match="disk is full"):
            workspace.refresh()
        freshness = workspace.view().freshness
        assert not freshness.fresh
        assert (
            freshness.reason
            == "the index could not be written: The index cannot be written: the disk is full."
        )
        assert workspace.view().snapshot.defined("run")
        monkeypatch.setattr(host, "commit", real)
        assert workspace.refresh().freshness.fresh
        assert workspace.view().snapshot.defined("later")


def test_a_damaged_index_is_made_again_and_said(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        directory = Path(workspace.directory)
    for place in directory.glob("*.sqlite"):
        place.write_bytes(b"nonsense" * 1_000)
    with open_in(tmp_path, root) as workspace:
        report = workspace.refresh()
        assert report.added == 4
        assert any("set aside" in problem for problem in report.problems)


def test_a_lost_scan_file_costs_reading_only(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        for data in (None, b"nonsense", b'{"started_ns": "x"}'):
            place = Path(workspace.directory) / "scan.json"
            place.unlink() if data is None else place.write_bytes(data)
            report = workspace.refresh()
            assert (report.unchanged, report.extracted, report.generation) == (4, 0, 1)


def test_an_index_shipped_with_the_repository_is_not_opened(tmp_path: Path, root: Path) -> None:
    for name in (".helix", ".helix-lsp", "helix-lsp"):
        (root / name).mkdir()
        (root / name / f"facts-{SCHEMA}.sqlite").write_bytes(b"hostile")
    (root / "helix.toml").write_text('[index]\ncache_dir = ".helix"\n')
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        assert str(root) not in workspace.directory
        assert (root / ".helix" / f"facts-{SCHEMA}.sqlite").read_bytes() == b"hostile"


def test_an_index_inside_the_root_by_the_users_wish_is_not_indexed(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write_tree(root, "//- /a.py\nx = 1\n")
    with open_in(tmp_path, root, cache_dir=str(root / "idx")) as workspace:
        workspace.refresh()
        report = workspace.refresh()
        assert paths(workspace) == ["a.py"]
        assert report.generation == 1
