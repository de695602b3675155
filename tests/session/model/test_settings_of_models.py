"""Who decides where anything goes: the user alone, and only to https or this machine. Carries I11."""

from __future__ import annotations

import dataclasses
import pickle
import socket
from pathlib import Path
from typing import Any

import pytest

from helix_lsp.ask.model.model_port import ModelRequest
from helix_lsp.config.questions import ModelConfig
from helix_lsp.session.model.endpoint import BadEndpoint, Endpoint, Key, is_loopback, read_endpoint, read_key
from helix_lsp.session.model.open_model import open_model, preview
from helix_lsp.session.settings.settings import Surroundings, load
from tests.support.hostile_model import HostileServer

REQUEST = ModelRequest(system="s", prompt="p", max_tokens=10)
AROUND = Surroundings(
    search_path="",
    home="/",
    cache_home="/",
    git_environment={"OPENAI_API_KEY": "usual-key", "ANTHROPIC_API_KEY": "other-key"},
)
WRITTEN = {str: '"x"', int: "5", float: "0.5", bool: "true", tuple: '["x"]'}


def reason(cfg: ModelConfig, around: Surroundings = AROUND) -> str:
    port = open_model(cfg, around, None)
    assert port is not None
    reply = port(REQUEST, lambda: None)
    assert (reply.status, reply.calls) == ("error", 0)
    return reply.reason


OPTIONS = [field for field in dataclasses.fields(ModelConfig) if "scope" in field.metadata]


@pytest.mark.parametrize("field", OPTIONS, ids=lambda f: f.name)
def test_a_repository_can_set_no_option_of_the_model(field: dataclasses.Field[Any], tmp_path: Path):
    """I11, CVE-2026-21852: the endpoint, the program and the key are the user's in every mode."""
    assert field.metadata["scope"] == "user"
    (tmp_path / "helix.toml").write_text(f"[model]\n{field.name} = {WRITTEN[type(field.default)]}\n")
    home = {"HOME": str(tmp_path / "home")}
    for loaded in (
        load(str(tmp_path), env=home),
        load(None, env=home, workspace_client={"helixAsk": {"model": {field.name: field.default}}}),
        load(None, env=home, workspace_client={"model": {field.name: "x"}}),
    ):
        assert loaded.config.model == ModelConfig()
        assert any(f"model.{field.name} is a user setting" in problem for problem in loaded.problems)


def test_the_user_can(tmp_path: Path):
    (tmp_path / ".config" / "helix-lsp").mkdir(parents=True)
    (tmp_path / ".config" / "helix-lsp" / "config.toml").write_text(
        '[model]\nprovider = "command"\ncommand = ["m", "a,b"]\n'
    )
    loaded = load(None, env={"HOME": str(tmp_path), "HELIX_ASK_MODEL_TIMEOUT": "7"})
    assert loaded.problems == ()
    assert (loaded.config.model.provider, loaded.config.model.command, loaded.config.model.timeout) == (
        "command",
        ("m", "a,b"),
        7.0,
    )


GOOD = {
    "https://api.openai.com/v1": False,
    "https://models.example/v1/": False,
    "http://localhost:8080": True,
    "http://127.0.0.1:11434/v1": True,
    "http://127.8.9.10": True,
    "http://[::1]:1234/v1": True,
    "https://localhost": True,
    "https://models.example/x?api-version=1": False,
    "http://LOCALHOST:1": True,
    "http://localhost.:1": True,
}
BAD = (
    "",
    "api.openai.com",
    "//models.example",
    "ftp://127.0.0.1",
    "file:///etc/passwd",
    "http://models.example",
    "http://10.0.0.1",
    "http://0.0.0.0:1",
    "http://localhost.models.example",
    "http://127.0.0.1.models.example",
    "http://0x7f.1",
    "http://2130706433",
    "http://127.1",
    "http://[::]",
    "http://[::ffff:8.8.8.8]",
    "https://u:p@models.example",
    "https://u@models.example",
    "https://a b",
    "https://a\n.b",
    "https://x/#y",
    "http://localhost@models.example",
    "http://localhost\\@models.example",
    "https://",
    "https://[",
    "https://x:99999",
    "https://x:y",
    "unix:///run/x",
    "javascript:alert(1)",
    "https://a" + "b" * 3_000,
)


@pytest.mark.parametrize("url", GOOD)
def test_addresses_that_may_be_used(url: str):
    read = read_endpoint(url)
    assert isinstance(read, Endpoint)
    assert read.loopback is GOOD[url]


@pytest.mark.parametrize("url", BAD)
def test_addresses_that_may_not(url: str):
    read = read_endpoint(url)
    assert isinstance(read, BadEndpoint)
    assert "u:p" not in read.reason


def test_a_path_and_a_query_are_kept():
    read = read_endpoint("https://models.example/v1/?api-version=2")
    assert isinstance(read, Endpoint)
    assert read.at("/chat/completions") == "https://models.example/v1/chat/completions?api-version=2"
    whole = read_endpoint("https://models.example/v1/chat/completions")
    assert isinstance(whole, Endpoint)
    assert whole.at("/chat/completions") == "https://models.example/v1/chat/completions"


def test_loopback_is_told_from_what_is_written():
    assert all(is_loopback(h) for h in ("localhost", "LocalHost", "127.0.0.1", "127.255.0.3", "::1"))
    assert not any(
        is_loopback(h)
        for h in ("localhost.evil.example", "127.0.0.1.evil.example", "2130706433", "0", "", "0.0.0.0", "::")
    )


def test_a_name_that_only_claims_to_be_local_gets_nothing(monkeypatch: pytest.MonkeyPatch):
    """A hosts file or resolver that leads `localhost` elsewhere: the peer is looked at before a byte is
    written.
    """
    with HostileServer() as server:
        port_number = int(server.url.rpartition(":")[2])
        real = socket.socket.getpeername
        monkeypatch.setattr(
            socket.socket,
            "getpeername",
            lambda self: ("93.184.216.34", 80) if self.family == socket.AF_INET else real(self),
        )
        port = open_model(
            ModelConfig(provider="ollama", url=f"http://localhost:{port_number}", model="m", timeout=2.0),
            AROUND,
            None,
        )
        assert port is not None
        reply = port(REQUEST, lambda: None)
        assert reply.status == "error"
        assert "does not lead to this machine" in reply.reason
        assert server.calls == []


def test_nothing_goes_elsewhere_without_consent():
    assert "model.consent" in reason(ModelConfig(provider="openai", model="m"))
    assert "model.consent" in reason(
        ModelConfig(provider="anthropic", model="m", url="https://models.example")
    )


def test_what_is_missing_is_named():
    assert "model.model" in reason(ModelConfig(provider="ollama"))
    assert "model.command" in reason(ModelConfig(provider="command"))
    assert "editor" in reason(ModelConfig(provider="client"))
    bare = Surroundings(search_path="", home="/", cache_home="/")
    assert "OPENAI_API_KEY" in reason(ModelConfig(provider="openai", model="m", consent=True), bare)
    assert "model.proxy" in reason(
        ModelConfig(provider="openai", model="m", consent=True, proxy="http://u:p@proxy.example")
    )
    assert open_model(ModelConfig(), AROUND, None) is None
    assert "nothing is ever sent" in preview(ModelConfig(), AROUND, None, REQUEST).problem


def test_the_usual_key_goes_to_the_usual_address_only():
    with HostileServer() as server:
        port = open_model(ModelConfig(provider="openai", url=server.url, model="m"), AROUND, None)
        assert port is not None
        port(REQUEST, lambda: None)
    assert "usual-key" not in repr(server.calls[0].headers)


def test_a_key_shows_itself_to_nobody():
    key = Key("canary-2f")
    assert "canary" not in f"{key} {key!r} {key!s} {key:>20} {[key]} {vars} {pickle.dumps(key)!r}"
    assert key.reveal() == "canary-2f"


def test_a_key_file_must_be_the_users_alone(tmp_path: Path):
    file = tmp_path / "key"
    file.write_text("canary-3a\n")
    file.chmod(0o600)
    found = read_key("", str(file), lambda _: "")
    assert isinstance(found, Key)
    assert found.reveal() == "canary-3a"
    file.chmod(0o644)
    assert "chmod 600" in str(read_key("", str(file), lambda _: ""))
    assert "absolute" in str(read_key("", "key", lambda _: ""))
    assert "cannot be read" in str(read_key("", str(tmp_path / "none"), lambda _: ""))
    assert isinstance(read_key("", str(tmp_path), lambda _: ""), str)
    file.write_text("two words")
    file.chmod(0o600)
    assert "blank" in str(read_key("", str(file), lambda _: ""))
    assert "blank" in str(read_key("K", "", lambda _: "a\r\nX-Evil: 1"))
