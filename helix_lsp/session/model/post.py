"""One POST, once: bounded in time and size, without redirects, retries, cookies or the environment's proxies,
and ended when asked.

Invariants: the deadline holds for everything from name lookup to the last byte, however slowly it drips;
`check` is asked every twentieth of a second while the request is under way, and the connection is shut down
when it raises or the time is up; plain http reaches only a peer that really is this machine. No reason holds
a header, a body or what a server wrote.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, cast

import msgspec

from helix_lsp.ask.model.model_port import Check, ModelRequest
from helix_lsp.config.questions import ModelConfig
from helix_lsp.errors import Cancelled
from helix_lsp.session.model.endpoint import is_loopback
from helix_lsp.tuning.server import WAITING

if TYPE_CHECKING:
    import httpx

_OK = 200
_REDIRECTS = range(300, 400)
_HINTS = {
    400: "the server did not understand the request; is model.model right?",
    401: "the key is not accepted",
    403: "the key may not use this model",
    404: "there is no such model or address; look at model.model and model.url",
    408: "the server gave up waiting",
    413: "the prompt is too large for this server",
    429: "too many requests, or the credit is used up",
    529: "the server is overloaded",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """`seconds` for all of it, `most` bytes of body; `headers` hold the key and are not shown."""

    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)
    seconds: float
    most: int
    loopback: bool
    proxy: str = ""
    ca_file: str = ""


class Posted(msgspec.Struct, frozen=True, kw_only=True):
    """`data` is the whole body when the status is `ok`; `sent` tells whether a connection was tried at all."""

    status: Literal["ok", "error", "timeout", "cancelled"]
    data: bytes = b""
    reason: str = ""
    sent: bool = True


class _Refused(Exception):
    """The answer, or the way to it, is not acceptable; the words are for a person."""


class _Line:
    """The one connection, so that another thread can end it. A line that is ended before it is open ends at
    once.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._ended = False
        self.connected = False

    def opened(self, line: socket.socket) -> None:
        """The socket is there; raises when the request was given up meanwhile."""
        with self._lock:
            self._socket = line
            self.connected = True
            if self._ended:
                raise _Refused("given up")

    def end(self) -> None:
        """Shut it down: whoever reads from it wakes up."""
        with self._lock:
            self._ended = True
            if self._socket is not None:
                with suppress(OSError):
                    self._socket.shutdown(socket.SHUT_RDWR)


def post(posting: Posting, check: Check) -> Posted:
    """Send and read; raises only what `check` raises besides `Cancelled`."""
    line, done = _Line(), threading.Event()
    outcome: list[Posted] = []
    deadline = time.monotonic() + posting.seconds

    def work() -> None:
        try:
            outcome.append(_exchange(posting, line, deadline))
        finally:
            done.set()

    try:
        check()
    except Cancelled:
        return Posted(status="cancelled", reason="cancelled before anything was sent", sent=False)
    threading.Thread(target=work, name="helix-model", daemon=True).start()
    try:
        while not done.wait(min(WAITING.poll, max(0.0, deadline - time.monotonic()))):
            check()
            if time.monotonic() >= deadline:
                return Posted(
                    status="timeout", reason=f"the model server did not answer within {posting.seconds:g} s"
                )
    except Cancelled:
        return Posted(status="cancelled", reason="cancelled while the model was writing")
    finally:
        line.end()
    return outcome[0] if outcome else Posted(status="error", reason="the request failed inside")


def _exchange(posting: Posting, line: _Line, deadline: float) -> Posted:
    """On the worker: every failure as words."""
    try:
        import httpx
    except ImportError:
        return Posted(
            status="error",
            reason="httpx is not installed; install helix-lsp with its dependencies",
            sent=False,
        )
    try:
        return Posted(status="ok", data=_send(httpx, posting, line, deadline))
    except _Refused as refused:
        return Posted(status="error", reason=str(refused))
    except (httpx.TimeoutException, TimeoutError):
        return Posted(
            status="timeout", reason=f"the model server did not answer within {posting.seconds:g} s"
        )
    except httpx.ConnectError as error:
        return Posted(status="error", reason=f"the model server cannot be reached ({_kind(error)})")
    except httpx.HTTPError as error:
        return Posted(status="error", reason=f"the connection to the model server broke ({_kind(error)})")
    except Exception as error:  # noqa: BLE001  (whatever it is, the question is answered without the model)
        return Posted(status="error", reason=f"the request could not be made ({type(error).__name__})")


def _send(httpx: Any, posting: Posting, line: _Line, deadline: float) -> bytes:
    """The body of a good answer."""

    def trace(name: str, info: Mapping[str, Any]) -> None:
        if name.endswith(("connect_tcp.complete", "start_tls.complete")):
            opened: socket.socket = info["return_value"].get_extra_info("socket")
            if posting.loopback and not posting.proxy and not is_loopback(str(opened.getpeername()[0])):
                raise _Refused("the name in model.url does not lead to this machine; nothing was sent")
            line.opened(opened)

    transport = httpx.HTTPTransport(
        verify=_trust(httpx, posting), trust_env=False, proxy=posting.proxy or None, retries=0, http2=False
    )
    with httpx.Client(
        transport=transport, timeout=posting.seconds, trust_env=False, follow_redirects=False
    ) as client:
        fixed = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Accept-Encoding": "identity",
            "User-Agent": "helix-lsp",
        }
        request = client.build_request(
            "POST", posting.url, content=posting.body, headers=fixed | dict(posting.headers)
        )
        request.extensions["trace"] = trace
        response: httpx.Response = client.send(request, stream=True)
        try:
            return _body(response, posting, deadline)
        finally:
            response.close()


def _body(response: httpx.Response, posting: Posting, deadline: float) -> bytes:
    status = response.status_code
    if status in _REDIRECTS:
        raise _Refused("the model server answers with a redirect, which is not followed; look at model.url")
    if status != _OK:
        raise _Refused(
            f"the model server answered {status}" + (f": {_HINTS[status]}" if status in _HINTS else "")
        )
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind and not kind.endswith("json"):
        raise _Refused("the model server answered with something that is not JSON; look at model.url")
    if response.headers.get("content-encoding", "identity").lower() not in ("", "identity"):
        raise _Refused("the model server compressed its answer although that was not asked for")
    data = bytearray()
    for chunk in response.iter_raw():
        data += chunk
        if len(data) > posting.most:
            raise _Refused(f"the model server's answer is longer than {posting.most:,} bytes")
        if time.monotonic() >= deadline:
            raise TimeoutError
    return bytes(data)


def _trust(httpx: Any, posting: Posting) -> Any:
    """The bundled authorities, or the user's own file of them; none at all for plain http, which reading them
    would only slow.
    """
    import ssl

    if posting.ca_file:
        return ssl.create_default_context(cafile=posting.ca_file)
    if posting.url.startswith("http://"):
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return httpx.create_ssl_context(trust_env=False)


def _kind(error: BaseException) -> str:
    """What failed, in short; never the text of the failure, which may quote the address."""
    import ssl

    below: BaseException | None = error
    while below is not None:
        if isinstance(below, ssl.SSLCertVerificationError):
            return "its certificate is not trusted; a network's own authority can be named in model.ca_file"
        below = below.__cause__ or below.__context__
    words = {
        "ConnectError": "refused, or the name is not known",
        "RemoteProtocolError": "cut off or not HTTP",
        "ReadError": "cut off",
    }
    return words.get(type(error).__name__, type(error).__name__)


# What is said to a model server, and how its answer is read: three interfaces, as plain data in and out.
# Nothing is sent here.
#
# A form never raises for what a server answers: a shape that it does not know is an answer that cannot be read.
# Sources: the chat completions interface of OpenAI, the chat interface of Ollama, the messages interface of
# Anthropic (version 2023-06-01).

_OPENAI = "https://api.openai.com/v1"
_CHARS_PER_TOKEN = 3
_CONTEXT_STEP = 1_024


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """`text` is what the model wrote; `problem` why there is nothing to use; `cut` that it stopped at the
    length limit.
    """

    text: str = ""
    cut: bool = False
    problem: str = ""


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """`url` and `key_variable` are the usual ones; `path` is added to the url; `headers` take the key."""

    url: str
    path: str
    key_variable: str
    needs_key: bool
    headers: Callable[[str], dict[str, str]]
    body: Callable[[ModelRequest, ModelConfig], dict[str, object]]
    read: Callable[[object], Answer]


def encode(body: Mapping[str, object]) -> bytes:
    """The body as it goes out; the same request gives the same bytes."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _openai_body(request: ModelRequest, cfg: ModelConfig) -> dict[str, object]:
    """OpenAI itself wants `max_completion_tokens`; the servers that imitate it know `max_tokens`."""
    limit = "max_completion_tokens" if cfg.url.rstrip("/") in ("", _OPENAI) else "max_tokens"
    return {
        "model": cfg.model,
        "messages": _messages(request),
        "stream": False,
        limit: request.max_tokens,
    } | _temperature(cfg)


def _openai_read(data: object) -> Answer:
    choice = _first(_get(data, "choices"))
    text = _text(_get(_get(choice, "message"), "content"))
    ended = _get(choice, "finish_reason")
    if ended == "content_filter":
        return Answer(problem="the model server filtered the answer")
    return _answer(text, cut=ended == "length")


def _ollama_body(request: ModelRequest, cfg: ModelConfig) -> dict[str, object]:
    """Ollama silently drops the beginning of a prompt longer than its window, so the window is asked for."""
    tokens = len(request.system + request.prompt) // _CHARS_PER_TOKEN + request.max_tokens
    window = (tokens // _CONTEXT_STEP + 1) * _CONTEXT_STEP
    options = {"num_predict": request.max_tokens, "num_ctx": window} | _temperature(cfg)
    return {"model": cfg.model, "messages": _messages(request), "stream": False, "options": options}


def _ollama_read(data: object) -> Answer:
    text = _text(_get(_get(data, "message"), "content"))
    if _get(data, "error") is not None:
        return Answer(problem="the model server reports an error")
    return _answer(text, cut=_get(data, "done_reason") == "length" or _get(data, "done") is False)


def _anthropic_body(request: ModelRequest, cfg: ModelConfig) -> dict[str, object]:
    messages = [{"role": "user", "content": request.prompt}]
    body: dict[str, object] = {
        "model": cfg.model,
        "max_tokens": request.max_tokens,
        "system": request.system,
        "messages": messages,
    }
    return body | _temperature(cfg)


def _anthropic_read(data: object) -> Answer:
    ended = _get(data, "stop_reason")
    if ended == "refusal":
        return Answer(problem="the model refused to answer")
    return _answer(_text(_get(data, "content")), cut=ended == "max_tokens")


def _messages(request: ModelRequest) -> list[dict[str, str]]:
    return [{"role": "system", "content": request.system}, {"role": "user", "content": request.prompt}]


def _temperature(cfg: ModelConfig) -> dict[str, object]:
    return {"temperature": cfg.temperature} if cfg.temperature >= 0 else {}


def _answer(text: str | None, *, cut: bool) -> Answer:
    return (
        Answer(problem="the model server's answer has no text where it should be")
        if text is None
        else Answer(text=text, cut=cut)
    )


def _get(data: object, name: str) -> object:
    return cast("Mapping[str, object]", data).get(name) if isinstance(data, Mapping) else None


def _first(data: object) -> object:
    return cast("list[object]", data)[0] if isinstance(data, list) and data else None


def _text(content: object) -> str | None:
    """A text, or the texts among a list of parts; None for anything else."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    parts = [_get(part, "text") for part in cast("list[object]", content) if _get(part, "type") == "text"]
    texts = [part for part in parts if isinstance(part, str)]
    return "".join(texts) if texts else None


def _bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}


def _anthropic_headers(key: str) -> dict[str, str]:
    return {"anthropic-version": "2023-06-01"} | ({"x-api-key": key} if key else {})


FORMS: dict[Literal["openai", "ollama", "anthropic"], Form] = {
    "openai": Form(
        url=_OPENAI, path="/chat/completions", key_variable="OPENAI_API_KEY", needs_key=True, headers=_bearer, body=_openai_body,
        read=_openai_read,
    ),
    "ollama": Form(
        url="http://127.0.0.1:11434", path="/api/chat", key_variable="", needs_key=False, headers=_bearer, body=_ollama_body,
        read=_ollama_read,
    ),
    "anthropic": Form(
        url="https://api.anthropic.com", path="/v1/messages", key_variable="ANTHROPIC_API_KEY", needs_key=True,
        headers=_anthropic_headers, body=_anthropic_body, read=_anthropic_read,
    ),
}  # fmt: skip
