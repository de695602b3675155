"""`helix-lsp pr explain`: what a change touches, for a reviewer, a build or an agent. It is not a gate: the exit
code says only that it was done.
"""

from __future__ import annotations

from argparse import Namespace

from helix_lsp import __version__
from helix_lsp.cli.opened import Opened
from helix_lsp.cli.pr_text import print_delta
from helix_lsp.cli.progress import progress
from helix_lsp.cli.screen import Screen
from helix_lsp.cli.sheet import CommentSheet, TerminalSheet
from helix_lsp.ide.pr_explain import pr_explain
from helix_lsp.session.history.change import read_change
from helix_lsp.wire.pr_delta import pr_delta_to_wire
from helix_lsp.wire.pr_delta_sarif import pr_delta_to_sarif


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints the change in words, the pr-delta.v1 with `--json`, SARIF with `--sarif`, Markdown with `--comment`."""
    with Opened(screen) as opened:
        workspace = opened.at(arguments.root)
        view = workspace.view()
        with progress(screen) as report:
            tell = report or _silent
            tell("reading the change", 0, 0)
            change, uncommitted = read_change(
                workspace.git, workspace.root, view, arguments.base, arguments.head
            )
            tell("reading the history", 0, 0)
            history = workspace.history()
            delta = pr_explain(view, change, uncommitted, history, tell=tell)
        stamped = workspace.stamped(pr_delta_to_wire(delta, view.config.pr), view) if arguments.json else None
    if arguments.json:
        screen.json(stamped, indent=2)
    elif arguments.sarif:
        screen.json(pr_delta_to_sarif(delta, __version__), indent=2)
    elif arguments.comment:
        comment = CommentSheet("The rest has no room here: `helix-lsp pr explain` prints all of it.")
        print_delta(delta, comment)
        screen.raw(comment.text.encode("utf-8", "replace"))
    else:
        print_delta(delta, TerminalSheet(screen, workspace.root))
    return 0


def _silent(what: str, done: int, total: int) -> None:
    """Nobody looks."""
