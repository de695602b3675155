"""What a process and all its children start, connect to, open and write: their system calls, as `strace -f
-y` tells them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
_CALLS = (
    "execve,execveat,connect,open,openat,openat2,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,rmdir,symlink,symlinkat,link,linkat,"
    "truncate,mknod,mknodat,chmod,fchmodat"
)
_STARTED = re.compile(r"\bexecve(?:at)?\((?:[^,]*, )?\"((?:[^\"\\]|\\.)*)\", .*\) = 0$")
_OPENED = re.compile(r"\b(?:open|openat|openat2|creat)\((.*)\) = \d+<((?:[^>\\]|\\.)*)>")
_CHANGED = re.compile(
    r"\b(?:mkdir|rename|unlink|rmdir|symlink|link|truncate|mknod|chmod|fchmod)(?:at|at2)?\((.*)\) = 0$"
)
_PLACE = re.compile(r"(?:(?:AT_FDCWD|\d+)<((?:[^>\\]|\\.)*)>, )?\"((?:[^\"\\]|\\.)*)\"")
_SYSTEM = (
    "/usr/",
    "/lib",
    "/etc/",
    "/proc",
    "/sys/",
    "/dev/null",
    "/dev/urandom",
    "/dev/random",
    "/dev/tty",
    "/bin",
    "/sbin",
    "/opt/",
)
_CONNECTED = re.compile(r"\bconnect\(.*sa_family=(\w+)")


@dataclass(slots=True)
class Trace:
    """Absolute paths that were started, read and changed, and the families of sockets that were connected;
    failed calls are left out.
    """

    started: set[str] = field(default_factory=set[str])
    read: set[str] = field(default_factory=set[str])
    changed: set[str] = field(default_factory=set[str])
    connected: list[str] = field(default_factory=list[str])

    def strangers(
        self, programs: Iterable[str], readable: Iterable[str], writable: Iterable[str]
    ) -> dict[str, list[str]]:
        """What is none of the programs, connections at all, reads and changes elsewhere; every list should be
        empty.
        """
        known = {os.path.realpath(one) for one in programs}
        may_write = tuple(writable)
        may_read = (*_SYSTEM, *may_write, *readable)
        return {
            "programs": sorted(one for one in self.started if os.path.realpath(one) not in known),
            "connections": sorted(self.connected),
            "reads": sorted(one for one in self.read if one.startswith("/") and not one.startswith(may_read)),
            "changes": sorted(
                one
                for one in self.changed
                if one.startswith("/") and not one.startswith((*may_write, "/dev/null", "/dev/tty"))
            ),
        }


def strace() -> str:
    """The program: the system's own, or Debian's build, fetched once for all clones. Raises what the fetching
    raises.
    """
    found = shutil.which("strace")
    if found is not None:
        return found
    sys.path.insert(0, str(ROOT / "scripts"))
    import green  # type: ignore[import-not-found]
    from debian_program import unpack_program  # type: ignore[import-not-found]

    cache = green.shared() / "tools"
    kept = sorted(cache.glob("strace-*/usr/bin/strace"))
    return str(
        kept[-1]
        if kept
        else unpack_program("strace", "trixie", "usr/bin/strace", lambda version: cache / f"strace-{version}")
    )  # pyright: ignore[reportUnknownArgumentType, reportUnknownLambdaType]


def traced(file: Path) -> list[str]:
    """What stands before a command that is to be traced into a file."""
    return [
        strace(),
        "-f",
        "-qq",
        "-y",
        "--seccomp-bpf",
        "-s",
        "4096",
        "-e",
        f"trace={_CALLS}",
        "-e",
        "signal=none",
        "-o",
        str(file),
        "--",
    ]


def works() -> bool:
    """True where processes may be traced."""
    try:
        return (
            subprocess.run(
                [*traced(Path(os.devnull)), "/bin/true"], capture_output=True, check=False, timeout=60
            ).returncode
            == 0
        )
    except Exception:  # whatever the fetching meets
        return False


def read_trace(file: Path) -> Trace:
    """The successful calls of a trace."""
    made = Trace()
    begun: dict[str, str] = {}
    for row in file.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        pid, _, line = row.partition(" ")
        line = line.strip()
        if line.endswith("<unfinished ...>"):
            begun[pid] = line.removesuffix("<unfinished ...>").rstrip()
            continue
        if line.startswith("<... "):
            line = begun.pop(pid, "") + line.partition(" resumed>")[2].lstrip(
                " " if line.endswith(")") else ""
            )
        _note(made, line)
    return made


def _note(made: Trace, line: str) -> None:
    if (started := _STARTED.search(line)) is not None:
        made.started.add(_plain(started[1]))
    elif (opened := _OPENED.search(line)) is not None:
        writes = re.search(r"O_(WRONLY|RDWR|CREAT|TRUNC)", opened[1]) is not None
        (made.changed if writes else made.read).add(_plain(opened[2]))
    elif (connected := _CONNECTED.search(line)) is not None:
        made.connected.append(connected[1])
    elif (changed := _CHANGED.search(line)) is not None:
        made.changed.update(
            os.path.join(_plain(folder or ""), _plain(name))
            for folder, name in _PLACE.findall(changed[1])[-1:]
        )


def _plain(shown: str) -> str:
    return (
        shown.encode("latin-1", "replace")
        .decode("unicode_escape", "replace")
        .encode("latin-1", "replace")
        .decode("utf-8", "surrogateescape")
    )
