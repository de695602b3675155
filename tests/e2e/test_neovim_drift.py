"""A real Neovim without any plugin of ours: a rename in code makes a document stale, the fix puts the new name in."""

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
    done = subprocess.run(
        [neovim, "-u", "NONE", "-i", "NONE", "-n", "--headless", "-l", HERE / "neovim_drift_story.lua"],
        env=os.environ | {
            "HELIX_PYTHON": sys.executable, "HELIX_PROJECT": str(project), "HELIX_HERE": str(HERE), "PYTHONPATH": str(HERE.parent.parent),
            "HELIX_ASK_CACHE_DIR": str(tmp_path / "cache"), "XDG_CONFIG_HOME": str(tmp_path / "xdg"), "XDG_STATE_HOME": str(tmp_path / "state"),
        },
        capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# 0 failed" in done.stdout
