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

    provider: str = option("none", choices=PROVIDERS, scope="user", first=True)
    url: str = option("", scope="user", first=True)
    model: str = option("", scope="user", first=True)
    key_env: str = option("", scope="user")
    key_file: str = option("", scope="user")
    command: tuple[str, ...] = option((), scope="user")
    consent: bool = option(False, scope="user", first=True)
    proxy: str = option("", scope="user")
    ca_file: str = option("", scope="user")
    timeout: float = option(60.0, low=0.1, high=600.0, scope="user")
    max_tokens: int = option(1_500, low=16, high=32_000, scope="user")
    temperature: float = option(0.0, low=-1.0, high=2.0, scope="user")
    prompt_chars: int = option(24_000, low=500, high=500_000, scope="user")
