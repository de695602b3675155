"""Bytes of an argument that are not UTF-8, and halves of characters in a batch: answered or refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from helix_lsp.cli.main import main

TEXT = "what does fi\udcffre do?"


@pytest.fixture
def kiln(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "kiln"
    root.mkdir()
    (root / "app.py").write_text('def fire():\n    """Fires the kiln."""\n    return 1\n', encoding="utf-8")
    return root


@pytest.mark.parametrize(
    "words",
    [
        ["ask", TEXT],
        ["ask", "what does fire do?", "--slot", TEXT],
        ["ask", "what does fire do?", "--session", TEXT],
        ["ask", "what does fire do?", "--near", "x\udcff.py"],
        ["query", TEXT],
        ["query", "fire", "--why-not", "x\udcff.py"],
        ["mentions", "fi\udcffre"],
        ["uses", "fi\udcffre"],
        ["verify", "claim", TEXT],
        ["verify", "file", "x\udcff.md"],
        ["align", "--text", TEXT],
        ["align", "--doc", "x\udcff.md"],
        ["drift", "x\udcff.md"],
        ["trees", "walk", TEXT],
        ["trees", "check", TEXT],
        ["pr", "explain", "--base", "x\udcff"],
        ["trace", "show", TEXT],
    ],
    ids=ascii,
)
def test_no_argument_ends_a_command_unexpectedly(
    words: list[str], kiln: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main([*words, "--root", str(kiln)])
    told = capsys.readouterr()
    assert "unexpected" not in told.err, told.err
    assert told.out or told.err
