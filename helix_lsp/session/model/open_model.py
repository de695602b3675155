"""The model of the user's settings as a port, or as a preview of what it would be sent. Both go the same way
up to the sending.

Invariants (law I11): only options of scope `user` decide where anything goes. I9 a port sends one request,
once. What is wrong in the settings is a port that answers with the reason, so that the question is still
answered, without a model.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Literal, Protocol, cast

import msgspec

from helix_lsp.ask.model.model_port import Check, ModelPort, ModelReply, ModelRequest, ReplyStatus
from helix_lsp.config.questions import ModelConfig
from helix_lsp.errors import Cancelled
from helix_lsp.session.model.command import Program, find_program, run
from helix_lsp.session.model.endpoint import BadEndpoint, Endpoint, Key, read_endpoint, read_key
from helix_lsp.session.model.post import FORMS, Form, Posting, encode, post
from helix_lsp.session.settings.settings import Surroundings
from helix_lsp.text.data_file import BrokenData, read_json
from helix_lsp.tuning.server import WAITING


class Sending(msgspec.Struct, frozen=True, kw_only=True):
    """What would be sent and where: `headers` without their secrets, `body` as its text. `problem` says why
    it would not be (`` when it would).
    """

    provider: str
    model: str
    destination: str
    headers: tuple[tuple[str, str], ...]
    body: str
    problem: str


_Server = tuple[Form, Endpoint, Key]


def open_model(
    cfg: ModelConfig, around: Surroundings, root: str | None, complete: Complete | None = None
) -> ModelPort | None:
    """The port; None for the provider `none`. `root` is the workspace, whose programs are not run; `complete`
    reaches the editor.
    """
    if cfg.provider == "none":
        return None
    if cfg.provider == "client":
        return (
            client_port(cfg, complete)
            if complete is not None
            else _refusing(cfg, "the provider `client` needs an editor")
        )
    if cfg.provider == "command":
        argv = find_program(cfg.command, around.search_path, root)
        return _refusing(cfg, argv) if isinstance(argv, str) else _program_port(cfg, argv, around)
    server = _server(cfg, around)
    if isinstance(server, str):
        return _refusing(cfg, server)
    return lambda request, check: _ask_server(cfg, server, request, check)


def preview(cfg: ModelConfig, around: Surroundings, root: str | None, request: ModelRequest) -> Sending:
    """Exactly what `open_model` would send for this request. Nothing is sent, and no key is shown."""
    destination, body, headers, problem = "", f"{request.system}\n\n{request.prompt}", {}, ""
    if cfg.provider == "none":
        problem = "no model is set (model.provider is none): nothing is ever sent"
    elif cfg.provider == "client":
        destination = "the editor's own model"
    elif cfg.provider == "command":
        argv = find_program(cfg.command, around.search_path, root)
        destination, problem = (
            (" ".join(cfg.command), argv) if isinstance(argv, str) else (json.dumps(list(argv)), "")
        )
    else:
        form = _form(cfg)
        body = encode(form.body(request, cfg)).decode("utf-8")
        headers = form.headers("***")
        endpoint = read_endpoint(cfg.url or form.url)
        destination = endpoint.at(form.path) if isinstance(endpoint, Endpoint) else ""
        server = _server(cfg, around)
        problem = server if isinstance(server, str) else ""
    return Sending(
        provider=cfg.provider,
        model=cfg.model,
        destination=destination,
        headers=tuple(sorted(headers.items())),
        body=body,
        problem=problem,
    )


def _form(cfg: ModelConfig) -> Form:
    return FORMS[cast("Literal['openai', 'ollama', 'anthropic']", cfg.provider)]


def _server(cfg: ModelConfig, around: Surroundings) -> _Server | str:
    """Where to and with what key, or why not. The usual variable's key goes to the usual address only."""
    form = _form(cfg)
    endpoint = read_endpoint(cfg.url or form.url)
    if isinstance(endpoint, BadEndpoint):
        return endpoint.reason
    if not cfg.model:
        return "model.model is not set: name the model as the server knows it"
    if not endpoint.loopback and not cfg.consent:
        return f"nothing was sent to {endpoint.host}: set model.consent to true in your own settings if quoted lines may go there"
    if not endpoint.loopback and cfg.proxy and isinstance(bad := _proxy(cfg.proxy), BadEndpoint):
        return bad.reason
    usual = endpoint.url == form.url
    variable = cfg.key_env or (form.key_variable if usual else "")
    key = read_key(variable, cfg.key_file, lambda name: around.git_environment.get(name, ""))
    if isinstance(key, str):
        return key
    if form.needs_key and usual and not key:
        return (
            f"there is no key: set {variable or form.key_variable}, or name another variable in model.key_env"
        )
    return form, endpoint, key


def _proxy(url: str) -> Endpoint | BadEndpoint:
    """A proxy may be plain http elsewhere, since what goes through it is encrypted; it may not hold a
    password.
    """
    return read_endpoint(url.replace("http://", "https://", 1), "model.proxy")


def _ask_server(cfg: ModelConfig, server: _Server, request: ModelRequest, check: Check) -> ModelReply:
    form, endpoint, key = server
    posted = post(
        Posting(
            url=endpoint.at(form.path),
            headers=form.headers(key.reveal()),
            body=encode(form.body(request, cfg)),
            seconds=cfg.timeout,
            most=cfg.reply_max_bytes,
            loopback=endpoint.loopback,
            proxy="" if endpoint.loopback else cfg.proxy,
            ca_file=cfg.ca_file,
        ),
        check,
    )
    calls = int(posted.sent)
    if posted.status != "ok":
        return reply(cfg, posted.status, posted.reason, calls=calls)
    try:
        data: object = read_json(posted.data)
    except BrokenData:
        return reply(cfg, "error", "the model server's answer is not JSON, or was cut off", calls=calls)
    answer = form.read(data)
    if answer.problem:
        return reply(cfg, "error", answer.problem, calls=calls)
    if answer.cut:
        return reply(cfg, "cut", CUT, text=answer.text, calls=calls)
    return reply(cfg, "ok", text=answer.text, calls=calls)


def _program_port(cfg: ModelConfig, argv: tuple[str, ...], around: Surroundings) -> ModelPort:
    program = Program(argv=argv, folder=around.home, environment=around.git_environment)

    def ask(request: ModelRequest, check: Check) -> ModelReply:
        done = run(program, f"{request.system}\n\n{request.prompt}", cfg.timeout, cfg.reply_max_bytes, check)
        return reply(cfg, done.status, done.reason, text=done.text, calls=int(done.started))

    return ask


def _refusing(cfg: ModelConfig, reason: str) -> ModelPort:
    """A port for settings that cannot be used: it sends nothing and says why."""
    return lambda _request, _check: reply(cfg, "error", reason, calls=0)


# The editor's own model: one message to the editor, one answer back. What the message is called is the door's
# business.
#
# The message is `{system, prompt, maxTokens, model, consent}`, `consent` telling whether the user agreed in the
# settings already (else the editor has to ask); the answer is `{text, finishReason?, model?}`.

CUT = "it stopped at its length limit"
_LONGEST_NAME = 100


class Pending(Protocol):
    """An answer that is to come."""

    def done(self) -> bool:
        """True once `result` does not wait."""
        ...

    def result(self) -> object:
        """The answer as plain data; raises when the editor refused."""
        ...

    def give_up(self) -> None:
        """Tell the editor that nobody waits any more."""
        ...


Complete = Callable[[Mapping[str, object]], Pending | None]
"""Sends the message from any thread; None when the editor did not announce that it can answer."""


def client_port(cfg: ModelConfig, complete: Complete) -> ModelPort:
    """A port that asks the editor."""

    def ask(request: ModelRequest, check: Check) -> ModelReply:
        try:
            check()
        except Cancelled:
            return reply(cfg, "cancelled", "cancelled before anything was sent", calls=0)
        pending = complete(_message(request, cfg))
        if pending is None:
            return reply(
                cfg, "error", "the editor offers no model (it did not announce helix/complete)", calls=0
            )
        try:
            if not _wait(pending, cfg.timeout, check):
                pending.give_up()
                return reply(cfg, "timeout", f"the editor's model did not answer within {cfg.timeout:g} s")
        except Cancelled:
            pending.give_up()
            return reply(cfg, "cancelled", "cancelled while the model was writing")
        except BaseException:
            pending.give_up()
            raise
        return _read(pending, cfg)

    return ask


def _wait(pending: Pending, seconds: float, check: Check) -> bool:
    """False when the time was up first."""
    deadline = time.monotonic() + seconds
    while not pending.done():
        check()
        if time.monotonic() >= deadline:
            return False
        time.sleep(WAITING.poll)
    return True


def _message(request: ModelRequest, cfg: ModelConfig) -> dict[str, object]:
    return {
        "system": request.system,
        "prompt": request.prompt,
        "maxTokens": request.max_tokens,
        "model": cfg.model,
        "consent": cfg.consent,
    }


def _read(pending: Pending, cfg: ModelConfig) -> ModelReply:
    try:
        answer = pending.result()
    except Exception as error:  # noqa: BLE001  (whatever the editor does, the question is answered without it)
        return reply(cfg, "error", f"the editor's model was not used ({type(error).__name__})")
    empty: Mapping[str, object] = {}
    data = cast("Mapping[str, object]", answer) if isinstance(answer, Mapping) else empty
    text, model = data.get("text"), data.get("model")
    if not isinstance(text, str):
        return reply(cfg, "error", "the editor answered without a text")
    if len(text) > cfg.reply_max_bytes:
        return reply(cfg, "error", f"the editor's answer is longer than {cfg.reply_max_bytes:,} characters")
    named = model[:_LONGEST_NAME] if isinstance(model, str) and model.isprintable() else cfg.model
    if data.get("finishReason") == "length":
        return reply(cfg, "cut", CUT, text=text, model=named)
    return reply(cfg, "ok", text=text, model=named)


def reply(
    cfg: ModelConfig,
    status: ReplyStatus,
    reason: str = "",
    *,
    calls: int = 1,
    text: str = "",
    model: str = "",
) -> ModelReply:
    """What the provider of the settings has to say; `model` is what it calls itself, where it says that."""
    return ModelReply(
        status=status, text=text, reason=reason, provider=cfg.provider, model=model or cfg.model, calls=calls
    )
