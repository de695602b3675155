"""What reading one file costs in a process that has read nothing else: `python bench/reading_cost.py` takes frames of
`[path, bytes]` on stdin, reads each file in a fork of itself as parsing processes do, and answers a frame of
`[seconds of the processor, peak bytes of the process, note]`.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from msgspec import msgpack

from helix_lsp.config import IndexConfig
from helix_lsp.session.processes.worker import extract_safely, keep_what_is_alive, read_frame, write_frame

PATIENCE = 60
"""Seconds of the clock; then the file counts as one that did not end."""


def main() -> None:
    """Until stdin ends."""
    extract_safely("a.py", b"a = 1\n", IndexConfig())  # a parsing process has read its modules, too
    keep_what_is_alive()
    while (frame := read_frame(sys.stdin.buffer)) is not None:
        path, data = msgpack.decode(frame)
        write_frame(sys.stdout.buffer, _cost_of(path, data))


def _cost_of(path: str, data: bytes) -> bytes:
    into, out = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(into)
        signal.alarm(PATIENCE)
        os.write(out, msgpack.encode(_read_here(path, data)))
        os._exit(0)
    os.close(out)
    with os.fdopen(into, "rb") as pipe:
        said = pipe.read()
    os.waitpid(pid, 0)
    return said or msgpack.encode((float(PATIENCE), 0, "did not end"))


def _read_here(path: str, data: bytes) -> tuple[float, int, str]:
    import resource

    began = time.process_time()
    packed, _, note = extract_safely(path, data, IndexConfig())
    seconds = time.process_time() - began
    unit = 1 if sys.platform == "darwin" else 1_024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return seconds, peak, "" if packed is not None else note


if __name__ == "__main__":
    main()
