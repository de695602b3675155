"""The files of a root, from git and from the walk: safe names, real folders, caps."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from helix_lsp.config import Config, IndexConfig
from helix_lsp.session.disk.listing import Listing, list_root
from helix_lsp.session.git.git import Git, find_git
from helix_lsp.session.git.git_folder import no_git
from tests.support.repository import git, make_repository
from tests.support.tree import write_tree


def never() -> None:
    """A check that never cancels."""


def listing(root: Path, *, git_too: bool = True, leave_out: str = "", **index: object) -> Listing:
    program = find_git(os.defpath, str(root))
    asked = Git(program=program, environment={"HOME": "/nonexistent"}) if git_too and program else None
    return list_root(str(root), Config(index=IndexConfig(**index)), asked, never, leave_out=leave_out)  # type: ignore[arg-type]


def paths(got: Listing) -> list[str]:
    return [file.path for file in got.files]


def skipped(got: Listing) -> dict[str, str]:
    return {skip.path: skip.reason for skip in got.skips.listed()}


def test_git_and_walk_agree_on_a_plain_tree(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r", "//- /b/c.py\nx = 1\n//- /a.md\n# A\n//- /.gitignore\n*.log\n")
    write_tree(root, "//- /new.py\n//- /x.log\n")
    by_git, by_walk = listing(root), listing(root, git_too=False)
    assert (by_git.source, by_walk.source) == ("git", "walk")
    assert paths(by_git) == paths(by_walk) == [".gitignore", "a.md", "b/c.py", "new.py"]
    assert [f.tracked for f in by_git.files] == [True, True, True, False]
    assert [(f.size, f.mtime_ns) for f in by_git.files] == [(f.size, f.mtime_ns) for f in by_walk.files]
    assert by_git.problems == ()
    assert by_walk.problems == (f"git is not used: {no_git('no-program').reason}",)


def test_deleted_tracked_files_are_not_there(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r", "//- /a.py\n//- /d/b.py\n")
    shutil.rmtree(root / "d")
    got = listing(root)
    assert paths(got) == ["a.py"]
    assert skipped(got) == {}


def test_a_tracked_folder_that_became_a_link_is_not_gone_through(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    write_tree(outside, "//- /b.py\nsecret\n")
    root = make_repository(tmp_path / "r", "//- /a.py\n//- /d/b.py\n//- /d/e/f.py\n")
    shutil.rmtree(root / "d")
    (root / "d").symlink_to(outside)
    got = listing(root)
    assert paths(got) == ["a.py"]
    assert skipped(got) == {"d": "symlink", "d/b.py": "symlink", "d/e/f.py": "symlink"}


def test_what_a_tracked_file_was_replaced_by_is_named(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r", "//- /a.py\n//- /b.py\n//- /c.py\n")
    (root / "a.py").unlink()
    (root / "a.py").mkdir()
    (root / "b.py").unlink()
    os.mkfifo(root / "b.py")
    got = listing(root)
    assert paths(got) == ["c.py"]
    assert skipped(got) == {"a.py": "folder", "b.py": "fifo"}


@pytest.mark.parametrize("git_too", [True, False])
def test_names_that_cannot_be_ours(tmp_path: Path, git_too: bool) -> None:
    root = make_repository(tmp_path / "r", "//- /good.py\n") if git_too else tmp_path
    for name in ("good.py", "two\nlines.py", "aux.c", "a:b.py", "trailing ", "ünï.py"):
        (root / name).write_text("x")
    (root / "con").mkdir()
    (root / "con" / "deep").mkdir()
    (root / "con" / "deep" / "x.py").write_text("x")
    (root / os.fsdecode(b"l\xff.py")).write_text("x")
    got = listing(root, git_too=git_too)
    assert paths(got) == ["aux.c", "con/deep/x.py", "good.py", "two\nlines.py", "ünï.py"]
    refused = {"l\\xff.py": "name is not UTF-8", "a:b.py": "name refused", "trailing ": "name refused"}
    assert skipped(got) == refused
    with pytest.MonkeyPatch.context() as there:
        there.setattr("helix_lsp.text.paths._WINDOWS", True)  # where opening them opens a device
        got = listing(root, git_too=git_too)
    assert paths(got) == ["good.py", "two\nlines.py", "ünï.py"]
    assert skipped(got) == refused | {"aux.c": "name refused", "con/deep/x.py": "name refused"}


def test_names_that_differ_in_case_are_two_files(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r", "//- /readme.md\na\n//- /README.md\nb\n")
    assert paths(listing(root)) == ["README.md", "readme.md"]


def test_untracked_dependency_folders_are_left_out_and_tracked_ones_stay(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r", "//- /node_modules/kept/i.js\n//- /a.js\n")
    write_tree(root, "//- /node_modules/new/i.js\n//- /x/node_modules/new/i.js\n")
    got = listing(root)
    assert paths(got) == ["a.js", "node_modules/kept/i.js"]
    assert set(skipped(got).values()) == {"dependency folder"}


@pytest.mark.parametrize("git_too", [True, False])
def test_excluded_and_left_out(tmp_path: Path, git_too: bool) -> None:
    root = make_repository(tmp_path / "r", "//- /a.py\n//- /gen/b.py\n//- /x.min.js\n//- /idx/f\n")
    got = listing(root, git_too=git_too, exclude=("gen", "*.min.js"), leave_out="idx")
    assert paths(got) == ["a.py"]
    assert skipped(got)["gen/b.py"] == "excluded"
    assert skipped(got)["x.min.js"] == "excluded"


def test_caps_are_counted_and_tracked_files_come_first(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r", "\n".join(f"//- /t{n}.py" for n in range(6)))
    write_tree(root, "\n".join(f"//- /a{n}.py" for n in range(6)))
    got = listing(root, max_files=8)
    assert paths(got) == ["a0.py", "a1.py", *(f"t{n}.py" for n in range(6))]
    cap = next(count for count in got.skips.counts() if count.reason == "file cap")
    assert (cap.count, cap.examples) == (4, ("a2.py",))


def test_the_byte_cap_counts_what_would_be_read(tmp_path: Path) -> None:
    for name, size in (("a", 400_000), ("b", 5_000_000), ("c", 400_000), ("d", 400_000), ("e", 100_000)):
        (tmp_path / name).write_bytes(b"x" * size)
    got = listing(tmp_path, max_total_bytes=1_000_000)
    assert paths(got) == ["a", "b", "c", "e"]
    assert skipped(got) == {"d": "byte cap"}


def test_a_broken_repository_is_walked_and_said(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r", "//- /a.py\n")
    (root / ".git" / "HEAD").write_text("garbage")
    got = listing(root)
    assert paths(got) == ["a.py"]
    assert got.source == "walk"
    assert got.problems[0].startswith("git is not used: ")


def test_a_broken_index_is_walked_and_said(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r", "//- /a.py\n")
    (root / ".git" / "index").write_bytes(b"DIRC\x00\x00\x00\x09garbage")
    got = listing(root)
    assert (got.source, paths(got)) == ("walk", ["a.py"])
    assert len(got.problems) == 1


def test_an_empty_root_and_a_missing_one(tmp_path: Path) -> None:
    assert paths(listing(tmp_path)) == []
    with pytest.raises(OSError, match="gone"):
        listing(tmp_path / "gone")


def test_a_sparse_checkout_lists_what_is_there(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r", "//- /a/x.py\n//- /b/y.py\n//- /z.py\n")
    git(root, "sparse-checkout", "set", "--sparse-index", "a")
    assert paths(listing(root)) == ["a/x.py", "z.py"]
