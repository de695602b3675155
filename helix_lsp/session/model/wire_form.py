"""What is said to a model server, and how its answer is read: three interfaces, as plain data in and out.
Nothing is sent here.

A form never raises for what a server answers: a shape that it does not know is an answer that cannot be read.
Sources: the chat completions interface of OpenAI, the chat interface of Ollama, the messages interface of
Anthropic (version 2023-06-01).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Literal, cast

import msgspec

from helix_lsp.ask.model.model_port import ModelRequest
from helix_lsp.config.questions import ModelConfig

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
