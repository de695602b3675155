"""Model servers, good and hostile: one call, a reply with a reason for whatever happens, an end when it is
asked for. Carries I9 and I11.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

from helix_lsp.ask.model.model_port import ModelReply, ModelRequest
from helix_lsp.config.questions import ModelConfig
from helix_lsp.errors import Cancelled
from helix_lsp.session.model.open_model import open_model, preview
from helix_lsp.session.settings.settings import Surroundings
from tests.support.hostile_model import BEHAVIOURS, FAILING, HostileServer

KEY = "canary-key-7c1e90"
REQUEST = ModelRequest(system="Answer.", prompt="Question: what? [1]", max_tokens=100)
PATHS = {"openai": "/chat/completions", "ollama": "/api/chat", "anthropic": "/v1/messages"}


ENDLESS = ("stall", "stall after headers", "slow drip")  # what ends these is the time that the call may take


def until(holds: Callable[[], object]) -> None:
    limit = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < limit, "it did not come"
        time.sleep(0.01)


def nothing() -> None:
    """Nobody cancels."""


def surroundings(**environment: str) -> Surroundings:
    return Surroundings(
        search_path="", home="/", cache_home="/", git_environment={"MY_KEY": KEY, **environment}
    )


def config(server: HostileServer, provider: str = "openai", **changes: object) -> ModelConfig:
    cfg = ModelConfig(
        provider=provider, url=server.url, model="m", key_env="MY_KEY", timeout=60.0, reply_max_bytes=200_000
    )
    return replace(cfg, **changes)


def ask(cfg: ModelConfig, check: Callable[[], None] = nothing, **environment: str) -> ModelReply:
    port = open_model(cfg, surroundings(**environment), None)
    assert port is not None
    return port(REQUEST, check)


@pytest.mark.parametrize("provider", PATHS)
def test_a_good_answer_in_each_wire_form(provider: str):
    with HostileServer() as server:
        reply = ask(config(server, provider))
    assert (reply.status, reply.reason, reply.calls) == ("ok", "", 1)
    assert reply.text == "ANSWER_START\nThere are 19 characters [1].\nANSWER_END"
    (call,) = server.calls
    assert (call.method, call.path) == ("POST", PATHS[provider])
    assert call.prompt == REQUEST.prompt
    assert KEY in "".join(
        call.headers[name] for name in ("authorization", "x-api-key") if name in call.headers
    )


@pytest.mark.parametrize("provider", PATHS)
def test_a_model_that_stopped_at_its_limit_is_cut(provider: str):
    with HostileServer("length") as server:
        reply = ask(config(server, provider))
    assert reply.status == "cut"
    assert reply.text
    assert reply.reason


@pytest.mark.parametrize("provider", PATHS)
@pytest.mark.parametrize("behaviour", FAILING)
def test_every_fault_is_a_reply_with_a_reason_and_one_call(behaviour: str, provider: str):
    """Refused, 401, 429, slow drip, huge body, redirect, cut, garbage: at most one call, in time."""
    began = time.monotonic()
    with HostileServer(behaviour) as server:
        reply = ask(config(server, provider, timeout=1.0 if behaviour in ENDLESS else 60.0))
        spent = time.monotonic() - began
        until(lambda: server.calls)  # what was sent may be read a moment after it was given up
    assert reply.status in ("error", "timeout")
    assert reply.reason
    assert KEY not in repr(reply)
    assert len(server.calls) == reply.calls == 1
    assert behaviour not in ENDLESS or (reply.status == "timeout" and spent < 60)


def test_a_key_never_comes_back_in_a_reason_or_a_record():
    for behaviour in BEHAVIOURS:
        with HostileServer(behaviour) as server:
            cfg = config(server, timeout=0.3)
            reply = ask(cfg)
        assert KEY not in repr((reply.status, reply.reason, reply.provider, reply.model, cfg))


@pytest.mark.parametrize("behaviour", ["stall", "stall after headers", "slow drip"])
def test_cancel_ends_the_call_and_the_connection(behaviour: str):
    under_way: list[float] = []

    def check() -> None:
        if server.calls:  # it has come; a little later some of the answer has too
            under_way.append(time.monotonic())
            if under_way[-1] - under_way[0] > 0.3:
                raise Cancelled("enough")

    with HostileServer(behaviour) as server:
        reply = ask(config(server, timeout=240.0), check)
        if behaviour != "slow drip":
            assert server.broken.wait(60), "the server still holds the connection after the cancel"
    assert reply.status == "cancelled"
    assert len(server.calls) == 1


def test_cancelled_before_the_call_sends_nothing():
    def check() -> None:
        raise Cancelled("enough")

    with HostileServer() as server:
        reply = ask(config(server), check)
    assert (reply.status, reply.calls, server.calls) == ("cancelled", 0, [])


def test_an_interrupt_passes_through_and_ends_the_call():
    def check() -> None:
        if server.calls:
            raise KeyboardInterrupt

    with HostileServer("stall") as server:
        with pytest.raises(KeyboardInterrupt):
            ask(config(server, timeout=240.0), check)
        assert server.broken.wait(60)


def test_nobody_listens():
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        reply = ask(
            ModelConfig(
                provider="ollama", url=f"http://127.0.0.1:{held.getsockname()[1]}", model="m", timeout=60.0
            )
        )
    assert reply.status == "error"
    assert "cannot be reached" in reply.reason


def test_a_redirect_is_not_followed():
    with HostileServer("redirect") as server:
        ask(config(server))
    assert [call.path for call in server.calls] == ["/chat/completions"]


def test_no_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch):
    with HostileServer() as proxy, HostileServer() as server:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        assert ask(config(server)).status == "ok"
        assert proxy.calls == []


def test_a_netrc_adds_no_login(monkeypatch: pytest.MonkeyPatch, tmp_path):
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login bob password canary-netrc\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    with HostileServer() as server:
        ask(config(server, "ollama", key_env=""))
    assert "authorization" not in server.calls[0].headers


def test_what_is_previewed_is_what_is_sent():
    import json

    for provider in PATHS:
        with HostileServer() as server:
            cfg = config(server, provider)
            shown = preview(cfg, surroundings(), None, REQUEST)
            ask(cfg)
        (call,) = server.calls
        assert json.loads(shown.body) == call.body
        assert shown.destination == server.url + call.path
        assert shown.problem == ""
        assert KEY not in repr(shown)
        for name, value in shown.headers:
            assert call.headers[name.lower()] == value.replace("***", KEY)


def test_temperature_can_be_left_out_and_the_window_of_ollama_holds_the_prompt():
    with HostileServer() as server:
        ask(config(server, "ollama", temperature=-1.0))
        port = open_model(config(server, "ollama"), surroundings(), None)
        assert port is not None
        port(msgspec.structs.replace(REQUEST, prompt="word " * 10_000), nothing)
    small, large = server.calls
    assert "temperature" not in small.body["options"]
    assert large.body["options"]["num_ctx"] > 50_000 / 4 + 100
