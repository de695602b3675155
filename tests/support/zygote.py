"""A process that has imported the command once and runs it in forks of itself: a command of the command line is
still a process with its own standard streams, folder, environment and exit code, but does not read 500 modules
again.

What a fork cannot have is a hash seed or an option of the interpreter of its own: `can_run` says so, and the
caller starts a real process. One zygote serves one test process, and ends with it.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

ROOT = Path(__file__).resolve().parent.parent.parent
_LENGTH = 1_000_000
_ALSO = ("helix_lsp.session.answering", "helix_lsp.wire.answer_envelope", "helix_lsp.session.settings")


def can_run(environment: Mapping[str, str]) -> bool:
    """Whether a fork behaves as a process that is started with this environment."""
    python = {name: value for name, value in environment.items() if name.startswith("PYTHON")}
    own = {name: value for name, value in os.environ.items() if name.startswith("PYTHON")}
    return hasattr(os, "fork") and python == own | {"PYTHONPATH": str(ROOT)}


def run(
    words: list[str], *, cwd: Path, stdin: bytes, environment: Mapping[str, str]
) -> tuple[int, bytes, bytes]:
    """(exit code, stdout, stderr) of `helix-lsp` with these words. Negative codes are signals."""
    with tempfile.TemporaryFile() as into, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        into.write(stdin)
        into.seek(0)
        order = json.dumps({"words": words, "cwd": str(cwd), "environment": dict(environment)}).encode()
        place = _started()
        socket.send_fds(place, [order], [into.fileno(), out.fileno(), err.fileno()])
        code = int(place.recv(_LENGTH))
        return code, os.pread(out.fileno(), 1 << 30, 0), os.pread(err.fileno(), 1 << 30, 0)


@cache
def _started() -> socket.socket:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.settimeout(240)
    subprocess.Popen(
        [sys.executable, "-m", "tests.support.zygote", str(theirs.fileno())],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
    )
    theirs.close()
    return ours


def _serve(place: socket.socket) -> None:
    """Until the test process is gone; a fork leaves by SystemExit, so that it ends as a process does."""
    import helix_lsp.cli

    for module in iter_modules(helix_lsp.cli.__path__, "helix_lsp.cli."):
        import_module(module.name)
    for name in _ALSO:
        import_module(name)
    tasks = Path("/proc/self/task")
    assert not tasks.is_dir() or len(list(tasks.iterdir())) == 1, "a thread would be lost in a fork"
    while True:
        order, streams, _, _ = socket.recv_fds(place, _LENGTH, 3)
        if not order:
            return
        pid = os.fork()
        if pid == 0:
            place.close()
            _be(json.loads(order), streams)
        for stream in streams:
            os.close(stream)
        _, ended = os.waitpid(pid, 0)
        with contextlib.suppress(BrokenPipeError):
            place.send(str(os.waitstatus_to_exitcode(ended)).encode())


def _be(order: dict[str, object], streams: list[int]) -> None:
    from helix_lsp.__main__ import start

    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(str(order["cwd"]))
    os.environ.clear()
    os.environ.update(order["environment"])  # type: ignore[arg-type]
    words = order["words"]
    assert isinstance(words, list)
    sys.argv = [str(Path(sys.argv[0]).with_name("__main__.py")), *words]
    raise SystemExit(start())


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
