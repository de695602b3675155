"""editors/neovim in a real Neovim, the newest and 0.10: every subcommand, clarify, citations, stale marks,
cancel, restart, two projects.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.neovim_projects import belfry, bells, holding, shop

HERE = Path(__file__).resolve().parent
SECONDS = 1500  # ends a run that hangs; a machine may be busy with other things
ROOT = HERE.parent.parent
SLOW = """\
import pathlib, sys, time
pathlib.Path(sys.argv[1]).write_text("runs")
time.sleep(600)
"""


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    """A user with nothing of their own: no configuration, no index yet."""
    home = {f"XDG_{name}_HOME": str(tmp_path / name.lower()) for name in ("CONFIG", "STATE", "DATA", "CACHE")}
    return (
        os.environ
        | home
        | {
            "HELIX_PYTHON": sys.executable,
            "HELIX_HERE": str(HERE),
            "HELIX_PLUGIN": str(ROOT / "editors" / "neovim"),
            "PYTHONPATH": str(ROOT),
            "HELIX_ASK_CACHE_DIR": str(tmp_path / "index"),
            **more,
        }
    )


def run(nvim: Path, story: str, env: dict[str, str]) -> str:
    """What the story printed; its exit code must be 0."""
    done = subprocess.run(
        [nvim, "-u", "NONE", "-i", "NONE", "-n", "--headless", "-l", HERE / story],
        env=env,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# 0 failed" in done.stdout
    return done.stdout


@pytest.fixture(params=["newest", pytest.param("0.10", marks=pytest.mark.drive)])
def editor(request: pytest.FixtureRequest) -> Path:
    return request.getfixturevalue("neovim" if request.param == "newest" else "old_neovim")


@pytest.mark.editor
@pytest.mark.timeout(SECONDS + 60)
def test_a_session(editor: Path, tmp_path: Path):
    run(
        editor,
        "neovim_plugin_story.lua",
        environment(tmp_path, HELIX_PROJECT=str(bells(tmp_path)), HELIX_OTHER=str(shop(tmp_path))),
    )


@pytest.mark.editor
@pytest.mark.timeout(SECONDS + 60)
def test_cancel_and_whose_settings_count(editor: Path, tmp_path: Path):
    project = bells(tmp_path)
    trap = project / "helix-lsp"
    trap.write_text("#!/bin/sh\n")
    trap.chmod(0o755)
    slow = tmp_path / "slow.py"
    slow.write_text(SLOW)
    run(
        editor,
        "neovim_cancel_story.lua",
        environment(
            tmp_path,
            HELIX_PROJECT=str(project),
            HELIX_SLOW=str(slow),
            HELIX_MARKER=str(tmp_path / "model-runs"),
        ),
    )


@pytest.mark.editor
@pytest.mark.timeout(SECONDS + 60)
def test_a_hover_while_the_first_index_is_being_made(editor: Path, tmp_path: Path):
    project = belfry(tmp_path)
    run(
        editor,
        "neovim_waiting_story.lua",
        environment(tmp_path, HELIX_PROJECT=str(project), **holding(tmp_path)),
    )


@pytest.mark.editor
@pytest.mark.timeout(SECONDS + 60)
def test_a_server_that_offers_more_or_less(editor: Path, tmp_path: Path):
    run(editor, "neovim_offers_story.lua", environment(tmp_path, HELIX_PROJECT=str(bells(tmp_path))))


@pytest.mark.editor
@pytest.mark.timeout(SECONDS + 60)
def test_the_command_of_the_editors_own_configuration(editor: Path, tmp_path: Path):
    run(editor, "neovim_command_story.lua", environment(tmp_path, HELIX_PROJECT=str(bells(tmp_path))))
