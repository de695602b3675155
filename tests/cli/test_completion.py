"""`helix-lsp completion`: the script completes in a real shell what the program takes, and starts nothing."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from helix_lsp.cli.arguments import build_parser
from tests.cli.run import Shell

VERBS = next(
    tuple(action.choices) for action in build_parser()._actions if action.dest == "verb" and action.choices
)
BASH = r"""
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
$(complete -p helix-lsp | sed -E 's/.*-F ([^ ]+) .*/\1/')
printf '%s\n' "${COMPREPLY[@]}"
"""


def completed(shell: Shell, tmp_path: Path, *words: str) -> set[str]:
    script = tmp_path / "completion.bash"
    script.write_bytes(shell.run("completion", "bash").out)
    done = subprocess.run(
        ["bash", "--norc", "-c", BASH, "bash", str(script), "helix-lsp", *words],
        cwd=shell.here,
        env={"PATH": "/usr/bin:/bin"},  # helix-lsp is not on it
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stderr == ""
    return {line.rstrip() for line in done.stdout.splitlines()}


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_bash_completes_verbs_flags_choices_and_folders(shell: Shell, tmp_path: Path):
    assert set(VERBS) <= completed(shell, tmp_path, "")
    assert completed(shell, tmp_path, "dri") == {"drift"}
    assert {"show", "clear"} <= completed(shell, tmp_path, "cache", "")
    assert completed(shell, tmp_path, "drift", "--sar") == {"--sarif"}
    assert completed(shell, tmp_path, "ask", "--verbosity", "ex") == {"extended"}
    assert completed(shell, tmp_path, "status", "--root", "be") == {"bells"}


@pytest.mark.parametrize("kind", ["zsh", "fish"])
def test_the_others_know_every_verb(shell: Shell, tmp_path: Path, kind: str):
    script = shell.run("completion", kind).text
    assert [verb for verb in VERBS if verb not in script] == []
    program = shutil.which(kind)
    if program is not None:
        path = tmp_path / "script"
        path.write_text(script, encoding="utf-8")
        assert subprocess.run([program, "-n", str(path)], check=False, timeout=60).returncode == 0


def test_another_shell_is_wrong_use(shell: Shell):
    assert "bash, zsh, fish" in shell.run("completion", "tcsh").complaint
