"""Signs of a changed disk: each kind of change is met, nothing is met where nothing changed, and nothing of a
repository leads outside.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from helix_lsp.config import Config
from helix_lsp.index.store.base import FileRow
from helix_lsp.session.disk import witness as module
from helix_lsp.session.disk.listing import list_root
from helix_lsp.session.disk.witness import Watch, Witness
from helix_lsp.session.git.git import Git, find_git
from tests.support.repository import git
from tests.support.tree import Tree, write_tree

LONG = 60.0


def rows(root: Path) -> dict[str, FileRow]:
    """What an index of these files knows."""
    found = sorted(path for path in root.rglob("*") if path.is_file() and ".git" not in path.parts)
    infos = [(path.relative_to(root).as_posix(), path.stat()) for path in found]
    return {path: FileRow(1, "", "", False, info.st_size, info.st_mtime_ns, True) for path, info in infos}


def watched(root: Path) -> Witness:
    """A witness that has accepted the files of now, as after a second refresh."""
    known = rows(root)
    witness = Witness(str(root), lambda: known)
    witness.accept(witness.mark())
    return witness


def added(root: Path) -> None:
    (root / "lib" / "new.py").write_text("new = 1\n")


def added_at_the_top(root: Path) -> None:
    (root / "new.py").write_text("new = 1\n")


def added_folder(root: Path) -> None:
    write_tree(root, Tree({"lib/deep/er/new.py": b"new = 1\n"}, {}))


def written_in_place(root: Path) -> None:
    (root / "lib" / "store.py").write_text("class Other: ...\n")


def removed(root: Path) -> None:
    (root / "lib" / "store.py").unlink()


def renamed_folder(root: Path) -> None:
    (root / "lib").rename(root / "library")


def committed(root: Path) -> None:
    git(root, "commit", "-q", "--allow-empty", "-m", "three")


def staged(root: Path) -> None:
    git(root, "rm", "-q", "--cached", "app.py")


def switched(root: Path) -> None:
    git(root, "checkout", "-q", "-b", "same-files")


def reset(root: Path) -> None:
    git(root, "update-ref", "refs/heads/main", "HEAD~1")


CHANGES = [
    added,
    added_at_the_top,
    added_folder,
    written_in_place,
    removed,
    renamed_folder,
    committed,
    staged,
    switched,
    reset,
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_met(root: Path, change: Callable[[Path], None]) -> None:
    witness = watched(root)
    assert not witness.differs(LONG)
    change(root)
    assert witness.differs(LONG)
    assert not watched(root).differs(LONG)


@pytest.mark.parametrize(
    "change", [added, added_at_the_top, added_folder, written_in_place, removed, renamed_folder]
)
def test_a_change_is_met_without_git(root: Path, change: Callable[[Path], None]) -> None:
    shutil.rmtree(root / ".git")
    test_a_change_is_met(root, change)


def test_before_a_first_look_at_all_nothing_can_differ(root: Path) -> None:
    witness = Witness(str(root), dict)
    written_in_place(root)
    assert not witness.differs(LONG)


def test_folders_of_a_first_index_are_judged_by_the_clock(root: Path) -> None:
    """The mark was taken when no file was known; what came while they were read counts."""
    known: dict[str, FileRow] = {}
    witness = Witness(str(root), lambda: known)
    mark = witness.mark()
    known = rows(root)
    added(root)
    witness.accept(mark)
    assert witness.differs(LONG)


def test_many_short_looks_get_round(tmp_path: Path) -> None:
    """However little time each has, one file of 2,000 that was written in place is met."""
    tree = tmp_path / "tree"
    write_tree(tree, Tree({f"d{number % 50}/f{number}.py": b"x = 1\n" for number in range(2_000)}, {}))
    witness = watched(tree)
    assert not any(witness.differs(0.0) for _ in range(200))
    (tree / "d7" / "f1007.py").write_text("x = 1000\n")
    assert any(witness.differs(0.0) for _ in range(200))


def test_a_change_of_many_files_is_met_by_a_short_look(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    write_tree(tree, Tree({f"d{number // 40}/f{number}.py": b"x = 1\n" for number in range(2_000)}, {}))
    witness = watched(tree)
    for number in range(1_000, 1_500):
        (tree / f"d{number // 40}" / f"f{number}.py").write_text("x = 1000\n")
    assert any(witness.differs(0.0) for _ in range(3))


@pytest.mark.parametrize(
    "head",
    [b"ref: refs/../../../outside\n", b"ref: refs/heads/link\n", b"ref: /etc/hostname\n", b"\xff\x00", b""],
)
def test_a_head_does_not_lead_outside(tmp_path: Path, root: Path, head: bytes) -> None:
    outside = tmp_path / "outside"
    outside.write_text("one")
    (root / ".git" / "refs" / "heads" / "link").symlink_to(outside)
    (root / ".git" / "HEAD").write_bytes(head)
    witness = watched(root)
    outside.write_text("another text")
    assert not witness.differs(LONG)


def test_a_pointer_to_somebody_elses_repository_is_not_looked_at(tmp_path: Path, root: Path) -> None:
    alien = tmp_path / "alien"
    alien.mkdir()
    git(alien, "init", "-q")
    shutil.rmtree(root / ".git")
    (root / ".git").write_text(f"gitdir: {alien / '.git'}\n")
    witness = watched(root)
    (alien / ".git" / "index").write_bytes(b"changed")
    assert not witness.differs(LONG)


def test_a_repository_of_pipes_and_links_holds_nobody_up(root: Path) -> None:
    for name in ("HEAD", "index", "packed-refs", "commondir"):
        (root / ".git" / name).unlink(missing_ok=True)
        os.mkfifo(root / ".git" / name)
    assert not watched(root).differs(LONG)


def same_size_and_time(root: Path) -> None:
    place = root / "lib" / "store.py"
    info = place.stat()
    place.write_bytes(place.read_bytes()[::-1])
    os.utime(place, ns=(info.st_atime_ns, info.st_mtime_ns))


def through_another_name(root: Path) -> None:
    (root.parent / "other.py").write_text("class Other: ...\n")


def ignored_here(root: Path) -> None:
    (root / ".gitignore").write_text("lib/\n")


def ignored_by_the_user(root: Path) -> None:
    (root.parent / "home" / "ignored").write_text("*.py\n")


def ignored_in_the_repository(root: Path) -> None:
    (root / ".git" / "info" / "exclude").write_text("new.py\n")


def moved_away(root: Path) -> None:
    root.rename(root.with_name("away"))
    shutil.copytree(root.with_name("away"), root)


@pytest.fixture
def home(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of a user with ignore rules of his own; one file of the root has another name outside."""
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    (tmp_path / "home" / ".gitconfig").write_text(f"[core]\n\texcludesFile = {tmp_path}/home/ignored\n")
    os.link(root / "app.py", root.parent / "other.py")
    return tmp_path / "home"


def looked(watch: Watch, root: Path) -> None:
    program = find_git(os.environ["PATH"], str(root)) if (root / ".git").exists() else None
    of_user = {name: os.environ[name] for name in ("HOME", "XDG_CONFIG_HOME") if name in os.environ}
    asked = Git(program=program, environment=of_user, seconds=60) if program else None
    watch.begin()
    list_root(str(root), Config(), asked, lambda: None, seen=watch.seen)


def at_watch(root: Path) -> Watch:
    watch = Watch(str(root))
    watch.wanted = True
    looked(watch, root)
    return watch


@pytest.mark.skipif(sys.platform != "linux", reason="the system is asked on Linux")
@pytest.mark.parametrize(
    "change",
    [
        *CHANGES[:6],
        staged,
        same_size_and_time,
        through_another_name,
        ignored_here,
        ignored_by_the_user,
        ignored_in_the_repository,
        moved_away,
    ],
)
@pytest.mark.usefixtures("home")
def test_the_system_tells_of_a_change(root: Path, change: Callable[[Path], None]) -> None:
    watch = at_watch(root)
    assert watch.quiet()
    change(root)
    assert not watch.quiet()
    assert not watch.quiet(), "once told, a look is needed"
    looked(watch, root)
    assert watch.quiet()
    watch.close()
    assert not watch.quiet()


@pytest.mark.skipif(sys.platform != "linux", reason="the system is asked on Linux")
@pytest.mark.parametrize("change", [*CHANGES[:6], same_size_and_time, through_another_name, ignored_here])
@pytest.mark.usefixtures("home")
def test_the_system_tells_of_a_change_without_git(root: Path, change: Callable[[Path], None]) -> None:
    shutil.rmtree(root / ".git")
    test_the_system_tells_of_a_change(root, change)


def test_the_system_is_not_believed_where_others_write(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LOCAL", frozenset())
    assert not at_watch(root).quiet()


def test_the_system_is_not_asked_unless_wanted(root: Path) -> None:
    watch = Watch(str(root))
    looked(watch, root)
    assert not watch.quiet()


def test_a_word_of_the_system_grows_old(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = at_watch(root)
    monkeypatch.setattr(module.time, "monotonic", lambda: float("inf"))
    assert not watch.quiet()
