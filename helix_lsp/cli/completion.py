"""`helix-lsp completion bash|zsh|fish`: a script that completes commands and flags in a shell.

The script is made from the tree of verbs and asks nothing of us while it completes.
"""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Iterator

from helix_lsp.cli.flags import FILES, FOLDERS
from helix_lsp.cli.screen import Screen


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints the script."""
    import shtab

    from helix_lsp.cli.arguments import build_parser

    parser = build_parser()
    for action in _actions(parser):
        if action.metavar in FOLDERS:
            action.complete = shtab.DIRECTORY  # pyright: ignore[reportAttributeAccessIssue]
        elif action.metavar in FILES:
            action.complete = shtab.FILE  # pyright: ignore[reportAttributeAccessIssue]
    screen.raw(shtab.complete(parser, arguments.shell).encode())
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:  # pyright: ignore[reportPrivateUsage]
        if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage]
            for below in action.choices.values():  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
                yield from _actions(below)  # pyright: ignore[reportUnknownArgumentType]
        else:
            yield action
