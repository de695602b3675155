"""A stale index is never used unseen by a program: `--stale-policy`, and what each default is. Carries I10."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from helix_lsp.session.kept.lock import WriterLock, acquire
from tests.cli.run import Shell
from tests.cli.test_answers import valid

VERBS = {
    "query": ("query", "ring_bell"),
    "ask": ("ask", "what does ring_bell do?"),
    "align": ("align", "--text", "rings the great bell"),
    "mentions": ("mentions", "ring_bell"),
}


@pytest.fixture
def behind(shell: Shell) -> Iterator[Shell]:
    """An index that another process holds for writing, and a file that it has not come to."""
    status = json.loads(shell.run("index", "--json").text)
    lock = acquire(status["index_directory"])
    assert isinstance(lock, WriterLock)
    (shell.here / "bells" / "new.py").write_text("def muffle():\n    pass\n")
    yield shell
    lock.release()


@pytest.mark.parametrize("verb", VERBS)
def test_json_is_refused_with_the_reason_as_data_and_people_are_warned(behind: Shell, verb: str) -> None:
    done = behind.run(*VERBS[verb], "--json")
    said = json.loads(done.text)
    valid(said, "refusal.v1")
    assert (done.code, said["code"], said["reason"]["id"]) == (1, "stale", "files_differ")
    assert (said["reason"]["facts"]["behind"], said["index"]["behind"]) == ("1", 1)
    assert done.complaint == said["message"]
    warned = behind.run(*VERBS[verb])
    assert (warned.code, "1 file differs" in warned.err) == (0, True)


def test_a_caller_chooses(behind: Shell) -> None:
    warned = behind.run(*VERBS["query"], "--json", "--stale-policy", "warn")
    ignored = behind.run(*VERBS["query"], "--json", "--stale-policy", "ignore")
    assert (warned.code, ignored.code, ignored.err) == (0, 0, "")
    assert "1 file differs" in warned.complaint
    assert json.loads(warned.text) == json.loads(ignored.text)
    assert json.loads(warned.text)["index"]["fresh"] is False
    assert behind.run(*VERBS["query"], "--stale-policy", "fail").code == 1


def test_each_line_of_a_batch_is_refused_and_the_exit_code_says_so(behind: Shell) -> None:
    lines = b'{"id": 1, "question": "bell"}\n{"id": 2, "question": ""}\n'
    done = behind.run("query", "--jsonl", "--root", str(behind.here), stdin=lines)
    first, second = (json.loads(line) for line in done.out.splitlines())
    assert (done.code, first["error"]["reason"]["id"], first["error"]["code"]) == (1, "files_differ", "stale")
    assert second["error"]["code"] == "stale"
    done = behind.run("query", "--jsonl", "--root", str(behind.here), "--stale-policy", "ignore", stdin=lines)
    assert (done.code, json.loads(done.out.splitlines()[0])["result"]["index"]["fresh"]) == (0, False)


STATES: dict[str, Callable[[Path], object]] = {
    "as it was": lambda root: None,
    "a new file": lambda root: (root / "bells" / "new.py").write_text("def muffle():\n    pass\n"),
    "a file that changed": lambda root: (root / "README.md").write_text("# Another tower\n"),
    "a file that went": lambda root: (root / "docs" / "bells.md").unlink(),
    "another option of the index": lambda root: (root / "helix.toml").write_text(
        "[index]\nmax_file_bytes = 2000\n"
    ),
    "a file that moved": lambda root: (root / "docs" / "bells.md").rename(root / "docs" / "ringing.md"),
}


@pytest.mark.parametrize("state", STATES)
def test_six_states_and_three_policies(shell: Shell, state: str) -> None:
    """Another process holds the index for writing, so that no command can bring it up to date."""
    lock = acquire(json.loads(shell.run("index", "--json").text)["index_directory"])
    assert isinstance(lock, WriterLock)
    STATES[state](shell.here)
    fresh = state == "as it was"
    try:
        for policy in ("fail", "warn", "ignore"):
            done = shell.run(*VERBS["query"], "--json", "--stale-policy", policy)
            said = json.loads(done.text)
            refused = policy == "fail" and not fresh
            valid(said, "refusal.v1" if refused else "query-result.v1")
            assert (policy, done.code) == (policy, 1 if refused else 0)
            assert (policy, bool(done.err)) == (policy, not fresh and policy != "ignore")
            assert (policy, said["index"]["fresh"]) == (policy, fresh)
    finally:
        lock.release()


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_what_cannot_be_determined_counts_as_stale(shell: Shell) -> None:
    (shell.here / "bells" / "locked.py").write_text("x = 1\n")
    (shell.here / "bells" / "locked.py").chmod(0)
    done = shell.run(*VERBS["query"], "--json")
    assert (done.code, json.loads(done.text)["code"]) == (1, "stale")


def test_a_fresh_index_says_what_it_is_an_index_of(shell: Shell) -> None:
    status = json.loads(shell.run("index", "--json").text)
    valid(status, "index-status.v1")
    again = json.loads(shell.run("index", "--json", env={"PYTHONHASHSEED": "7"}).text)
    assert status["meta"]["created_at"].endswith("Z")
    assert {**status["meta"], "created_at": ""} == {**again["meta"], "created_at": ""}
    (shell.here / "README.md").write_text("# Another\n")
    assert json.loads(shell.run("index", "--json").text)["meta"]["snapshot"] != status["meta"]["snapshot"]
    (shell.here / "helix.toml").write_text("[search]\nper_file = 2\n")
    assert (
        json.loads(shell.run("index", "--json").text)["meta"]["config_sha256"]
        != status["meta"]["config_sha256"]
    )
