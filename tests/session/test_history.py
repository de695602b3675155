"""The History port over real repositories: renames, moved files, new commits, a reader that stops."""

from __future__ import annotations

from pathlib import Path

import pytest

from helix_lsp.align.drift.history import Gone
from helix_lsp.config.documents import DriftConfig
from helix_lsp.errors import Cancelled
from helix_lsp.session.git.git import Git
from helix_lsp.session.history.history import GitHistory, open_history
from tests.session.past import commit, opened
from tests.support.repository import git, make_repository

KILN = """
    //- /kiln.py
    class OldKiln:
        def burn(self, hours):
            self.door.open()
            self.heat(hours)
            return self.door.close()

        def heat(self, hours):
            self.hours = hours
            return hours * 3
"""

FIRST = Gone(commit="", time=0, path="", defined=True)  # went before anything was written


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "work", KILN)


def renamed(history: GitHistory, name: str) -> list[str]:
    """What took the name's place, place by place."""
    return [one.new if (one := history.became(name, g)) is not None else "" for g in history.gone(name)]


def test_a_class_renamed_with_its_file_is_followed_to_the_new_file(asked: Git, root: Path) -> None:
    text = (root / "kiln.py").read_text()
    (root / "kiln.py").unlink()
    (root / "furnace.py").write_text(text.replace("OldKiln", "Furnace").replace("burn", "fire"))
    commit(root)
    history = opened(asked, root)
    assert [(g.path, g.defined) for g in history.gone("OldKiln")] == [("furnace.py", True)]
    assert renamed(history, "OldKiln") == ["Furnace"]
    assert renamed(history, "burn") == ["fire"]
    assert history.gone("heat") == ()  # it moved, and is still there
    moved = history.path_gone("kiln.py")
    assert moved is not None
    assert moved.moved == "furnace.py"


def test_what_the_commit_has_again_is_not_gone_whatever_the_work_tree_lacks(asked: Git, root: Path) -> None:
    (root / "shed").mkdir()
    for name in ("saw", "axe"):
        (root / f"shed/{name}.py").write_text(f"def {name}(): ...\n")
    commit(root)
    saw = (root / "shed/saw.py").read_text()
    for name in ("saw", "axe"):
        (root / f"shed/{name}.py").unlink()
    commit(root)
    (root / "shed").mkdir(exist_ok=True)
    (root / "shed/saw.py").write_text(saw)
    commit(root)
    (root / "shed/saw.py").unlink()  # by somebody who has not committed it, or by a checkout that failed
    history = opened(asked, root)
    assert history.path_gone("shed/saw.py") is None
    assert history.path_gone("shed") is None
    assert history.path_gone("shed/axe.py") is not None


def test_a_new_name_came_with_the_commit_and_a_thing_put_in_its_place_did_not(asked: Git, root: Path) -> None:
    path = root / "kiln.py"
    path.write_text(path.read_text().replace("burn", "fire"))
    (root / "use.py").write_text("from clay import WetClay, Clay\n\na: WetClay = None\nb: WetClay = None\n")
    (root / "clay.py").write_text("class Clay:\n    pass\n\n\nclass WetClay(Clay):\n    pass\n")
    commit(root)
    (root / "use.py").write_text("from clay import Clay\n\na: Clay = None\nb: Clay = None\n")
    (root / "clay.py").write_text("class Clay:\n    pass\n")
    commit(root)
    history = opened(asked, root)
    assert [(one.new, one.certain) for g in history.gone("burn") if (one := history.became("burn", g))] == [
        ("fire", True)
    ]
    assert not any(one.certain for g in history.gone("WetClay") if (one := history.became("WetClay", g)))


def test_what_is_said_of_a_commit(asked: Git, root: Path) -> None:
    path = root / "kiln.py"
    path.write_text(path.read_text().replace("burn", "fire"))
    commit(root)
    history = opened(asked, root)
    (gone,) = history.gone("burn")
    assert history.message(gone.commit) == "change"
    assert history.message("0" * 40) == ""
    assert history.message("--help") == ""


def test_a_commit_that_is_too_large_is_left_out_alone(asked: Git, root: Path) -> None:
    path = root / "kiln.py"
    path.write_text(path.read_text().replace("burn", "fire"))
    commit(root)
    (root / "data.py").write_text(
        "".join(f"x{n} = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'\n" for n in range(60_000))
    )
    commit(root)
    path.write_text(path.read_text().replace("fire", "ignite"))
    commit(root)
    history = opened(asked, root, DriftConfig(history_patches=1_000_000))
    assert renamed(history, "burn") == ["fire"]
    assert renamed(history, "fire") == ["ignite"]


def test_new_commits_are_added_to_what_is_kept(asked: Git, root: Path) -> None:
    path = root / "kiln.py"
    path.write_text(path.read_text().replace("burn", "fire"))
    commit(root)
    assert renamed(opened(asked, root), "burn") == ["fire"]
    path.write_text(path.read_text().replace("fire", "ignite"))
    commit(root)
    history = opened(asked, root)
    assert renamed(history, "burn") == ["fire"]
    assert renamed(history, "fire") == ["ignite"]


def test_a_code_file_that_moved_among_the_examples_is_gone(asked: Git, root: Path) -> None:
    (root / "lib" / "examples").mkdir(parents=True)
    (root / "kiln.py").rename(root / "lib" / "examples" / "kiln.py")
    commit(root)
    assert [g.defined for g in opened(asked, root).gone("OldKiln")] == [True]


def test_the_first_reading_can_be_stopped_and_keeps_nothing(asked: Git, root: Path) -> None:
    path = root / "kiln.py"
    for name in ("fire", "ignite", "light"):
        path.write_text(path.read_text().replace("burn", name).replace("fire", name).replace("ignite", name))
        commit(root)
    left = [6]

    def check() -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Cancelled("stop")

    folder = root.parent / "index"
    folder.mkdir()
    with pytest.raises(Cancelled):
        open_history(asked, str(root), str(folder), DriftConfig(), check)
    assert list(folder.iterdir()) == []
    assert renamed(opened(asked, root), "burn") == ["fire"]


def test_what_was_read_under_a_check_does_not_ask_it_later(asked: Git, root: Path) -> None:
    (root / "guide.md").write_text("`burn`\n")
    commit(root)
    stopped = [False]

    def check() -> None:
        if stopped[0]:
            raise Cancelled("stop")

    folder = root.parent / "index"
    folder.mkdir()
    history = open_history(asked, str(root), str(folder), DriftConfig(), check)
    assert history is not None
    stopped[0] = True
    since = history.introduced("guide.md", "burn", FIRST)
    assert since is not None
    assert since.whole


def test_a_reading_that_was_stopped_goes_on_where_it_was(asked: Git, root: Path) -> None:
    path = root / "kiln.py"
    for old, new in (("burn", "fire"), ("fire", "ignite"), ("ignite", "light")):
        path.write_text(path.read_text().replace(old, new))
        commit(root)
    cfg = DriftConfig(history_step=1, history_saved_seconds=0)
    folder = root.parent / "index"
    folder.mkdir()
    left = [0]

    def check() -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Cancelled("stop")

    stops = 0
    history = None
    for allowed in range(
        4, 60
    ):  # until it is read, each time a little further; never more than one commit at a time
        left[0] = allowed
        try:
            history = open_history(asked, str(root), str(folder), cfg, check)
            break
        except Cancelled:
            stops += 1
    assert isinstance(history, GitHistory)
    assert stops > 2
    assert renamed(history, "burn") == ["fire"]
    assert renamed(history, "ignite") == ["light"]
    assert not [p for p in folder.iterdir() if "part" in p.name]
    other = root.parent / "whole"
    other.mkdir()
    open_history(asked, str(root), str(other), DriftConfig())
    assert {p.name: p.read_bytes() for p in folder.iterdir()} == {
        p.name: p.read_bytes() for p in other.iterdir()
    }


def test_who_does_not_wait_is_told_how_much_is_left_and_the_next_look_goes_on(asked: Git, root: Path) -> None:
    path = root / "kiln.py"
    for old, new in (("burn", "fire"), ("fire", "ignite"), ("ignite", "light")):
        path.write_text(path.read_text().replace(old, new))
        commit(root)
    cfg = DriftConfig(history_step=1)
    folder = root.parent / "index"
    folder.mkdir()
    given: list[GitHistory] = []

    def early(known: GitHistory) -> None:
        given.append(known)
        raise Cancelled("nobody waits")

    for _ in range(3):
        with pytest.raises(Cancelled):
            open_history(asked, str(root), str(folder), cfg, enough=lambda: True, early=early)
    assert [known.missed.partition(" ")[0] for known in given] == ["3", "2", "1"]
    assert [[len(known.gone(name)) for name in ("ignite", "fire", "burn")] for known in given] == [
        [1, 0, 0],
        [1, 1, 0],
        [1, 1, 1],
    ]
    history = open_history(asked, str(root), str(folder), cfg, enough=lambda: True, early=early)
    assert isinstance(history, GitHistory)
    assert len(given) == 3
    history = opened(asked, root, cfg)
    assert (renamed(history, "burn"), history.missed) == (["fire"], "")
    other = root.parent / "whole"
    other.mkdir()
    open_history(asked, str(root), str(other), DriftConfig())
    assert [p.read_bytes() for p in folder.iterdir()] == [p.read_bytes() for p in other.iterdir()]


def test_each_document_is_dated_alike_whichever_is_asked_first(asked: Git, root: Path) -> None:
    for name, told in (
        ("a.md", "# Kilns\n\nUse `burner`.\n"),
        ("b.md", "Heat:\n\n1. a `burner`\n2. clay\n3. water\n"),
    ):
        (root / name).write_text(told)
        commit(root)
    (root / "b.md").rename(root / "c.md")
    commit(root)
    (root / "c.md").write_text((root / "c.md").read_text() + "\nThen `burn`.\n")
    commit(root)
    words = [(page, word) for page in ("a.md", "c.md") for word in ("burner", "burn")]
    one, other = opened(asked, root), opened(asked, root)
    there = [one.introduced(*which, FIRST) for which in words]
    assert there == [*reversed([other.introduced(*which, FIRST) for which in reversed(words)])]
    assert [since is not None and since.whole for since in there] == [True, False, True, False]
    assert there[2] is not None
    assert there[2].commit == git(root, "log", "--format=%H", "--", "b.md").split()[-1]


def test_what_was_read_of_another_commit_is_not_gone_on_with(asked: Git, root: Path) -> None:
    path = root / "kiln.py"
    path.write_text(path.read_text().replace("burn", "fire"))
    commit(root)
    folder = root.parent / "index"
    folder.mkdir()
    cfg = DriftConfig(history_step=1, history_saved_seconds=0)

    def check() -> None:
        if list(folder.iterdir()):
            raise Cancelled("stop")

    with pytest.raises(Cancelled):
        open_history(asked, str(root), str(folder), cfg, check)
    assert [p.name for p in folder.iterdir() if "part" in p.name] != []
    path.write_text(path.read_text().replace("fire", "ignite"))
    commit(root)
    history = opened(asked, root, cfg)
    assert [renamed(history, name) for name in ("burn", "fire")] == [["fire"], ["ignite"]]


def test_a_word_is_asked_for_as_a_whole_and_through_a_rename_of_its_document(asked: Git, root: Path) -> None:
    guide = root / "guide.md"
    guide.write_text("# Guide\n\nCall `burner` here.\n")
    commit(root)
    guide.write_text("# Guide\n\nCall `burner` here, and `burn`, and `burn`.\n")
    commit(root)
    guide.rename(root / "manual.md")
    commit(root)
    (root / "manual.md").write_text("# Guide\n\nCall `burner` here, and `burn` as `burn` does.\n")
    commit(root)
    history = opened(asked, root)
    times = [int(line) for line in git(root, "log", "--format=%ct").split()]
    late, whole = (
        history.introduced("manual.md", "burn", FIRST),
        history.introduced("manual.md", "burner", FIRST),
    )
    assert late is not None
    assert whole is not None
    assert (late.whole, whole.whole) == (False, True)
    assert late.time in times
    assert history.introduced("manual.md", "heat", FIRST) is None


def test_two_short_methods_that_took_each_others_place_are_no_rename(asked: Git, root: Path) -> None:
    (root / "kiln.py").write_text("class Kiln:\n    def is_wet(self):\n        return self.clay\n")
    commit(root)
    (root / "kiln.py").write_text("class Kiln:\n    def detach(self):\n        return self.door\n")
    commit(root)
    history = opened(asked, root)
    assert ([g.defined for g in history.gone("is_wet")], renamed(history, "is_wet")) == ([True], [""])


def test_a_field_that_a_literal_fills_is_defined_by_its_type_alone(asked: Git, root: Path) -> None:
    (root / "kiln.go").write_text(
        "package kiln\n\ntype Oven struct {\n\tDoorHinge string\n}\n\nvar a = wheel.Wheel{\n\tPreTurn: turn,\n}\n"
    )
    commit(root)
    (root / "kiln.go").write_text("package kiln\n")
    commit(root)
    history = opened(asked, root)
    assert [[g.defined for g in history.gone(name)] for name in ("PreTurn", "DoorHinge")] == [[False], [True]]


@pytest.mark.parametrize(
    ("before", "after", "moved"),
    [
        (("tools/mac/a", "tools/mac/b"), ("extra/mac/a", "extra/mac/b"), "extra/mac"),
        (("tools/mac/a", "tools/mac/b", "tools/mac/c"), ("extra/mac/a", "extra/mac/b"), "extra/mac"),
        (("tools/mac/a", "tools/mac/b"), ("extra/mac/a",), ""),
        (("tools/mac/a", "tools/mac/b"), ("tools/a", "tools/b"), ""),
        (("tools/mac/a", "tools/mac/b"), ("tools/apple/a", "tools/apple/b"), ""),
    ],
)
def test_a_folder_moved_where_most_of_its_files_went_under_its_own_name(
    asked: Git, root: Path, before: tuple[str, ...], after: tuple[str, ...], moved: str
) -> None:
    def write(paths: tuple[str, ...]) -> None:
        for path in paths:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(f"{path[-1]} is one file of several\n" * 5)

    write(before)
    commit(root)
    for path in before:
        (root / path).unlink()
    write(after)
    commit(root)
    gone = opened(asked, root).path_gone("tools/mac")
    assert gone is not None
    assert gone.moved == moved


def test_what_left_a_file_and_stands_elsewhere(asked: Git, root: Path) -> None:
    text = (root / "kiln.py").read_text()
    heat = text[text.index("    def heat") :]
    (root / "kiln.py").write_text(text.replace(heat, ""))
    (root / "oven.py").write_text("class Oven:\n" + heat)
    commit(root)
    history = opened(asked, root)
    left = history.left("kiln.py", "heat")
    assert left is not None
    assert (left.path, left.owner, left.defined, left.commit) == ("kiln.py", "OldKiln", True, head(root))
    assert (history.gone("heat"), history.left("kiln.py", "burn"), history.left("oven.py", "heat")) == (
        (),
        None,
        None,
    )
    (root / "kiln.py").write_text(text)
    commit(root)
    assert opened(asked, root).left("kiln.py", "heat") is None  # it came back


def head(root: Path) -> str:
    return git(root, "rev-parse", "HEAD").strip()
