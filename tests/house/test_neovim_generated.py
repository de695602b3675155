"""editors/neovim: what is generated is current, each subcommand is in the README, each setting in the help,
and no file is too long.
"""

from __future__ import annotations

import re
import subprocess
import sys

from tests.house.source import ROOT, complete

PLUGIN = ROOT / "editors" / "neovim"
LONGEST = 400


def test_the_generated_files_are_current():
    script = ROOT / "scripts" / "generate_neovim.py"
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    complete([done.stderr.strip()] if done.returncode else ())


def test_every_subcommand_is_in_the_readme_and_the_help():
    table = (PLUGIN / "lua/helix/command.lua").read_text(encoding="utf-8")
    names = re.findall(r"^  (\w+) = \{\n    args = ", table, re.MULTILINE)
    readme, help_text = (
        (PLUGIN / place).read_text(encoding="utf-8") for place in ("README.md", "doc/helix.txt")
    )
    assert {"ask", "about", "explain", "mentions", "status", "check", "pin", "cancel", "history"} <= set(
        names
    )
    assert [
        name for name in names if f":Helix {name}" not in readme or f"*:Helix-{name}*" not in help_text
    ] == []


def test_every_key_of_an_answer_is_in_the_readme():
    table = (PLUGIN / "lua/helix/answer.lua").read_text(encoding="utf-8")
    mapped = set(re.findall(r"'([^']+)'", " ".join(re.findall(r"^  to\(\{([^}]*)\}", table, re.MULTILINE))))
    readme = (PLUGIN / "README.md").read_text(encoding="utf-8")
    assert len(mapped) > 8
    assert [key for key in sorted(mapped) if f"`{key}`" not in readme] == []


def test_every_setting_of_the_plugin_has_a_default_or_may_be_absent():
    config = (PLUGIN / "lua/helix/config.lua").read_text(encoding="utf-8")
    fields = re.findall(r"^---@field (\w+)\? ", config, re.MULTILINE)
    defaults = config.split("M.defaults = {", 1)[1].split("\n}\n", 1)[0]
    kinds = config.split("local kinds = {", 1)[1].split("\n}\n", 1)[0]
    assert fields
    assert [
        name
        for name in fields
        if not re.search(rf"\b{name} = ", defaults) or not re.search(rf"\b{name} = '", kinds)
    ] == []


def test_files_are_short_and_say_what_they_are_for():
    for path in sorted((PLUGIN / "lua").rglob("*.lua")):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert lines[0].startswith("--- "), f"{path.name} does not open with what it is for"
        assert len(lines) <= LONGEST, path.name
        assert max(map(len, lines)) <= 150, path.name
