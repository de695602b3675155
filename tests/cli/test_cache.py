"""`helix-lsp cache`: what is kept is listed with its project, and goes only where that is safe and wanted."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from helix_lsp.session.kept.lock import WriterLock, acquire
from tests.cli.run import Shell


@pytest.fixture
def other(shell: Shell, tmp_path: Path) -> Path:
    """A second project; both are indexed."""
    place = tmp_path / "other"
    place.mkdir()
    (place / "a.py").write_text("def toll(): pass\n", encoding="utf-8")
    for root in (shell.here, place):
        assert shell.run("index", "--root", str(root)).code == 0
    return place


def kept(shell: Shell) -> list[Path]:
    return sorted(shell.cache.iterdir())


def test_show_names_folder_projects_and_sizes(shell: Shell, other: Path):
    (shell.cache / "not-an-index").mkdir()
    lines = shell.run("cache", "show").text.splitlines()
    assert lines[0] == str(shell.cache)
    assert {line.split("  ")[-1] for line in lines[1:-1]} == {str(shell.here), str(other)}
    assert lines[-1].endswith(" MB  2 indexes")


def test_show_without_any(shell: Shell):
    assert shell.run("cache", "show").text.splitlines()[-1].endswith("0 indexes")


def test_clear_removes_one_and_the_next_command_makes_it_again(shell: Shell, other: Path):
    done = shell.run("cache", "clear", "--yes")
    assert done.code == 0
    assert str(shell.here) in done.text
    assert [path.name.startswith("other-") for path in kept(shell)] == [True]
    assert shell.run("query", "ring_bell").code == 0


def test_the_project_may_be_gone(shell: Shell, other: Path):
    (other / "a.py").unlink()
    other.rmdir()
    assert shell.run("cache", "clear", "--yes", "--root", str(other)).code == 0
    assert [path.name.startswith("tower-") for path in kept(shell)] == [True]


def test_clear_all_touches_nothing_else(shell: Shell, other: Path, tmp_path: Path):
    stranger = shell.cache / "notes-0123456789abcdef"  # bears such a name, and no index was begun in it
    stranger.mkdir()
    link = shell.cache / "link-0123456789abcdef"
    link.symlink_to(kept(shell)[0])
    assert shell.run("cache", "clear", "--all", "--yes").code == 0
    assert kept(shell) == sorted([link, stranger])


def test_nothing_goes_unasked(shell: Shell, other: Path):
    done = shell.run("cache", "clear", "--all")
    assert (done.code, done.out) == (2, b"")
    assert "--yes" in done.complaint
    assert len(kept(shell)) == 2


@pytest.mark.parametrize(("said", "code", "left"), [(b"n\n", 1, 2), (b"\n", 1, 2), (b"y\n", 0, 0)])
def test_a_person_is_asked(shell: Shell, other: Path, said: bytes, code: int, left: int):
    mine, theirs = pty.openpty()
    os.write(mine, said)
    done = subprocess.run(
        [sys.executable, "-m", "helix_lsp", "cache", "clear", "--all"],
        cwd=shell.here,
        env=shell.environment(),
        stdin=theirs,
        capture_output=True,
        check=False,
        timeout=60,
    )
    os.close(theirs)
    os.close(mine)
    assert done.returncode == code
    assert b"2 indexes" in done.stderr
    assert len(kept(shell)) == left


def test_an_index_that_is_written_stays(shell: Shell, other: Path):
    held = acquire(str(kept(shell)[1]))
    assert isinstance(held, WriterLock)
    try:
        done = shell.run("cache", "clear", "--yes")
        assert done.code == 2
        assert f"process {os.getpid()} writes the index" in done.complaint
        assert f"process {os.getpid()} writes it" in shell.run("cache", "show").text
    finally:
        held.release()
    assert len(kept(shell)) == 2


def test_nothing_to_clear(shell: Shell):
    assert shell.run("cache", "clear").code == 0
    assert shell.run("cache", "clear", "--all").code == 0
