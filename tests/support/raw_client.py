"""A raw LSP client: JSON in and out over pipes, no lsprotocol, no pygls, so that it shares none of their
faults.

It reads with its own strict cutter (any byte out of place fails the test), answers the server's requests with
null, and keeps every message, so that a test can validate all of them against the meta model.
"""

from __future__ import annotations

import json
import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Self

from tests.support import zygote

PATIENCE = 60.0
"""Seconds that a wait may take. It only tells a hang from an answer, also on a machine that is slow or busy; a wait ends when what it waits
for is there, so this costs nothing."""
_HEAD = re.compile(rb"\AContent-Length: (\d+)\r\n(?:Content-Type: [^\r\n]*\r\n)?\r\n")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class RawClient:
    """Talks through `write(bytes)` and `read(n)`. Every wait has a time limit and raises AssertionError when
    it passes.
    """

    def __init__(self, read: Callable[[int], bytes], write: Callable[[bytes], Any]) -> None:
        self._read = read
        self._write = write
        self.messages: list[dict[str, Any]] = []
        self.problem: str | None = None
        self.closed = threading.Event()
        self.answers_requests = True
        self._numbers = iter(range(1, 10**9))
        self._arrived = threading.Condition()
        self._writing = threading.Lock()
        self.methods: dict[Any, str] = {}
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        held = bytearray()
        try:
            while chunk := self._read(65_536):
                held += chunk
                self._cut(held)
        except (OSError, ValueError):
            pass
        if held and self.problem is None:
            self.problem = f"{len(held)} bytes after the last frame"
        with self._arrived:
            self.closed.set()
            self._arrived.notify_all()

    def _cut(self, held: bytearray) -> None:
        while match := _HEAD.match(held):
            end = match.end() + int(match.group(1))
            if len(held) < end:
                return
            body = bytes(held[match.end() : end])
            del held[:end]
            try:
                message = json.loads(body, parse_constant=_refuse)
            except ValueError:
                self.problem = f"a frame of {len(body)} bytes is not JSON"
                continue
            with self._arrived:
                self.messages.append(message)
                self._arrived.notify_all()
            if "method" in message and "id" in message and self.answers_requests:
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
        if (
            held
            and not _HEAD.match(held)
            and (len(held) > 64 or not b"Content-Length: ".startswith(held[:16]))
        ):
            self.problem = f"out of step: {bytes(held[:60])!r}"
            held.clear()

    def raw(self, data: bytes) -> None:
        """Bytes as they are."""
        try:
            with self._writing:
                self._write(data)
        except (BrokenPipeError, ValueError, OSError):
            self.closed.set()

    def send(self, message: object) -> None:
        """One frame."""
        body = json.dumps(message).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method: str, params: object = None) -> None:
        """A notification."""
        self.send(
            {"jsonrpc": "2.0", "method": method, "params": params}
            if params is not None
            else {"jsonrpc": "2.0", "method": method}
        )

    def start(self, method: str, params: object = None) -> int:
        """Send a request, do not wait; its id."""
        number = next(self._numbers)
        self.methods[number] = method
        message: dict[str, Any] = {"jsonrpc": "2.0", "id": number, "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)
        return number

    def wait_for(
        self, fits: Callable[[dict[str, Any]], bool], timeout: float = PATIENCE, what: str = "a message"
    ) -> dict[str, Any]:
        """The first message, past or coming, that fits."""
        limit = time.monotonic() + timeout
        seen = 0
        with self._arrived:
            while True:
                for message in self.messages[seen:]:
                    if fits(message):
                        return message
                seen = len(self.messages)
                left = limit - time.monotonic()
                assert left > 0, f"{what} did not come within {timeout} s; problem: {self.problem}"
                assert not self.closed.is_set(), f"the stream ended before {what}; problem: {self.problem}"
                self._arrived.wait(left)

    def wait(self, number: object, timeout: float = PATIENCE) -> dict[str, Any]:
        """The answer with this id."""
        return self.wait_for(
            lambda m: "method" not in m and m.get("id") == number, timeout, f"the answer to {number}"
        )

    def request(self, method: str, params: object = None, timeout: float = PATIENCE) -> dict[str, Any]:
        """Send and wait: the whole answer."""
        return self.wait(self.start(method, params), timeout)

    def result(self, method: str, params: object = None, timeout: float = PATIENCE) -> Any:
        """Send and wait: the result, which must not be an error."""
        answer = self.request(method, params, timeout)
        assert "result" in answer, answer
        return answer["result"]

    def answers(self, number: object) -> list[dict[str, Any]]:
        """All answers with this id so far."""
        return [m for m in list(self.messages) if "method" not in m and m.get("id") == number]

    def notes(self, method: str) -> list[dict[str, Any]]:
        """Params of all notifications of a kind so far."""
        return [m["params"] for m in list(self.messages) if m.get("method") == method and "id" not in m]

    def initialize(
        self,
        *,
        folders: Sequence[str] = (),
        encodings: Sequence[str] = ("utf-16",),
        capabilities: dict[str, Any] | None = None,
        process: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """The handshake; the result of `initialize`. `options` are sent as `initializationOptions`."""
        asked = {"general": {"positionEncodings": list(encodings)}, **(capabilities or {})}
        opened = [{"uri": uri, "name": uri.rpartition("/")[2]} for uri in folders]
        params = {"processId": process, "rootUri": None, "capabilities": asked, "workspaceFolders": opened}
        if options is not None:
            params["initializationOptions"] = options
        result = self.result("initialize", params)
        self.notify("initialized", {})
        return result

    def open(self, uri: str, text: str, version: int = 1, language: str = "markdown") -> dict[str, str]:
        """didOpen; the identifier for requests."""
        self.notify(
            "textDocument/didOpen",
            {"textDocument": {"uri": uri, "languageId": language, "version": version, "text": text}},
        )
        return {"uri": uri}

    def change(self, uri: str, version: int, *changes: dict[str, Any]) -> None:
        """didChange."""
        self.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)},
        )

    def settled(self) -> None:
        """Until everything is done and sent that follows from what was sent so far (`--test-hooks`)."""
        self.result("helix/test/settled")

    def text(self, uri: str) -> str:
        """The server's copy."""
        return self.result("helix/test/text", {"textDocument": {"uri": uri}})["text"]


class ServerProcess(RawClient):
    """A real server process: `helix-lsp serve`, or a `script` of the tests, as a fork of a process that has read
    the modules unless `started` asks for one that is started as an editor does it.
    """

    def __init__(
        self,
        *arguments: str,
        script: Sequence[str] = (),
        environment: dict[str, str] | None = None,
        started: bool = False,
    ) -> None:
        self.log = tempfile.TemporaryFile()  # noqa: SIM115  (lives as long as the client)
        own = {**os.environ, "PYTHONPATH": ROOT, **(environment or {})}
        self.process: subprocess.Popen[bytes] | zygote.Forked
        forkable = not script or script[0].endswith(".py")
        if forkable and not started and zygote.can_run(own):
            words = [*(script or ("serve",)), *arguments]
            self.process, sink, source = zygote.start(words, cwd=ROOT, environment=own, stderr=self.log)
        else:
            self.process = subprocess.Popen(
                [sys.executable, *(script or ("-m", "helix_lsp", "serve")), *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.log,
                bufsize=0,
                cwd=ROOT,
                env={"PYTHONUNBUFFERED": "1", **own},
            )
            assert self.process.stdout is not None
            assert self.process.stdin is not None
            source, sink = self.process.stdout, self.process.stdin
        self._sink = sink

        def write(data: bytes) -> None:
            rest = memoryview(data)
            while rest:
                rest = rest[sink.write(rest) or 0 :]

        super().__init__(source.read, write)

    def stop(self) -> int:
        """shutdown, exit, and the exit code."""
        self.request("shutdown")
        self.notify("exit")
        return self.process.wait(PATIENCE)

    def close_stdin(self) -> None:
        """The end of the input."""
        self._sink.close()

    def logged(self) -> str:
        """What the server wrote to stderr."""
        self.log.seek(0)
        return self.log.read().decode("utf-8", "replace")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        assert error[0] is not None or self.problem is None, self.problem


class Inside(RawClient):
    """A server in a thread of this process, over pipes: quick to start. `exits` holds the codes of hard
    exits.

    What is still running at the end is waited for, so that a hard exit means work that does not end and not a
    slow machine.
    """

    def __init__(self, options: Any) -> None:
        from helix_lsp.config.server import ServeConfig
        from helix_lsp.lsp.server import serve_on
        from helix_lsp.lsp.stream.transport import over_descriptors

        to_server, self._to = os.pipe()
        self._from, from_server = os.pipe()
        config = replace(options.config or ServeConfig(), stop_grace_ms=round(PATIENCE * 500))
        options = replace(options, config=config)
        self.exits: list[int] = []
        self.codes: queue.SimpleQueue[int] = queue.SimpleQueue()
        transport = over_descriptors(to_server, from_server)
        threading.Thread(
            target=lambda: self.codes.put(serve_on(transport, options, self.exits.append)), daemon=True
        ).start()
        super().__init__(lambda n: os.read(self._from, n), self._all)

    def _all(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._to, rest) :]

    def close_stdin(self) -> None:
        """The end of the input."""
        os.close(self._to)
        self._to = -1

    def code(self, timeout: float = PATIENCE) -> int:
        """The exit code, once it is there."""
        return self.codes.get(timeout=timeout)

    def stop(self) -> int:
        """shutdown, exit, and the exit code."""
        self.request("shutdown")
        self.notify("exit")
        return self.code()


def _refuse(text: str) -> float:
    raise ValueError(text)
