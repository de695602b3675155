"""The small projects that the Neovim stories ask about: written anew for each test, one name with two equal
meanings in the first.
"""

from __future__ import annotations

import os
from pathlib import Path

HERE = Path(__file__).resolve().parent

MAIL = '''"""Letters that wait."""


class MailQueue:
    """Letters in the order they were written."""

    def drain(self, limit):
        """Send every waiting letter, oldest first, until the limit is reached."""
        return self.take(limit)

    def take(self, limit):
        """Hand out letters."""
        return self.waiting[:limit]
'''
PRINTING = '''"""Pages that wait."""


class PrintQueue:
    """Pages in the order they were typed."""

    def drain(self, limit):
        """Print every waiting page, newest first, until the limit is reached."""
        return self.collect(limit)

    def collect(self, limit):
        """Hand out pages."""
        return self.waiting[:limit]
'''
GUIDE = """# Queues

Letters leave by `MailQueue.take`, in order.

The 😀 `PrintQueue.collect` hands out pages.
"""
README = """# Bells

Things that wait.
"""
SHOP = '''"""Baskets."""


class Till:
    """Where people stand."""

    def take(self, basket):
        """Weigh the baskets that were brought."""
        return basket.weight
'''
HELD = "tower_150.py"


def holding(folder: Path) -> dict[str, str]:
    """Variables of a server whose first index of `belfry` stops in the middle until `HELIX_HELD_BY` is removed."""
    mark = folder / "index-held"
    mark.write_text("")
    return {
        "HELIX_HELD_FILE": HELD,
        "HELIX_HELD_BY": str(mark),
        "PYTHONPATH": f"{HERE.parent.parent}{os.pathsep}{HERE / 'held'}",
    }


def _write(root: Path, files: dict[str, str]) -> Path:
    for place, text in files.items():
        path = root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root.resolve()


def bells(folder: Path) -> Path:
    """Two queues and a guide; `drain` is defined twice, alike."""
    files = {
        "helix.toml": "",
        "README.md": README,
        "docs/guide.md": GUIDE,
        "mail/queue.py": MAIL,
        "printing/queue.py": PRINTING,
    }
    return _write(folder / "bells", files)


def shop(folder: Path) -> Path:
    """Another project with a `take` of its own."""
    return _write(folder / "shop", {"helix.toml": "", "queue.py": SHOP})


def belfry(folder: Path) -> Path:
    """A project whose first index stops at `HELD` until `holding` says otherwise, and no question waits for it;
    `ring_last` is defined in the file that is read last.
    """
    body = "\n".join(
        f"def toll_{n}(bell, hour):\n    '''Toll number {n}.'''\n    return bell.strike(hour + {n})\n"
        for n in range(40)
    )
    files = {f"bells/tower_{n:03}.py": body.replace("toll_", f"toll_{n}_") for n in range(300)}
    files |= {
        "helix.toml": "[ask]\nfirst_files_ms = 0\nsettle_ms = 0\n",
        "README.md": "# Belfry\n\nThe evening ends with `ring_last`.\n",
    }
    files["zenith/last.py"] = (
        "def ring_last(bell):\n    '''The last ring of a day.'''\n    return bell.strike(12)\n"
    )
    return _write(folder / "belfry", files)
