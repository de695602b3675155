"""`helix-lsp verify`: report, exit codes, JSON, complaints."""

from __future__ import annotations

import json
import subprocess
import sys

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
