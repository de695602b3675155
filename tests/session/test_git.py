"""What git is asked, and that a hostile repository gets nothing out of being asked about (law I11)."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path

import pytest

from helix_lsp.align.drift.verdict import Reason, because
from helix_lsp.errors import Cancelled
from helix_lsp.session.disk.git_files import GitFiles, list_files
from helix_lsp.session.git.git import Git, find_git, head_commit, sweep
from helix_lsp.session.git.git_folder import NoGit, no_git, work_tree
from tests.support.drop import as_nobody
from tests.support.repository import git, make_repository
from tests.support.tree import write_tree

TREE = """
    //- /.gitignore
    *.log
    build/
    //- /app.py
    x = 1
    //- /docs/guide.md
    # Guide
"""


@pytest.fixture
def asked(tmp_path: Path) -> Git:
    program = find_git(os.defpath, str(tmp_path))
    assert program is not None
    return Git(program=program, environment={"HOME": str(tmp_path / "home")}, seconds=60)


def listed(asked: Git, root: Path) -> GitFiles:
    got = list_files(asked, str(root))
    assert isinstance(got, GitFiles), got
    return got


def why(asked: Git, root: Path) -> Reason:
    got = list_files(asked, str(root))
    assert isinstance(got, NoGit), got
    return got.why


def test_tracked_and_untracked_names(tmp_path: Path, asked: Git) -> None:
    root = make_repository(tmp_path / "r", TREE)
    write_tree(root, "//- /new.py\n//- /noise.log\n//- /build/out.js\n")
    (root / "two\nlines.txt").write_text("x")
    (root / os.fsdecode(b"latin\xff.txt")).write_text("x")
    got = listed(asked, root)
    assert set(got.tracked) == {b".gitignore", b"app.py", b"docs/guide.md"}
    assert set(got.untracked) == {b"new.py", b"two\nlines.txt", b"latin\xff.txt"}
    assert got.top == str(root)


def test_a_folder_inside_a_repository_lists_only_itself(tmp_path: Path, asked: Git) -> None:
    root = make_repository(tmp_path / "r", TREE)
    (root / "docs" / "new.md").write_text("x")
    got = listed(asked, root / "docs")
    assert (got.tracked, got.untracked) == ((b"guide.md",), (b"new.md",))


def test_a_folder_that_the_repository_ignores_is_walked(tmp_path: Path, asked: Git) -> None:
    root = make_repository(tmp_path / "r", TREE)
    write_tree(root, "//- /build/demo/a.py\n")
    got = list_files(asked, str(root / "build" / "demo"))
    assert got == no_git("ignored", plain=True)


def test_links_submodules_and_other_repositories_are_told_apart(tmp_path: Path, asked: Git) -> None:
    root = make_repository(tmp_path / "r", TREE, commit=False)
    make_repository(root / "sub", "//- /s.py\n")
    (root / "link").symlink_to("app.py")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "one")
    make_repository(root / "other", "//- /o.py\n")
    got = listed(asked, root)
    assert (got.links, got.submodules, got.repositories) == ((b"link",), (b"sub",), (b"other",))


def test_a_conflict_lists_its_file_once(tmp_path: Path, asked: Git) -> None:
    root = make_repository(tmp_path / "r", TREE)
    git(root, "switch", "-q", "-c", "other")
    (root / "app.py").write_text("x = 2\n")
    git(root, "commit", "-qam", "two")
    git(root, "switch", "-q", "main")
    (root / "app.py").write_text("x = 3\n")
    git(root, "commit", "-qam", "three")
    with pytest.raises(Exception, match="non-zero"):
        git(root, "merge", "other")
    assert sorted(listed(asked, root).tracked) == [b".gitignore", b"app.py", b"docs/guide.md"]


def test_the_head_commit(tmp_path: Path, asked: Git) -> None:
    root = make_repository(tmp_path / "r", TREE)
    assert head_commit(asked, str(root)) == git(root, "rev-parse", "HEAD").strip()
    empty = make_repository(tmp_path / "e", "", commit=False)
    assert head_commit(asked, str(empty)) is None
    assert listed(asked, empty).tracked == ()
    (tmp_path / "plain").mkdir()
    assert head_commit(asked, str(tmp_path / "plain")) is None


def test_no_repository_and_no_program(tmp_path: Path, asked: Git) -> None:
    assert list_files(asked, str(tmp_path)) == no_git("no-repository", plain=True)
    make_repository(tmp_path, TREE)
    gone = Git(program=str(tmp_path / "no-git"))
    assert why(gone, tmp_path) == because("cannot-start", error="No such file or directory")


def test_work_trees_and_submodules_are_real_repositories(tmp_path: Path, asked: Git) -> None:
    root = make_repository(tmp_path / "r", TREE)
    git(root, "worktree", "add", "-q", str(tmp_path / "w"))
    assert set(listed(asked, tmp_path / "w").tracked) == {b".gitignore", b"app.py", b"docs/guide.md"}
    part = make_repository(tmp_path / "part", "//- /s.py\n")
    git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(part), "sub")
    assert listed(asked, root / "sub").tracked == (b"s.py",)


# -- hostile
# -----------------------------------------------------------------------------------------------------------------


def test_the_program_is_never_taken_from_the_workspace(tmp_path: Path) -> None:
    root = tmp_path / "r"
    (root / "bin").mkdir(parents=True)
    fake = root / "bin" / "git"
    fake.write_text("#!/bin/sh\n")
    fake.chmod(0o755)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "git").symlink_to(fake)
    (tmp_path / "into").symlink_to(root / "bin")
    path = os.pathsep.join(
        [str(root / "bin"), str(tmp_path / "outside"), str(tmp_path / "into"), "", ".", "r/bin"]
    )
    assert find_git(path, str(root)) is None
    found = find_git(path + os.pathsep + os.defpath, str(root))
    assert found is not None
    assert os.path.isabs(found)


def test_nothing_a_repository_configures_is_run(tmp_path: Path, asked: Git) -> None:
    root = make_repository(tmp_path / "r", TREE)
    canary = tmp_path / "canary"
    program = tmp_path / "evil.sh"
    program.write_text(f"#!/bin/sh\necho ran >> {canary}\n")
    program.chmod(0o755)
    for key in (
        "core.fsmonitor",
        "core.pager",
        "core.editor",
        "core.sshCommand",
        "core.askPass",
        "diff.external",
        "credential.helper",
        "filter.x.clean",
        "filter.x.smudge",
        "filter.x.process",
        "pager.ls-files",
        "alias.ls-files",
        "trace2.eventTarget",
        "gpg.program",
    ):
        git(root, "config", key, str(program))
    git(root, "config", "core.hooksPath", str(tmp_path / "hooks"))
    (tmp_path / "hooks").mkdir()
    for hook in (
        "post-index-change",
        "fsmonitor-watchman",
        "query-watchman",
        "pre-auto-gc",
        "reference-transaction",
    ):
        shutil.copy(program, tmp_path / "hooks" / hook)
        shutil.copy(program, root / ".git" / "hooks" / hook)
    (root / ".gitattributes").write_text("* filter=x\n")
    (root / "app.py").write_text("x = 22\n")
    before = (root / ".git" / "index").read_bytes()
    assert b"app.py" in listed(asked, root).tracked
    assert head_commit(asked, str(root)) is not None
    assert not canary.exists()
    assert (root / ".git" / "index").read_bytes() == before


def test_a_work_tree_set_elsewhere_is_not_listed(tmp_path: Path, asked: Git) -> None:
    root = make_repository(tmp_path / "r", TREE)
    git(root, "config", "core.worktree", "/etc")
    assert why(asked, root) == Reason("elsewhere")


def test_a_git_file_that_leads_elsewhere_is_not_believed(tmp_path: Path, asked: Git) -> None:
    secret = make_repository(tmp_path / "secret", "//- /secret-name.py\n")
    root = tmp_path / "r"
    root.mkdir()
    (root / ".git").write_text(f"gitdir: {secret}/.git\n")
    assert why(asked, root) == Reason("one-sided")
    (root / ".git").write_text("gitdir: nowhere\n")
    assert why(asked, root) == Reason("leads-nowhere")
    (root / ".git").write_text("nonsense\n")
    assert why(asked, root) == Reason("broken")
    (root / ".git").unlink()
    (root / ".git").symlink_to(secret / ".git")
    assert why(asked, root) == Reason("link")
    (root / ".git").unlink()
    os.mkfifo(root / ".git")
    assert why(asked, root) == Reason("broken")


def test_a_broken_repository_inside_another_is_not_taken_for_the_outer_one(
    tmp_path: Path, asked: Git
) -> None:
    root = make_repository(tmp_path / "r", TREE)
    (root / "docs" / ".git").mkdir()
    assert work_tree(str(root / "docs")) == str(root / "docs")
    assert why(asked, root / "docs") == because("incomplete", name="HEAD")


def test_an_embedded_bare_repository_is_no_repository(tmp_path: Path, asked: Git) -> None:
    root = tmp_path / "r"
    root.mkdir()
    git(root, "init", "-q", "--bare", ".")
    assert list_files(asked, str(root)) == no_git("no-repository", plain=True)


def test_the_repository_cannot_choose_the_excludes_file(tmp_path: Path, asked: Git) -> None:
    root = make_repository(tmp_path / "r", TREE)
    (tmp_path / "evil-excludes").write_text("*.py\n")
    git(root, "config", "core.excludesFile", str(tmp_path / "evil-excludes"))
    (root / "new.py").write_text("x")
    assert listed(asked, root).untracked == (b"new.py",)


def test_the_users_excludes_file_counts(tmp_path: Path, asked: Git) -> None:
    root = make_repository(tmp_path / "r", TREE)
    (tmp_path / "home" / ".config" / "git").mkdir(parents=True)
    (tmp_path / "home" / ".config" / "git" / "ignore").write_text("*.mine\n")
    (root / "a.mine").write_text("x")
    assert listed(asked, root).untracked == ()
    (tmp_path / "home" / "own").write_text("*.own\n")
    (tmp_path / "home" / ".gitconfig").write_text("[core]\n\texcludesFile = ~/own\n")
    (root / "a.own").write_text("x")
    assert listed(asked, root).untracked == (b"a.mine",)


def test_another_users_repository_is_read_like_any_files(tmp_path: Path, asked: Git) -> None:
    """Needs another user than the owner: the asking child is nobody. What git guards there, settings that
    start programs, is not read at all.
    """
    root = make_repository(tmp_path / "r", TREE)
    assert (
        as_nobody(lambda: repr(sorted(listed(asked, root).tracked)), root)
        == "[b'.gitignore', b'app.py', b'docs/guide.md']"
    )


def test_a_slow_git_is_stopped_with_its_children(tmp_path: Path) -> None:
    make_repository(tmp_path / "r", TREE)
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text(f"#!/bin/sh\nsleep 600 &\necho $! > {tmp_path / 'pid'}\nwait\n")
    slow.chmod(0o755)
    started = time.monotonic()
    stopped = why(Git(program=str(slow), seconds=3.0), tmp_path / "r")  # time enough to write its child down
    assert stopped == because("slow", seconds="3")
    assert time.monotonic() - started < 300, "it waited for the child"
    pid = int((tmp_path / "pid").read_text())
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and _runs(pid):
        time.sleep(0.02)
    assert not _runs(pid)


def test_a_git_that_says_too_much_is_stopped(tmp_path: Path) -> None:
    make_repository(tmp_path / "r", TREE)
    loud = tmp_path / "bin" / "git"
    loud.parent.mkdir()
    loud.write_text(f"#!/bin/sh\necho $$ > {tmp_path / 'pid'}\nexec yes\n")
    loud.chmod(0o755)
    assert why(Git(program=str(loud), most=5_000_000), tmp_path / "r") == because("loud", size="5,000,000")
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and _runs(int((tmp_path / "pid").read_text())):
        time.sleep(0.02)
    assert not _runs(int((tmp_path / "pid").read_text()))


def test_cancel_is_heard_while_git_works(tmp_path: Path) -> None:
    make_repository(tmp_path / "r", TREE)
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text("#!/bin/sh\nexec sleep 600\n")
    slow.chmod(0o755)
    started = time.monotonic()

    def check() -> None:
        if time.monotonic() - started > 0.2:
            raise Cancelled("stop")

    with pytest.raises(Cancelled):
        list_files(Git(program=str(slow), check=check), str(tmp_path / "r"))
    assert time.monotonic() - started < 300, "it waited for git"


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_folders_that_killed_calls_left_behind_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: Git
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept").write_text("kept")
    for name in ("helix-git-old", "helix-git-young", "other-old"):
        (temporary / name).mkdir()
        (temporary / name / "refs").symlink_to(elsewhere, target_is_directory=True)
    (temporary / "helix-git-link").symlink_to(elsewhere, target_is_directory=True)
    long_ago = time.time() - 2 * 3_600
    for name in ("helix-git-old", "other-old"):
        os.utime(temporary / name, (long_ago, long_ago))
    os.utime(elsewhere, (long_ago, long_ago))
    sweep.cache_clear()
    root = tmp_path / "root"
    make_repository(root, TREE)
    assert listed(asked, root).tracked
    assert sorted(p.name for p in temporary.iterdir()) == ["helix-git-link", "helix-git-young", "other-old"]
    assert (elsewhere / "kept").read_text() == "kept"
