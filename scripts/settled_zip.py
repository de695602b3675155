"""A zip archive with nothing of the machine and the hour that made it: entries by name, one time, plain rights."""

from __future__ import annotations

import os
import subprocess
import time
import zipfile
from pathlib import Path

OLDEST = (1980, 1, 1, 0, 0, 0)
"""The first moment that the format can tell."""


def settle(path: Path, moment: int) -> None:
    """Writes the archive at `path` anew, with `moment` (seconds since 1970) as the time of every entry.

    What the entries hold and which of them may be run stays. Two archives with the same files are the same bytes
    afterwards. Raises OSError and zipfile.BadZipFile.
    """
    when = max(OLDEST, time.gmtime(moment)[:6])
    aside = path.with_name(f"{path.name}.settled")
    with zipfile.ZipFile(path) as before, zipfile.ZipFile(aside, "w") as after:
        for entry in sorted(before.infolist(), key=lambda one: one.filename):
            if entry.is_dir():
                continue
            told = zipfile.ZipInfo(entry.filename, when)
            told.create_system = 3  # as on Linux, on any system
            told.external_attr = (0o755 if entry.external_attr >> 16 & 0o100 else 0o644) << 16
            told.compress_type = zipfile.ZIP_DEFLATED
            after.writestr(told, before.read(entry), compresslevel=9)
    aside.replace(path)


def moment_of(tree: Path) -> int:
    """`SOURCE_DATE_EPOCH`, else the time of the commit of `tree`, else 1980."""
    if given := os.environ.get("SOURCE_DATE_EPOCH", ""):
        return int(given)
    command = ["git", "log", "-1", "--format=%ct"]
    told = subprocess.run(command, cwd=tree, check=False, capture_output=True, text=True).stdout.strip()
    return int(told) if told else 0
