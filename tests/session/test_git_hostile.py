"""No verb that the program asks git runs, reads or reaches anything that a repository names: every one of the
table, under every setting.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from helix_lsp.align.drift.history import Gone
from helix_lsp.align.drift.verdict import Reason, because
from helix_lsp.config.documents import DriftConfig
from helix_lsp.session.disk.git_files import list_files
from helix_lsp.session.git.git import Git, find_git, head_commit, read_git
from helix_lsp.session.git.git_folder import NoGit
from helix_lsp.session.git.git_verbs import USER_EXCLUDES, VERBS, Takes, Verb
from helix_lsp.session.history.history import open_history
from tests.support.hostile_git import Hostile, git_plain, hostile_settings, make_hostile, make_partial
from tests.support.repository import git, make_repository

SETTINGS = hostile_settings("/x/evil.sh", "/x")


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> Hostile:
    return make_hostile(tmp_path_factory.mktemp("complete"))


@pytest.fixture(scope="module")
def partial(tmp_path_factory: pytest.TempPathFactory) -> Hostile:
    made = make_hostile(tmp_path_factory.mktemp("partial"))
    make_partial(made)
    return made


def asked() -> Git:
    program = find_git(os.defpath, "/nonexistent")
    assert program is not None
    return Git(program=program, environment={"HOME": "/nonexistent", "PATH": os.defpath}, seconds=60)


def sample(root: Path, verb: Verb) -> bytes | NoGit:
    """One call of a verb, with names that the repository has."""
    commits = git_plain(root, "rev-list", "HEAD").encode()
    objects = git_plain(root, "rev-parse", "HEAD", "HEAD:app.py", "HEAD~1:app.py", "HEAD:lib").encode()
    takes: Takes = verb.takes
    match takes:
        case "nothing":
            return read_git(asked(), str(root), verb)
        case "name":
            return read_git(asked(), str(root), verb, "HEAD")
        case "two names":
            return read_git(asked(), str(root), verb, "HEAD~1", "HEAD")
        case "revisions":
            return read_git(asked(), str(root), verb, "HEAD", paths=[("literal", "app.py")])
        case "path":
            return read_git(asked(), str(root), verb, *(() if verb.index else ("HEAD",)))
        case "word":
            return read_git(asked(), str(root), verb, "HEAD", word="run", paths=[("glob", "**/*.py")])
        case "commits on stdin":
            return read_git(asked(), str(root), verb, paths=[("literal", "app.py")], stdin=commits)
        case "objects on stdin":
            return read_git(asked(), str(root), verb, stdin=objects)
        case "file":
            return read_git(asked(), str(root), verb, str(root / ".git" / "config"))


def test_there_are_at_least_sixty_settings() -> None:
    assert len({key for key, _ in SETTINGS}) >= 60


@pytest.mark.parametrize("name", sorted(VERBS))
def test_a_verb_runs_nothing_of_a_repository(name: str, complete: Hostile) -> None:
    said = sample(complete.root, VERBS[name])
    assert isinstance(said, bytes) or VERBS[name] is USER_EXCLUDES, said
    assert complete.ran() == ""
    assert complete.traced() == []


@pytest.mark.parametrize("name", sorted(VERBS))
def test_a_verb_fetches_nothing_that_is_missing(name: str, partial: Hostile) -> None:
    sample(partial.root, VERBS[name])
    assert partial.ran() == ""


def test_the_repositories_are_as_hostile_as_they_should_be(tmp_path: Path) -> None:
    """Plain git runs the canary where a commit is signed, and where an object is missing."""
    made = make_hostile(tmp_path)
    environment = {
        "PATH": os.defpath,
        "HOME": os.devnull,
        "GIT_DIR": str(made.root / ".git"),
        "GIT_NO_REPLACE_OBJECTS": "1",
    }
    off = ("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}", "--no-pager")
    subprocess.run(["git", *off, "log", "-1"], env=environment, capture_output=True, check=False)
    assert "--verify" in made.ran()
    made.canary.unlink()
    missing = make_partial(made)
    subprocess.run(
        ["git", *off, "cat-file", "-p", missing], env=environment, capture_output=True, check=False
    )
    assert made.ran() != ""


@pytest.mark.parametrize("sha256", [False, True])
def test_a_signed_commit_is_not_verified_when_history_is_read(tmp_path: Path, sha256: bool) -> None:
    """What `drift`, and a document that is opened, do."""
    made = make_hostile(tmp_path / "home", sha256=sha256)
    (tmp_path / "index").mkdir()
    history = open_history(asked(), str(made.root), str(tmp_path / "index"), DriftConfig())
    assert history is not None
    gone = history.gone("run0")
    assert [g.path for g in gone] == ["app.py"]
    assert (
        history.became("run0", gone[0]) is None
    )  # both sides of the commit are read; a body of two words is too little to judge by
    assert history.message(gone[0].commit) == "signed 1"
    assert history.introduced("README.md", "run", Gone(commit="", time=0, path="", defined=True)) is not None
    assert made.ran() == ""


def test_replaced_and_grafted_commits_are_those_that_are_named(complete: Hostile) -> None:
    head = git_plain(complete.root, "rev-parse", "HEAD").strip()
    assert head_commit(asked(), str(complete.root)) == head
    assert len(said(complete, "ALL_COMMITS", "HEAD").split()) == 5
    assert b"signed 2" in said(complete, "MESSAGE", head)


def said(made: Hostile, verb: str, *names: str) -> bytes:
    got = read_git(asked(), str(made.root), VERBS[verb], *names)
    assert isinstance(got, bytes), got
    return got


# -- what lies elsewhere, and what would never end
# ----------------------------------------------------------------------------------


def refused(root: Path) -> Reason:
    got = list_files(asked(), str(root))
    assert isinstance(got, NoGit), got
    return got.why


@pytest.mark.parametrize(
    "name",
    [
        "HEAD",
        "index",
        "config",
        "packed-refs",
        "shallow",
        "info/exclude",
        "refs/heads/x",
        "objects/pack/pack-x.idx",
    ],
)
@pytest.mark.parametrize("kind", ["fifo", "link"])
def test_what_git_would_open_must_be_a_file(tmp_path: Path, name: str, kind: str) -> None:
    root = make_repository(tmp_path / "r", "//- /a.py\n")
    place = root / ".git" / name
    place.parent.mkdir(exist_ok=True)
    place.unlink(missing_ok=True)
    if kind == "fifo":
        os.mkfifo(place)
    else:
        place.symlink_to("/dev/zero")
    assert refused(root).id in ("neither", "no-file")
    assert refused(root).fact("path").rpartition("/")[2] == name.rpartition("/")[2]


@pytest.mark.parametrize("name", ["objects", "refs", "refs/heads", "objects/pack"])
def test_a_folder_of_gits_is_no_link(tmp_path: Path, name: str) -> None:
    other = make_repository(tmp_path / "secret", "//- /secret.py\n")
    root = make_repository(tmp_path / "r", "//- /a.py\n")
    (root / ".git" / name).rename(tmp_path / "away")
    (root / ".git" / name).symlink_to(other / ".git" / name)
    assert refused(root) == because("neither", path=name)


def test_a_shared_clone_of_ones_own_has_its_history(tmp_path: Path) -> None:
    lender = make_repository(tmp_path / "lender", "//- /a.py\ndef lent(): ...\n")
    root = tmp_path / "r"
    git(tmp_path, "clone", "-q", "--shared", str(lender), str(root))
    assert head_commit(asked(), str(root)) == git(lender, "rev-parse", "HEAD").strip()


@pytest.mark.parametrize(
    "line",
    [
        "../../../lender/.git/objects",
        "{tmp}/nowhere/objects",
        "{tmp}/link/objects",
        "{tmp}/lender",
        "{tmp}/bare/objects",
        "{own}",
    ],
)
def test_objects_are_not_borrowed_by_another_way(tmp_path: Path, line: str) -> None:
    lender = make_repository(tmp_path / "lender", "//- /secret.py\ndef hidden(): ...\n")
    (tmp_path / "link").symlink_to(lender / ".git")
    (tmp_path / "bare" / "objects").mkdir(parents=True)  # a folder of that name and no store
    root = make_repository(tmp_path / "r", "//- /a.py\n")
    objects = root / ".git" / "objects"
    (objects / "info" / "alternates").write_text(line.format(tmp=tmp_path, own=objects) + "\n")
    assert refused(root).id in ("borrows-nothing", "borrows-otherwise", "borrows-borrowed")
    assert head_commit(asked(), str(root)) is None


def test_a_lender_does_not_borrow_itself(tmp_path: Path) -> None:
    first = make_repository(tmp_path / "first", "//- /a.py\n")
    git(tmp_path, "clone", "-q", "--shared", str(first), str(tmp_path / "second"))
    git(tmp_path, "clone", "-q", "--shared", str(tmp_path / "second"), str(tmp_path / "third"))
    assert refused(tmp_path / "third") == Reason("borrows-borrowed")


def test_the_store_of_another_user_is_not_read(tmp_path: Path) -> None:
    lender = make_repository(tmp_path / "lender", "//- /a.py\n")
    root = tmp_path / "r"
    git(tmp_path, "clone", "-q", "--shared", str(lender), str(root))
    try:
        os.chown(lender / ".git" / "objects", 12_345, -1)
    except PermissionError:
        pytest.skip("only root can give a folder away")
    assert refused(root) == Reason("borrows-foreign")


def test_a_common_folder_elsewhere_is_not_believed(tmp_path: Path) -> None:
    secret = make_repository(tmp_path / "secret", "//- /secret.py\n")
    root = make_repository(tmp_path / "r", "//- /a.py\n")
    (root / ".git" / "commondir").write_text(f"{secret}/.git\n")
    assert refused(root) == Reason("shares")


def test_git_files_that_lead_in_a_circle(tmp_path: Path) -> None:
    root = tmp_path / "r"
    root.mkdir()
    (root / ".git").write_text("gitdir: .git\n")
    assert refused(root) == Reason("leads-nowhere")


def test_an_extension_that_is_not_known_is_a_reason(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r", "//- /a.py\n")
    git(root, "config", "core.repositoryFormatVersion", "1")
    git(root, "config", "extensions.newer", "true")
    assert refused(root) == because("format", format="extensions.newer")


def test_odd_repositories_are_read_whole(tmp_path: Path) -> None:
    """sha256, a split index, a shallow clone, a bare repository with work trees: each with its files, and its
    commit where there is one.
    """
    tall = tmp_path / "sha256"
    tall.mkdir()
    git(tall, "init", "-q", "-b", "main", "--object-format=sha256")
    make_repository(tall, "//- /a.py\n")
    split = make_repository(tmp_path / "split", "//- /a.py\n")
    git(split, "update-index", "--split-index")
    (split / "b.py").write_text("x")
    git(split, "add", "b.py")
    git(split, "commit", "-qm", "two")
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{split}", str(tmp_path / "shallow"))
    git(tmp_path, "clone", "-q", "--bare", str(split), str(tmp_path / "store" / ".bare"))
    git(tmp_path / "store" / ".bare", "worktree", "add", "-q", str(tmp_path / "store" / "main"), "main")
    both = ["a.py", "b.py"]
    for root, names in (
        (tall, ["a.py"]),
        (split, both),
        (tmp_path / "shallow", both),
        (tmp_path / "store" / "main", both),
    ):
        got = list_files(asked(), str(root))
        assert not isinstance(got, NoGit), (root, got)
        assert sorted(os.fsdecode(name) for name in got.tracked) == names
        assert got.untracked == ()
        assert head_commit(asked(), str(root)) == git(root, "rev-parse", "HEAD").strip()
