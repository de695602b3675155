"""A program as a model, for tests: does what its first argument says, and leaves its process ids in the file
named by the second.

`answer`, `length`, `stall`, `huge`, `fail`, `deaf` (never reads), `child` (answers, leaves a child that holds
its output), `family` (a child that ignores signals, then stalls), `environment` (tells its folder and
arguments).
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

SLEEPER = "import signal,sys,time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\ntime.sleep(600)"


def main() -> int:
    """One behaviour."""
    verb, record = sys.argv[1], sys.argv[2]
    ids = [os.getpid()]
    if verb in ("child", "family"):
        ids.append(subprocess.Popen([sys.executable, "-c", SLEEPER], stdin=subprocess.DEVNULL).pid)
    with open(record, "a", encoding="utf-8") as file:
        file.write(" ".join(map(str, ids)) + "\n")
    if verb == "deaf":
        time.sleep(600)
    given = sys.stdin.read()
    if verb in ("stall", "family"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(600)
    elif verb == "huge":
        while True:
            sys.stdout.write("x" * 100_000)
    elif verb == "fail":
        print("half an answer")
        return 3
    elif verb == "environment":
        print(os.getcwd(), *sys.argv[3:], sep="\n")
    else:
        print(f"ANSWER_START\nIt was given {len(given)} characters [1].\nANSWER_END")
    return 0


if __name__ == "__main__":
    sys.exit(main())
