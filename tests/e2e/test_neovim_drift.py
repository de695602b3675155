"""A real Neovim without any plugin of ours: a rename in code makes a document stale, the fix puts the new
name in.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.neovim_projects import bells
from tests.lsp.drift_world import commit, git

HERE = Path(__file__).resolve().parent
SECONDS = 1500  # ends a run that hangs; a machine may be busy with other things


@pytest.mark.editor
@pytest.mark.timeout(SECONDS + 60)
def test_a_stale_reference_is_shown_and_mended(neovim: Path, tmp_path: Path):
    project = bells(tmp_path)
    git(project, "init", "-q", "-b", "main")
    commit(project, "first")
    _tell(neovim, "neovim_drift_story.lua", project, tmp_path)


@pytest.mark.editor
@pytest.mark.timeout(SECONDS + 60)
@pytest.mark.parametrize("plugin", [False, True], ids=["plain", "plugin"])
def test_what_was_stale_before_is_shown_when_a_document_is_opened(neovim: Path, tmp_path: Path, plugin: bool):
    project = bells(tmp_path)
    (project / "docs" / "notes.md").write_bytes(b"# Notes\n\nThink of `MailQueue.take` again.\n")
    git(project, "init", "-q", "-b", "main")
    commit(project, "first")
    code = project / "mail" / "queue.py"
    code.write_bytes(code.read_bytes().replace(b"take", b"hand_out"))
    commit(project, "a better name")
    _tell(
        neovim,
        "neovim_stale_story.lua",
        project,
        tmp_path,
        {"HELIX_PLUGIN": str(HERE.parent.parent / "editors" / "neovim")} if plugin else {},
    )


def _tell(neovim: Path, story: str, project: Path, folder: Path, more: dict[str, str] | None = None) -> None:
    done = subprocess.run(
        [neovim, "-u", "NONE", "-i", "NONE", "-n", "--headless", "-l", HERE / story],
        env=os.environ
        | {
            "HELIX_PYTHON": sys.executable,
            "HELIX_PROJECT": str(project),
            "HELIX_HERE": str(HERE),
            "PYTHONPATH": str(HERE.parent.parent),
            "HELIX_ASK_CACHE_DIR": str(folder / "cache"),
            "XDG_CONFIG_HOME": str(folder / "xdg"),
            "XDG_STATE_HOME": str(folder / "state"),
        }
        | (more or {}),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# 0 failed" in done.stdout
