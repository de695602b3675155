"""`helix-lsp mcp`: answers agents over the Model Context Protocol; needs the extra `mcp`."""

from __future__ import annotations

from argparse import Namespace
from importlib.util import find_spec

from helix_lsp.cli.root import root_of
from helix_lsp.cli.screen import Screen
from helix_lsp.errors import UsageError
from helix_lsp.session.settings.settings import load


def run(arguments: Namespace, screen: Screen) -> int:
    """Runs until the client leaves or Ctrl-C. Raises UsageError without the extra, WorkspaceError for a root."""
    if find_spec("mcp") is None or find_spec("uvicorn") is None:
        raise UsageError(
            "`helix-lsp mcp` needs the extra `mcp`, which is not installed: `pip install '.[mcp]'` in a checkout of Helix Ask"
        )
    from helix_lsp.mcp.serve import serve

    settings = load(None)
    for problem in settings.problems:
        screen.note(problem)
    roots = arguments.roots or [root_of(None)]
    return serve(roots, settings.surroundings.home, arguments.http, screen.note)
