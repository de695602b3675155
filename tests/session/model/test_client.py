"""The editor's own model as a port, without an editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace

from helix_lsp.ask.model.model_port import ModelReply, ModelRequest
from helix_lsp.config.questions import ModelConfig
from helix_lsp.errors import Cancelled
from helix_lsp.session.model.open_model import Pending, open_model
from helix_lsp.session.settings.settings import Surroundings

REQUEST = ModelRequest(system="s", prompt="p", max_tokens=10)
AROUND = Surroundings(search_path="", home="/", cache_home="/")
CFG = ModelConfig(provider="client", model="any", timeout=60.0)


class Editor:
    """Answers with what it is given, refuses with an exception, or stays silent."""

    def __init__(self, *answers: object, silent: bool = False) -> None:
        self.answers = list(answers)
        self.silent = silent
        self.messages: list[Mapping[str, object]] = []
        self.given_up = 0

    def __call__(self, message: Mapping[str, object]) -> Pending:
        self.messages.append(message)
        future: Future[object] = Future()
        if not self.silent:
            answer = self.answers.pop(0)
            future.set_exception(answer) if isinstance(answer, Exception) else future.set_result(answer)
        editor = self

        class Answer:
            """One pending answer."""

            def done(self) -> bool:
                return future.done()

            def result(self) -> object:
                return future.result(timeout=0)

            def give_up(self) -> None:
                editor.given_up += 1

        return Answer()


def ask(
    editor: Callable[[Mapping[str, object]], Pending | None],
    cfg: ModelConfig = CFG,
    check: Callable[[], None] = lambda: None,
) -> ModelReply:
    port = open_model(cfg, AROUND, None, editor)
    assert port is not None
    return port(REQUEST, check)


def test_the_message_and_the_answer():
    editor = Editor({"text": "Hello [1].", "model": "pilot-5"})
    reply = ask(editor)
    assert editor.messages == [
        {"system": "s", "prompt": "p", "maxTokens": 10, "model": "any", "consent": False}
    ]
    assert (reply.status, reply.text, reply.provider, reply.model, reply.calls) == (
        "ok",
        "Hello [1].",
        "client",
        "pilot-5",
        1,
    )
    agreed = Editor({"text": "x", "finishReason": "length"})
    assert ask(agreed, replace(CFG, consent=True)).status == "cut"
    assert agreed.messages[0]["consent"] is True


def test_whatever_else_it_answers_is_a_reason():
    for answer in (
        None,
        [],
        "text",
        {},
        {"text": None},
        {"text": 3},
        {"text": "x" * 2_000_000},
        ValueError("canary"),
        RuntimeError(),
    ):
        reply = ask(Editor(answer))
        assert (reply.status, reply.calls) == ("error", 1)
        assert reply.reason
        assert "canary" not in reply.reason


def test_an_editor_without_a_model_is_not_asked():
    reply = ask(lambda _: None)
    assert (reply.status, reply.calls) == ("error", 0)


def test_a_silent_editor_is_given_up():
    editor = Editor(silent=True)
    reply = ask(editor, replace(CFG, timeout=0.2))
    assert (reply.status, editor.given_up, len(editor.messages)) == ("timeout", 1, 1)


def test_cancel_is_passed_on():
    editor = Editor(silent=True)

    def check() -> None:
        if editor.messages:
            raise Cancelled("enough")

    reply = ask(editor, replace(CFG, timeout=240.0), check)
    assert (reply.status, editor.given_up) == ("cancelled", 1)
