"""The lattice of the generation before is kept as the baseline (design-decisions.md#baseline), whatever
happens to the files.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from helix_lsp.session.kept import cache
from helix_lsp.session.workspace import Workspace
from helix_lsp.trees.diff import Change, Summary
from tests.support.workspace import open_in
from tests.trees.world import CARD, files


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, data in files().items():
        place = tmp_path / "pottery" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return tmp_path / "pottery"


def changes(workspace: Workspace) -> tuple[Change, ...]:
    found = workspace.changes()
    assert found is not None
    assert found[0] < found[1]
    return found[2]


def test_each_generation_is_compared_with_the_one_before(tmp_path: Path, root: Path):
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        assert workspace.changes() is None
        workspace.refresh()
        assert workspace.changes() is None  # nothing changed, so there is no new generation
        (root / "slip.md").write_text(CARD.replace("glaze-schedule", "slip"))
        workspace.refresh()
        first = changes(workspace)
        assert [(c.how, c.what, c.name) for c in first] == [
            ("added", "file", "slip.md"),
            ("added", "card", "slip"),
        ]
        workspace.refresh()
        assert changes(workspace) == first
        (root / "docs" / "clay-tree.json").unlink()
        workspace.refresh()
        assert [(c.how, c.what, c.name) for c in changes(workspace)] == [
            ("removed", "file", "docs/clay-tree.json"),
            ("removed", "tree", "clay"),
        ]
    with open_in(tmp_path, root) as workspace:
        assert len(changes(workspace)) == 2


def test_the_baseline_and_the_locks_outlive_an_index_that_is_made_anew(tmp_path: Path, root: Path):
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        (root / "new.py").write_text("x = 1\n")
        workspace.refresh()
        workspace.locks().pin("s", ["clay"], ("clay",))
        before = changes(workspace)
        workspace.refresh(full=True)
        assert changes(workspace) == before
        assert workspace.locks().inspect("s").tree_ids == ("clay",)


@pytest.mark.parametrize("damage", [b"", b"\x00", b"\x92\x63\xc0", b"nonsense"])
def test_a_damaged_summary_is_nothing_to_compare_with(tmp_path: Path, damage: bytes):
    one = Summary(generation=1, digest="", files=(("a", "1"),), nodes=(), cards=())
    cache.keep(str(tmp_path), one)
    assert cache.load(str(tmp_path), cache.NEWEST) == one
    (tmp_path / cache.NEWEST).write_bytes(damage)
    assert cache.load(str(tmp_path), cache.NEWEST) is None
    cache.keep(str(tmp_path), one)
    assert cache.load(str(tmp_path), cache.NEWEST) == one


def test_a_folder_that_cannot_be_written_is_let_be(tmp_path: Path):
    one = Summary(generation=1, digest="", files=(), nodes=(), cards=())
    cache.keep(str(tmp_path / "gone"), one)
    assert cache.load(str(tmp_path / "gone"), cache.NEWEST) is None
