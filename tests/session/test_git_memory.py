"""Memory of git is bounded: an object that is small on the disk and large in memory is not read, and what was
not read of the history is said.
"""

from __future__ import annotations

import hashlib
import zlib
from pathlib import Path

import pytest

from tests.cli.run import Shell
from tests.support.repository import git, make_repository

LARGE = 300_000_000  # bytes of one commit message; 0.3 MB on the disk
FILES = """
    //- /app.py
    def fire():
        return 1
    //- /docs/guide.md
    Call `fire()`.
"""


def large_commit(root: Path) -> str:
    """A commit on top of the last one whose message is LARGE bytes long, as a loose object; its id."""
    parent = git(root, "rev-parse", "HEAD").strip()
    tree = git(root, "rev-parse", "HEAD^{tree}").strip()
    who = "a <a@b> 1700000000 +0000"
    head = f"tree {tree}\nparent {parent}\nauthor {who}\ncommitter {who}\n\n".encode()
    digest, squeezed, out = hashlib.sha1(), zlib.compressobj(1), list[bytes]()
    part = b"a" * 10_000_000
    for data in (b"commit %d\0" % (len(head) + LARGE) + head, *[part] * (LARGE // len(part))):
        digest.update(data)
        out.append(squeezed.compress(data))
    name = digest.hexdigest()
    place = root / ".git" / "objects" / name[:2] / name[2:]
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(b"".join([*out, squeezed.flush()]))
    return name


@pytest.fixture
def project(tmp_path: Path) -> Shell:
    return Shell(here=make_repository(tmp_path / "work", FILES), cache=tmp_path / "cache")


def test_a_checked_out_commit_that_is_too_large_is_said_with_its_reason(project: Shell):
    (project.here / ".git/refs/heads/main").write_text(large_commit(project.here) + "\n")
    got = project.run("drift")
    assert "git history not read (git rev-parse: attempting to allocate" in got.text
    said = project.run("pr", "explain").err
    assert "the checked-out commit cannot be read (git rev-parse: attempting to allocate" in said


def test_a_commit_below_it_that_is_too_large_is_said_too(project: Shell):
    name = large_commit(project.here)
    tree = git(project.here, "rev-parse", "HEAD^{tree}").strip()
    who = "a <a@b> 1700000001 +0000"
    body = project.here.parent / "commit"
    body.write_text(f"tree {tree}\nparent {name}\nauthor {who}\ncommitter {who}\n\ntop\n")
    top = git(project.here, "hash-object", "-t", "commit", "-w", str(body)).strip()
    (project.here / ".git/refs/heads/main").write_text(top + "\n")
    assert "git history" in project.run("drift").text
    assert "attempting to allocate" in project.run("drift").text


def test_an_honest_history_and_none_at_all_have_no_reason(project: Shell):
    assert "git history" not in project.run("drift").text
