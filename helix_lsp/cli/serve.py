"""`helix-lsp serve`: starts the language server on stdin and stdout, a socket or a pipe."""

from __future__ import annotations

import sys
from argparse import Namespace

from helix_lsp.cli.screen import Screen


def run(arguments: Namespace, screen: Screen) -> int:
    """Runs until the client says goodbye; the server's own exit code."""
    from helix_lsp.lsp.allocator import keep_little
    from helix_lsp.lsp.lean_types import read_types

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
