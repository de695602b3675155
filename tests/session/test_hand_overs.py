"""What a workspace hands on: the right to write, a doubt that comes in the middle of a refresh, a failure."""

from __future__ import annotations

import gc
import shutil
from pathlib import Path

import pytest

from helix_lsp.errors import StorageError
from tests.support.workspace import open_in


def test_who_takes_over_the_writing_goes_on_reading_what_is_being_read(tmp_path: Path, root: Path) -> None:
    writer = open_in(tmp_path, root)
    writer.refresh()
    with open_in(tmp_path, root) as reader:
        reader.refresh()
        view = reader.view()
        writer.close()
        (root / "app.py").write_text("def other(): ...\n")
        reader.refresh()
        assert reader.status().writable
        gc.collect()
        assert [symbol.name for symbol in view.snapshot.outline("app.py").symbols] == ["run"]


def test_a_refresh_that_fails_inside_leaves_nothing_fresh(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        assert workspace.refresh().freshness.fresh

        def wrong(*_: object) -> None:
            raise RuntimeError("planted")

        with pytest.raises(RuntimeError):
            workspace.refresh(wrong)
        assert not workspace.view().freshness.fresh
        assert workspace.refresh().freshness.fresh


def test_an_index_folder_that_cannot_be_made_again_costs_no_answer(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        directory = Path(workspace.directory)
        shutil.rmtree(directory)
        directory.write_bytes(b"")
        with pytest.raises(StorageError):
            workspace.refresh()
        view = workspace.view()
        assert not view.freshness.fresh
        assert [symbol.name for symbol in view.snapshot.outline("app.py").symbols] == ["run"]
        directory.unlink()
        assert workspace.refresh().freshness.fresh


def test_a_doubt_in_the_middle_of_a_refresh_outlives_it(tmp_path: Path, root: Path) -> None:
    """A file that was listed has changed since; the next refresh settles it."""
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        (root / "app.py").write_text("def other(): ...\n")

        def doubting(what: str, *_: object) -> None:
            if what == "indexing":
                workspace.doubt()

        workspace.refresh(doubting)
        assert workspace.view().freshness.state == "checking"
        assert workspace.refresh().freshness.fresh
