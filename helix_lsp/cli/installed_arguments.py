"""The flags of the verbs that are about the installation itself: help, completion, the cache."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from helix_lsp.cli.flags import count, root

SHELLS = ("bash", "zsh", "fish")


def help_arguments(parser: argparse.ArgumentParser) -> None:
    """`helix-lsp help`."""
    parser.add_argument(
        "topic",
        metavar="TOPIC",
        nargs="*",
        help="a command, or a page: settings, exit-codes, citations, languages, uninstall",
    )


def completion_arguments(parser: argparse.ArgumentParser) -> None:
    """`helix-lsp completion`."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that will read the script")


def cache_verbs(verb: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """`helix-lsp cache show|clear`; `verb` makes the parser of an act."""
    verb("show", "where the indexes are, with the size and the last use of each")
    clear = verb("clear", "remove the index of a project, with the past questions and counts beside it")
    root(clear)
    clear.add_argument("--all", action="store_true", help="remove the indexes of all projects")
    clear.add_argument("--yes", action="store_true", help="do not ask first")


def resident_verbs(verb: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """`helix-lsp resident start|stop|status`; `verb` makes the parser of an act."""
    verb("start", "start it; commands of this user are then run by it").add_argument(
        "--idle",
        metavar="SECONDS",
        type=count,
        default=None,
        help="end when nobody has asked for so long (default: the setting cli.resident_idle_seconds)",
    )
    verb("stop", "stop it; a command that is running is finished")
    verb("status", "whether it is running, and what it does")
