"""`helix-lsp verify`: report, exit codes, JSON, complaints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from helix_lsp.session.semantic.open_likeness import unavailable
from tests.cli.run import Shell
from tests.cli.test_answers import valid


def test_a_claim_passes_or_is_exit_code_1(shell: Shell):
    done = shell.run("verify", "claim", "The bells are cleaned in spring.")
    assert done.code == 0
    assert done.text.splitlines()[0] == "pass    The bells are cleaned in spring"
    assert done.text.splitlines()[-1] == "1 of 1 claim supported by the sources."
    done = shell.run("verify", "claim", "The", "bells", "are", "cleaned", "in", "autumn", "(docs/bells.md:9)")
    assert done.code == 1
    assert done.text.startswith("review  The bells are cleaned in autumn\n")


def test_what_ask_prints_can_be_verified(shell: Shell):
    answer = shell.run("ask", "what does ring_bell do?")
    done = shell.run("verify", "answer", "-", stdin=answer.out)
    assert done.code == 0, done.text
    envelope = shell.run("ask", "what does ring_bell do?", "--json")
    done = shell.run("verify", "answer", "-", "--json", stdin=envelope.out)
    assert done.code == 0
    valid(json.loads(done.text), "claim-audit.v2")


def test_wrong_use_is_one_line(shell: Shell):
    assert "cannot be read" in shell.run("verify", "answer", "nowhere.md").complaint
    assert "empty" in shell.run("verify", "claim", " ").complaint
    assert "no claim" in shell.run("verify", "answer", "-", stdin=b"# Title\n").complaint
    assert "the answer is empty" in shell.run("verify", "answer", "-", stdin=b" \n").complaint
    assert "is not text" in shell.run("verify", "answer", "-", stdin=b"kept \0 here (a.py:1).").complaint
    assert shell.run("verify", "answer", "-", stdin=b"{").code == 2


def test_a_closed_stdin_is_said_in_one_line(shell: Shell):
    code = "import os,sys; os.close(0); os.execv(sys.executable, [sys.executable, '-m', 'helix_lsp', 'verify', 'answer', '-'])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=shell.here,
        capture_output=True,
        env=shell.environment(),
        check=False,
        timeout=240,
    )
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        "helix-lsp: - reads the answer from stdin, and stdin is closed; name a file"
    ]


RULES = """# Harbour rules

A ferry must signal twice before it leaves the harbour.

Boats under sail keep to the west of the channel.
"""


def test_a_document_from_outside_is_added_bears_a_claim_out_and_is_removed(shell: Shell, tmp_path: Path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/harbour.md").write_text(RULES, encoding="utf-8")
    (tmp_path / "rules/copy.txt").write_text(RULES, encoding="utf-8")
    (tmp_path / "rules/picture.md").write_bytes(b"\0")
    claim = ("verify", "claim", "A ferry must signal twice before it leaves the harbour.")
    assert shell.run(*claim).code == 1
    done = shell.run(
        "evidence", "add", str(tmp_path / "rules"), "--grade", "C", "--date", "2019-04-01", "--json"
    )
    assert done.code == 0
    added = json.loads(done.text)
    valid(added, "evidence-sources.v1")
    assert [one["title"] for one in added["added"] + added["known"]] == ["Harbour rules"] * 2
    assert [row["why"] for row in added["refused"]] == ["is not a text"]
    listed = json.loads(shell.run("evidence", "list", "--json").text)
    valid(listed, "evidence-sources.v1")
    [source] = listed["kept"]  # the same content twice is one source
    done = shell.run(*claim, "--json")
    assert done.code == 0
    sent = json.loads(done.text)
    valid(sent, "claim-audit.v2")
    [one] = sent["claims"]
    [outside] = one["outside"]
    assert (one["status"], outside["start_line"], outside["grade"]) == ("PASS", 3, "C")
    assert outside["source_sha256"] == source["content_sha256"]
    assert "outside the repository: Harbour rules" in shell.run(*claim).text
    assert shell.run(*claim, "--min-grade", "B").code == 1  # not good enough: it is not looked at
    assert shell.run("evidence", "add", str(tmp_path / "rules/harbour.md"), "--grade", "A").code == 0
    assert shell.run(*claim, "--min-grade", "B").code == 0
    removed = json.loads(shell.run("evidence", "remove", source["content_sha256"][:12], "--json").text)
    valid(removed, "evidence-sources.v1")
    assert len(removed["removed"]) == 1
    assert shell.run("evidence", "list").text == "0 sources kept\n"
    assert shell.run(*claim).code == 1
    assert shell.run("evidence", "remove", "nowhere").code == 2
    assert shell.run("evidence", "add", "https://harbour.example/rules", "--grade", "A").code == 2


def test_a_document_from_outside_never_speaks_against_the_code(shell: Shell, tmp_path: Path):
    (Path(shell.here) / "bells/limits.py").write_text("RETRY_LIMIT = 5\n", encoding="utf-8")
    (tmp_path / "spec.md").write_text("# Spec\n\nThe retry limit is 7.\n", encoding="utf-8")
    assert shell.run("evidence", "add", str(tmp_path / "spec.md"), "--grade", "A").code == 0
    done = shell.run("verify", "claim", "The retry limit is 7.", "--json")
    assert (done.code, json.loads(done.text)["claims"][0]["status"]) == (1, "CONTRADICTED")
    assert shell.run("verify", "claim", "The retry limit is 5.").code == 0


@pytest.mark.skipif(unavailable() != "", reason="the extra `semantic` is not installed")
def test_with_the_extra_a_passage_is_also_found_by_its_meaning(shell: Shell, tmp_path: Path):
    (tmp_path / "harbour.md").write_text(RULES, encoding="utf-8")
    assert shell.run("evidence", "add", str(tmp_path / "harbour.md"), "--grade", "A").code == 0
    claim = ("verify", "claim", "A ship has to sound its horn two times prior to departure.")
    done = shell.run(*claim, "--json", env={"HELIX_ASK_SEARCH_MEANING": "on"})
    sent = json.loads(done.text)
    valid(sent, "claim-audit.v2")
    [one] = sent["claims"]
    [outside] = one["outside"]
    assert (done.code, outside["start_line"], outside["carries"]) == (1, 3, False)
    without = json.loads(shell.run(*claim, "--json").text)["claims"][0]
    assert one["status"] == without["status"]
    assert "outside" not in without
    assert (
        "alike, and no proof: Harbour rules" in shell.run(*claim, env={"HELIX_ASK_SEARCH_MEANING": "on"}).text
    )
