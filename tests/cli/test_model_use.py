"""What the command says of a model: what would be sent, that it was not used and why, and flags that do not
go together.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tests.cli.run import Shell

STUB = Path(__file__).parent.parent / "support" / "hostile_command.py"
QUESTION = "what does ring_bell do?"


def with_model(verb: str, folder: Path) -> dict[str, str]:
    """The environment in which the stub is the model and may be used."""
    command = ",".join([sys.executable, str(STUB), verb, str(folder / "ids")])
    return {
        "HELIX_ASK_MODEL_PROVIDER": "command",
        "HELIX_ASK_MODEL_COMMAND": command,
        "HELIX_ASK_MODEL_CONSENT": "true",
    }


def test_a_model_that_fails_leaves_the_deterministic_answer_and_one_note(shell: Shell, tmp_path: Path):
    without = shell.run("ask", QUESTION)
    failed = shell.run("ask", QUESTION, env=with_model("fail", tmp_path))
    assert failed.code == 0
    assert len((tmp_path / "ids").read_text().splitlines()) == 1, "the model was not asked"
    assert failed.text == without.text
    assert [line for line in failed.err.splitlines() if "the model's answer is not used: " in line]


def test_the_preview_sends_nothing_and_does_not_go_with_json(shell: Shell, tmp_path: Path):
    shown = shell.run("ask", QUESTION, "--preview", env=with_model("answer", tmp_path))
    assert shown.code == 0
    assert QUESTION in shown.text
    assert "Rings the great bell" in shown.text
    assert not (tmp_path / "ids").exists()
    both = shell.run("ask", QUESTION, "--preview", "--json", env=with_model("answer", tmp_path))
    assert both.code == 2
    assert "--json" in both.complaint
    assert not (tmp_path / "ids").exists()


def test_the_pack_is_what_a_model_would_get_and_needs_none(shell: Shell, tmp_path: Path):
    shown = shell.run("ask", QUESTION, "--pack")
    assert (shown.code, shown.err) == (0, "")
    assert shown.text.startswith("[1] ")
    assert "Rings the great bell" in shown.text
    counted = re.search(r"(\d+) places, ([\d,]+) bytes; about ([\d,]+) tokens with the rules\n\Z", shown.text)
    assert counted
    assert len(re.findall(r"(?m)^\[\d+\] \S+:L\d+-L\d+ ", shown.text)) == int(counted[1]) > 1
    assert shell.run("ask", QUESTION, "--pack", env=with_model("answer", tmp_path)).text == shown.text
    assert not (tmp_path / "ids").exists(), "the model was asked"


def test_the_pack_of_what_is_not_there_says_so_and_it_goes_alone(shell: Shell):
    assert (
        shell.run("ask", "how does the warp drive plasma inject neutrinos?", "--pack").text
        == "no evidence: the answer is no evidence\n"
    )
    for other in ("--json", "--preview"):
        both = shell.run("ask", QUESTION, "--pack", other)
        assert both.code == 2
        assert f"--pack prints the evidence alone: it does not go with {other}" in both.complaint


def test_a_passage_is_written_only_where_the_user_says_so_and_costs_the_call(shell: Shell, tmp_path: Path):
    env = with_model("answer", tmp_path)
    done = shell.run("ask", QUESTION, "--hypothesis", "--explain", env=env)
    assert done.code == 0
    assert len((tmp_path / "ids").read_text().splitlines()) == 1, "the model was not asked exactly once"
    assert "hypothetical passage" in done.text
    assert "the model's answer is not used" not in done.err
    assert done.text.split("\n\n")[0] == shell.run("ask", QUESTION).text.split("\n\n")[0]
    asked = shell.run("status", "--telemetry", env=env).text
    assert "model_calls            1" in asked
    for other in ("--dry-run", "--preview", "--pack"):
        both = shell.run("ask", QUESTION, "--hypothesis", other, env=env)
        assert both.code == 2
        assert "--hypothesis spends the call of the model" in both.complaint
    assert "--hypothesis needs a model" in shell.run("ask", QUESTION, "--hypothesis").complaint
    assert len((tmp_path / "ids").read_text().splitlines()) == 1
