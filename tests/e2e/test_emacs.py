"""A real Emacs with its built-in eglot, as a user without anything of ours: pushed diagnostics, ask and
clarify by hand.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.story_project import left_of, letters

HERE = Path(__file__).resolve().parent
SECONDS = 1500  # ends a run that hangs; a machine may be busy with other things


@pytest.mark.editor
@pytest.mark.timeout(SECONDS + 60)
def test_emacs_story(emacs: Path, tmp_path: Path) -> None:
    marker = f"emacs-story-{os.getpid()}"
    done = subprocess.run(
        [emacs, "-Q", "--batch", "-l", HERE / "emacs_story.el"],
        env=os.environ
        | {
            "HELIX_PYTHON": sys.executable,
            "HELIX_PROJECT": str(letters(tmp_path)),
            "HELIX_ASK_CACHE_DIR": str(tmp_path / marker),
            "PYTHONPATH": str(HERE.parent.parent),
            "HOME": str(tmp_path),
            "HELIX_STORY": marker,
        },
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    print(done.stderr)
    assert done.returncode == 0, done.stderr
    assert "# 0 failed" in done.stderr
    assert left_of(marker) == []
