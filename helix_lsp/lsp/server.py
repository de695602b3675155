"""Starts the server and ends it: transport, reader thread, loop, signals, and the exit code.

What is imported before `initialize` is answered is the protocol only; the floors come with the first folder.
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import FrameType
from typing import Any

from lsprotocol import types

from helix_lsp.config.server import ServeConfig
from helix_lsp.lsp.client import Loop, Stopper, end_with
from helix_lsp.lsp.companion.spawn import drop
from helix_lsp.lsp.folders import OpenService
from helix_lsp.lsp.handlers import (
    ask,
    code_action,
    commands,
    diagnostics,
    documents,
    forms,
    places,
    session,
    sync,
)
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.stream.framing import Damage, Frames, Writer
from helix_lsp.lsp.stream.message import PARSE_ERROR, Broken, Incoming, decode, first_value
from helix_lsp.lsp.stream.transport import Transport, over_pipe, over_socket, over_stdio

# The reader thread's whole life: bytes in, envelopes out, until the stream ends. It does nothing else, so
# it is never deaf.


def messages(read: Callable[[int], bytes], config: ServeConfig) -> Iterator[Incoming]:
    """Envelopes in order of arrival. Each damaged frame gives one `Broken`; the iteration ends with the
    stream.
    """
    frames = Frames(read, max_body=config.max_message_bytes, max_header=config.max_header_bytes)
    while True:
        frame = frames.next()
        if frame is None:
            return
        if isinstance(frame, Damage):
            yield Broken(id=None, code=PARSE_ERROR, reason=frame.reason)
            continue
        message = decode(frame, config.max_json_depth)
        if isinstance(message, Broken) and message.code == PARSE_ERROR:
            end = first_value(frame)
            if end is None:
                frames.resume(frame)
            elif end < len(frame):
                frames.give_back(frame[end:])
                message = decode(frame[:end], config.max_json_depth)
        yield message


log = logging.getLogger(__name__)

HANDLERS: Mapping[str, Callable[..., Any]] = {
    types.INITIALIZE: session.initialize,
    types.INITIALIZED: session.initialized,
    types.SHUTDOWN: session.shutdown,
    types.EXIT: session.leave,
    types.SET_TRACE: session.ignore,
    types.WINDOW_WORK_DONE_PROGRESS_CANCEL: session.cancel_progress,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: session.did_change_configuration,
    types.TEXT_DOCUMENT_DID_OPEN: sync.did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: sync.did_change,
    types.TEXT_DOCUMENT_DID_SAVE: sync.did_save,
    types.TEXT_DOCUMENT_DID_CLOSE: sync.did_close,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: sync.did_change_watched_files,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: sync.did_change_folders,
    types.WORKSPACE_DID_CREATE_FILES: sync.did_change_files,
    types.WORKSPACE_DID_DELETE_FILES: sync.did_change_files,
    types.WORKSPACE_DID_RENAME_FILES: sync.did_rename_files,
    types.TEXT_DOCUMENT_HOVER: places.hover,
    types.TEXT_DOCUMENT_DEFINITION: places.definition,
    types.TEXT_DOCUMENT_REFERENCES: places.references,
    types.TEXT_DOCUMENT_IMPLEMENTATION: places.implementation,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: documents.document_symbol,
    types.WORKSPACE_SYMBOL: documents.workspace_symbol,
    types.TEXT_DOCUMENT_FOLDING_RANGE: documents.folding_range,
    types.TEXT_DOCUMENT_SELECTION_RANGE: documents.selection_range,
    types.TEXT_DOCUMENT_DOCUMENT_LINK: places.document_link,
    types.DOCUMENT_LINK_RESOLVE: places.resolve_link,
    types.TEXT_DOCUMENT_COMPLETION: documents.completion,
    types.TEXT_DOCUMENT_PREPARE_RENAME: documents.prepare_rename,
    types.TEXT_DOCUMENT_RENAME: documents.rename,
    types.TEXT_DOCUMENT_CODE_ACTION: code_action.code_action,
    types.TEXT_DOCUMENT_DIAGNOSTIC: diagnostics.diagnostic,
    types.WORKSPACE_DIAGNOSTIC: diagnostics.workspace_diagnostic,
    types.CODE_ACTION_RESOLVE: code_action.resolve,
    ask.ASK: ask.ask,
    types.TEXT_DOCUMENT_CODE_LENS: ask.code_lens,
    types.CODE_LENS_RESOLVE: ask.resolve_lens,
    ask.MENTIONS: ask.mentions,
    places.PROOF: places.proof,
    types.WORKSPACE_EXECUTE_COMMAND: commands.execute_command,
    types.WORKSPACE_TEXT_DOCUMENT_CONTENT: commands.text_document_content,
    commands.EXPLAIN: commands.explain,
    forms.RESOLVE: commands.resolve_command,
    commands.STATUS: commands.status,
    ask.GRAPH_LOCK: ask.graph_lock,
    ask.TREES: ask.trees,
    ask.SYMBOLS: ask.symbols,
    ask.EXAMPLES: ask.examples,
    ask.FOLDERS: ask.folders,
}
"""What answers each method."""
_SIGNAL_BASE = 128
_PATIENCE = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOptions:
    """What the command line says. `config`: None for the user's own; `open_service` is for protocol tests
    (None: the real one).
    """

    socket: int | None = None
    pipe: str | None = None
    test_hooks: bool = False
    client_process: int | None = None
    config: ServeConfig | None = None
    open_service: OpenService | None = None
    on_silence: Callable[[], None] | None = None  # the input ended before anything was written to it


def serve(options: ServeOptions) -> int:
    """Serve one client until it says goodbye; the exit code. Ends the process itself when something runs on
    after the grace.
    """
    _quiet_logs()
    with contextlib.suppress(OSError, ValueError, RuntimeError):  # no stderr: then nothing can be said
        faulthandler.enable()  # should a grammar or another library in C end the process, its stack is in the editor's log
    transport = _transport(options)
    config = options.config or _user_config()
    sys.setswitchinterval(config.switch_interval_us / 1e6)
    if not config.companion:
        drop()
    code = serve_on(transport, replace(options, config=config))
    drop()  # nobody opened a folder
    return code


def serve_on(transport: Transport, options: ServeOptions, hard_exit: Callable[[int], None] = os._exit) -> int:
    """`serve` on a given transport."""
    config = options.config or ServeConfig()
    loop = Loop(config.turn_warning_ms / 1e3)

    def end_now(code: int) -> None:
        server.abandon()
        hard_exit(code)

    stopper = Stopper(config.stop_grace_ms / 1e3, loop.stop, end_now)
    out = Writer(
        transport.write,
        backlog_bytes=config.backlog_bytes,
        on_broken=lambda: stopper.request(1, "nobody reads our output"),
    )
    server = HelixServer(
        config=config, loop=loop, out=out, stopper=stopper, open_service=options.open_service
    )
    register(server)
    if options.test_hooks:
        from helix_lsp.lsp.handlers import test_hooks

        test_hooks.register(server)
    out.start()
    _catch_signals(stopper)
    if options.client_process is not None:
        end_with(options.client_process, config.parent_poll_ms / 1e3, stopper)
    threading.Thread(
        target=_read, args=(transport, server, options.on_silence), name="helix-reader", daemon=True
    ).start()
    if transport.unread is not None:
        threading.Thread(
            target=_await_unread, args=(transport.unread, stopper), name="helix-unread", daemon=True
        ).start()
    loop.run()
    grace = config.stop_grace_ms / 1e3
    if server.wind_up(grace) and out.close(grace):
        stopper.ended()
        transport.close()
        return stopper.code or 0
    out.close(grace)
    end_now(stopper.code or 0)
    return stopper.code or 0


def register(server: HelixServer) -> None:
    """Give a server its handlers."""
    for method, handler in HANDLERS.items():
        server.feature(method)(handler)
    server.protocol.dropped = partial(sync.lost, server)


def _read(transport: Transport, server: HelixServer, on_silence: Callable[[], None] | None) -> None:
    """The reader thread. It runs at most `inbox_messages` ahead of the loop, but never waits for a loop that
    stands still.
    """
    room = threading.Semaphore(server.config.inbox_messages)

    silent = True

    def turn(message: Incoming) -> None:
        room.release()
        server.protocol.receive(message)

    try:
        for message in messages(transport.read, server.config):
            silent = False
            room.acquire(timeout=_PATIENCE)
            server.loop.post(
                getattr(message, "method", type(message).__name__), lambda message=message: turn(message)
            )
    except OSError as error:
        log.info("input ended: %s", type(error).__name__)
    if silent and on_silence is not None:
        on_silence()
    server.loop.post(
        "end of input", lambda: server.stopper.request(server.protocol.lifecycle.exit_code, "end of input")
    )
    if not server.stopper.wait(server.config.stop_grace_ms / 2e3):
        server.stopper.request(1, "end of input while the loop is busy")


def _await_unread(wait: Callable[[], None], stopper: Stopper) -> None:
    """A client that closed our output is noticed at once, not at the next message."""
    with contextlib.suppress(OSError):
        wait()
    stopper.request(1, "nobody reads our output")


def _user_config() -> ServeConfig:
    from helix_lsp.session.settings.settings import load

    return load(None).config.serve


def _transport(options: ServeOptions) -> Transport:
    if options.socket is not None:
        return over_socket(options.socket)
    if options.pipe is not None:
        return over_pipe(options.pipe)
    return over_stdio()


def _catch_signals(stopper: Stopper) -> None:
    """SIGTERM and SIGINT end the server like any other reason, with the shell's code for them.

    A thread of its own hears them through a socket: a main thread waiting for a lock may sleep through a
    signal that came before.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    ear, mouth = socket.socketpair()
    mouth.setblocking(False)
    signal.set_wakeup_fd(mouth.fileno(), warn_on_full_buffer=False)

    def listen() -> None:
        with mouth:  # held open as long as this thread lives
            number = ear.recv(1)[0]
            stopper.request(_SIGNAL_BASE + number, f"signal {number}")
            ear.recv(1)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _heard_elsewhere)
    threading.Thread(target=listen, name="helix-signals", daemon=True).start()


def _heard_elsewhere(_number: int, _frame: FrameType | None) -> None:
    """Without a handler the signal would end the process before the listener hears it."""


def _quiet_logs() -> None:
    """To stderr, warnings only; pygls writes whole messages at lower levels."""
    logging.basicConfig(
        stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    for name in ("pygls", "pygls.protocol", "pygls.feature_manager", "pygls.server"):
        logging.getLogger(name).setLevel(logging.WARNING)
