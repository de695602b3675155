"""A command that the resident process runs leaves the same bytes, on the same streams, as one that runs itself."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from helix_lsp.cli import resident_line as to
from helix_lsp.cli.resident import status
from helix_lsp.session.cache import index_directory
from helix_lsp.session.lock import WriterLock, acquire
from helix_lsp.session.settings import load
from tests.cli.run import Done, Shell

pytestmark = pytest.mark.skipif(not to.POSSIBLE, reason="a resident process needs Unix sockets")

SAME = (
    ("ask", "what does ring_bell do?"),
    ("ask", "what does ring_bell do?", "--json"),
    ("ask", "who is the bishop of Rome?"),
    ("ask", ""),
    ("ask", "--no-such-flag"),
    ("ask", "--help"),
    ("query", "ring bell", "-k", "2"),
    ("query", "ring bell", "--root", "no/such/folder"),
    ("uses", "check_rope"),
    ("uses", "nothing_of_that_name"),
    ("mentions", "ring_bell"),
    ("drift",),
    ("align", "--doc", "docs/bells.md"),
    ("status", "--json"),
    ("range", "get", "--ref", "-"),
    ("query", "--jsonl"),
)
UNCOUNTED = {"HELIX_ASK_PRIVACY_TELEMETRY": "off"}
INTO = {
    ("range", "get", "--ref", "-"): b'{"not": "a reference"}',
    ("query", "--jsonl"): b'{"id": 1, "text": "bell"}\nnot JSON\n',
}


def until(condition, what: str):
    """Waits for a condition; a test that waits for ever says for what."""
    end = time.monotonic() + 120
    while not (found := condition()):
        assert time.monotonic() < end, f"never came: {what}"
        time.sleep(0.02)
    return found


@pytest.fixture
def short(shell: Shell) -> Iterator[Shell]:
    """The project with a cache whose path is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="h") as folder:
        yield Shell(here=shell.here, cache=Path(folder))


def place(shell: Shell, **more: str) -> str:
    return to.place(to.read(shell.environment(**more)))


@contextmanager
def resident(shell: Shell, **more: str) -> Iterator[str]:
    """A resident process of this cache; its socket's path."""
    started = shell.started("resident", "start", env=more)
    assert started.code == 0, started.err
    try:
        yield place(shell, **more)
    finally:
        shell.started("resident", "stop", env=more)


def served(path: str) -> int:
    said = status(path)
    return -1 if said is None else said["commands"]


def bare(done: Done) -> tuple[int, list[object], str]:
    """Without times, which no two runs share."""
    lines: list[object] = []
    for line in done.out.splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            value = line
        if isinstance(value, dict):
            value.pop("ms", None)
        lines.append(value)
    return done.code, lines, done.err


def test_a_command_is_the_same_with_and_without(short: Shell):
    (short.here / "helix.toml").write_text("[index]\nno_such_option = 1\n")
    short.run("index")
    without = {words: short.run(*words, stdin=INTO.get(words, b""), env=UNCOUNTED) for words in SAME}
    with resident(short) as path:
        for words in SAME:
            before = served(path)
            found = short.started(*words, stdin=INTO.get(words, b""), env=UNCOUNTED)
            assert bare(found) == bare(without[words]), words
            assert served(path) == before + 1, words


def test_what_changed_on_disk_and_in_the_settings_is_in_the_next_answer(short: Shell):
    with resident(short) as path:
        assert b"tower.py" in short.started("query", "ring_bell").out
        (short.here / "bells" / "carillon.py").write_text("def play_carillon():\n    return 'ding'\n")
        assert b"carillon.py" in short.started("query", "play_carillon").out
        (short.here / "bells" / "carillon.py").unlink()
        assert short.started("query", "play_carillon", env={"HELIX_ASK_SEARCH_K": "1"}).out.count(b".py") <= 1
        (short.here / "helix.toml").write_text("[index]\nignore = ['bells/**']\n")
        assert b"tower.py" not in short.started("query", "ring_bell").out
        (short.here / "helix.toml").unlink()
        assert b"tower.py" in short.started("query", "ring_bell").out
        assert served(path) == 5


def test_a_terminal_gets_colours_folded_lines_and_no_more(short: Shell):
    short.run("index")
    words = ("ask", "what does ring_bell do?")
    without = [
        short.at_terminal(*words, columns=n, env=e) for n in (60, 100) for e in ({}, {"NO_COLOR": "1"})
    ]
    with resident(short) as path:
        found = [
            short.at_terminal(*words, columns=n, env=e) for n in (60, 100) for e in ({}, {"NO_COLOR": "1"})
        ]
        assert served(path) == 4
    assert found == without
    assert b"\x1b[" in found[0].out


def test_nobody_holds_the_index_while_nothing_is_asked(short: Shell):
    with resident(short):
        assert short.started("ask", "what does ring_bell do?").code == 0
        settings = load(str(short.here), env=short.environment())
        lock = acquire(index_directory(os.path.realpath(short.here), settings, create=False))
        assert isinstance(lock, WriterLock)
        (short.here / "bells" / "carillon.py").write_text("def play_carillon():\n    return 'ding'\n")
        with_another = short.started("query", "play_carillon", "--stale-policy", "fail")
        lock.release()
        assert with_another.code == 1
        assert b"carillon.py" in short.started("query", "play_carillon").out


def test_two_clients_at_once_are_both_served(short: Shell):
    short.run("index")
    with resident(short) as path:
        lines = [
            subprocess.Popen(
                [sys.executable, "-m", "helix_lsp", "query", "--jsonl"],
                cwd=short.here,
                env=short.environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            for _ in range(2)
        ]
        for number in (0, 1, 0):
            stdin, stdout = lines[number].stdin, lines[number].stdout
            assert stdin is not None
            assert stdout is not None
            stdin.write(b'{"text": "bell"}\n')
            stdin.flush()
            assert b"tower.py" in stdout.readline()
        said = status(path)
        assert said is not None
        assert [worker["busy"] for worker in said["workers"]] == [True, True]
        for line in lines:
            line.communicate()
            assert line.returncode == 0
        until(lambda: not any(w["busy"] for w in (status(path) or {})["workers"]), "both workers free")


def test_ctrl_c_ends_the_command_there_too(short: Shell):
    with resident(short) as path:
        process = subprocess.Popen(
            [sys.executable, "-m", "helix_lsp", "query", "--jsonl"],
            cwd=short.here,
            env=short.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        busy = until(lambda: [w for w in (status(path) or {})["workers"] if w["busy"]], "a busy worker")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)
        assert (process.returncode, err) == (130, b"helix-lsp: interrupted\n")
        until(lambda: busy[0]["pid"] not in [w["pid"] for w in (status(path) or {})["workers"]], "its end")
        assert short.started("query", "ring_bell").code == 0


def test_a_worker_that_dies_before_it_printed_costs_nothing(short: Shell):
    with resident(short) as path:
        process = subprocess.Popen(
            [sys.executable, "-m", "helix_lsp", "query", "--jsonl"],
            cwd=short.here,
            env=short.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        busy = until(lambda: [w for w in (status(path) or {})["workers"] if w["busy"]], "a busy worker")
        os.kill(busy[0]["pid"], signal.SIGKILL)
        out, err = process.communicate(b'{"text": "bell"}\n', timeout=120)
        assert b"tower.py" in out
        assert (process.returncode, err) == (0, b"")
        assert short.started("query", "ring_bell").code == 0
        assert served(path) == 2


def test_a_worker_that_dies_after_it_printed_is_one_line(short: Shell):
    with resident(short) as path:
        process = subprocess.Popen(
            [sys.executable, "-m", "helix_lsp", "query", "--jsonl"],
            cwd=short.here,
            env=short.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"text": "bell"}\n')
        process.stdin.flush()
        assert b"tower.py" in process.stdout.readline()
        os.kill(until(lambda: status(path), "a status")["workers"][0]["pid"], signal.SIGKILL)
        _, err = process.communicate(timeout=120)
        assert process.returncode == 2
        assert err.startswith(b"helix-lsp: ")
        assert err.count(b"\n") == 1


LIES = {
    "says nothing": b"",
    "declines": to.DECLINED,
    "says what nobody asked": b"HTTP/1.1 200 OK\r\n\r\n",
    "takes it and says nothing": to.TAKEN,
    "ends before it printed": to.TAKEN + to.BEAT,
}


@pytest.mark.parametrize("said", LIES.values(), ids=LIES.keys())
def test_who_lies_on_the_socket_changes_no_answer(short: Shell, said: bytes):
    short.run("index")
    path = place(short)
    os.mkdir(os.path.dirname(path), 0o700)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen()
        process = subprocess.Popen(
            [sys.executable, "-m", "helix_lsp", "query", "ring_bell"],
            cwd=short.here,
            env=short.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        line, _ = listening.accept()
        line.sendall(said)
        if said == to.TAKEN + to.BEAT:
            line.close()
        out, err = process.communicate(timeout=120)
        line.close()
    assert (process.returncode, err) == (0, b"")
    assert b"tower.py" in out


def test_a_folder_that_others_can_enter_is_not_used(short: Shell):
    folder = Path(place(short)).parent
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    done = short.started("resident", "start")
    assert done.code == 2
    assert str(folder) in done.complaint
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(place(short))
        listening.listen()
        listening.settimeout(0)
        assert short.started("query", "ring_bell").code == 0
        with pytest.raises(BlockingIOError):
            listening.accept()


def test_what_is_no_request_harms_nothing(short: Shell):
    requests = (
        b"",
        b"\x00",
        (1 << 31).to_bytes(4, "big") + b"x",
        (9).to_bytes(4, "big") + b"abc",
        to.packed("run"),
        to.packed("run", "/", "63", "utf-8", "", "utf-8", "", "utf-8", "1", "LD_PRELOAD=x", "query"),
        to.packed("run", "/", "63", "utf-8", "", "utf-8", "", "utf-8", "-1", "query"),
        to.packed("no such kind"),
        (5).to_bytes(4, "big") + b"other",
    )
    with resident(short) as path:
        assert stat.S_IMODE(os.stat(os.path.dirname(path)).st_mode) == 0o700
        for request in requests:
            with socket.socket(socket.AF_UNIX) as line:
                line.connect(path)
                socket.send_fds(line, [request or b"\0"], [0, 1, 2])
                line.shutdown(socket.SHUT_WR)
                assert line.recv(10) in (b"", to.DECLINED)
        assert served(path) == 0


def test_it_ends_with_its_socket_and_a_second_one_is_not_started(short: Shell):
    with resident(short) as path:
        first = until(lambda: status(path), "a status")["pid"]
        again = short.started("resident", "start")
        assert (again.code, str(first) in again.text) == (0, True)
        os.unlink(path)
        until(lambda: not Path(f"/proc/{first}").exists() if Path("/proc").exists() else True, "its end")
        assert short.started("resident", "status").code == 1
        assert short.started("query", "ring_bell").code == 0


def test_it_ends_when_nobody_asks(short: Shell):
    assert short.started("resident", "start", "--idle", "1").code == 0
    until(lambda: status_gone(place(short)), "its end")


def status_gone(path: str) -> bool:
    return not os.path.exists(path)


def test_a_setting_of_the_user_lets_the_first_command_start_it_and_one_of_a_repository_does_not(short: Shell):
    (short.here / "helix.toml").write_text("[cli]\nresident_start = true\n")
    assert short.started("query", "ring_bell").code == 0
    assert not os.path.exists(os.path.dirname(place(short)))
    (short.here / "helix.toml").unlink()
    assert short.started("query", "ring_bell", env={"HELIX_ASK_CLI_RESIDENT_START": "on"}).code == 0
    until(lambda: status(place(short)), "a resident process")
    assert short.started("resident", "stop").code == 0
    until(lambda: status_gone(place(short)), "its end")
