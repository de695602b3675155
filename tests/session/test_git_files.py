"""New files of a repository, looked for by ourselves: what git would list, and nothing that a tree holds
makes the look long.
"""

from __future__ import annotations

import os
import random
import resource
import time
from pathlib import Path

import pytest

from helix_lsp.config import Config
from helix_lsp.session.disk.git_files import GitFiles, list_files
from helix_lsp.session.disk.listing import list_root
from helix_lsp.session.git.git import Git, find_git
from helix_lsp.session.git.git_folder import no_git
from tests.support.repository import git, make_repository
from tests.support.tree import write_tree

HOSTILE = "\n".join("*a" * 20 + f"*b{number}" for number in range(20))


def asked(home: str = "/nonexistent") -> Git:
    program = find_git(os.defpath, "/nonexistent")
    assert program is not None
    return Git(program=program, environment={"HOME": home}, seconds=60)


def listed(root: Path) -> GitFiles:
    got = list_files(asked(), str(root))
    assert isinstance(got, GitFiles), got
    return got


def cpu() -> float:
    """Seconds of this process and of the children that have ended."""
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in both)


@pytest.mark.parametrize("seed", range(6))
def test_new_files_are_those_that_git_lists(tmp_path: Path, seed: int) -> None:
    """Random trees with rules in every folder, in `.git/info/exclude`, and asked about in a folder below the
    top.
    """
    dice = random.Random(seed)
    names = ("a", "b", "c.log", "d.py", "build", "e f", "ä")
    rules = (
        "*.log",
        "build/",
        "/a",
        "!c.log",
        "b/*",
        "**/d.py",
        "a/**/b",
        "!b/",
        "[ab]",
        "ä",
        "e*",
        "/*/a",
        "!/b/a",
        "# x",
        "d.p?",
    )
    root = make_repository(tmp_path / "r", "//- /keep/d.py\n//- /build/a\n//- /b/build/x\n//- /a/b/c.log\n")
    for _ in range(60):
        place = root.joinpath(*(dice.choice(names) for _ in range(dice.randrange(1, 5))))
        if not any(above.is_file() for above in (place, *place.parents)) and not place.is_dir():
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text("x")
    for folder in [
        root,
        *sorted(path for path in root.rglob("*") if path.is_dir() and ".git" not in path.parts),
    ][:8]:
        (folder / ".gitignore").write_text("\n".join(dice.sample(rules, 4)) + "\n")
    (root / ".git" / "info" / "exclude").write_text("\n".join(dice.sample(rules, 2)) + "\n")
    for place in (root, root / "b", root / "keep", root / "a" / "b"):
        expected = (
            git(place, "ls-files", "-z", "-o", "--exclude-standard")
            .encode("utf-8", "surrogateescape")
            .split(b"\0")
        )
        got = list_files(asked(), str(place))
        if isinstance(got, GitFiles):
            assert sorted(got.untracked) == sorted(name for name in expected if name), place
        else:
            assert expected == [b""]


def test_links_and_repositories_on_the_way(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r", "//- /a.py\n//- /held/x.py\n")
    make_repository(root / "other", "//- /o.py\n")
    make_repository(root / "held" / "inner", "//- /i.py\n")
    write_tree(root, "//- /broken/.git/config\n//- /broken/b.py\n//- /node_modules/x/i.js\n")
    (root / "loop").symlink_to(".")
    got = listed(root)
    assert got.untracked == (b"loop", b"broken/b.py")
    assert got.repositories == (b"held/inner", b"other")
    assert got.dependencies == (b"node_modules",)
    expected = git(root, "ls-files", "-z", "-o", "--exclude-standard", "--exclude=node_modules").split("\0")
    assert sorted(name for name in expected if name) == ["broken/b.py", "held/inner/", "loop", "other/"]


@pytest.mark.parametrize("place", [".gitignore", "names/.gitignore", ".git/info/exclude"])
def test_rules_with_many_stars_cost_nothing(tmp_path: Path, place: str) -> None:
    """840 bytes that make plain git work for minutes; here the whole listing is done within a second of
    processor time.
    """
    root = make_repository(tmp_path / "r", "//- /app.py\n")
    (root / "names").mkdir()
    for number in range(40):
        (root / "names" / f"{'a' * 60}{number}").write_text("x")
    (root / "names" / ("a" * 60 + "b7")).write_text("x")
    (root / place).write_text(HOSTILE + "\n*.log\n")
    (root / "x.log").write_text("x")
    began = cpu()
    got = list_root(str(root), Config(), asked(), lambda: None)
    assert cpu() - began < 1
    assert got.source == "git"
    found = [file.path for file in got.files if file.path.startswith("names/a")]
    assert len(found) == 40
    assert ("x.log" in {file.path for file in got.files}) == (place == "names/.gitignore")
    assert got.problems == ()


@pytest.mark.parametrize("kind", ["fifo", "folder", "link", "device"])
def test_what_is_no_file_is_no_ignore_file(tmp_path: Path, kind: str) -> None:
    """Git would wait for a FIFO until its time is over."""
    root = make_repository(tmp_path / "r", "//- /app.py\n//- /docs/guide.md\n")
    for place in (root / ".gitignore", root / "docs" / ".gitignore", root / "lib" / ".gitattributes"):
        place.parent.mkdir(exist_ok=True)
        if kind == "fifo":
            os.mkfifo(place)
        elif kind == "folder":
            place.mkdir()
        elif kind == "link" or os.geteuid() != 0:
            place.symlink_to("/dev/zero")
        else:
            os.mknod(place, 0o20644, os.makedev(1, 5))
    began = time.monotonic()
    got = list_root(str(root), Config(), asked(), lambda: None)
    assert time.monotonic() - began < 15, "somebody waited for it"
    assert got.source == "git"
    assert [file.path for file in got.files] == ["app.py", "docs/guide.md"]
    assert len(got.problems) == 2
    assert all(problem.endswith("its rules are not applied") for problem in got.problems)


def test_a_repository_inside_is_not_looked_into(tmp_path: Path) -> None:
    """Git would read its HEAD, and wait for a FIFO there."""
    root = make_repository(tmp_path / "r", "//- /app.py\n")
    inner = root / "inner" / ".git"
    write_tree(inner, "//- /objects/x\n//- /refs/x\n")
    os.mkfifo(inner / "HEAD")
    began = time.monotonic()
    assert listed(root).repositories == (b"inner",)
    assert time.monotonic() - began < 15


def test_a_large_packed_refs_and_index_are_read_in_their_time(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r", "//- /app.py\n")
    commit = git(root, "rev-parse", "HEAD").strip()
    (root / ".git" / "packed-refs").write_text(
        "".join(f"{commit} refs/tags/v{number}\n" for number in range(200_000, 0, -1))
    )  # not sorted
    began = cpu()
    assert listed(root).tracked == (b"app.py",)
    assert cpu() - began < 5
    with (root / ".git" / "packed-refs").open("r+b") as file:
        file.truncate(500_000_000)  # no bytes on the disk
    got = list_files(asked(), str(root))
    assert got == no_git("large", path="packed-refs", size="500,000,000")
