"""Stands in for a process of the zygote where a library starts the program itself: it hands its streams, folder
and environment over, passes signals on, and ends as the fork ends. It reads nothing but the standard library.

    python -I -S handed_over.py ADDRESS WORD...
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import sys
from contextlib import suppress


def main() -> int:
    zygote = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    zygote.connect(f"\0{sys.argv[1]}")
    order = {"words": sys.argv[2:], "cwd": os.getcwd(), "environment": dict(os.environ)}
    socket.send_fds(zygote, [json.dumps(order).encode()], [0, 1, 2])
    forked = int(zygote.recv(64))

    def pass_on(number: int, _frame: object) -> None:
        with suppress(ProcessLookupError):
            os.kill(forked, number)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, pass_on)
    ended = select.poll()
    ended.register(os.pidfd_open(forked), select.POLLIN)
    ended.poll()
    zygote.send(json.dumps({"reap": forked}).encode())
    code = int(zygote.recv(64))
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
