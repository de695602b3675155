"""Options of the model: who writes the answer's sentences, and what may leave the machine.

All of them are the user's (law I11): nothing in a repository can choose an endpoint, a program, a key or how
much is sent.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option
from helix_lsp.tuning.model import ModelTuning

PROVIDERS = ("none", "openai", "ollama", "anthropic", "command", "client")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConfig(ModelTuning):
    """Read by `helix_lsp.session.model`, `helix_lsp.ask.model.prompt` and
    `helix_lsp.ask.model.repair`.
    """

    provider: str = option(
        "none",
        "Who writes the answer: `none` (quotations only, nothing is sent), `openai` (any server with that interface), `ollama`, `anthropic`, "
        "`command` (a program of yours), `client` (the editor's own model).",
        choices=PROVIDERS,
        scope="user",
        source="everything works without a model, an account or a network",
        first=True,
    )
    url: str = option(
        "",
        "Address of the model server, https or loopback; empty for the provider's usual one.",
        scope="user",
        source="nothing that is sent can be read on the way (design-decisions.md#what-leaves)",
        first=True,
    )
    model: str = option(
        "",
        "Name of the model, as the server knows it.",
        scope="user",
        source="there is no default that lasts",
        first=True,
    )
    key_env: str = option(
        "",
        "Environment variable that holds the key; empty for the provider's usual one (OPENAI_API_KEY, ANTHROPIC_API_KEY).",
        scope="user",
        source="keys stay out of arguments, logs and the index (design-decisions.md#what-leaves)",
    )
    key_file: str = option(
        "",
        "Absolute path of a file that holds nothing but the key, readable by you alone; used when the variable is not set.",
        scope="user",
        source="keys stay out of arguments, logs and the index (design-decisions.md#what-leaves)",
    )
    command: tuple[str, ...] = option(
        (),
        "Program and arguments of the provider `command`: gets the prompt on stdin, writes the answer to stdout. No shell is involved.",
        scope="user",
        source="a model may be any program; arguments that no shell reads cannot be misread by one",
    )
    consent: bool = option(
        False,
        "You agree that your question and quoted lines of the repository are sent to a server that is not this machine.",
        scope="user",
        source="the first sending is a decision of the user (design-decisions.md#what-leaves)",
        first=True,
    )
    proxy: str = option(
        "",
        "Address of an http or https proxy for servers elsewhere; the environment's proxies are never used.",
        scope="user",
        source="a proxy reads what is sent, so nobody but the user names one",
    )
    ca_file: str = option(
        "",
        "Absolute path of a PEM file with the authorities to trust instead of the bundled ones.",
        scope="user",
        source="networks that look into TLS",
    )
    timeout: float = option(
        60.0,
        "Time for the whole call, from name lookup to the last byte; then the answer is written without the model.",
        unit="seconds",
        low=0.1,
        high=600.0,
        scope="user",
        source="chosen by hand, not measured",
    )
    max_tokens: int = option(
        1_500,
        "Longest answer that is asked for.",
        unit="tokens",
        low=16,
        high=32_000,
        scope="user",
        source="casimirbot asks for 1,100 to 2,800 by length of the answer",
    )
    temperature: float = option(
        0.0,
        "Sampling temperature; -1 sends none, for models that refuse it.",
        low=-1.0,
        high=2.0,
        scope="user",
        source="the same question should give the same answer",
    )
    prompt_chars: int = option(
        24_000,
        "Longest prompt, rules and line numbers with it; what was read as an answer is kept before anything else, tests and the rest go first.",
        unit="characters",
        low=500,
        high=500_000,
        scope="user",
        source="about 6,000 tokens: all facts stand in it for .93 of 122 questions of one set and .73 of 180 of another, where one in six is "
        "refused",
    )
