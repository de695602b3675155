"""A process that has read the program once (`warm.py`) and runs it in forks of itself: a command, or a server and its
companion, is still a process with its own standard streams, folder, environment and exit code, but does not
read 500 modules again, which costs more than most of what is tested.

What a fork cannot have is a hash seed or an option of the interpreter of its own: `can_run` says so, and the
caller starts a real process. One zygote serves one test process, and ends with it.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import json
import os
import runpy
import select
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import IO, Any, NoReturn

from tests.support.warm import warm

ROOT = Path(__file__).resolve().parent.parent.parent
TUNED = ROOT / "tests" / "support" / "tuned"
"""On the path of a process with other tuning (`tests/support/tuning.py`)."""
_LENGTH = 1_000_000
_PATIENCE = 240.0  # seconds
_one_order = threading.Lock()
_shared: list[str] = []  # at most one: where the zygote listens that forks of this process use too


def can_run(environment: Mapping[str, str]) -> bool:
    """Whether a fork behaves as a process that is started with this environment."""
    python = {name: value for name, value in environment.items() if name.startswith("PYTHON")}
    own = {name: value for name, value in os.environ.items() if name.startswith("PYTHON")}
    paths = str(ROOT), f"{TUNED}{os.pathsep}{ROOT}"
    return hasattr(os, "pidfd_open") and any(python == own | {"PYTHONPATH": path} for path in paths)


def run(
    words: list[str], *, cwd: Path, stdin: bytes, environment: Mapping[str, str]
) -> tuple[int, bytes, bytes]:
    """(exit code, stdout, stderr) of `helix-lsp` with these words. Negative codes are signals."""
    with tempfile.TemporaryFile() as into, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        into.write(stdin)
        into.seek(0)
        process = Forked(words, cwd=cwd, environment=environment, streams=(into, out, err))
        code = process.wait(240)
        return code, os.pread(out.fileno(), 1 << 30, 0), os.pread(err.fileno(), 1 << 30, 0)


class Forked:
    """What `subprocess.Popen` is for a process of the zygote: the part of it that tests use."""

    def __init__(
        self,
        words: Sequence[str],
        *,
        cwd: Path | str,
        environment: Mapping[str, str],
        streams: Sequence[IO[bytes]],
        name: str = "",
    ) -> None:
        """`streams` become its stdin, stdout and stderr; `name` is what it and its companion are called in /proc,
        which shows the environment of the zygote for them.
        """
        order = {"words": list(words), "cwd": str(cwd), "environment": dict(environment), "name": name}
        self.args = list(words)
        self.returncode: int | None = None
        self.stdin: IO[bytes] | None = None
        self.stdout: IO[bytes] | None = None
        self.pid = _told(order, [stream.fileno() for stream in streams])
        self._ended = os.pidfd_open(self.pid)

    def __del__(self) -> None:
        with contextlib.suppress(OSError):
            os.close(self._ended)

    def poll(self) -> int | None:
        """The exit code, None while it runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, minus the signal where one ended it; raises `subprocess.TimeoutExpired`."""
        if self.returncode is None:
            waiting = select.poll()
            waiting.register(self._ended, select.POLLIN)
            if not waiting.poll(None if timeout is None else timeout * 1_000):
                raise subprocess.TimeoutExpired(self.args, timeout or 0.0)
            self.returncode = _told({"reap": self.pid}, [])
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Nothing where it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def start(
    words: Sequence[str],
    *,
    cwd: Path | str,
    environment: Mapping[str, str],
    stderr: IO[bytes],
    name: str = "",
) -> tuple[Forked, IO[bytes], IO[bytes]]:
    """(process, its stdin to write to, its stdout to read from), both without a buffer. The words are those of
    `helix-lsp`, or a script of the tests and its own.
    """
    their_in, our_in = os.pipe()
    our_out, their_out = os.pipe()
    with os.fdopen(their_in, "rb", 0) as into, os.fdopen(their_out, "wb", 0) as out:
        process = Forked(words, cwd=cwd, environment=environment, streams=(into, out, stderr), name=name)
    process.stdin, process.stdout = os.fdopen(our_in, "wb", 0), os.fdopen(our_out, "rb", 0)
    return process, process.stdin, process.stdout


def command(environment: Mapping[str, str], *packages: str) -> list[str]:
    """What stands before the words of `helix-lsp` where a library starts the program: a small program that has the
    zygote fork, or the interpreter itself. The zygote reads all modules of `packages` first.
    """
    if not can_run(environment):
        return [sys.executable, "-m", "helix_lsp"]
    _told({"read": packages}, [])
    return [
        sys.executable,
        "-I",
        "-S",
        str(Path(__file__).with_name("handed_over.py")),
        address(_told({}, [])),
    ]


def address(number: int) -> str:
    """Where the zygote with this process number listens (an abstract address of Linux)."""
    return f"helix-zygote-{number}"


def _told(order: Mapping[str, object], streams: Sequence[int]) -> int:
    """The number that the zygote answers an order with: the process that it made, or the code of one."""
    with _one_order:
        place = _line(os.getpid())
        socket.send_fds(place, [json.dumps(order).encode()], list(streams))
        return int(place.recv(_LENGTH))


def share() -> None:
    """Starts the zygote that this process and its forks use together; it ends with the last of them."""
    if hasattr(os, "pidfd_open"):
        _shared.append(address(_told({}, [])))


@cache
def _line(_process: int) -> socket.socket:
    """To the zygote, one for each process."""
    if not _shared:
        return _started()
    line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    line.settimeout(_PATIENCE)
    line.connect(f"\0{_shared[0]}")
    return line


def _started() -> socket.socket:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.settimeout(_PATIENCE)
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
    warm()
    _alone()
    gc.collect()
    gc.freeze()  # a fork that looked at each module's objects would copy their pages
    door = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    door.bind(f"\0{address(os.getpid())}")
    door.listen()
    with selectors.DefaultSelector() as waiting:
        waiting.register(place, selectors.EVENT_READ)
        waiting.register(door, selectors.EVENT_READ)
        while True:
            for key, _ in waiting.select():
                asker = key.fileobj
                assert isinstance(asker, socket.socket)
                if asker is door:
                    waiting.register(door.accept()[0], selectors.EVENT_READ)
                elif not _served(asker):
                    if asker is place:
                        return
                    waiting.unregister(asker)
                    asker.close()


def _served(asker: socket.socket) -> bool:
    """One order, answered with a number; False when there is none left."""
    data, streams, _, _ = socket.recv_fds(asker, _LENGTH, 3)
    if not data:
        return False
    order = json.loads(data)
    if "reap" in order:
        _, ended = os.waitpid(order["reap"], 0)
        number = os.waitstatus_to_exitcode(ended)
    elif "words" in order:
        number = os.fork()
        if number == 0:
            _be(order, streams)
        for stream in streams:
            os.close(stream)
    else:
        for package in order.get("read", ()):
            _read(package)
        number = os.getpid()
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        asker.send(str(number).encode())
    return True


def _read(package: str) -> None:
    for module in iter_modules(import_module(package).__path__, f"{package}."):
        import_module(module.name)
    _alone()


def _alone() -> None:
    tasks = Path("/proc/self/task")
    assert not tasks.is_dir() or len(list(tasks.iterdir())) == 1, "a thread would be lost in a fork"


def _be(order: dict[str, object], streams: list[int]) -> None:
    from helix_lsp.__main__ import start
    from helix_lsp.lsp.companion import spawn

    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    _let_go()
    if order.get("name"):
        Path("/proc/self/comm").write_text(str(order["name"]))
    os.chdir(str(order["cwd"]))
    os.environ.clear()
    os.environ.update(order["environment"])  # type: ignore[arg-type]
    if "HELIX_TEST_TUNING" in os.environ:
        _tune()
    words = order["words"]
    assert isinstance(words, list)
    spawn.spawn_ahead = lambda: spawn._waiting.append(_forked_companion())  # pyright: ignore[reportPrivateUsage]
    if words[0].endswith(".py"):
        sys.argv = words
        own = ModuleType(
            "__main__"
        )  # kept until the end: `runpy` takes its names away while threads still use them
        sys.modules["__main__"] = own
        vars(own)["__file__"] = words[0]
        exec(compile(Path(words[0]).read_bytes(), words[0], "exec"), vars(own))
    sys.argv = [str(Path(sys.argv[0]).with_name("__main__.py")), *words]
    _leave(start())


def _let_go() -> None:
    """Lays the null device over each descriptor that a fork inherited, but for its standard streams. A number that
    was only closed would be given to the next file that is opened, and closed once more, behind the back of that
    file, by the object that had it in the process before: as the frames below this one end, a selector and sockets do.
    """
    null = os.open(os.devnull, os.O_RDWR)
    for number in map(int, os.listdir("/proc/self/fd")):
        if number > 2 and number != null:
            with contextlib.suppress(OSError):  # the listing's own, which is closed by now
                os.fstat(number)
                os.dup2(null, number, inheritable=False)
    os.close(null)


def _leave(code: int) -> NoReturn:
    """Ends as the interpreter does, but lets the system take the memory back: to take each module apart, which copies
    its pages, is most of the processor time of a short command.
    """
    shut_down: Any = vars(threading)["_shutdown"]
    run_exit_functions: Any = vars(atexit)["_run_exitfuncs"]
    shut_down()
    run_exit_functions()
    gc.collect()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        raise SystemExit(code) from None  # the interpreter says what could not be written
    os._exit(code)


def _tune() -> None:
    """What an interpreter does when it starts; a value that was made before would keep the old tuning."""
    runpy.run_path(str(TUNED / "sitecustomize.py"))
    config = import_module("helix_lsp.config").Config()
    places = json.loads(os.environ["HELIX_TEST_TUNING"])
    kinds = tuple(type(getattr(config, place.partition(".")[0])) for place in places)
    early = [
        f"{name}.{key}"
        for name, module in list(sys.modules.items())
        if name.startswith("helix_lsp.")
        for key, value in vars(module).items()
        if isinstance(value, kinds)
    ]
    assert early == [], f"made before the tuning: {early}"


def _forked_companion() -> subprocess.Popen[bytes]:
    """The one that is started ahead, while there is one thread and nothing is open. A later one is a process of its
    own: a fork of a server whose SQLite has files open cannot open them again.
    """
    their_in, our_in = os.pipe()
    our_out, their_out = os.pipe()
    pid = os.fork()
    if pid == 0:
        from helix_lsp.lsp.companion.program import main

        os.dup2(their_in, 0)
        os.dup2(their_out, 1)
        _let_go()
        os.chdir(ROOT)
        main()
    os.close(their_in)
    os.close(their_out)
    process: Any = subprocess.Popen.__new__(subprocess.Popen)
    vars(process).update(
        args=["companion"],
        pid=pid,
        returncode=None,
        stdin=os.fdopen(our_in, "wb"),
        stdout=os.fdopen(our_out, "rb"),
        stderr=None,
        _waitpid_lock=threading.Lock(),
        _child_created=True,
        _sigint_wait_secs=0.25,
    )
    return process


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
