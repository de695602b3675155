"""`helix-lsp serve`: starts the language server on stdin and stdout, a socket or a pipe. Also whether a command line
does so: asked before anything else is imported.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from helix_lsp.cli.screen import Screen

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


def run(arguments: Namespace, screen: Screen) -> int:
    """Runs until the client says goodbye; the server's own exit code."""
    from helix_lsp.lsp.strict import read_types
    from helix_lsp.session.memory import keep_little

    keep_little()
    read_types()
    from helix_lsp.lsp.server import ServeOptions, serve
    from helix_lsp.session.settings.settings import load

    plain = arguments.socket is None and arguments.pipe is None
    if plain and sys.stdin is not None and sys.stdin.isatty():  # pyright: ignore[reportUnnecessaryComparison]
        screen.note(
            "language server on stdin and stdout, waiting for an editor; `helix-lsp --help` lists the commands for people"
        )
    settings = load(None)
    screen.notes(settings.problems)
    options = ServeOptions(
        socket=arguments.socket,
        pipe=arguments.pipe,
        test_hooks=arguments.test_hooks,
        client_process=arguments.client_process,
        config=settings.config.serve,
        on_silence=lambda: screen.note(
            "the input ended before an editor wrote to it; `helix-lsp --help` lists the commands for people"
        ),
    )
    return serve(options)
