"""Options of questions: answers, gates, the plan, search, the model of meaning and the model that writes."""

from __future__ import annotations

from dataclasses import field

from helix_lsp.config.option import option, taste
from helix_lsp.tuning.questions import AskTuning, ControlTuning, ModelTuning, PlanTuning
from helix_lsp.tuning.record import record
from helix_lsp.tuning.search import MeaningTuning, SearchTuning


@record
class AskConfig(AskTuning):
    """Read by `helix_lsp.ask`."""

    places: int = taste(5, low=1, high=50, first=True)
    documents: int = taste(2, low=0, high=20)


# Options of the gates and of how often a question looks for evidence.


@record
class ControlConfig(ControlTuning):
    """Read by `helix_lsp.ask`."""

    mode: str = option(
        "enforce", choices=("enforce", "shadow", "off"), repository="tighten", named="ask.gates"
    )
    steps: int = option(3, low=1, high=6, repository="lower", named="ask.passes")


# A topic as data: how a question is recognised as being about it, and where a repository keeps what it knows
# of it.
#
# Built-in topics fit any software repository (`ask/question/topics.py`); a repository adds its own under
# `[topics.<name>]` of `helix.toml`. Matchers are phrases, not patterns, so that a repository's file cannot stall a
# question.


@record
class TopicProfile:
    """`matchers` are phrases: words in order, compared by stem; `word*` is any word that begins so; `a & b`
    needs both anywhere.

    `tiers` are lists of globs, looked through one after the other before the whole repository; `must_include`
    are globs of which evidence should hold one; `boosts` steer ranking. `docs_first` asks the documents
    before the code, those of `docs` when given.
    `repository` is False for the built-in ones, which are weak hints only.
    """

    name: str
    matchers: tuple[str, ...] = ()
    docs_first: bool = False
    docs: tuple[str, ...] = ()
    tiers: tuple[tuple[str, ...], ...] = ()
    must_include: tuple[str, ...] = ()
    boosts: tuple[str, ...] = ()
    repository: bool = True


# What the first rungs read: a repository's own topics, which are data, beside tuning.


@record
class PlanConfig(PlanTuning):
    """Read by `helix_lsp.ask`. `topics` are the repository's own, from `[topics]` of `helix.toml`; they are
    data, not an option.
    """

    topics: tuple[TopicProfile, ...] = field(default=(), metadata={"data": True})


# Options of retrieval: how long a question may be, and what a list holds.


@record
class SearchConfig(SearchTuning):
    """Read by `helix_lsp.search` and whoever asks it."""

    longest_question: int = option(20_000, low=100, high=1_000_000, repository="lower")
    meaning: bool = option(True, repository="lower", first=True)
    learned: bool = option(True, repository="lower")
    second_opinion: bool = option(False, repository="lower")
    per_file: int = taste(5, low=1, high=20)


# The option of the model of meaning: which one orders passages.
#
# It is the user's (law I11): a model is data that a native library reads, and an address is a place that
# lines of the repository are sent to.


@record
class MeaningConfig(MeaningTuning):
    """Read by `helix_lsp.session.semantic`."""

    folder: str = option("", scope="user")


# Options of the model: who writes the answer's sentences, and what may leave the machine.
#
# All of them are the user's (law I11): nothing in a repository can choose an endpoint, a program, a key or
# how much is sent.

PROVIDERS = ("none", "openai", "ollama", "anthropic", "command", "client")


@record
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
