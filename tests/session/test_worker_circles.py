"""A parsing process does not look for circles while it reads a file, and loses none of its memory to them."""

from __future__ import annotations

import subprocess
import sys

_SCRIPT = """
import gc, weakref
from helix_lsp.session.processes import worker

class Circle:
    def __init__(self):
        self.own = self

worker.keep_what_is_alive()
first = weakref.ref(Circle())
kept = [[] for _ in range(10_000)]
worker.collect_seldom()
assert first() is not None, "a few objects are not worth a look"
circles = [Circle() for _ in range(worker._MANY_OBJECTS)]
del circles
assert first() is not None, "nobody looks while a file is read"
worker.collect_seldom()
assert first() is None, "the look between two files finds all"
"""


def test_circles_are_collected_between_files_once_there_are_many() -> None:
    subprocess.run([sys.executable, "-c", _SCRIPT], check=True)
