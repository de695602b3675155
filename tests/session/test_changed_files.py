"""Reading a change of a real repository: every status a file can have."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.change import TREE, Read, commit, only, reader, told
from tests.support.repository import git, make_repository


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "root", TREE)


@pytest.fixture
def read(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    return reader(root)


def test_every_status_of_a_file_on_both_kinds_of_head(root: Path, read: Read) -> None:
    (root / "data.bin").write_bytes(b"\0\1\2" * 50)
    (root / "tool.sh").write_text("echo\n")
    (root / "gone.py").write_text("def gone():\n    return 'nothing like any other file'\n")
    base = commit(root)
    (root / "data.bin").write_bytes(b"\0\1\3" * 50)
    (root / "tool.sh").chmod(0o755)
    (root / "gone.py").unlink()
    git(root, "mv", "lib", "library")
    git(root, "mv", "app.py", "main.py")
    (root / "main.py").write_text((root / "main.py").read_text().replace("return 2", "return 22"))
    (root / "README.md").write_text("# Title\n\nCall `stop`.\n")
    git(root, "add", "-A")
    expected = {
        "README.md": ("modified", "", ""),
        "data.bin": ("modified", "", ""),
        "gone.py": ("removed", "", ""),
        "library/store.py": ("renamed", "lib/store.py", ""),
        "main.py": ("renamed", "app.py", ""),
        "tool.sh": ("mode", "", ""),
    }
    staged = read(base)
    assert told(staged) == expected
    head = commit(root)
    assert told(read(base, head)) == expected
    mode = next(f for f in staged.files if f.path == "tool.sh")
    assert (mode.old_mode, mode.mode) == ("100644", "100755")
    gone = next(f for f in staged.files if f.path == "gone.py")
    assert (gone.after, gone.mode) == (None, "")
    assert [f.path for f in staged.files] == sorted(expected)


def test_a_file_moved_without_telling_git_is_one_that_moved(root: Path, read: Read) -> None:
    (root / "lib/store.py").rename(root / "shop.py")
    assert told(read()) == {"shop.py": ("renamed", "lib/store.py", "")}


def test_empty_files_are_not_taken_for_one_that_moved(root: Path, read: Read) -> None:
    (root / "lib/__init__.py").write_bytes(b"")
    base = commit(root)
    (root / "lib/__init__.py").unlink()
    (root / "other").mkdir()
    (root / "other/__init__.py").write_bytes(b"")
    expected = {"lib/__init__.py": ("removed", "", ""), "other/__init__.py": ("added", "", "")}
    assert told(read(base)) == expected
    assert told(read(base, commit(root))) == expected


def test_links_submodules_and_files_that_became_links_are_named(
    root: Path, tmp_path: Path, read: Read
) -> None:
    other = make_repository(tmp_path / "other", "//- /x.py\nx = 1\n")
    (root / "link.py").symlink_to("app.py")
    git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(other), "part")
    base = commit(root)
    (root / "link.py").unlink()
    (root / "link.py").symlink_to("README.md")
    (root / "app.py").unlink()
    (root / "app.py").symlink_to(tmp_path / "other/x.py")
    tip = commit(other)
    git(root, "update-index", "--cacheinfo", f"160000,{tip},part")
    change = read(base)
    assert told(change) == {
        "app.py": ("modified", "", "symlink"),
        "link.py": ("modified", "", "symlink"),
        "part": ("modified", "", "submodule"),
    }
    assert all(f.after is None for f in change.files)


def test_a_folder_that_became_a_link_is_not_read_through(root: Path, tmp_path: Path, read: Read) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "store.py").write_text("password = 'of somebody else'\n")
    (root / "lib/store.py").unlink()
    (root / "lib").rmdir()
    (root / "lib").symlink_to(secret)
    change = read()
    assert told(change) == {"lib": ("added", "", "symlink"), "lib/store.py": ("removed", "", "")}
    assert b"somebody" not in b"".join((f.before or b"") + (f.after or b"") for f in change.files)


def test_line_ends_of_a_checkout_are_no_change_and_those_of_a_commit_are_named(
    root: Path, read: Read
) -> None:
    base = git(root, "rev-parse", "HEAD").strip()
    data = (root / "app.py").read_bytes()
    (root / "app.py").write_bytes(data.replace(b"\n", b"\r\n"))
    change = read(base)
    assert (change.files, change.line_ends) == ((), 1)
    head = commit(root)
    assert only(read(base, head)).line_ends
    (root / "app.py").write_bytes(data.replace(b"\n", b"\r\n").replace(b"return 2", b"return 22"))
    one = only(read(base))
    assert (one.status, one.line_ends) == ("modified", False)


def test_names_and_texts_of_any_bytes(root: Path, read: Read) -> None:
    names = [b"-rf.py", b"two\nlines.py", b"latin\xff.py", b"a:b.py", "grün.py".encode(), b'quo"te.py']
    for name in names:
        (root / os.fsdecode(name)).write_bytes(b"def odd():\n    return 'caf\xe9'\n")
    on_disk = told(read())
    assert set(on_disk) == {os.fsdecode(n) for n in names}
    commit(root)
    committed = read("HEAD~1", "HEAD")
    assert set(told(committed)) == set(on_disk)
    assert all(f.after == b"def odd():\n    return 'caf\xe9'\n" for f in committed.files)


def test_what_is_too_large_is_named_and_compared_all_the_same(root: Path, read: Read) -> None:
    (root / "big.py").write_bytes(b"x = 1\n" * 400_000)
    base = commit(root)
    assert told(read(base)) == {}
    data = b"x = 1\n" * 399_999 + b"y = 1\n"
    (root / "big.py").write_bytes(data)
    one = only(read(base))
    assert (one.status, one.left_out, one.size) == ("modified", "too large", len(data))
    head = commit(root)
    assert only(read(base, head)).left_out == "too large"


def test_a_sparse_checkout_has_removed_nothing(root: Path, read: Read) -> None:
    commit(root)
    git(root, "sparse-checkout", "set", "--no-cone", "/*", "!lib/")
    assert not (root / "lib").exists()
    assert told(read("HEAD")) == {}


def test_a_folder_inside_a_repository_is_compared_alone(root: Path, read: Read) -> None:
    (root / "app.py").write_text("x = 1\n")
    (root / "lib/store.py").write_text("y = 1\n")
    assert told(read(at=root / "lib")) == {"store.py": ("modified", "", "")}
