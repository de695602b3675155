"""What the command says of a model: what would be sent, that it was not used and why, and flags that do not go together."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.cli.run import Shell

STUB = Path(__file__).parent.parent / "support" / "hostile_command.py"
QUESTION = "what does ring_bell do?"


def with_model(verb: str, folder: Path) -> dict[str, str]:
    """The environment in which the stub is the model and may be used."""
    command = ",".join([sys.executable, str(STUB), verb, str(folder / "ids")])
    return {"HELIX_ASK_MODEL_PROVIDER": "command", "HELIX_ASK_MODEL_COMMAND": command, "HELIX_ASK_MODEL_CONSENT": "true"}


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
