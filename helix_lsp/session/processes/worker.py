"""What a parsing process runs: files in on stdin, facts out on stdout, one frame each, until stdin ends.

A frame is four bytes of length (little-endian) and MessagePack. First comes `[options, seconds]` in and
`ready` out, then `[path, bytes]` in and `[packed facts or null, language, note]` out, in order. The process
is nice, takes a bounded amount of memory (`memory_limit.py`), hears no Ctrl-C (its parent does), ends with its
parent (`orphan.py`), and a file that takes longer than `seconds` ends it from a watchdog that needs no
interpreter lock.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import signal
import struct
import sys
from collections.abc import Callable, Mapping
from typing import IO, TYPE_CHECKING, Any

from helix_lsp.session.memory import OWN, PARSER_BYTES, limit_memory
from helix_lsp.session.processes.orphan import end_with_parent

if TYPE_CHECKING:
    from helix_lsp.config import IndexConfig

HEAD = struct.Struct("<I")
READY = b"ready"
_NICE = 10
_MANY_OBJECTS = 50_000
Answer = Callable[[str, bytes], tuple[bytes | None, str, str]]


def extract_one(path: str, data: bytes, cfg: IndexConfig) -> tuple[bytes, str, str]:
    """(packed facts, language, why it is known by its name only or ``) of one file; the same in the pool and in line."""
    from helix_lsp.index.store.pack import pack
    from helix_lsp.index.units.units import facts_of
    from helix_lsp.session.memory import watch_memory

    watch_memory()
    facts = facts_of(path, data, cfg)
    note = next((p.code for p in facts.outline.problems if p.code in ("binary", "utf16")), "")
    return pack(facts), facts.language, note


def extract_safely(path: str, data: bytes, cfg: IndexConfig) -> tuple[bytes | None, str, str]:
    """Like `extract_one`; (None, ``, `failed`) where that raises."""
    try:
        return extract_one(path, data, cfg)
    except Exception:  # noqa: BLE001 - law I2 says this cannot happen; if it does, one file must not stop all others
        return None, "", "failed"


def read_frame(pipe: IO[bytes]) -> bytes | None:
    """The next frame's body; None at the end, also in the middle of a frame."""
    head = pipe.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    length = int(HEAD.unpack(head)[0])
    body = pipe.read(length)
    return body if len(body) == length else None


def write_frame(pipe: IO[bytes], body: bytes) -> None:
    """Send one frame; raises OSError when the other side is gone."""
    pipe.write(HEAD.pack(len(body)) + body)
    pipe.flush()


def main() -> None:
    """Serve until stdin ends."""

    def extracting(options: Mapping[str, Any]) -> Answer:
        import msgspec

        from helix_lsp.config import IndexConfig

        cfg = msgspec.convert(options, IndexConfig)
        return lambda path, data: extract_safely(path, data, cfg)

    serve(extracting)


def serve(answering: Callable[[Mapping[str, Any]], Answer]) -> None:
    """Frames in, answers out. `answering` takes the options that come first and gives what answers to each
    (path, bytes); that raises nothing.
    """
    end_with_parent()
    from msgspec import msgpack

    out = own_stdout()
    _be_quiet()
    first = read_frame(sys.stdin.buffer)
    if first is None:
        return
    options, seconds = msgpack.decode(first)
    answer = answering(options)
    limit_memory(OWN, PARSER_BYTES)
    keep_what_is_alive()
    with contextlib.suppress(OSError):
        write_frame(out, READY)
        while (frame := read_frame(sys.stdin.buffer)) is not None:
            path, data = msgpack.decode(frame)
            faulthandler.dump_traceback_later(seconds, exit=True, file=sys.stderr)
            said = answer(path, data)
            faulthandler.cancel_dump_traceback_later()
            write_frame(out, msgpack.encode(said))
            collect_seldom()


def keep_what_is_alive() -> None:
    """From here on nobody looks for circles while a file is read: facts have none, and to look through hundreds of
    thousands of them again and again took a third of the time of large files. `collect_seldom` does it between two.
    """
    gc.collect()
    gc.freeze()
    gc.disable()


def collect_seldom() -> None:
    """Collects circles once many objects have been made since the last time; `keep_what_is_alive` came before."""
    if gc.get_count()[0] > _MANY_OBJECTS:
        gc.collect()


def own_stdout() -> IO[bytes]:
    """The real stdout; whatever else prints goes to stderr and cannot break a frame."""
    real = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(real, "wb")


def _be_quiet() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.nice(_NICE)
