"""The flags of `uses`, `mcp` and `init`."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from helix_lsp.cli.agent_clients import CLIENTS
from helix_lsp.cli.machine_arguments import stale_flag


def uses_arguments(parser: argparse.ArgumentParser, count: Callable[[str], int]) -> None:
    """`helix-lsp uses NAME`."""
    stale_flag(parser)
    parser.add_argument("name", metavar="NAME", help="a name as the code writes it: Flask.route, route")
    parser.add_argument(
        "--path", metavar="PATH", default="", help="only uses of what this file or folder defines"
    )
    parser.add_argument(
        "--limit", metavar="N", type=count, default=None, help="uses on one page (default: 100)"
    )
    parser.add_argument("--after", metavar="CURSOR", default="", help="the page behind this cursor")
    parser.add_argument("--json", action="store_true", help="print the uses.v1")


def mcp_arguments(parser: argparse.ArgumentParser) -> None:
    """`helix-lsp mcp`."""
    parser.add_argument(
        "--root",
        metavar="DIR",
        action="append",
        default=[],
        dest="roots",
        help="a folder that agents may ask about, or one below it; repeatable (default: the current folder)",
    )
    parser.add_argument(
        "--http",
        metavar="ADDRESS:PORT",
        default=None,
        help="serve HTTP on a loopback address of this machine instead of stdin and stdout",
    )


def init_arguments(parser: argparse.ArgumentParser) -> None:
    """`helix-lsp init CLIENT`."""
    known = ", ".join(f"{client.id} ({client.title})" for client in CLIENTS)
    parser.add_argument("client", metavar="CLIENT", help=f"one of {known}")
    parser.add_argument(
        "--write", action="store_true", help="write the files into the project instead of printing them"
    )
