"""A command that the resident process runs leaves the same bytes, on the same streams, as one that runs itself."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from helix_lsp.cli import resident_client as to
from helix_lsp.session.kept.cache import index_directory
from helix_lsp.session.kept.lock import Holder, WriterLock, acquire
from helix_lsp.session.settings.settings import load
from tests.cli.resident_shell import LINE, asked, batch, busy, place, shell_of, told, until, without
from tests.cli.run import ROOT, Done, Shell
from tests.lsp.tower import serving

pytestmark = pytest.mark.skipif(not to.POSSIBLE, reason="a resident process needs Unix sockets")

SAME: tuple[tuple[str, ...], ...] = (
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
    ("status",),
    ("range", "get", "--ref", "-"),
    ("query", "--jsonl"),
)
UNCOUNTED = {"HELIX_ASK_PRIVACY_TELEMETRY": "off"}
INTO: dict[tuple[str, ...], bytes] = {
    ("range", "get", "--ref", "-"): b'{"not": "a reference"}',
    ("query", "--jsonl"): b'{"id": 1, "question": "bell"}\nnot JSON\n',
}


@pytest.fixture(scope="module")
def cache() -> Iterator[Path]:
    """A cache with a resident process, for all tests that leave it running."""
    with tempfile.TemporaryDirectory(prefix="h") as folder:
        started = shell_of(folder).run("resident", "start")
        assert started.code == 0, started.err
        yield Path(folder)
        shell_of(folder).run("resident", "stop")


@pytest.fixture
def served(shell: Shell, cache: Path) -> Shell:
    return Shell(here=shell.here, cache=cache)


def bare(done: Done) -> tuple[int, list[object], str]:
    """Without times, which no two runs share."""
    lines: list[object] = [re.sub(rb'"ms": ?[\d.]+', b"", line) for line in done.out.splitlines()]
    return done.code, lines, done.err


def test_a_command_is_the_same_with_and_without(served: Shell):
    (served.here / "helix.toml").write_text("[index]\nno_such_option = 1\n")
    served.run("index")
    before = told(served)["commands"]
    for words in SAME:
        found = served.run(*words, stdin=INTO.get(words, b""), env=UNCOUNTED)
        with without(served):
            other = served.run(*words, stdin=INTO.get(words, b""), env=UNCOUNTED)
        assert bare(found) == bare(other), words
    assert told(served)["commands"] == before + len(SAME)


def test_what_changed_on_disk_and_in_the_settings_is_in_the_next_answer(served: Shell):
    before = told(served)["commands"]
    later = served.here / "bells" / "carillon.py"
    assert b"tower.py" in served.run("query", "ring_bell").out
    later.write_text("def play_carillon():\n    return 'ding'\n")
    assert b"carillon.py" in served.run("query", "play_carillon").out
    later.write_text("def play_often():\n    return 'ding'\n")
    assert b"def play_often" in served.run("query", "play_often").out
    later.unlink()
    assert b"carillon.py" not in served.run("query", "play_often").out
    (served.here / "helix.toml").write_text("[index]\nexclude = ['bells/**']\n")
    assert b"tower.py" not in served.run("query", "ring_bell").out
    (served.here / "helix.toml").unlink()
    assert (
        b"tower.py" not in served.run("query", "ring_bell", env={"HELIX_ASK_INDEX_EXCLUDE": "bells/**"}).out
    )
    assert b"tower.py" in served.run("query", "ring_bell").out
    assert told(served)["commands"] == before + 7


def test_a_terminal_gets_the_same_colours_and_folded_lines(served: Shell):
    served.run("index")
    before = told(served)["commands"]
    for columns, more in ((60, {}), (100, {"NO_COLOR": "1"})):
        found = served.at_terminal("ask", "what does ring_bell do?", columns=columns, env=more)
        with without(served):
            other = served.at_terminal("ask", "what does ring_bell do?", columns=columns, env=more)
        assert found == other
        assert (b"\x1b[" in found.out) != bool(more)
    assert told(served)["commands"] == before + 2


def test_nobody_holds_the_index_while_nothing_is_asked(served: Shell):
    assert served.run("query", "ring_bell").code == 0
    settings = load(str(served.here), env=served.environment())
    lock = acquire(index_directory(os.path.realpath(served.here), settings, create=False))
    assert isinstance(lock, WriterLock)
    (served.here / "bells" / "carillon.py").write_text("def play_carillon():\n    return 'ding'\n")
    assert served.run("query", "play_carillon", "--stale-policy", "fail").code == 1
    lock.release()
    with without(served):
        assert b"carillon.py" in served.run("query", "play_carillon").out
    (served.here / "bells" / "carillon.py").unlink()
    assert b"carillon.py" not in served.run("query", "play_carillon").out


def test_an_editors_server_writes_the_index_that_a_worker_keeps_open(served: Shell):
    assert served.run("query", "ring_bell").code == 0
    with serving(served.cache, roots=[served.here]) as server:
        server.settled()
        settings = load(str(served.here), env=served.environment())
        holds = acquire(index_directory(os.path.realpath(served.here), settings, create=False))
        assert isinstance(holds, Holder)
        assert holds.pid not in [worker["pid"] for worker in told(served)["workers"]]
        assert b"tower.py" in served.run("query", "ring_bell").out
        assert f"process {holds.pid} holds the index" in served.run("status").text
    (served.here / "bells" / "carillon.py").write_text("def play_carillon():\n    return 'ding'\n")
    assert b"carillon.py" in served.run("query", "play_carillon").out


def test_two_clients_at_once_are_both_served(served: Shell):
    served.run("index")
    before = set(busy(served))
    first, second = batch(served), batch(served)
    for one in (first, second, first):
        assert b"tower.py" in asked(one)
    assert len(set(busy(served)) - before) == 2
    for one in (first, second):
        one.communicate(timeout=120)
        assert one.returncode == 0
    until(lambda: not busy(served), "both workers free")


def test_more_clients_than_there_are_workers_are_answered_too(served: Shell):
    served.run("index")
    many = [batch(served) for _ in range(5)]
    try:
        for one in many:
            assert b"tower.py" in asked(one)
        # a client that is not taken within two seconds, as on a busy machine, runs its command itself
        assert 1 <= len(busy(served)) <= 4
        for one in many:
            one.communicate(timeout=120)
            assert one.returncode == 0
    finally:
        for one in many:  # or the tests behind this one find its workers busy
            one.kill()
    until(lambda: not busy(served), "all workers free")


def test_ctrl_c_ends_the_command_there_too(served: Shell):
    process = batch(served)
    asked(process)
    workers = busy(served)
    process.send_signal(signal.SIGINT)
    process.wait(120)
    _, err = process.communicate()
    assert (process.returncode, err) == (130, b"helix-lsp: interrupted\n")
    until(lambda: not {w["pid"] for w in told(served)["workers"]}.intersection(workers), "its end")
    assert served.run("query", "ring_bell").code == 0


def test_a_client_that_is_killed_leaves_no_command_behind(served: Shell):
    process = batch(served)
    asked(process)
    process.kill()
    process.communicate(timeout=120)
    until(lambda: not busy(served), "no busy worker")


def test_a_worker_that_dies_before_it_printed_costs_nothing(served: Shell):
    process = batch(served)
    os.kill(until(lambda: busy(served), "a busy worker")[0], signal.SIGKILL)
    out, err = process.communicate(LINE, timeout=120)
    assert b"tower.py" in out
    assert (process.returncode, err) == (0, b"")
    assert served.run("query", "ring_bell").code == 0


def test_a_worker_that_dies_after_it_printed_is_one_line(served: Shell):
    process = batch(served)
    assert b"tower.py" in asked(process)
    os.kill(busy(served)[0], signal.SIGKILL)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 2
    assert err.startswith(b"helix-lsp: ")
    assert err.count(b"\n") == 1


def test_what_is_no_request_harms_nothing(served: Shell):
    form = ("/", "63", "utf-8", "", "utf-8", "", "utf-8")
    requests = (
        b"\0",
        (1 << 31).to_bytes(4, "big") + b"x",
        (9).to_bytes(4, "big") + b"abc",
        to.packed("run"),
        to.packed("run", *form, "1", "LD_PRELOAD=x", "query"),
        to.packed("run", *form, "-1", "query"),
        to.packed("run", *form, "0"),
        to.packed("run", "/no/such/folder", *form[1:], "0", "query"),
        to.packed("run", *form[:2], "no-such-encoding", *form[3:], "0", "query"),
        to.packed("no such kind"),
        (5).to_bytes(4, "big") + b"other",
    )
    before = told(served)["pid"]
    assert stat.S_IMODE(os.stat(os.path.dirname(place(served))).st_mode) == 0o700
    for request in requests:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(60)
            line.connect(place(served))
            socket.send_fds(line, [request], [0, 1, 2])
            line.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionResetError):  # what it had not read is thrown away
                assert line.recv(10) in (b"", to.DECLINED, to.TAKEN), request
    assert served.run("query", "ring_bell").code == 0
    assert told(served)["pid"] == before
    assert not busy(served)


def test_the_client_imports_next_to_nothing(served: Shell):
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "helix_lsp", "query", "ring_bell"],
        cwd=served.here,
        capture_output=True,
        text=True,
        env=served.environment(),
        check=False,
        timeout=120,
    )
    assert "tower.py" in done.stdout
    modules = set(re.findall(r"^import time:\s+\d+ \|\s+\d+ \|\s+(\S+)$", done.stderr, re.MULTILINE))
    ours = {name for name in modules if name.startswith("helix_lsp")}
    assert ours <= {"helix_lsp", "helix_lsp.cli", "helix_lsp.cli.resident_client"}
    assert not modules & {"socket", "json", "argparse", "typing", "signal", "subprocess", "dataclasses"}


def test_every_variable_that_a_command_reads_is_handed_over():
    asked_for: set[str] = set()
    for file in (ROOT / "helix_lsp").rglob("*.py"):
        if file.parts[len(ROOT.parts) + 1] not in ("lsp", "mcp"):
            asked_for.update(
                re.findall(r"(?:env|environ|switch)(?:\.get)?\(\"([A-Z_]+)\"", file.read_text("utf-8"))
            )
    assert {"HOME", "PATH", "NO_COLOR"} <= asked_for
    assert {name for name in asked_for if not name.startswith(to.PREFIX)} <= set(to.NAMES)
