"""Files written for one operating system: twins of the general one, which come after it unless the question names the system.

`unix`, `posix` and `linux` are what the others are twins of, so they are no variants here.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SYSTEMS = frozenset(
    "win windows win32 win64 winnt mingw cygwin msvc winapi aix sunos solaris illumos hpux os390 zos ibmi as400 haiku qnx vms "
    "darwin macos macosx osx freebsd openbsd netbsd dragonfly bsd android fuchsia emscripten wasi plan9".split()
)
_WORD = re.compile(r"[a-z]+[a-z0-9]*")
_SPLIT = re.compile(r"[/._\-]+")


@lru_cache(20_000)
def systems_of(path: str) -> frozenset[str]:
    """Operating systems that a folder or a part of the file's name stands for; empty for a general file."""
    return frozenset(_SPLIT.split(path.lower())) & _SYSTEMS


def systems_in(question: str) -> frozenset[str]:
    """Operating systems that a question names."""
    return frozenset(_WORD.findall(question.lower())) & _SYSTEMS
