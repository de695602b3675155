"""A real Helix in a terminal, as a user without anything of ours: hover, definition, mark, fix, `?? `
questions, clarify, quit.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from tests.e2e.story_project import left_of, letters
from tests.e2e.terminal import Terminal

LANGUAGES = """\
[language-server.helix-ask]
command = "{python}"
args = ["-m", "helix_lsp", "serve"]

[[language]]
name = "markdown"
language-servers = ["helix-ask"]
"""
ROOT = Path(__file__).resolve().parent.parent.parent
ESCAPE, ENTER, DOWN = "\x1b", "\r", "\x0e"


@pytest.mark.editor
@pytest.mark.timeout(1500)
def test_helix_story(helix_editor: Path, tmp_path: Path) -> None:
    project, config, marker = letters(tmp_path), tmp_path / "config", f"helix-story-{os.getpid()}"
    (config / "helix").mkdir(parents=True)
    (config / "helix" / "languages.toml").write_text(LANGUAGES.format(python=sys.executable))
    runtime = helix_editor.parent.parent / "lib" / "hx" / "runtime"
    environment = os.environ | {
        "XDG_CONFIG_HOME": str(config),
        "XDG_CACHE_HOME": str(tmp_path / "xdg"),
        "HELIX_RUNTIME": str(runtime),
        "PYTHONPATH": str(ROOT),
        "HELIX_ASK_CACHE_DIR": str(tmp_path / "cache"),
        "HELIX_STORY": marker,
        "HOME": str(tmp_path),
    }
    editor = Terminal([str(helix_editor), "docs/letters.md"], environment, project)
    try:
        _story(editor, project)
        assert editor.ended(), editor.text()
    finally:
        editor.close()
    assert left_of(marker) == []


def told(hx: Terminal, text: str) -> None:
    """Hovers until the answer is there: while it is being made a hover says so, and a busy machine takes its
    time for one.
    """
    patience, end = 0.5, time.monotonic() + 240
    while text not in hx.text():
        assert time.monotonic() < end, hx.text()
        hx.keys(ESCAPE, " k")
        seen = time.monotonic() + patience
        while text not in hx.text() and time.monotonic() < seen:
            hx.pump(0.05)
        patience = min(2 * patience, 30)
    hx.keys(ESCAPE)
    hx.wait(text, gone=True)


def _story(hx: Terminal, project: Path) -> None:
    hx.wait("See `MailQueue.take`")
    hx.wait("● 1")  # the mark, pushed: the server is ready when it stands there
    hx.keys(":open README.md", ENTER)
    hx.wait("Things that wait.")
    hx.keys("ge", "o", "?? what does drain do?", ESCAPE)
    hx.wait(" NOR ")
    hx.keys(" a")
    hx.wait("Ask: what does drain do")
    hx.keys(ENTER)
    told(hx, "can mean 2 things")
    hx.keys(" a")
    hx.wait("Helix Ask: PrintQueue.drain")
    hx.keys(DOWN, ENTER)
    told(hx, "newest first")
    hx.keys(":open docs/letters.md", ENTER)
    hx.wait("See `MailQueue.take`")
    hx.keys("gg", "/MailQueue\\.take", ENTER, " k")
    hx.wait("take(self, limit)")
    hx.wait("mail/queue.py")
    hx.keys(ESCAPE)
    hx.wait("take(self, limit)", gone=True)
    hx.keys("gd")
    hx.wait("Hand out letters.")
    hx.keys(":open docs/letters.md", ENTER)
    hx.wait("See `MailQueue.take`")
    hx.keys("gg", "O", "é😀 𝒙", ESCAPE)
    hx.wait(" NOR ")  # what follows stands where it stood, two encodings apart
    hx.keys("/MailQueue\\.send", ENTER, " a")
    hx.wait("its new name")
    hx.keys(ENTER)
    hx.wait("Call `MailQueue.drain` to empty it")
    hx.wait("● 1", gone=True)
    hx.keys("ge", "o", "?? what does drain do?", ESCAPE)  # beside `MailQueue.drain` there is one meaning
    hx.wait(" NOR ")
    hx.keys(" a")
    hx.wait("Ask: what does drain do")
    hx.keys(ENTER)
    told(hx, "oldest first")
    hx.keys(":quit-all!")
    hx.last(ENTER)
    assert (project / "docs/letters.md").is_file()
