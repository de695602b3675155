"""The whole client of the probes: it starts a server, writes bytes, and keeps every message that comes back.
It knows no method of LSP.

It shares nothing with `tests/support/raw_client.py` but how a server is forked, so that one mistake cannot hide in both. Every id that
was sent through `ask` or `expect` is accounted for at the end: answered exactly once, by a message that fits
the meta model, without a pop-up and without a traceback.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from tests.lsp.probes.kinds import message_faults
from tests.support import zygote

ROOT = Path(__file__).parents[3]
PATIENCE = 60.0  # only tells a hang from an answer; no figure comes from it
NOTHING = object()
POP_UPS = ("window/showMessage", "window/showMessageRequest")


def frame(message: Any, head: bytes = b"Content-Length: %d\r\n\r\n") -> bytes:
    """A frame of JSON data, or of bytes that are the body."""
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return head % len(body) + body


class Wire:
    """One server and our end of its stream. `marker` stands in the environment of the server and of all that
    it starts; a server that is `forked` from a process which has read its modules is called so instead.
    """

    def __init__(self, *arguments: str, forked: bool = False, **env: str) -> None:
        self.marker = uuid.uuid4().hex[:15]
        self.messages: list[dict[str, Any]] = []
        self.fault: str | None = None
        self.silent = False
        self.ended = False
        self.asked: dict[Any, str] = {}
        self.reading = threading.Event()
        self.reading.set()
        self._came: dict[tuple[type, Any], list[dict[str, Any]]] = {}
        self._numbers = iter(range(10**6, 10**9))
        self._seen = threading.Condition()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (closed with the server)
        self._cache = tempfile.TemporaryDirectory(prefix="probe-", ignore_cleanup_errors=True)
        around = (
            os.environ
            | {"HELIX_ASK_CACHE_DIR": self._cache.name, "PROBE_MARKER": self.marker, "PYTHONPATH": str(ROOT)}
            | env
        )
        words = ["serve", *(arguments or ("--stdio", "--test-hooks"))]
        self.process: subprocess.Popen[bytes] | zygote.Forked
        if forked and zygote.can_run(around):
            self.process, self._stdin, self._stdout = zygote.start(
                words, cwd=Path.cwd(), environment=around, stderr=self._errors, name=self.marker
            )
        else:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "helix_lsp", *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env=around,
            )
            assert self.process.stdin
            assert self.process.stdout
            self._stdin, self._stdout = self.process.stdin, self.process.stdout
        self._sink = self._stdin.fileno()
        self._write: Callable[[bytes], Any] = self._to_stdin
        source = self._stdout.fileno()
        threading.Thread(target=self._listen, args=(lambda: os.read(source, 65_536),), daemon=True).start()

    def _to_stdin(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._sink, view) :]

    def speak_on(self, line: Any) -> None:
        """Over a connected socket instead."""
        self._write = line.sendall
        threading.Thread(target=self._listen, args=(lambda: line.recv(65_536),), daemon=True).start()

    def _listen(self, read: Callable[[], bytes]) -> None:
        held = b""
        try:
            while self.reading.wait() and (chunk := read()):
                held = self._cut(held + chunk)
        except OSError:
            pass
        except ValueError as error:
            self.fault = repr(error)
        with self._seen:
            self.fault = self.fault or (
                f"{len(held)} bytes after the last frame" if held and not self.process.poll() else None
            )
            self.ended = True
            self._seen.notify_all()

    def _cut(self, held: bytes) -> bytes:
        while (end := held.find(b"\r\n\r\n")) >= 0:
            lines = held[:end].split(b"\r\n")
            sizes = [int(line[16:]) for line in lines if line.startswith(b"Content-Length: ")]
            if len(sizes) != 1 or not all(
                line.startswith((b"Content-Length: ", b"Content-Type: ")) for line in lines
            ):
                raise ValueError(f"a header of {lines!r}"[:200])
            stop = end + 4 + sizes[0]
            if len(held) < stop:
                break
            self._take(json.loads(held[end + 4 : stop].decode("utf-8"), parse_constant=_refuse))
            held = held[stop:]
        return held

    def _take(self, message: dict[str, Any]) -> None:
        with self._seen:
            self.messages.append(message)
            if "method" not in message and isinstance(message.get("id"), int | str):
                self._came.setdefault((type(message["id"]), message["id"]), []).append(message)
            self._seen.notify_all()
        if "method" in message and "id" in message and not self.silent:
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": _usual(message.get("params"))})

    def raw(self, data: bytes) -> None:
        """Bytes as they are; a server that has gone hears nothing."""
        with suppress(OSError):
            self._write(data)

    def send(self, *messages: Any) -> None:
        """All in one write."""
        self.raw(b"".join(frame(message) for message in messages))

    def note(self, method: str, params: Any = NOTHING) -> None:
        """A notification."""
        self.send({"jsonrpc": "2.0", "method": method} | ({} if params is NOTHING else {"params": params}))

    def expect(self, method: str = "helix/test/echo") -> int:
        """A new id, for a request that is sent by hand."""
        number = next(self._numbers)
        self.asked[number] = method
        return number

    def ask(self, method: str, params: Any = NOTHING, ident: Any = NOTHING) -> Any:
        """Send a request; its id."""
        ident = self.expect(method) if ident is NOTHING else ident
        self.asked[ident] = method
        self.send(
            {"jsonrpc": "2.0", "id": ident, "method": method}
            | ({} if params is NOTHING else {"params": params})
        )
        return ident

    def answers(self, ident: Any) -> list[dict[str, Any]]:
        """All that came for this id, of exactly this type."""
        return list(self._came.get((type(ident), ident), ()))

    def answer(self, ident: Any) -> dict[str, Any]:
        """The first of them, when it has come."""
        self.until(lambda: self.answers(ident) or self.ended)
        found = self.answers(ident)
        assert found, (
            f"no answer to {ident!r}; fault {self.fault}, ended {self.ended}, log {self.log()[-400:]}"
        )
        return found[0]

    def until(self, what: Callable[[], object], patience: float = PATIENCE) -> bool:
        """Wait for something that a message brings; False when it never came."""
        limit = time.monotonic() + patience
        with self._seen:
            while not what():
                if (left := limit - time.monotonic()) <= 0:
                    return False
                self._seen.wait(left)
        return True

    def call(self, method: str, params: Any = NOTHING) -> dict[str, Any]:
        """Ask and wait."""
        return self.answer(self.ask(method, params))

    def code_of(self, method: str, params: Any = NOTHING) -> int | None:
        """The error code that a request is answered with, None for a result."""
        return self.call(method, params).get("error", {}).get("code")

    def methods(self, since: int = 0) -> list[str]:
        """What the server sent of its own."""
        return [m["method"] for m in tuple(self.messages)[since:] if "method" in m]

    def nameless(self, since: int) -> list[int]:
        """Codes of error answers without an id."""
        return [
            m["error"]["code"]
            for m in tuple(self.messages)[since:]
            if "method" not in m and m.get("id") is None
        ]

    def initialize(
        self, root: Path | None = None, capabilities: Any = None, *, ready: bool = True, **more: Any
    ) -> dict[str, Any]:
        """The first request, and `initialized` behind it."""
        uri = None if root is None else root.as_uri()
        folders = None if uri is None else [{"uri": uri, "name": "work"}]
        params = {
            "processId": None,
            "rootUri": uri,
            "capabilities": capabilities or {},
            "workspaceFolders": folders,
        }
        answer = self.call("initialize", params | more)
        if ready:
            self.note("initialized", {})
        return answer

    def sound(self) -> None:
        """It still answers."""
        assert self.call("helix/test/echo", {"text": "sound"})["result"]["text"] == "sound"
        assert self.fault is None

    def text(self, uri: str) -> str:
        """The server's copy of a document."""
        return self.call("helix/test/text", {"textDocument": {"uri": uri}})["result"]["text"]

    def account(self) -> None:
        """Nothing that was asked is open or answered twice, and nothing wrong was ever said."""
        self.until(lambda: self.ended or all(self.answers(ident) for ident in self.asked))
        assert {
            ident: len(self.answers(ident)) for ident in self.asked if len(self.answers(ident)) != 1
        } == {}
        known = [m for m in self.messages if "method" in m or m.get("id") is None or m["id"] in self.asked]
        assert known == self.messages
        assert [(fault, str(m)[:300]) for m in self.messages for fault in message_faults(m, self.asked)] == []
        assert [m for m in self.messages if m.get("method") in POP_UPS] == []
        assert "Traceback" not in self.log()
        assert self.fault is None

    def end(self) -> int | None:
        """Say goodbye as an editor does; the exit code."""
        assert self.call("shutdown")["result"] is None
        self.note("exit")
        return self.code()

    def log(self) -> str:
        """What it wrote on stderr so far."""
        return os.pread(self._errors.fileno(), 10**7, 0).decode("utf-8", "replace")

    def hang_up(self) -> None:
        """Close its input."""
        self._stdin.close()

    def code(self) -> int | None:
        """Its exit code, None when it does not end."""
        with suppress(subprocess.TimeoutExpired):
            return self.process.wait(PATIENCE)
        return None

    def left(self) -> list[int]:
        """Processes that carry the marker and live (Linux; elsewhere only our own child is known)."""
        if not sys.platform.startswith("linux"):
            return [] if self.process.poll() is not None else [self.process.pid]
        return [
            int(pid)
            for pid in os.listdir("/proc")
            if pid.isdigit() and int(pid) != os.getpid() and _marked(pid, self.marker)
        ]

    def none_left(self) -> bool:
        """True once nothing that carries the marker lives; what the server started ends a moment after it."""
        limit = time.monotonic() + PATIENCE
        while self.left() and time.monotonic() < limit:
            time.sleep(0.02)
        return not self.left()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.reading.set()
        for pid in self.left():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        for stream in (self._stdin, self._stdout):
            with suppress(OSError):
                stream.close()
        self._errors.close()
        self._cache.cleanup()


def _refuse(text: str) -> Any:
    raise ValueError(f"{text} is not JSON")


def _usual(params: Any) -> Any:
    return [None] * len(params["items"]) if isinstance(params, dict) and "items" in params else None


def _marked(pid: str, marker: str) -> bool:
    try:
        if (
            marker.encode() not in Path(f"/proc/{pid}/environ").read_bytes()
            and Path(f"/proc/{pid}/comm").read_text().strip() != marker
        ):
            return False
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] not in (b"Z", b"X")
    except OSError:
        return False
