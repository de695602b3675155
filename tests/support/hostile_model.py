"""A model server for tests that records every call, speaks three wire forms, and can do everything that a
server should not do.

    with HostileServer("slow drip") as server:
        ModelConfig(provider="openai", url=server.url, ...)
    assert len(server.calls) == 1

`answer` gives the text of a good answer, from the recorded call; a behaviour changes how it is sent.
"""

from __future__ import annotations

import gzip
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self, cast

BEHAVIOURS = (
    "good", "length", "empty", "stall", "stall after headers", "slow drip", "cut json", "cut body", "garbage", "html", "redirect", "huge",
    "500", "401", "404", "429", "gzip", "no answer", "not http", "deep json", "wrong shape", "null text", "bad utf-8", "filtered", "echo key",
)  # fmt: skip
FAILING = tuple(b for b in BEHAVIOURS if b not in ("good", "length", "empty"))
_HUGE = 40_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request as it came; header names in lower case."""

    method: str
    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def prompt(self) -> str:
        """What the user's turn said, in any of the wire forms."""
        return str(self.body["messages"][-1]["content"])


def _echo(call: Call) -> str:
    return f"ANSWER_START\nThere are {len(call.prompt)} characters [1].\nANSWER_END"


class HostileServer:
    """Listens on a free port of 127.0.0.1; `url` has no path."""

    def __init__(self, behaviour: str = "good", answer: Callable[[Call], str] = _echo) -> None:
        self.calls: list[Call] = []
        self.released = threading.Event()
        self.broken = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            """Hands every request on."""

            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                outer._take(self, behaviour, answer)

            def do_GET(self) -> None:
                outer._take(self, behaviour, answer)

            def log_message(self, *_: object) -> None:
                """Quiet."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        ).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()

    def _take(self, http: BaseHTTPRequestHandler, behaviour: str, answer: Callable[[Call], str]) -> None:
        raw = http.rfile.read(int(http.headers.get("content-length") or 0))
        body = cast("dict[str, Any]", json.loads(raw)) if raw else {}
        call = Call(
            method=http.command,
            path=http.path,
            headers={k.lower(): v for k, v in http.headers.items()},
            body=body,
        )
        self.calls.append(call)
        http.close_connection = True
        try:
            self._behave(http, behaviour, call, answer)
        except OSError:
            self.broken.set()  # the other side hung up, as it may

    def _behave(
        self, http: BaseHTTPRequestHandler, behaviour: str, call: Call, answer: Callable[[Call], str]
    ) -> None:
        good = json.dumps(
            form(call.path, "" if behaviour == "empty" else answer(call), cut=behaviour == "length")
        ).encode()
        if behaviour in ("good", "length", "empty"):
            send(http, good)
        elif behaviour == "stall":
            self._hold(http)
        elif behaviour == "stall after headers":
            head(http, 200, len(good))
            http.wfile.write(good[:5])
            self._hold(http)
        elif behaviour == "slow drip":
            head(http, 200, len(good))
            for byte in good:
                http.wfile.write(bytes([byte]))
                http.wfile.flush()
                if self.released.wait(0.05):
                    return
        elif behaviour == "cut json":
            send(http, good[: len(good) // 2])
        elif behaviour == "cut body":
            head(http, 200, len(good))
            http.wfile.write(good[: len(good) // 2])
        elif behaviour == "huge":
            head(http, 200, _HUGE)
            for _ in range(_HUGE // 1_000_000):
                http.wfile.write(b" " * 1_000_000)
        elif behaviour == "redirect":
            http.send_response(307)
            http.send_header("Location", self.url + "/elsewhere")
            http.send_header("Content-Length", "0")
            http.end_headers()
        elif behaviour == "gzip":
            send(http, gzip.compress(good), encoding="gzip")
        elif behaviour == "html":
            send(http, b"<html>log in</html>", kind="text/html")
        elif behaviour == "not http":
            http.wfile.write(b"SSH-2.0-OpenSSH_9.9\r\n")
        elif behaviour == "no answer":
            return
        elif behaviour.isdigit():
            send(
                http,
                b'{"error": "' + call.headers.get("authorization", "").encode() + b'"}',
                status=int(behaviour),
            )
        else:
            send(http, odd(behaviour, call))

    def _hold(self, http: BaseHTTPRequestHandler) -> None:
        """Say nothing until the other side hangs up or the test is over."""
        http.connection.settimeout(0.05)
        while not self.released.is_set():
            try:
                if http.connection.recv(1) == b"":
                    self.broken.set()
                    return
            except TimeoutError:
                time.sleep(0.01)


def form(path: str, text: str, *, cut: bool = False) -> dict[str, Any]:
    """A good answer in the form that belongs to the path."""
    if path.endswith("/api/chat"):
        return {
            "model": "m",
            "message": {"role": "assistant", "content": text},
            "done": True,
            "done_reason": "length" if cut else "stop",
        }
    if path.endswith("/v1/messages"):
        return {
            "type": "message",
            "content": [{"type": "text", "text": text}],
            "stop_reason": "max_tokens" if cut else "end_turn",
        }
    message = {"role": "assistant", "content": text}
    return {
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": "length" if cut else "stop"}],
    }


def odd(behaviour: str, call: Call) -> bytes:
    """Bodies that are wrong in themselves."""
    if behaviour == "garbage":
        return b"\x00\xffnot json at all{{{"
    if behaviour == "deep json":
        return b"[" * 200_000
    if behaviour == "bad utf-8":
        return b'{"choices": [{"message": {"content": "\xff\xfe\x80"}}]}'
    if behaviour == "null text":
        return json.dumps(
            {"choices": [{"message": {"content": None}}], "message": None, "content": [{"type": "tool_use"}]}
        ).encode()
    if behaviour == "filtered":
        return json.dumps(
            {
                "choices": [{"message": {}, "finish_reason": "content_filter"}],
                "error": "x",
                "stop_reason": "refusal",
            }
        ).encode()
    if behaviour == "echo key":
        return json.dumps({"error": {"message": f"bad key {call.headers.get('authorization')}"}}).encode()
    return json.dumps({"choices": "many", "message": ["x"], "content": {"text": 1}}).encode()


def head(
    http: BaseHTTPRequestHandler, status: int, length: int, kind: str = "application/json", encoding: str = ""
) -> None:
    """Status line and headers."""
    http.send_response(status)
    http.send_header("Content-Type", kind)
    http.send_header("Content-Length", str(length))
    if encoding:
        http.send_header("Content-Encoding", encoding)
    http.end_headers()


def send(
    http: BaseHTTPRequestHandler,
    body: bytes,
    status: int = 200,
    kind: str = "application/json",
    encoding: str = "",
) -> None:
    """A whole answer."""
    head(http, status, len(body), kind, encoding)
    http.wfile.write(body)
