"""Reading a change of a real repository: which base is taken, and what a hostile repository gets out of it
(I11).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from helix_lsp.errors import UsageError
from tests.support.change import TREE, Read, commit, only, reader, told
from tests.support.repository import git, make_repository


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "root", TREE)


@pytest.fixture
def read(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    return reader(root)


def test_the_first_commit_is_compared_with_nothing(read: Read) -> None:
    change = read()
    assert (change.how, change.base.commit, change.base.name) == ("empty_tree", "", "the empty tree")
    assert {f.status for f in change.files} == {"added"}
    assert len(change.files) == 3


def test_a_clean_tree_on_the_default_branch_is_compared_with_the_commit_before(
    root: Path, read: Read
) -> None:
    first = git(root, "rev-parse", "HEAD").strip()
    (root / "app.py").write_text("def run():\n    return 3\n")
    second = commit(root)
    change = read()
    assert (change.how, change.base.commit, change.head.commit, change.against) == (
        "first_parent",
        first,
        second,
        "main",
    )
    assert change.commits == (second,)
    assert not change.uncommitted


def test_uncommitted_edits_are_compared_with_the_last_commit(root: Path, read: Read) -> None:
    commit(root)
    (root / "app.py").write_text("def run():\n    return 3\n")
    (root / "new.py").write_text("def walk():\n    return 4\n")
    (root / ".gitignore").write_text("*.log\n")
    (root / "noise.log").write_text("x")
    change = read()
    assert (change.how, change.head.on_disk, change.uncommitted, change.commits) == (
        "head_commit",
        True,
        True,
        (),
    )
    assert told(change) == {
        "app.py": ("modified", "", ""),
        "new.py": ("added", "", ""),
        ".gitignore": ("added", "", ""),
    }
    assert read(uncommitted=True).files == change.files


def test_a_branch_is_compared_with_where_it_parted_whatever_the_default_branch_did_since(
    root: Path, read: Read
) -> None:
    fork = git(root, "rev-parse", "HEAD").strip()
    git(root, "checkout", "-q", "-b", "feature")
    (root / "new.py").write_text("x = 1\n")
    mine = commit(root)
    git(root, "checkout", "-q", "main")
    (root / "app.py").write_text("y = 1\n")
    commit(root)
    git(root, "checkout", "-q", "feature")
    change = read()
    assert (change.how, change.against, change.base.commit, change.commits) == (
        "merge_base",
        "main",
        fork,
        (mine,),
    )
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
        ("--output=x", None, "not a revision"),
        (None, "-p", "not a revision"),
        ("", None, "not a revision"),
        ("nowhere", None, "unknown revision"),
        ("HEAD..main", None, "unknown revision"),
        ("HEAD:app.py", None, "unknown revision"),
        (None, "main\nHEAD", "not a revision"),
        ("x" * 2_000, None, "not a revision"),
    ],
)
def test_what_names_no_commit_is_refused_in_one_line(
    read: Read, base: str | None, head: str | None, words: str
) -> None:
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
    with pytest.raises(UsageError, match=r"unknown revision in --base: .*; the clone is shallow"):
        read("HEAD~1", at=clone)


def test_no_repository_and_no_commit_are_told(tmp_path: Path, read: Read) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    with pytest.raises(UsageError, match="no git repository"):
        read(at=plain)
    empty = make_repository(tmp_path / "empty", "//- /a.py\nx = 1\n", commit=False)
    with pytest.raises(UsageError, match="no commit yet"):
        read(at=empty)


def test_nothing_a_repository_configures_is_run_and_nothing_is_written(
    root: Path, tmp_path: Path, read: Read
) -> None:
    """I11: external diffs, text conversions, filters, monitors and hooks stay where they are."""
    mark = tmp_path / "ran"
    program = tmp_path / "evil.sh"
    program.write_text(f'#!/bin/sh\necho "$0 $@" >> {mark}\ncat\n')
    program.chmod(0o755)
    (root / ".gitattributes").write_text("* diff=evil filter=evil merge=evil text\n")
    base = commit(root)
    for name in (
        "diff.external",
        "diff.evil.command",
        "diff.evil.textconv",
        "filter.evil.clean",
        "filter.evil.smudge",
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "credential.helper",
    ):
        git(root, "config", name, str(program))
    hooks = root / ".git/hooks"
    hooks.mkdir(exist_ok=True)
    for hook in (
        "post-checkout",
        "post-index-change",
        "reference-transaction",
        "pre-commit",
        "fsmonitor-watchman",
    ):
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
