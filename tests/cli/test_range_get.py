"""`helix-lsp range get`: each field of a reference is held against the files, and what is not true is refused
as data. Carries I5.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import Done, Shell
from tests.cli.test_answers import valid
from tests.support.repository import git

OTHER = "1" * 40


@pytest.fixture
def tower(shell: Shell) -> Shell:
    """The tower as a repository whose remote has credentials in its address."""
    git(shell.here, "init", "-q", "-b", "main")
    git(shell.here, "remote", "add", "origin", "https://user:sesame@example.org/tower.git")
    git(shell.here, "add", "-A")
    git(shell.here, "commit", "-q", "-m", "one")
    return shell


def cited(shell: Shell, *words: str) -> dict[str, Any]:
    done = shell.run("query", "ring_bell", "-k", "1", "--json", *words)
    assert "sesame" not in done.text
    ref = json.loads(done.text)["results"][0]["range_ref"]
    valid(ref, "range-ref.v1")
    return ref


def got(shell: Shell, ref: object, *words: str) -> Done:
    return shell.run("range", "get", "--ref", "-", *words, stdin=json.dumps(ref).encode())


def test_a_reference_names_the_repository_the_commit_and_the_blob(tower: Shell) -> None:
    ref = cited(tower)
    head = git(tower.here, "rev-parse", "HEAD").strip()
    assert ref["repo_id"] == f"git:{head}"
    assert ref["commit"] == head
    assert ref["blob"] == git(tower.here, "rev-parse", f"HEAD:{ref['path']}").strip()
    git(tower.here, "commit", "-q", "--allow-empty", "-m", "two")
    assert cited(tower)["repo_id"] == f"git:{head}"
    below = cited(tower, "--root", str(tower.here / "bells"))
    assert (below["repo_id"], below["path"]) == (f"git:{head}/bells", "tower.py")


def test_a_file_that_no_commit_holds_has_a_blob_and_no_commit(tower: Shell) -> None:
    (tower.here / "bells/tower.py").write_text("def ring_bell():\n    return 'dong'\n")
    ref = cited(tower)
    assert "commit" not in ref
    assert ref["blob"] == git(tower.here, "hash-object", "bells/tower.py").strip()


def test_outside_git_and_in_a_shallow_clone_the_identity_is_the_folders(tower: Shell, tmp_path: Path) -> None:
    git(tower.here, "commit", "-q", "--allow-empty", "-m", "two")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{tower.here}", "shallow")
    shallow = cited(tower, "--root", str(tmp_path / "shallow"))
    shutil.rmtree(tower.here / ".git")
    ids = [shallow["repo_id"], cited(tower)["repo_id"]]
    assert all(re.fullmatch(r"folder:[0-9a-f]{40}", one) for one in ids)
    assert len(set(ids)) == 2


@pytest.mark.parametrize(
    ("change", "reason", "code"),
    [
        ({"repo_id": f"git:{OTHER}"}, "other_repository", 1),
        ({"content_sha256": "0" * 64}, "bytes_differ", 1),
        ({"start_line": 1}, "lines_differ", 1),
        ({"end_line": 900}, "lines_differ", 1),
        ({"chunk_id": "0" * 20}, "chunk_differs", 1),
        ({"blob": OTHER}, "commit_differs", 1),
        ({"end_byte": 10_000_000}, "past_the_end", 1),
        ({"path": "bells/gone.py"}, "file_gone", 1),
        ({"path": "../outside.py"}, "path_refused", 2),
        ({"end_byte": 0}, "empty_range", 2),
    ],
)
def test_a_field_that_is_not_true_is_refused_as_data(
    tower: Shell, change: dict[str, Any], reason: str, code: int
) -> None:
    done = got(tower, cited(tower) | change, "--json")
    said = json.loads(done.text)
    valid(said, "refusal.v1")
    assert (done.code, said["reason"]["id"]) == (code, reason)
    assert done.complaint == said["message"]


def test_what_cannot_be_checked_is_named(tower: Shell) -> None:
    found = json.loads(got(tower, cited(tower) | {"commit": OTHER}, "--json").text)
    assert found["provenance"]["unchecked"] == ["commit"]
    assert found["provenance"]["whole_file"] == "same"
    whole = json.loads(got(tower, cited(tower), "--json", "--context", "2").text)
    for one in (found, whole):
        valid(one, "range-text.v1")
        assert (one["status"], one["reason"], one["provenance"]["from"]) == ("exact", "", "workspace")
    assert whole["provenance"]["unchecked"] == []
    lines = (tower.here / "bells/tower.py").read_text().splitlines()
    first, last = whole["lines"]
    assert whole["context"] == {"before": lines[first - 3 : first - 1], "after": lines[last : last + 2]}


def test_bytes_that_changed_are_refused_or_given_as_the_commit_has_them(tower: Shell) -> None:
    ref = cited(tower)
    before = got(tower, ref).out
    file = tower.here / "bells/tower.py"
    file.write_text("# a line above\n" + file.read_text())
    refused = got(tower, ref)
    assert (refused.code, refused.out) == (1, b"")
    for policy, words in (("warn", "bytes changed"), ("ignore", "")):
        done = got(tower, ref, "--stale-policy", policy)
        assert (done.code, done.out) == (0, before)
        assert words in done.err if words else not done.err
    said = json.loads(got(tower, ref, "--stale-policy", "ignore", "--json").text)
    valid(said, "range-text.v1")
    assert (said["status"], "bytes changed" in said["reason"]) == ("stale", True)
    assert "bytes_differ" in [one["id"] for one in said["provenance"]["not_true"]]


def test_a_batch_gives_each_reference_or_its_reason(tower: Shell) -> None:
    ref = cited(tower)
    lines = [ref, {"id": "x", "ref": ref}, {"id": "y", "ref": ref | {"repo_id": f"git:{OTHER}"}}]
    sent = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    done = tower.run("range", "get", "--jsonl", stdin=sent)
    first, second, third = (json.loads(line) for line in done.out.splitlines())
    assert done.code == 1
    valid(first["range"], "range-text.v1")
    assert first["range"]["sha256"] == second["range"]["sha256"] == ref["content_sha256"]
    assert (second["id"], third["id"]) == ("x", "y")
    assert (third["error"]["code"], third["error"]["reason"]["id"]) == ("stale", "other_repository")
    assert tower.run("range", "get", "--jsonl", stdin=sent.splitlines(keepends=True)[0]).code == 0
