"""The folder walk and its ignore rules, on what a folder can hold."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from pathlib import Path

import pytest

from helix_lsp.config import SessionConfig
from helix_lsp.errors import Cancelled
from helix_lsp.session.disk.walk import Walked, walk
from tests.support.drop import as_nobody
from tests.support.repository import git
from tests.support.tree import write_tree

CFG = SessionConfig()


def never() -> None:
    """A check that never cancels."""


def walked(root: Path, tree: str = "", cfg: SessionConfig = CFG) -> Walked:
    write_tree(root, tree)
    return walk(str(root), cfg, never)


def paths(got: Walked) -> list[str]:
    return sorted(path for path, *_ in got.files)


def skipped(got: Walked) -> dict[str, str]:
    return {skip.path: skip.reason for skip in got.skips.listed()}


def test_dependency_and_hidden_folders_are_left_out(tmp_path: Path) -> None:
    got = walked(
        tmp_path,
        "\n".join(
            f"//- /{path}"
            for path in (
                "a.py",
                ".hidden/b",
                ".github/ci.yml",
                "node_modules/x/i.js",
                "src/__pycache__/c",
                "src/d",
                ".eslintrc",
            )
        ),
    )
    assert paths(got) == [".eslintrc", ".github/ci.yml", "a.py", "src/d"]
    assert skipped(got) == {
        ".hidden": "hidden folder",
        "node_modules": "dependency folder",
        "src/__pycache__": "dependency folder",
    }


RULES = """
    //- /.gitignore
    # comment
    *.log
    /top.txt
    out/
    deep/**/skip.md
    !keep.log
    trailing\\
    //- /a/.gitignore
    !b.log
    local
    //- /a/.ignore
    c.txt
    //- /a/b.log
    //- /a/c.txt
    //- /a/c.log
    //- /a/local/x
    //- /b/local/x
    //- /keep.log
    //- /top.txt
    //- /sub/top.txt
    //- /out/x.py
    //- /sub/out/x.py
    //- /sub/out.py
    //- /deep/skip.md
    //- /deep/1/2/skip.md
    //- /deep/1/2/show.md
"""


def test_ignore_rules_nest(tmp_path: Path) -> None:
    assert paths(walked(tmp_path, RULES)) == [
        ".gitignore",
        "a/.gitignore",
        "a/.ignore",
        "a/b.log",
        "b/local/x",
        "deep/1/2/show.md",
        "keep.log",
        "sub/out.py",
        "sub/top.txt",
    ]


def test_ignore_rules_mean_what_git_means(tmp_path: Path) -> None:
    walked(tmp_path, RULES)
    (tmp_path / "a" / ".ignore").unlink()
    git(tmp_path, "init", "-q")
    said = git(tmp_path, "ls-files", "-z", "-o", "--exclude-standard").split("\0")
    assert paths(walked(tmp_path)) == sorted(path for path in said if path)


def test_a_hostile_ignore_file_cannot_stall(tmp_path: Path) -> None:
    (tmp_path / ("a" * 250)).write_text("")
    (tmp_path / ("a" * 240 + "b")).write_text("")
    (tmp_path / ".gitignore").write_text(
        "*a*a*a*a*a*a*a*a*a*a*b\n" + "**/a/" * 9 + "\n[z-a]\n" + "x\n" * 200_000
    )
    began = time.process_time()
    got = walked(tmp_path)
    assert time.process_time() - began < 5, "a rule is tried in every way there is"
    assert paths(got) == [".gitignore", "a" * 250]
    assert got.problems == (".gitignore: only the first 262144 bytes are applied",)


def test_rules_that_would_take_too_long_are_not_applied_and_that_is_said(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text(
        "plain\n" + "\n".join(f"[!{chr(65 + n % 50)}]*a*{n}" for n in range(10_000))
    )
    for n in range(3_000):
        (tmp_path / f"{'a' * 60}{n}").write_text("")
    (tmp_path / "plain").write_text("")
    began = time.process_time()
    got = walked(tmp_path)
    assert time.process_time() - began < 5
    assert got.problems == ("the ignore rules take too long to apply; some of them were not",)
    assert "plain" not in paths(got)
    assert "a" * 60 + "2999" in paths(got)


@pytest.mark.parametrize(
    "data", [b"\xff\xfe*\n", b"!\n", b"[\n", b"\\\n", b"a[\n*.log", b"\x00\n", b"***\n", b"!!a\n"]
)
def test_strange_ignore_files_do_not_fail(tmp_path: Path, data: bytes) -> None:
    (tmp_path / ".gitignore").write_bytes(data)
    (tmp_path / "file").write_text("")
    assert "file" in paths(walked(tmp_path)) or data == b"***\n"


def test_links_loops_and_what_is_no_file(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write_tree(root, "//- /d/f\n")
    (root / "d" / "up").symlink_to("..")
    (root / "self").symlink_to("self")
    (root / "out").symlink_to(tmp_path)
    (root / "slash").symlink_to("/")
    os.mkfifo(root / "fifo")
    here = Path.cwd()
    os.chdir(root)
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind("sock")
    finally:
        os.chdir(here)
    os.link(root / "d" / "f", root / "e")
    got = walked(root)
    assert paths(got) == ["e"]
    assert skipped(got) == {
        "d/f": "same file",
        "d/up": "symlink",
        "fifo": "fifo",
        "out": "symlink",
        "self": "symlink",
        "slash": "symlink",
        "sock": "socket",
    }


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount")
def test_a_folder_mounted_into_itself_is_entered_once(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write_tree(root, "//- /d/f\n//- /inner/x\n")
    script = f"mount --bind {root} {root}/inner && exec python3 -c 'import time; print(1, flush=True); time.sleep(60)'"
    child = subprocess.Popen(
        ["unshare", "-m", "sh", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with child:
        assert child.stdout is not None
        if child.stdout.readline() == b"":
            assert child.wait() != 0  # this machine forbids mounts; the loop of links above stands for it
            return
        try:
            got = walked(Path(f"/proc/{child.pid}/root{root}"))
            assert paths(got) == ["d/f"]
            assert skipped(got) == {"inner": "same file"}
        finally:
            child.kill()


def test_unreadable_folders_are_reported(tmp_path: Path) -> None:
    """Walked by a child without root's powers."""
    write_tree(tmp_path, "//- /open/f\n//- /closed/f\n")
    (tmp_path / "closed").chmod(0)
    said = as_nobody(lambda: repr((paths(got := walk(str(tmp_path), CFG, never)), skipped(got))), tmp_path)
    (tmp_path / "closed").chmod(0o700)
    assert said == "(['open/f'], {'closed': 'unreadable'})"


def test_a_left_out_folder_is_not_entered(tmp_path: Path) -> None:
    write_tree(tmp_path, "//- /idx/f\n//- /g\n")
    assert paths(walk(str(tmp_path), CFG, never, leave_out="idx")) == ["g"]


def test_deep_folders_do_not_recurse(tmp_path: Path) -> None:
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(600):
        os.mkdir("d", dir_fd=here)
        deeper = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = deeper
    os.close(here)
    try:
        walked(tmp_path)
    finally:
        subprocess.run(["rm", "-rf", str(tmp_path / "d")], check=True)


def test_cancel_is_heard(tmp_path: Path) -> None:
    write_tree(tmp_path, "\n".join(f"//- /{n}/f" for n in range(5)))
    calls: list[int] = []

    def check() -> None:
        calls.append(1)
        if len(calls) == 3:
            raise Cancelled("stop")

    with pytest.raises(Cancelled):
        walk(str(tmp_path), CFG, check)
    assert len(calls) == 3


def test_a_missing_root_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        walk(str(tmp_path / "gone"), CFG, never)
