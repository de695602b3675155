"""`helix-lsp drift` and `mentions`: report, exit codes, JSON, SARIF, baseline, batch; with a real git history."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.run import Shell
from tests.cli.test_answers import valid


@pytest.fixture
def past(shell: Shell) -> Shell:
    """Two commits: the second renames a function that a document, written in the first, goes on naming."""
    root = Path(shell.here)

    def git(*words: str, day: str) -> None:
        who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        env = shell.environment(GIT_COMMITTER_DATE=f"2020-01-{day}T00:00:00Z", GIT_AUTHOR_DATE=f"2020-01-{day}T00:00:00Z")
        subprocess.run(["git", "-C", str(root), *who, *words], check=True, capture_output=True, env=env)

    (root / "docs/rope.md").write_text("# Rope\n\nCall `check_rope` and `ring_bell`.\n", encoding="utf-8")
    git("init", "-q", day="01")
    git("add", ".", day="01")
    git("commit", "-qm", "one", day="01")
    tower = root / "bells/tower.py"
    tower.write_text(tower.read_text("utf-8").replace("check_rope", "check_cable"), encoding="utf-8")
    git("commit", "-qam", "two", day="02")
    return shell


def test_a_renamed_function_is_found_with_its_new_name(past: Shell):
    done = past.run("drift", "docs/rope.md")
    assert done.code == 1
    assert done.text.startswith("docs/rope.md:3:7  check_rope  (0.85)\n")
    assert "perhaps: check_cable" in done.text
    done = past.run("drift", "docs/rope.md", "--json")
    report = json.loads(done.text)
    valid(report, "drift-report.v1")
    assert [(f["reference"], f["suggestions"], f["last_path"]) for f in report["findings"]] == [("check_rope", ["check_cable"], "bells/tower.py")]
    sarif = json.loads(past.run("drift", "docs/rope.md", "--sarif").text)
    assert sarif["version"] == "2.1.0"
    assert sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"] == {"startLine": 3, "startColumn": 7, "endColumn": 17}


def test_a_baseline_silences_what_is_there_today(past: Shell):
    assert past.run("drift", "--write-baseline").code == 0
    done = past.run("drift", "docs/rope.md")
    assert done.code == 0
    assert "1 in the baseline" in done.text
    assert past.run("drift", "--baseline", "nowhere.json").code == 2


def test_a_batch_answers_about_a_document_and_about_one_reference(past: Shell):
    asked = [
        {"id": 1, "doc": "docs/rope.md"},
        {"id": 2, "doc": "docs/rope.md", "line": 3, "reference": "ring_bell"},
        {"id": 3, "doc": "docs/rope.md", "line": 3, "reference": "check_rope"},
        {"id": 4, "doc": "docs/none.md"},
    ]
    done = past.run("drift", "--jsonl", stdin="\n".join(json.dumps(a) for a in asked).encode())
    whole, live, stale, wrong = (json.loads(line) for line in done.text.splitlines())
    assert [f["reference"] for f in whole["findings"]] == ["check_rope"]
    assert [(f["reference"], f["stale"]) for f in live["findings"] + stale["findings"]] == [("ring_bell", False), ("check_rope", True)]
    assert "error" in wrong


def test_mentions_of_a_symbol(past: Shell):
    done = past.run("mentions", "ring_bell", "--json")
    assert done.code == 0
    found = json.loads(done.text)
    valid(found, "mentions.v1")
    assert ("docs/rope.md", 3, "Rope") in [(m["path"], m["line"], m["section"]) for m in found["mentions"]]
    assert past.run("mentions", "nothing_here").text == "nothing here defines nothing_here\n"
