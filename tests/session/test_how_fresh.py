"""How fresh a workspace says it is: while it is read, after signs of a change, and what counts as unsaved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from helix_lsp.errors import Cancelled
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.session.how_fresh import HowFresh, Standing
from helix_lsp.session.workspace import Workspace
from tests.support.tree import Tree, write_tree
from tests.support.workspace import open_in, settings_in


def test_progress_goes_by_files_read_and_freshness_by_files_stored(tmp_path: Path) -> None:
    """One commit for all: the bar moves all the same, and no answer counts what it cannot look at."""
    root = tmp_path / "root"
    write_tree(root, Tree({f"f{number}.py": b"x = %d\n" % number for number in range(60)}, {}))
    seen: list[tuple[int, int, Freshness]] = []
    with open_in(tmp_path, root) as workspace:
        workspace.refresh(
            lambda what, done, total: (
                seen.append((done, total, workspace.view().freshness)) if what == "indexing" else None
            )
        )
        assert workspace.view().freshness.state == "fresh"
    shown = [done for done, _, _ in seen]
    assert shown == sorted(shown)
    assert set(range(61)) == set(shown)
    assert {total for _, total, _ in seen} == {60}
    reading = [fresh for done, _, fresh in seen if 0 < done < 60]
    assert all(
        (one.state, one.provisional, one.behind, one.files, one.read) == ("reading", True, 60, 60, 0)
        for one in reading
    )


@pytest.mark.parametrize(
    ("behind", "provisional"), [(0, False), (1, False), (20, False), (21, True), (100, True)]
)
def test_more_than_a_fifth_unread_leaves_no_verdict(behind: int, provisional: bool) -> None:
    state = HowFresh()
    state.reading(behind, 100)
    now = state.now.freshness(1, 0, "")
    assert (now.provisional, now.read, now.state) == (provisional, 100 - behind, "reading")


def test_a_doubt_holds_until_the_disk_was_looked_at(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        assert workspace.view().freshness.state == "checking"
        workspace.refresh()
        workspace.doubt()
        doubted = workspace.view().freshness
        assert (doubted.fresh, doubted.state, doubted.behind) == (False, "checking", 0)
        assert doubted.reason
        workspace.refresh()
        assert workspace.view().freshness.fresh


def test_a_doubt_takes_nothing_back() -> None:
    state = HowFresh()
    state.reading(7, 9)
    state.doubt()
    assert state.now[:4] == Standing(7, 9, "7 files are still to be indexed", "reading")[:4]
    state.fail("the last refresh was cancelled")
    state.doubt()
    assert state.now.freshness(1, 0, "").state == "behind"


def test_what_was_said_before_a_doubt_does_not_take_it_back() -> None:
    writer, follower = HowFresh(), HowFresh()
    writer.say(0, "", files=9)
    said = writer.now
    follower.take(said)
    assert follower.now.freshness(1, 0, "").fresh
    follower.doubt()
    follower.take(said)
    assert not follower.now.freshness(1, 0, "").fresh
    writer.say(0, "", files=9)
    follower.take(writer.now)
    assert follower.now.freshness(1, 0, "").fresh


class Interrupted(Workspace):
    """Something happens between the snapshot of a view and what is said of it."""

    meanwhile: Callable[[], None] = staticmethod(lambda: None)

    def _laid(self) -> Snapshot:
        snapshot = super()._laid()
        self.meanwhile()
        return snapshot


def test_a_view_is_not_called_fresh_for_what_came_after_it(tmp_path: Path, root: Path) -> None:
    with (
        open_in(tmp_path, root) as writer,
        Interrupted.open(str(root), settings_in(tmp_path), writable=False, beside=True) as beside,
    ):
        writer.refresh()
        beside.meanwhile = lambda: beside.follow(writer.standing())
        view = beside.view()
        assert not view.snapshot.paths()
        assert not view.freshness.fresh
        assert beside.view().freshness.fresh
        assert beside.view().snapshot.paths() == writer.view().snapshot.paths()


def test_a_refresh_that_ends_badly_leaves_nobody_waiting(tmp_path: Path, root: Path) -> None:
    def stop() -> None:
        raise Cancelled("enough")

    with open_in(tmp_path, root) as workspace:
        with pytest.raises(Cancelled):
            workspace.refresh(check=stop)
        assert workspace.standing().doing == ""
        assert not workspace.view().freshness.fresh


def test_what_an_answer_cites_is_looked_at_again(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        assert not workspace.has_changed(["app.py", "no/such/file.py"])
        assert workspace.view().freshness.fresh
        (root / "app.py").write_text("def other(): return 2\n# more\n")
        assert not workspace.has_changed(["README.md"])
        assert workspace.has_changed(["README.md", "app.py"])
        assert workspace.view().freshness.state == "checking"


def test_what_an_editor_merely_shows_is_not_unsaved(tmp_path: Path, root: Path) -> None:
    """Also before anything is indexed, when every open document lies over the index."""
    (root / "marked.py").write_bytes(b"\xef\xbb\xbfx = 1\n")
    with open_in(tmp_path, root) as workspace:
        for path, text in (
            ("app.py", b"def run(): return 1\n"),
            ("README.md", (root / "README.md").read_bytes()),
            ("marked.py", b"x = 1\n"),
        ):
            workspace.edit(path, text)
        assert workspace.view().freshness.unsaved == 0
        workspace.edit("new.py", b"never saved\n")
        workspace.edit("app.py", b"def run(): return 2\n")
        assert workspace.view().freshness.unsaved == 2
        workspace.refresh()
        assert workspace.view().freshness.unsaved == 2
        (root / "app.py").write_bytes(b"def run(): return 2\n")  # saved; nobody has told the index
        assert workspace.view().freshness.unsaved == 1
        workspace.edit("new.py", b"typed on\n")
        assert workspace.view().freshness.unsaved == 1
        workspace.release("new.py")
        assert workspace.view().freshness.unsaved == 0
