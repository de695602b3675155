"""A hover on a stale name is its finding, unless the client shows findings in its hovers by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.lsp.drift_world import BELL, GUIDE, PULLS, put, repository, serving, told
from tests.support.raw_client import ServerProcess

NAME = {"line": 6, "character": 9}  # in `hang_bell` of GUIDE


def hovered(server: ServerProcess, guide: str) -> str | None:
    found = server.result("textDocument/hover", {"textDocument": {"uri": guide}, "position": NAME})
    return None if found is None else found["contents"]["value"]


def renamed(server: ServerProcess, root: Path) -> str:
    """The guide's URI, once the editor was told that it names what is gone."""
    guide, bell = (root / "docs/guide.md").as_uri(), (root / "bell.py").as_uri()
    server.open(guide, GUIDE)
    server.open(bell, BELL, language="python")
    told(server, guide, 0)
    proof = hovered(server, guide)
    assert proof is not None
    assert "(function) hang_bell" in proof
    put(server, bell, 2, 15, 4, 13, "hang_high")
    told(server, guide, 1)
    return guide


def offering(**more: Any) -> dict[str, Any]:
    return PULLS | more


@pytest.mark.parametrize("kind", ["markdown", "plaintext"])
def test_the_hover_of_a_stale_name_is_its_finding(tmp_path: Path, kind: str):
    root = repository(tmp_path)
    able = offering(textDocument=PULLS["textDocument"] | {"hover": {"contentFormat": [kind]}})
    with serving(root, tmp_path / "cache", able) as server:
        text = hovered(server, renamed(server, root))
    assert text is not None
    assert text.splitlines()[0].replace("`", "").startswith("hang_bell: ")
    assert "hang_high" in text
    assert "bell.py" in text
    assert "\\" not in text


def test_a_client_that_joins_them_gets_none_twice(tmp_path: Path):
    root = repository(tmp_path)
    able = offering(experimental={"helixFindingsInHover": True})
    with serving(root, tmp_path / "cache", able) as server:
        assert hovered(server, renamed(server, root)) is None
