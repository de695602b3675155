"""Two work trees of one repository: the second takes over what the first knows, and ends as if it had read
everything itself.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from helix_lsp.index.store.folder import Folder
from helix_lsp.session.git.git import Git, find_git
from helix_lsp.session.kept.cache import index_directory
from helix_lsp.session.kept.kept_indexes import borrow, borrow_index, other_worktrees
from helix_lsp.session.settings.settings import Settings, load
from helix_lsp.session.status import Report
from helix_lsp.session.workspace import Workspace
from tests.index.sample import dump
from tests.support.repository import git, make_repository

TREE = """
//- /bell.py
def ring():
    '''Rings the tower bell.'''
//- /tower.py
from bell import ring
class Tower:
    def stand(self):
        ring()
//- /docs/guide.md
# Bells

Use `ring` in the tower.
"""
TERMS = ("ring", "bell", "tower", "choir")


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    return load(None)


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "main", TREE)


def program(settings: Settings, root: Path) -> Git:
    found = find_git(settings.surroundings.search_path, str(root))
    assert found is not None
    return Git(program=found, environment=settings.surroundings.git_environment)


def other_of(main: Path, name: str = "other") -> Path:
    git(main, "worktree", "add", "-q", f"../{name}", "-b", name)
    return main.parent / name


def indexed(root: Path, settings: Settings) -> Report:
    with Workspace.open(str(root), settings) as workspace:
        return workspace.refresh()


def takes_over(root: Path, settings: Settings) -> str:
    directory = index_directory(str(root), settings)
    return borrow_index(str(root), directory, settings)


def test_only_what_differs_is_read_and_the_index_is_that_of_a_cold_build(
    main: Path, settings: Settings, tmp_path: Path
):
    other = other_of(main)
    (other / "bell.py").write_text("def ring():\n    '''Rings for the choir.'''\n")
    (other / "tower.py").rename(other / "spire.py")
    (other / "fresh.py").write_text("def choir():\n    pass\n")
    assert indexed(main, settings).extracted == 3
    assert takes_over(other, settings) == str(main)
    with Workspace.open(str(other), settings) as workspace:
        assert (
            not workspace.view().freshness.fresh
        )  # nothing is said to be true of this tree before it was looked at
        report = workspace.refresh()
        assert (report.extracted, report.files, report.problems) == (2, 4, ())
        warm = dump(workspace.view().snapshot, TERMS)
    cold = tmp_path / "cold"  # no work tree of it: nothing to take over
    for path in (other / name for name in ("bell.py", "spire.py", "fresh.py", "docs/guide.md")):
        (cold / path.relative_to(other)).parent.mkdir(parents=True, exist_ok=True)
        (cold / path.relative_to(other)).write_bytes(path.read_bytes())
    with Workspace.open(str(cold), settings) as workspace:
        assert workspace.refresh().extracted == 4
        assert dump(workspace.view().snapshot, TERMS) == warm


def test_a_second_tree_that_is_opened_takes_over_by_itself(main: Path, settings: Settings):
    assert indexed(main, settings).extracted == 3
    other = other_of(main)
    (other / "fresh.py").write_text("def choir():\n    pass\n")
    assert indexed(other, settings).extracted == 1


def test_the_main_tree_takes_over_from_a_linked_one_too(main: Path, settings: Settings):
    other = other_of(main)
    indexed(other, settings)
    assert takes_over(main, settings) == str(other)
    assert indexed(main, settings).extracted == 0


def test_the_newest_index_counts(main: Path, settings: Settings):
    one, two, three = (other_of(main, name) for name in ("one", "two", "three"))
    for root in (one, two):
        indexed(root, settings)
    facts = Folder(index_directory(str(one), settings)).facts
    os.utime(facts, ns=(2**62, 2**62))
    assert takes_over(three, settings) == str(one)


def test_a_tree_with_an_index_of_its_own_keeps_it(main: Path, settings: Settings):
    other = other_of(main)
    indexed(main, settings)
    indexed(other, settings)
    assert takes_over(other, settings) == ""


def test_a_repository_with_one_tree_asks_nobody(main: Path, settings: Settings):
    never = Git(program="/nowhere/git")
    assert other_worktrees(never, str(main)) == ()
    assert takes_over(main, settings) == ""


def test_a_folder_that_only_points_at_a_repository_gets_nothing_of_it(
    main: Path, settings: Settings, tmp_path: Path
):
    """I11: a downloaded folder may bring a `.git` file that names somebody's repository, or one of its work
    trees.
    """
    other = other_of(main)
    indexed(main, settings)
    hostile = tmp_path / "hostile"
    hostile.mkdir()
    for target in (main / ".git", main / ".git" / "worktrees" / "other"):
        (hostile / ".git").write_text(f"gitdir: {target}\n")
        assert other_worktrees(program(settings, hostile), str(hostile)) == ()
        assert takes_over(hostile, settings) == ""
    assert other_worktrees(program(settings, other), str(other)) == (str(main),)


def test_a_writer_that_lives_is_copied_in_one_state(main: Path, settings: Settings):
    other = other_of(main)
    with Workspace.open(str(main), settings) as workspace:
        workspace.refresh()
        assert takes_over(other, settings) == str(main)
        (main / "late.py").write_text("def late():\n    pass\n")
        workspace.refresh()
    assert indexed(other, settings).extracted == 0


@pytest.mark.parametrize(
    "what", ["facts gone", "text gone", "other version", "garbage", "a commit came between"]
)
def test_what_cannot_be_copied_leaves_nothing_behind(
    what: str, main: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    other = other_of(main)
    indexed(main, settings)
    source, target = (index_directory(str(root), settings) for root in (main, other))
    theirs = Folder(source)
    listed = Path(theirs.text, "meta.json")
    if what == "facts gone":
        os.unlink(theirs.facts)
    elif what == "text gone":
        listed.unlink()
    elif what == "other version":
        connection = sqlite3.connect(theirs.facts)
        connection.execute("PRAGMA user_version=999")
        connection.close()
    elif what == "garbage":
        Path(theirs.facts).write_bytes(b"x" * 5_000)
    else:
        copy = shutil.copyfile

        def meanwhile(one: Path, two: Path) -> None:
            copy(one, two)
            listed.write_bytes(listed.read_bytes() + b" ")

        monkeypatch.setattr("helix_lsp.session.kept.kept_indexes.shutil.copyfile", meanwhile)
    before = sorted(os.listdir(target))
    assert not borrow(source, target)
    assert sorted(os.listdir(target)) == before
    monkeypatch.undo()
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(main.parent / "cache"))
    assert indexed(other, settings).files == 3
