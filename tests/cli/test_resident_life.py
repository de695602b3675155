"""Who may listen on the socket of the resident process, what happens when somebody else does, and when it ends."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from helix_lsp.cli import resident_client as to
from helix_lsp.cli.resident import status
from tests.cli.resident_shell import LINE, batch, ended, place, shell_of, told, until
from tests.cli.run import ROOT, Shell

pytestmark = pytest.mark.skipif(not to.POSSIBLE, reason="a resident process needs Unix sockets")


@pytest.fixture
def short(shell: Shell) -> Iterator[Shell]:
    """The project with a cache whose path is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="h") as folder:
        yield Shell(here=shell.here, cache=Path(folder))
        shell_of(folder).run("resident", "stop")


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
        process = batch(short)
        line, _ = listening.accept()
        line.sendall(said)
        if said.startswith(to.TAKEN):
            line.settimeout(60)
            _, streams, _, _ = socket.recv_fds(line, 100_000, 3)
            while not streams:
                _, streams, _, _ = socket.recv_fds(line, 100_000, 3)
            for number in streams:
                os.close(number)
        if said.endswith(to.BEAT):
            line.close()
        out, err = process.communicate(LINE, timeout=120)
        line.close()
        os.unlink(path)
    assert (process.returncode, err) == (0, b"")
    assert b"tower.py" in out


def test_a_folder_that_others_can_enter_is_not_used(short: Shell):
    folder = Path(place(short)).parent
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    done = short.run("resident", "start")
    assert done.code == 2
    assert str(folder) in done.complaint
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(place(short))
        listening.listen()
        listening.settimeout(0)
        assert short.run("query", "ring_bell").code == 0
        with pytest.raises(BlockingIOError):
            listening.accept()
    os.unlink(place(short))


def test_it_ends_with_its_socket_and_a_second_one_is_not_started(short: Shell):
    assert short.run("resident", "start").code == 0
    first = told(short)["pid"]
    again = short.run("resident", "start")
    assert (again.code, str(first) in again.text) == (0, True)
    os.unlink(place(short))
    until(lambda: ended(place(short)), "its end")
    assert short.run("resident", "status").code == 1
    assert short.run("query", "ring_bell").code == 0


def test_it_ends_when_nobody_asks(short: Shell):
    assert short.run("resident", "start", "--idle", "1").code == 0
    until(lambda: ended(place(short)), "its end")
    assert not os.path.exists(place(short))


def test_a_setting_of_the_user_lets_the_first_command_start_it_and_one_of_a_repository_does_not(short: Shell):
    (short.here / "helix.toml").write_text("[cli]\nresident_start = true\n")
    assert short.run("query", "ring_bell").code == 0
    assert not os.path.exists(os.path.dirname(place(short)))
    (short.here / "helix.toml").unlink()
    assert short.run("query", "ring_bell", env={"HELIX_ASK_CLI_RESIDENT_START": "on"}).code == 0
    until(lambda: status(place(short)), "a resident process")
    assert short.run("resident", "stop").code == 0
    until(lambda: ended(place(short)), "its end")


def test_another_version_is_not_asked_and_one_whose_files_changed_ends(short: Shell, tmp_path: Path):
    shutil.copytree(ROOT / "helix_lsp", tmp_path / "other" / "helix_lsp")
    other = {"PYTHONPATH": str(tmp_path / "other")}
    assert short.started("resident", "start", env=other).code == 0
    assert short.run("resident", "status").code == 1
    assert short.run("query", "ring_bell").code == 0
    assert short.started("query", "ring_bell", env=other).code == 0
    assert "1 command served" in short.started("resident", "status", env=other).text
    (tmp_path / "other" / "helix_lsp" / "cli" / "query.py").write_text("broken = ")
    assert short.started("query", "ring_bell", env=other).code == 2
    until(lambda: not [name for name in os.listdir(short.cache / "resident") if "." not in name], "its end")
