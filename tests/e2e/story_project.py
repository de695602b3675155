"""The project of the story that every editor plays: two queues with one name in common, and a page that a
rename left behind.
"""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import psutil

from tests.e2e.neovim_projects import MAIL, bells

LETTERS = (
    "# Letters\n\n😀 Call `MailQueue.send_waiting` to empty it.\n\nSee `MailQueue.take` for one letter.\n"
)
_PATIENCE = 120.0  # seconds; the promise is five, `make reliability` measures it (G10)
OLD, NEW = "send_waiting", "drain"
_AUTHOR = {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")} | {
    "GIT_CONFIG_GLOBAL": os.devnull
}


def letters(folder: Path) -> Path:
    """`bells` as a git repository in which `MailQueue.send_waiting` became `drain`, and docs/letters.md did
    not follow.
    """
    root = bells(folder)
    (root / "docs/letters.md").write_text(LETTERS, encoding="utf-8")
    (root / "mail/queue.py").write_text(MAIL.replace(NEW, OLD), encoding="utf-8")
    _git(root, "init", "-q")
    _git(root, "add", "-A")
    _git(root, "commit", "-qm", "Queues")
    (root / "mail/queue.py").write_text(MAIL, encoding="utf-8")
    _git(root, "commit", "-qam", "send_waiting is called drain")
    return root


def _git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", root, *arguments], check=True, capture_output=True, env=os.environ | _AUTHOR)


def left_of(marker: str) -> list[int]:
    """Processes that carry HELIX_STORY=marker in their environment: what an editor left behind. What ends a
    moment after it is waited for.
    """
    end = time.monotonic() + _PATIENCE
    while (found := _marked(marker)) and time.monotonic() < end:
        time.sleep(0.1)
    return found


def _marked(marker: str) -> list[int]:
    found: list[int] = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("HELIX_STORY") == marker:
                found.append(process.pid)
        except (psutil.Error, OSError):
            continue
    return found
