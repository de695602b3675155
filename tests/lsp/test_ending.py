"""Whatever runs, the process ends in time and with the right code. Carries G10. Each row is a real server
process.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from helix_lsp.lsp.client import Stopper
from tests.support.metamodel import faults
from tests.support.raw_client import PATIENCE, ROOT, ServerProcess
from tests.support.tuning import tuned_environment

FAKE = ("tests/support/fake_backend.py",)
FOREVER = 3_600  # seconds that work takes which must not hold the end up; how long an end takes is printed by `make bench`
JOBS = 6


def idle(server: ServerProcess) -> list[int]:
    """Nothing runs."""
    return []


def busy(server: ServerProcess) -> list[int]:
    """More slow requests than there are workers."""
    return [server.start("helix/test/slow", {"seconds": FOREVER}) for _ in range(JOBS)]


def deaf(server: ServerProcess) -> list[int]:
    """Work that never looks whether it was cancelled."""
    return [server.start("helix/ask", {"question": f"hang {FOREVER}"}) for _ in range(JOBS)]


STATES = {"idle": idle, "busy": busy, "deaf": deaf, "indexing": idle, "unread": idle}


def running(state: str, parent: int | None = None) -> ServerProcess:
    """A server in a state."""
    environment = tuned_environment(serve__parent_poll_ms=200)
    server = ServerProcess(script=FAKE, environment=environment)
    server.initialize(folders=["file:///w/stuck" if state == "indexing" else "file:///w/x"], process=parent)
    STATES[state](server)
    server.result("helix/test/echo", {"text": "x"})
    return server


def ended(server: ServerProcess) -> int:
    """The exit code."""
    code = server.process.wait(PATIENCE)
    assert server.closed.wait(PATIENCE)
    return code


@pytest.mark.parametrize("state", ["idle", "busy", "deaf", "indexing"])
@pytest.mark.parametrize(
    ("reason", "code"),
    [
        (lambda s: (s.request("shutdown"), s.notify("exit")), 0),
        (lambda s: s.notify("exit"), 1),
        (lambda s: s.close_stdin(), 1),
        (lambda s: (s.request("shutdown"), s.close_stdin()), 0),
        (lambda s: s.process.send_signal(signal.SIGTERM), 143),
        (lambda s: s.process.send_signal(signal.SIGINT), 130),
    ],
    ids=["shutdown and exit", "exit", "end of input", "shutdown and end of input", "SIGTERM", "SIGINT"],
)
def test_it_ends(state: str, reason: Callable[[ServerProcess], object], code: int):
    with running(state) as server:
        reason(server)
        assert ended(server) == code
        assert "Traceback" not in server.logged()


@pytest.mark.parametrize("state", ["idle", "busy", "deaf"])
def test_it_ends_after_the_editor_has(state: str):
    with (
        subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as editor,
        running(state, editor.pid) as server,
    ):
        editor.kill()
        editor.wait()
        assert ended(server) == 1


def test_it_ends_when_nobody_reads():
    with ServerProcess(script=FAKE) as server:
        server.initialize(folders=["file:///w/x"])
        assert server.process.stdout is not None
        numbers = [server.start("helix/ask", {"question": "big 3000000"}) for _ in range(3)]
        server.wait(numbers[0])
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) == 143


def test_it_ends_while_its_output_is_stuck():
    """The client holds the pipe and never reads: the writer is blocked in the middle of a frame."""
    process = subprocess.Popen(
        [sys.executable, *FAKE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        cwd=ROOT,
    )
    assert process.stdin is not None
    for message in (
        b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"rootUri":"file:///w/x"}}',
        *(
            b'{"jsonrpc":"2.0","id":%d,"method":"helix/ask","params":{"question":"big 3000000"}}' % n
            for n in range(2, 9)
        ),
    ):
        process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(message) + message)
    process.stdin.close()
    assert process.wait(PATIENCE) == 1
    assert process.stdout is not None
    process.stdout.close()


def test_it_ends_when_only_its_output_is_closed():
    server = running("idle")
    assert server.process.stdout is not None
    server.process.stdout.close()
    # a read that the client's thread had begun keeps the pipe open until one more reply has come, so one
    # request is not enough
    until = time.monotonic() + PATIENCE
    while server.process.poll() is None and time.monotonic() < until:
        with suppress(OSError):
            server.start("helix/test/echo", {"text": "x"})
        time.sleep(0.05)
    assert server.process.wait(PATIENCE) == 1


def test_it_ends_by_itself_when_its_output_is_closed():
    process = subprocess.Popen(
        [sys.executable, *FAKE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
    process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    process.stdin.flush()
    assert process.stdout.read(1) == b"C"
    process.stdout.close()
    if not sys.platform.startswith("linux"):  # elsewhere a closed pipe shows at the next write only
        process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        process.stdin.flush()
    assert process.wait(PATIENCE) == 1
    with suppress(OSError):
        process.stdin.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no SIGTERM")
@pytest.mark.parametrize(
    "module", ["helix_lsp.config", "lsprotocol.validators", "pygls.lsp.server", "helix_lsp.lsp.protocol"]
)
def test_it_ends_with_the_same_code_while_it_still_reads_its_modules(module: str):
    """The interpreter says on stderr when it has read a module; this one is followed by others,
    `lsprotocol.validators` by the rest of its types.
    """
    words = [sys.executable, "-X", "importtime", "-m", "helix_lsp", "serve"]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stderr is not None
        never = threading.Timer(PATIENCE, process.kill)
        never.start()
        while (line := process.stderr.readline()).split()[-1:] != [module.encode()]:
            assert line, "the server ended by itself, or never read the module"
        never.cancel()
        process.send_signal(signal.SIGTERM)
        _, rest = process.communicate(timeout=PATIENCE)
        assert process.returncode == 143
        assert b"Traceback" not in rest


def test_what_runs_at_shutdown_is_answered_first():
    with ServerProcess(script=FAKE) as server:
        server.initialize(folders=["file:///w/x"])
        jobs = busy(server)
        down = server.start("shutdown")
        server.wait(down)
        order = [m["id"] for m in server.messages if "method" not in m]
        assert all(order.index(job) < order.index(down) for job in jobs)
        assert [server.wait(job)["error"]["code"] for job in jobs] == [-32800] * JOBS
        server.notify("exit")
        assert ended(server) == 0
        assert faults(server.messages, server.methods) == []


def test_the_first_reason_counts_and_the_watchdog_is_called_off():
    stops: list[str] = []
    exits: list[int] = []
    before = set(threading.enumerate())
    stopper = Stopper(PATIENCE, lambda: stops.append("stop"), exits.append)
    stopper.request(3, "first")
    (watchdog,) = (
        thread for thread in set(threading.enumerate()) - before if thread.name == "helix-watchdog"
    )
    stopper.request(4, "second")
    stopper.ended()
    watchdog.join(PATIENCE / 2)
    assert not watchdog.is_alive(), "it waits for its time although it was called off"
    assert (stopper.code, stops) == (3, ["stop"])
    assert not exits


def test_the_watchdog_ends_what_does_not_end():
    done = threading.Event()
    exits: list[int] = []
    stopper = Stopper(0.01, lambda: None, lambda code: (exits.append(code), done.set()))
    stopper.request(7, "stuck")
    assert done.wait(PATIENCE)
    assert exits == [7]
