"""Running a call without root's powers: permission tests mean something although the suite may run as root."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from pathlib import Path

_NOBODY = 65_534


def as_nobody(act: Callable[[], str], *opened: Path) -> str:
    """What `act` returns in a forked child that gave up root; folders above `opened` are made passable first.

    Run by an ordinary user it keeps that user. An exception comes back as its traceback.
    """
    for place in opened:
        for folder in (place, *place.parents):
            if (
                os.access(folder, os.W_OK)
                and folder.owner() == Path.home().owner()
                and folder != folder.parent
            ):
                folder.chmod(folder.stat().st_mode | 0o055)
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(_NOBODY)
                os.setuid(_NOBODY)
            answer = act()
        except BaseException:
            answer = traceback.format_exc()
        os.write(write_end, answer.encode()[:60_000])
        os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as pipe:
        answer = pipe.read().decode()
    os.waitpid(child, 0)
    return answer
