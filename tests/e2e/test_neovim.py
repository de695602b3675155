"""A real Neovim, headless, as a user without any plugin of ours: attach, hover, definition, ask, edit, stop."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
SECONDS = 1500  # ends a run that hangs; a machine may be busy with other things


@pytest.mark.editor
@pytest.mark.timeout(SECONDS + 60)
def test_neovim_story(flask_source: Path, neovim: Path, tmp_path: Path) -> None:
    project = tmp_path / "flask"
    shutil.copytree(flask_source, project)
    done = subprocess.run(
        [neovim, "-u", "NONE", "-i", "NONE", "-n", "--headless", "-l", HERE / "neovim_story.lua"],
        env=os.environ
        | {
            "HELIX_PYTHON": sys.executable,
            "HELIX_PROJECT": str(project),
            "HELIX_ASK_CACHE_DIR": str(tmp_path / "cache"),
            "PYTHONPATH": str(HERE.parent.parent),
            "XDG_CONFIG_HOME": str(tmp_path / "xdg"),
            "XDG_STATE_HOME": str(tmp_path / "state"),
        },
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# 0 failed" in done.stdout
