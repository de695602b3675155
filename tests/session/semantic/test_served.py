"""A server of embeddings: what it is sent, and every answer that is none."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from helix_lsp.config import Config, MeaningConfig
from helix_lsp.search.reading.likeness import likenesses
from helix_lsp.session.semantic.open_likeness import Meaning, open_meaning
from helix_lsp.session.settings.settings import surroundings

PASSAGES = ("a lamp", "an anchor", "a ferry")
Opened = Callable[..., Meaning]
Answer = Callable[[dict[str, Any]], bytes]


@contextmanager
def serving(answer: Answer) -> Generator[tuple[str, list[dict[str, Any]], list[str]]]:
    """(address, bodies that came, keys that came)."""
    bodies: list[dict[str, Any]] = []
    keys: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            bodies.append(body)
            keys.append(self.headers.get("Authorization", ""))
            data = answer(body)
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", bodies, keys
    finally:
        server.shutdown()
        server.server_close()


def by_length(body: dict[str, Any]) -> bytes:
    rows = [{"index": n, "embedding": [float(len(t)), 1.0]} for n, t in enumerate(body["input"])]
    return json.dumps({"data": rows[::-1]}).encode()


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., Meaning]:
    def at(url: str, **more: Any) -> Meaning:
        policy = {
            "schema": "embedding-policy.v1",
            "provider": "api",
            "model_name": "m",
            "dimensions": 2,
            "url": url,
            "seconds": 20,
        }
        (tmp_path / "embedding-policy.json").write_text(json.dumps(policy | more), encoding="utf-8")
        config = Config(meaning=MeaningConfig(folder=str(tmp_path)))
        return open_meaning(config, "", surroundings({"HOME": "/", "EMBED_KEY": "secret-1"}))

    return at


def ask(meaning: Meaning) -> tuple[tuple[float, ...], str]:
    return likenesses("anchors", PASSAGES, meaning.likeness, lambda: None)


def test_all_texts_go_in_one_request_and_come_back_in_their_order(opened: Opened) -> None:
    with serving(by_length) as (url, bodies, keys):
        values, note = ask(opened(url, key_env="EMBED_KEY"))
    assert note == "applied"
    assert [b["input"] for b in bodies] == [["anchors"], list(PASSAGES)]
    assert keys == ["Bearer secret-1"] * 2
    assert max(values) == values[2]  # as long as the question


def _rows(*vectors: object) -> bytes:
    return json.dumps({"data": [{"index": n, "embedding": v} for n, v in enumerate(vectors)]}).encode()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b"no json", "something that is not JSON"),
        (b"[]", "one vector for each"),
        (b"{}", "one vector for each"),
        (_rows([1.0], [2.0], [3.0], [4.0], [5.0]), "one vector for each"),
        (_rows([]), "one vector for each"),
        (_rows(["red"]), "one vector for each"),
        (b'{"data": [{"embedding": [NaN, 1]}]}', "one vector for each"),
        (b'{"data": [{"index": 7, "embedding": [1, 1]}]}', "one vector for each"),
    ],
)
def test_an_answer_that_is_none_is_refused_whole(opened: Opened, answer: bytes, words: str) -> None:
    with serving(lambda _: answer) as (url, _bodies, _keys):
        values, note = ask(opened(url))
    assert values == ()
    assert words in note or "not JSON" in note
    assert note.endswith(": the order of words stands")


def test_another_dimension_than_before_is_refused(opened: Opened) -> None:
    def answer(body: dict[str, Any]) -> bytes:
        return _rows(*([1.0] * (1 + len(body["input"])) for _ in body["input"]))

    with serving(answer) as (url, _bodies, _keys):
        values, note = ask(opened(url))
    assert values == ()
    assert "vectors of 4 numbers, and the policy says 2" in note


def test_one_answer_with_vectors_of_two_lengths(opened: Opened) -> None:
    def answer(body: dict[str, Any]) -> bytes:
        return _rows(*([1.0] * (2 + n) for n in range(len(body["input"]))))

    with serving(answer) as (url, _bodies, _keys):
        assert "different lengths" in ask(opened(url))[1]


def test_a_server_that_hangs_is_late(opened: Opened) -> None:
    let_go = threading.Event()

    def answer(body: dict[str, Any]) -> bytes:
        let_go.wait(60)
        return b"{}"

    try:
        with serving(answer) as (url, _bodies, _keys):
            assert ask(opened(url, seconds=0.2)) == ((), "late: the order of words stands")
            let_go.set()
    finally:
        let_go.set()


def test_nobody_listens(opened: Opened) -> None:
    with socket.socket() as held:  # bound, so that no other test listens there meanwhile
        held.bind(("127.0.0.1", 0))
        values, note = ask(opened(f"http://127.0.0.1:{held.getsockname()[1]}/v1"))
    assert values == ()
    assert "cannot be reached" in note


@pytest.mark.parametrize(
    ("cfg", "words"),
    [
        ({"url": "https://elsewhere.example/v1"}, "`consent`: true"),
        ({"url": "http://elsewhere.example/v1", "consent": True}, "use https"),
        ({"url": "ftp://localhost"}, "https://"),
        ({"url": "http://localhost/v1", "form": "tokens"}, "one vector a text"),
    ],
)
def test_where_nothing_is_sent(opened: Opened, cfg: dict[str, Any], words: str) -> None:
    found = opened(**cfg)
    assert found.likeness is None
    assert words in found.problem


def test_status_tells_the_name_and_no_address(opened: Opened) -> None:
    told = opened("http://localhost:1/v1").told()
    assert told is not None
    assert (told["model_name"], told["provider"], told["sha256"]) == ("m", "api", "")
    assert "localhost" not in json.dumps(told)
