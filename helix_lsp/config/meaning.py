"""Options of the model of meaning: which one orders passages, and how long a question waits for it.

All of them are the user's (law I11): a model is data that a native library reads, and an address is a place
that lines of the repository are sent to.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option
from helix_lsp.tuning.meaning import MeaningTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class MeaningConfig(MeaningTuning):
    """Read by `helix_lsp.session.semantic`."""

    folder: str = option(
        "",
        "Absolute path of a folder with a model of your own (`embedding-policy.json`, an ONNX file, a tokenizer), used instead of the "
        "one of the extra `semantic` (use-meaning.md).",
        scope="user",
        source="a model is data that a native library reads, so nobody but the user names one (ADR 0010)",
    )
    url: str = option(
        "",
        "Address of a server of embeddings with the interface of OpenAI (`/embeddings`), https or loopback; used instead of a model on "
        "this machine.",
        scope="user",
        source="nothing that is sent can be read on the way (design-decisions.md#what-leaves)",
    )
    model: str = option(
        "",
        "Name of the model that `meaning.url` serves, as the server knows it.",
        scope="user",
        source="there is no default that lasts",
    )
    key_env: str = option(
        "",
        "Environment variable that holds the key for `meaning.url`; empty for a server without one.",
        scope="user",
        source="keys stay out of arguments, logs and the index (design-decisions.md#what-leaves)",
    )
    consent: bool = option(
        False,
        "You agree that your questions and passages of the repository are sent to a `meaning.url` that is not this machine.",
        scope="user",
        source="the first sending is a decision of the user (design-decisions.md#what-leaves)",
    )
    seconds: float = option(
        10.0,
        "Time that the passages of one answer may take; then the order of words stands, and what was computed is kept.",
        unit="seconds",
        low=0.05,
        high=120.0,
        scope="user",
        source="chosen by hand: 24 passages of the model of the extra take some half a second on two slow cores",
    )
