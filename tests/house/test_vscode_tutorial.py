"""The tutorial of VS Code by its own text: what it has typed, pressed and picked is what the extension offers.

What happens then is in the sessions of the real editor (tests/e2e/test_vscode_ui.py).
"""

from __future__ import annotations

import json
import re

from tests.house.source import ROOT

PAGE = (ROOT / "docs" / "tutorial" / "vscode.md").read_text(encoding="utf-8")
MANIFEST = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text(encoding="utf-8"))


def test_every_command_of_the_palette_is_one_of_the_extension():
    titles = {
        f"{one['category']}: {one['title']}".removesuffix("...")
        for one in MANIFEST["contributes"]["commands"]
    }
    named = set(re.findall(r"`(Helix Ask: [^`]+)`", PAGE))
    assert len(named) >= 3
    assert named - titles == set()


def test_every_key_is_bound_as_it_is_written():
    bound = {
        key.lower()
        for one in MANIFEST["contributes"]["keybindings"]
        for key in (one["key"], one.get("mac", one["key"]))
    }
    pressed = {key.lower() for key in re.findall(r"\*\*((?:Ctrl|Cmd)\+[^*]+)\*\*", PAGE)}
    assert len(pressed) >= 2
    assert pressed - bound == set()


def test_the_file_that_is_installed_is_the_one_that_is_packed():
    installed = re.search(r"--install-extension dist/(helix-ask-)\*\.vsix", PAGE)
    assert installed is not None
    assert f'"{installed[1]}' in (ROOT / "scripts" / "package_vscode.py").read_text("utf-8").replace(
        'f"', '"'
    )


def test_the_versions_are_those_of_the_manifest():
    assert MANIFEST["engines"]["vscode"] == "^1.100.0"
    assert "VS Code 1.100 or newer" in PAGE
    assert "Python 3.11 to 3.14" in PAGE
