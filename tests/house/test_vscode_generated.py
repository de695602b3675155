"""What scripts/generate_vscode.py writes is current, and its scopes keep what reaches outside away from a
workspace (I11).
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

from helix_lsp.config.whole import declared
from helix_lsp.text.words import separated
from tests.house.source import ROOT, complete

EXTENSION = ROOT / "editors" / "vscode"
LONGEST = 300


def manifest() -> dict[str, Any]:
    return json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))


def settings() -> dict[str, dict[str, Any]]:
    groups = manifest()["contributes"]["configuration"]
    return {key: said for group in groups for key, said in group["properties"].items()}


def test_types_and_settings_are_current():
    command = [sys.executable, str(ROOT / "scripts" / "generate_vscode.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    complete([done.stderr.strip()] if done.returncode else ())


def test_every_option_is_a_setting_with_the_scope_of_its_kind():
    """A workspace may set taste and add to lists; gates, budgets and what is the user's come as the user's
    word.
    """
    found = settings()
    free = ("set", "add")
    assert {
        name: "resource" if option.metadata["repository"] in free else "machine"
        for name, option in declared().items()
    } == {option_of(key): said["scope"] for key, said in found.items() if option_of(key) in declared()}


def option_of(key: str) -> str:
    """The option of a setting, as the server reads what a client sends."""
    return separated(key.removeprefix("helixAsk."), "_")


def test_settings_are_in_camel_case():
    assert [key for key in settings() if not re.fullmatch(r"helixAsk(\.[a-z][A-Za-z0-9]*){2}", key)] == []


def test_what_a_workspace_cannot_set_is_restricted():
    named = manifest()["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"]
    assert sorted(named) == sorted(key for key, said in settings().items() if said["scope"] == "machine")
    for key in (
        "model.url",
        "model.command",
        "model.keyFile",
        "model.keyEnv",
        "model.consent",
        "model.proxy",
        "server.path",
        "server.python",
    ):
        assert f"helixAsk.{key}" in named


def test_every_command_of_the_manifest_has_code_and_the_other_way_round():
    contributed = {one["command"] for one in manifest()["contributes"]["commands"]}
    written = set(
        re.findall(
            r"^  '(helixAsk\.\w+)':",
            (EXTENSION / "src" / "commands.ts").read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    )
    assert contributed <= written
    assert written - contributed == {"helixAsk.readWithoutTrust"}  # only behind a button


def test_menus_and_keys_name_commands_that_there_are():
    contributes = manifest()["contributes"]
    known = {one["command"] for one in contributes["commands"]}
    used = {one["command"] for menu in contributes["menus"].values() for one in menu} | {
        one["command"] for one in contributes["keybindings"]
    }
    assert used <= known


def test_the_files_are_small():
    files = [path for place in ("src", "test") for path in (EXTENSION / place).rglob("*.ts")]
    assert files
    assert [
        path.name for path in files if len(path.read_text(encoding="utf-8").splitlines()) >= LONGEST
    ] == []


def test_the_lock_names_no_place():
    assert '"resolved"' not in (EXTENSION / "package-lock.json").read_text(encoding="utf-8")
    assert '"integrity"' in (EXTENSION / "package-lock.json").read_text(encoding="utf-8")


def test_every_ranking_feature_has_its_meaning_on_the_trace_page():
    """A feature that the page does not know would be a bar without a word."""
    searched = "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "helix_lsp" / "search").rglob("*.py"))
    named = set(re.findall(r'[Ff]eature\((?:name=)?"([a-z ]+)"', searched))
    weighted = re.search(r"    weights = \{\n(.*?)\n    \}", searched, re.DOTALL)
    assert weighted is not None
    named |= {*re.findall(r'^ +"([a-z]+)":', weighted[1], re.MULTILINE), "symbol"}
    page = (EXTENSION / "src" / "view" / "trace_model.ts").read_text(encoding="utf-8")
    table = page.partition("const FEATURES")[2].partition("}));")[0]
    known = {a or b for a, b in re.findall(r"(?:'([a-z ]+)'|\b([a-z]+)): '", table)}
    assert len(named) > 15
    assert sorted(named - known) == []
