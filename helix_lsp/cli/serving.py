"""Whether a command line starts the language server: asked before anything else is imported."""

from __future__ import annotations

from collections.abc import Sequence

SERVE = "serve"
_OF_THE_COMMAND = ("-h", "--help", "-V", "--version")
_HELP = ("-h", "--help")
_FOR_STDIO = ((SERVE,), (SERVE, "--stdio"))


def is_serve(words: Sequence[str]) -> bool:
    """True for `serve`, and for no verb at all: nothing, or flags first that are not those of the command
    itself.
    """
    return not words or words[0] == SERVE or (words[0].startswith("-") and words[0] not in _OF_THE_COMMAND)


def wants_companion(words: Sequence[str]) -> bool:
    """True for words that start a server and do not ask for its help; whether its settings want a second
    process is read later.
    """
    return not set(words).intersection(_HELP)


def with_verb(words: Sequence[str]) -> list[str]:
    """The words with the verb that is meant in front."""
    return [SERVE, *words] if is_serve(words) and words[:1] != [SERVE] else list(words)


def is_plain(words: Sequence[str]) -> bool:
    """True for the words by which nearly every editor starts the server: no flag but `--stdio`."""
    return tuple(words) in _FOR_STDIO
