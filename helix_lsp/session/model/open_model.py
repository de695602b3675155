"""The model of the user's settings as a port, or as a preview of what it would be sent. Both go the same way
up to the sending.

Invariants (law I11): only options of scope `user` decide where anything goes. I9 a port sends one request,
once. What is wrong in the settings is a port that answers with the reason, so that the question is still
answered, without a model.
"""

from __future__ import annotations

import json
from typing import Literal, cast

import msgspec

from helix_lsp.ask.model.model_port import Check, ModelPort, ModelReply, ModelRequest
from helix_lsp.config.questions import ModelConfig
from helix_lsp.session.model.client import CUT, Complete, client_port, reply
from helix_lsp.session.model.command import Program, find_program, run
from helix_lsp.session.model.endpoint import BadEndpoint, Endpoint, Key, read_endpoint, read_key
from helix_lsp.session.model.post import Posting, post
from helix_lsp.session.model.wire_form import FORMS, Form, encode
from helix_lsp.session.settings.settings import Surroundings
from helix_lsp.text.data_file import BrokenData, read_json


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
