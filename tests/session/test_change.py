"""Reading a change of a real repository: which base is taken, every status a file can have, and what a hostile repository gets out of it (I11)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from helix_lsp.align.delta.change import Change, ChangedFile
from helix_lsp.errors import UsageError
from helix_lsp.session.change import read_change
from helix_lsp.session.settings import load
from helix_lsp.session.workspace import Workspace
from tests.support.repository import git, make_repository

TREE = """
    //- /app.py
    def run():
        return 1


    def stop():
        return 2
    //- /lib/store.py
    class Store:
        def load(self):
            return [1, 2, 3, 4, 5, 6, 7, 8]

        def save(self, items):
            return list(items)
    //- /README.md
    # Title

    Call `run`.
"""
Read = Callable[..., Change]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "root", TREE)


@pytest.fixture
def read(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    """Reads the change of the root, whose index is brought up to date first."""
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))

    def reads(base: str | None = None, head: str | None = None, *, at: Path = root, uncommitted: bool = False) -> Change:
        with Workspace.open(str(at), load(str(at))) as workspace:
            workspace.refresh()
            change, left = read_change(workspace.git, workspace.root, workspace.view(), base, head)
            if uncommitted:
                assert left is not None
                return left
            return change

    return reads


def commit(root: Path, message: str = "more") -> str:
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", message)
    return git(root, "rev-parse", "HEAD").strip()


def told(change: Change) -> dict[str, tuple[str, str, str]]:
    return {f.path: (f.status, f.old_path if f.old_path != f.path else "", f.left_out) for f in change.files}


def only(change: Change) -> ChangedFile:
    assert len(change.files) == 1, told(change)
    return change.files[0]


# -- which two states --------------------------------------------------------------------------------------------------------------


def test_the_first_commit_is_compared_with_nothing(read: Read) -> None:
    change = read()
    assert (change.how, change.base.commit, change.base.name) == ("empty_tree", "", "the empty tree")
    assert {f.status for f in change.files} == {"added"}
    assert len(change.files) == 3


def test_a_clean_tree_on_the_default_branch_is_compared_with_the_commit_before(root: Path, read: Read) -> None:
    first = git(root, "rev-parse", "HEAD").strip()
    (root / "app.py").write_text("def run():\n    return 3\n")
    second = commit(root)
    change = read()
    assert (change.how, change.base.commit, change.head.commit, change.against) == ("first_parent", first, second, "main")
    assert change.commits == (second,)
    assert not change.uncommitted


def test_uncommitted_edits_are_compared_with_the_last_commit(root: Path, read: Read) -> None:
    commit(root)
    (root / "app.py").write_text("def run():\n    return 3\n")
    (root / "new.py").write_text("def walk():\n    return 4\n")
    (root / ".gitignore").write_text("*.log\n")
    (root / "noise.log").write_text("x")
    change = read()
    assert (change.how, change.head.on_disk, change.uncommitted, change.commits) == ("head_commit", True, True, ())
    assert told(change) == {"app.py": ("modified", "", ""), "new.py": ("added", "", ""), ".gitignore": ("added", "", "")}
    assert read(uncommitted=True).files == change.files


def test_a_branch_is_compared_with_where_it_parted_whatever_the_default_branch_did_since(root: Path, read: Read) -> None:
    fork = git(root, "rev-parse", "HEAD").strip()
    git(root, "checkout", "-q", "-b", "feature")
    (root / "new.py").write_text("x = 1\n")
    mine = commit(root)
    git(root, "checkout", "-q", "main")
    (root / "app.py").write_text("y = 1\n")
    commit(root)
    git(root, "checkout", "-q", "feature")
    change = read()
    assert (change.how, change.against, change.base.commit, change.commits) == ("merge_base", "main", fork, (mine,))
    assert told(change) == {"new.py": ("added", "", "")}
    assert told(read("main")) == told(change)  # a branch that went on: what the change was made from counts
    assert read("main").how == "merge_base"
    assert read(fork).how == "given"


def test_another_head_than_what_is_checked_out(root: Path, read: Read) -> None:
    git(root, "checkout", "-q", "-b", "feature")
    (root / "new.py").write_text("x = 1\n")
    commit(root)
    git(root, "checkout", "-q", "main")
    (root / "app.py").write_text("not asked about\n")
    change = read(head="feature")
    assert told(change) == {"new.py": ("added", "", "")}
    assert (change.head.on_disk, change.head.name) == (False, "feature")
    assert only(change).after == b"x = 1\n"


def test_a_detached_head_and_a_tag_are_commits(root: Path, read: Read) -> None:
    git(root, "tag", "-a", "v1", "-m", "one")
    (root / "new.py").write_text("x = 1\n")
    commit(root)
    git(root, "checkout", "-q", "--detach")
    assert told(read("v1")) == {"new.py": ("added", "", "")}
    assert told(read("v1", "HEAD")) == {"new.py": ("added", "", "")}


def test_a_remote_default_branch_comes_first(root: Path, tmp_path: Path, read: Read) -> None:
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(root), str(clone))
    (clone / "new.py").write_text("x = 1\n")
    mine = commit(clone)
    change = read(at=clone)
    assert (change.how, change.against, change.commits) == ("merge_base", "origin/main", (mine,))


@pytest.mark.parametrize(
    ("base", "head", "words"),
    [
        ("--output=x", None, "is no revision"),
        (None, "-p", "is no revision"),
        ("", None, "is no revision"),
        ("nowhere", None, "is no commit"),
        ("HEAD..main", None, "is no commit"),
        ("HEAD:app.py", None, "is no commit"),
        (None, "main\nHEAD", "is no revision"),
        ("x" * 2_000, None, "is no revision"),
    ],
)
def test_what_names_no_commit_is_refused_in_one_line(read: Read, base: str | None, head: str | None, words: str) -> None:
    with pytest.raises(UsageError, match=words) as caught:
        read(base, head)
    assert "\n" not in str(caught.value).replace("\\n", "") or base is None


def test_unrelated_histories_have_no_common_ancestor(root: Path, read: Read) -> None:
    git(root, "checkout", "-q", "--orphan", "other")
    commit(root)
    with pytest.raises(UsageError, match="no common ancestor"):
        read("main")
    with pytest.raises(UsageError, match="no common ancestor; name another with --base"):
        read()


def test_a_shallow_clone_says_so(root: Path, tmp_path: Path, read: Read) -> None:
    commit(root)
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{root}", str(clone))
    with pytest.raises(UsageError, match="not in this shallow clone"):
        read(at=clone)
    with pytest.raises(UsageError, match="is no commit of this repository; the clone is shallow"):
        read("HEAD~1", at=clone)


def test_no_repository_and_no_commit_are_told(tmp_path: Path, read: Read) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    with pytest.raises(UsageError, match="no git repository"):
        read(at=plain)
    empty = make_repository(tmp_path / "empty", "//- /a.py\nx = 1\n", commit=False)
    with pytest.raises(UsageError, match="no commit yet"):
        read(at=empty)


# -- what became of a file ---------------------------------------------------------------------------------------------------------


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
        "README.md": ("modified", "", ""), "data.bin": ("modified", "", ""), "gone.py": ("removed", "", ""),
        "library/store.py": ("renamed", "lib/store.py", ""), "main.py": ("renamed", "app.py", ""), "tool.sh": ("mode", "", ""),
    }  # fmt: skip
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


def test_links_submodules_and_files_that_became_links_are_named(root: Path, tmp_path: Path, read: Read) -> None:
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
    assert told(change) == {"app.py": ("modified", "", "symlink"), "link.py": ("modified", "", "symlink"), "part": ("modified", "", "submodule")}
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


def test_line_ends_of_a_checkout_are_no_change_and_those_of_a_commit_are_named(root: Path, read: Read) -> None:
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


# -- hostile repositories ----------------------------------------------------------------------------------------------------------


def test_nothing_a_repository_configures_is_run_and_nothing_is_written(root: Path, tmp_path: Path, read: Read) -> None:
    """I11: external diffs, text conversions, filters, monitors and hooks stay where they are."""
    mark = tmp_path / "ran"
    program = tmp_path / "evil.sh"
    program.write_text(f"#!/bin/sh\necho \"$0 $@\" >> {mark}\ncat\n")
    program.chmod(0o755)
    (root / ".gitattributes").write_text("* diff=evil filter=evil merge=evil text\n")
    base = commit(root)
    for name in ("diff.external", "diff.evil.command", "diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge", "core.fsmonitor",
                 "core.pager", "core.sshCommand", "credential.helper"):  # fmt: skip
        git(root, "config", name, str(program))
    hooks = root / ".git/hooks"
    hooks.mkdir(exist_ok=True)
    for hook in ("post-checkout", "post-index-change", "reference-transaction", "pre-commit", "fsmonitor-watchman"):
        (hooks / hook).write_bytes(program.read_bytes())
        (hooks / hook).chmod(0o755)
    git_index = (root / ".git/index").read_bytes()
    os.utime(root / "lib/store.py", (2_000_000_000, 2_000_000_000))
    (root / "app.py").write_text("def run():\n    return 9\n")
    before = {p: p.stat().st_mtime_ns for p in root.rglob("*") if p.is_file()}
    assert told(read(base)) == {"app.py": ("modified", "", "")}
    assert told(read(base, "HEAD")) == {}
    assert not mark.exists(), mark.read_text()
    assert (root / ".git/index").read_bytes() == git_index
    assert {p: p.stat().st_mtime_ns for p in root.rglob("*") if p.is_file()} == before


def test_a_config_that_moves_the_work_tree_is_not_followed(root: Path, tmp_path: Path, read: Read) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    git(root, "config", "core.worktree", str(other))
    with pytest.raises(UsageError, match="another folder as this work tree"):
        read()
