"""Other ways in (a socket, a named socket), the watch over the editor's process, and pytest-lsp's typed
client.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import ClassVar

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient, client_capabilities, make_test_lsp_client

from helix_lsp.errors import UsageError
from helix_lsp.lsp import client as parent
from helix_lsp.lsp.stream import transport
from tests.support.free_port import free_port
from tests.support.raw_client import PATIENCE, ROOT, RawClient

SERVE = [sys.executable, "-m", "helix_lsp", "serve"]


def talk(line: socket.socket, process: subprocess.Popen[bytes]) -> None:
    """A short session over a connected socket."""
    client = RawClient(line.recv, line.sendall)
    assert client.initialize()["serverInfo"]["name"] == "helix-lsp"
    assert client.request("helix/status")["error"]["code"] == -32803
    client.request("shutdown")
    client.notify("exit")
    assert process.wait(PATIENCE) == 0
    line.close()


def test_over_a_socket_on_which_the_editor_listens():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with subprocess.Popen([*SERVE, "--socket", str(port)], cwd=ROOT) as process:
            talk(listener.accept()[0], process)


def test_over_a_socket_on_which_nobody_listens_yet():
    port = free_port()
    with subprocess.Popen([*SERVE, "--socket", str(port)], cwd=ROOT) as process:
        limit = time.monotonic() + PATIENCE
        while True:
            try:
                line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                break
            except OSError:
                assert time.monotonic() < limit, "the server did not listen"
                time.sleep(0.05)
        talk(line, process)


def test_over_a_named_socket(tmp_path: Path):
    name = str(tmp_path / "s")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(name)
        listener.listen()
        with subprocess.Popen([*SERVE, "--pipe", name], cwd=ROOT) as process:
            talk(listener.accept()[0], process)


def test_what_cannot_be_connected_is_one_line(tmp_path: Path):
    with pytest.raises(UsageError, match="the editor must listen there first"):
        transport.over_pipe(str(tmp_path / "none"))
    with pytest.raises(UsageError, match="choose a free port"):
        transport.over_socket(99_999)


def test_named_pipes_are_refused_where_there_are_no_unix_sockets(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delattr(socket, "AF_UNIX")
    with pytest.raises(UsageError, match="not available on this system"):
        transport.over_pipe("x")


def test_the_watch_tells_the_dead_from_the_living():
    alive = parent.watcher()
    assert alive(os.getpid())
    with subprocess.Popen([sys.executable, "-c", ""], stdout=subprocess.DEVNULL) as child:
        limit = time.monotonic() + PATIENCE
        while alive(child.pid) and time.monotonic() < limit:  # it becomes a zombie: dead, and not yet reaped
            time.sleep(0.01)
        assert not alive(child.pid)
    assert not alive(2**40)
    assert not alive(-(2**70))


def test_a_process_of_another_user_lives():
    def refuse(pid: int, signal: int) -> None:
        raise PermissionError

    assert parent.alive_posix(2**22 + 5, refuse)


def test_windows_asks_the_kernel(monkeypatch: pytest.MonkeyPatch):
    import ctypes

    class Kernel:
        """Two processes: 4 lives, 5 has ended; 6 may not be looked at; everything else is unknown."""

        closed: ClassVar[list[int]] = []

        def OpenProcess(self, rights: int, inherit: bool, pid: int) -> int:
            return pid if pid in (4, 5) else 0

        def WaitForSingleObject(self, handle: int, time: int) -> int:
            return 0x102 if handle == 4 else 0

        def CloseHandle(self, handle: int) -> None:
            self.closed.append(handle)

    errors = iter([5, 87])
    monkeypatch.setattr(ctypes, "WinDLL", lambda *_, **__: Kernel(), raising=False)
    monkeypatch.setattr(ctypes, "get_last_error", lambda: next(errors), raising=False)
    alive = parent.watcher("win32")
    assert [alive(pid) for pid in (4, 5, 6, 7)] == [True, False, True, False]
    assert Kernel.closed == [4, 5]


def test_the_watch_calls_once():
    lives = iter([True, True, False])
    calls: list[int] = []
    thread = parent.watch(1, 0.001, lambda: calls.append(1), lambda pid: next(lives))
    thread.join(PATIENCE)
    assert calls == [1]


@pytest.fixture
async def client(tmp_path: Path):
    """Neovim's recorded capabilities; pytest-lsp checks each result against them."""
    (tmp_path / "tower").mkdir()
    (tmp_path / "tower" / "tower.py").write_text("def ring_all():\n    '''Ring.'''\n")
    folder = types.WorkspaceFolder(uri=(tmp_path / "tower").as_uri(), name="tower")
    typed = make_test_lsp_client()
    await typed.start_io(*SERVE, env={**os.environ, "HELIX_ASK_CACHE_DIR": str(tmp_path / "cache")})
    await typed.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities("neovim"), workspace_folders=[folder], root_uri=folder.uri
        )
    )
    yield typed
    await typed.shutdown_session()
    await typed.stop()


async def test_a_typed_client_hovers(client: LanguageClient, tmp_path: Path):
    document = types.TextDocumentItem(
        uri=(tmp_path / "tower" / "a.md").as_uri(),
        language_id="markdown",
        version=1,
        text="See `ring_all`.\n",
    )
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=document))
    asked = types.HoverParams(
        text_document=types.TextDocumentIdentifier(document.uri), position=types.Position(0, 7)
    )
    limit = time.monotonic() + PATIENCE
    hover = await client.text_document_hover_async(asked)
    while hover is None or "Not indexed yet" in hover.contents.value:  # the first index is being built
        assert time.monotonic() < limit
        await asyncio.sleep(0.05)
        hover = await client.text_document_hover_async(asked)
    assert "ring_all()" in hover.contents.value
