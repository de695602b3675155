"""The tutorial of the command line works by its own text: its commands are run in its order, in a project that has what
it asks for.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.cli.run import ROOT, Shell

PAGE = ROOT / "docs" / "tutorial" / "first-answer.md"
PROJECT = "~/src/some-project"
CONFIG = '''"""The configuration."""

import json


def read_configuration(path: str) -> dict[str, str]:
    """Reads the configuration file, which is JSON."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)
'''


def commands() -> list[str]:
    """Of all blocks of a terminal, but for the set-up from a checkout, which `make install-ways` tries."""
    blocks = re.findall(r"^```console\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    told = [
        line.removeprefix("$ ") for block in blocks for line in block.splitlines() if line.startswith("$ ")
    ]
    return [line for line in told if not line.startswith(("git clone", "make "))]


def test_each_command_does_what_the_next_one_needs(tmp_path: Path):
    home = tmp_path / "home"
    project = home / "src" / "some-project"
    project.mkdir(parents=True)
    (project / "config.py").write_text(CONFIG, encoding="utf-8")
    program = tmp_path / "bin" / "helix-lsp"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m helix_lsp "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    found = commands()
    assert found[0] == f"cd {PROJECT}"
    assert sum("helix-lsp" in line for line in found) > 3
    shell = Shell(here=project, cache=tmp_path / "cache")
    done = subprocess.run(
        ["sh", "-eu", "-c", "\n".join(found)],
        env=shell.environment(HOME=str(home), PATH=f"{program.parent}{os.pathsep}{os.environ['PATH']}"),
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    cited = (project / "config.py").read_text(encoding="utf-8")
    assert done.stdout.rstrip().splitlines()[-1] in cited
    assert done.stdout.count("config.py:") > 2
