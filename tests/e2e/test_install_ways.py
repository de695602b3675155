"""Each documented way to install leads from an empty home to a cited answer. Minutes, and 200 MB from the registry."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
WAYS = ("pip", "pipx", "uv", "uvx", "vscode", "neovim", "agent")


@pytest.mark.drive
@pytest.mark.timeout(1_000)
@pytest.mark.parametrize("way", WAYS)
def test_a_way_leads_to_an_answer(way: str):
    done = subprocess.run(
        [sys.executable, "scripts/install_ways.py", way],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_way_that_is_none_is_named():
    done = subprocess.run(
        [sys.executable, "scripts/install_ways.py", "conda"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert all(way in done.stderr for way in WAYS)
