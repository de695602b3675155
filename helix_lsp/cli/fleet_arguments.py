"""The flags of `helix-lsp fleet`, and those by which `ask` and `query` are put to a fleet."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from helix_lsp.cli.flags import as_json, count

Adds = Callable[[str, str], argparse.ArgumentParser]
_FILE = "the fleet.toml that names the repositories"


def fleet_flags(parser: argparse.ArgumentParser) -> None:
    """`--fleet` and `--in`."""
    parser.add_argument("--fleet", metavar="FILE", default=None, help=f"ask many repositories: {_FILE}")
    parser.add_argument(
        "--in",
        metavar="NAME",
        action="append",
        default=[],
        dest="within",
        help="with --fleet: ask this repository only; repeatable",
    )


def fleet_verbs(verb: Adds) -> None:
    """Add the acts; `verb` makes the parser of one from its name and its line of help."""
    build = verb(
        "build", "build or refresh the index of every repository; exit 1 when one could not be built"
    )
    _file(build)
    build.add_argument(
        "--in",
        metavar="NAME",
        action="append",
        default=[],
        dest="within",
        help="this repository only; repeatable",
    )
    way = build.add_mutually_exclusive_group()
    way.add_argument(
        "--workers",
        metavar="N",
        type=count,
        default=None,
        help="processes that build, with the extra `fleet` (default: one for each processor; 1 builds in this process)",
    )
    way.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        default="",
        help="build on the Dask scheduler at this address instead",
    )
    as_json(build, "print what became of each repository as JSON")
    show = verb("show", "the repositories and whether each has an index")
    _file(show)
    as_json(show, "print them as JSON")


def _file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        default="",
        help=f"{_FILE} (default: fleet.toml beside the user settings)",
    )
