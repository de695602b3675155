"""A port of this machine for a server that is started later.

A port that the system gives away may be given to another process before that server listens; tests that run
side by side take many. The system gives none away below its own range, so one is drawn there.
Source: IANA's dynamic ports begin at 49152, Linux's default range (`net.ipv4.ip_local_port_range`) at 32768.
"""

from __future__ import annotations

import random
import socket

_FIRST, _BEHIND = 20_000, 32_000
_TRIES = 100


def free_port() -> int:
    """A port on which nobody listens now; raises OSError when there is none."""
    dice = random.SystemRandom()
    for _ in range(_TRIES):
        port = dice.randrange(_FIRST, _BEHIND)
        with socket.socket() as made:
            try:
                made.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no free port was found")
