"""What the market and an editor show of the extension is whole when it is packed: icon, page, pictures, keys."""

from __future__ import annotations

import json
import re
import struct
import sys
from typing import Any
from urllib.parse import unquote

import pytest

from tests.house.source import ROOT

sys.path.insert(0, str(ROOT / "scripts"))

from package_vscode import PYTHONS, alone

EXTENSION = ROOT / "editors" / "vscode"
MAC_OWN = {
    "cmd+alt+h",
    "cmd+h",
    "cmd+alt+d",
    "cmd+alt+esc",
    "cmd+alt+m",
    "cmd+alt+w",
    "cmd+m",
    "cmd+q",
    "cmd+space",
}
"""Keys that macOS takes before a program sees them, or that mean the same in every program of it."""


def manifest() -> dict[str, Any]:
    return json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))


def test_the_icon_is_a_picture_of_128_pixels_drawn_from_ours():
    data = (EXTENSION / manifest()["icon"]).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (128, 128)
    assert (EXTENSION / "media" / "icon.svg").is_file()
    assert manifest()["galleryBanner"]["theme"] == "dark"


def test_the_packed_page_has_its_pictures_inside_and_leads_nowhere_outside():
    page = alone((EXTENSION / "README.md").read_text(encoding="utf-8"), EXTENSION)
    assert page.count("](data:image/png;base64,") >= 2
    assert "](../" not in page
    assert not re.search(r"!\[[^\]]*\]\((?!data:image/png;base64,)", page)


def test_a_picture_that_is_not_there_stops_the_packing():
    with pytest.raises(OSError, match="nowhere"):
        alone("![x](../../docs/images/nowhere.png)", EXTENSION)
    assert alone("[a](../b.md) ![c](d.png) [e](https://f)", EXTENSION) == "a ![c](d.png) [e](https://f)"


def test_no_key_is_one_that_macos_takes():
    keys = {(one.get("mac") or one["key"]).split(" ")[0] for one in manifest()["contributes"]["keybindings"]}
    assert keys & MAC_OWN == set()


def test_every_python_that_is_packed_is_looked_for_and_named():
    finder = (EXTENSION / "src" / "server" / "python.ts").read_text(encoding="utf-8")
    for version in PYTHONS:
        assert f"'python{version}'" in finder
    for page in ("editors/vscode/README.md", "docs/tutorial/vscode.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert PYTHONS[0] in text, page
        assert PYTHONS[-1] in text, page


def test_a_browser_gets_a_program_of_its_own_that_only_speaks():
    text = (EXTENSION / "src" / "browser.ts").read_text(encoding="utf-8")
    assert manifest()["browser"] == "./dist/browser.js"
    assert re.findall(r"from '([^']+)'", text) == ["vscode"]


def test_the_walkthrough_has_no_back_ticks_and_an_example_question():
    """The editor shows its descriptions as plain text with links."""
    steps = [step for one in manifest()["contributes"]["walkthroughs"] for step in one["steps"]]
    assert [step["id"] for step in steps if "`" in step["title"] + step["description"]] == []
    assert [
        p.name for p in (EXTENSION / "walkthrough").glob("*.md") if "`" in p.read_text(encoding="utf-8")
    ] == []
    example = re.search(
        r"\]\(command:helixAsk\.askQuestion\?([^)]+)\)", "".join(s["description"] for s in steps)
    )
    assert example is not None
    assert json.loads(unquote(example[1])).endswith("?")


def test_the_server_runs_beside_the_files():
    """In a remote window, WSL or a container the extension is started where the folder is."""
    assert manifest()["extensionKind"] == ["workspace"]
