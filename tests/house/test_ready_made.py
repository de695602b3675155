"""The action and the hooks that other repositories use: every command in them is one that the program takes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from helix_lsp.cli.arguments import parse

ROOT = Path(__file__).resolve().parents[2]
_COMMAND = re.compile(r"helix-lsp (?:[^\n|>]*)")
MORE = {"helix-lsp eval": " --gold gold.json"}  # what the hook's user has to give


def commands() -> list[str]:
    texts = [(ROOT / name).read_text("utf-8") for name in ("action.yml", ".pre-commit-hooks.yaml")]
    return [found.strip() for text in texts for found in _COMMAND.findall(text)]


@pytest.mark.parametrize("command", commands())
def test_a_command_is_taken(command: str) -> None:
    words = shlex.split(command + MORE.get(command, ""))
    assert parse(words[1:]).verb == words[1]


def test_each_hook_has_what_the_runner_asks_for() -> None:
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8").split("- id: ")[1:]
    assert len(hooks) == 2
    for hook in hooks:
        assert {"name", "entry", "language"} <= set(re.findall(r"^  (\w+):", hook, re.MULTILINE))
