"""The flags of `helix-lsp learn`."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from helix_lsp.cli.flags import as_json, root

Adds = Callable[[str, str], argparse.ArgumentParser]


def learn_verbs(verb: Adds) -> None:
    """Add the acts; `verb` makes the parser of one from its name and its line of help."""
    _common(
        verb(
            "build",
            "learn a candidate from the history and the text of the project; nothing is ranked by it yet",
        )
    )
    for name, text in (
        ("compare", "judge the candidate against the baseline; exit 1 when a gate says no"),
        ("promote", "judge the candidate and rank by it; exit 1 when a gate says no, and nothing changes"),
    ):
        act = verb(name, text)
        act.add_argument("--gold", metavar="FILE", help="gold questions that must not lose (gold-queries.v1)")
        _common(act)
    _common(verb("rollback", "rank by what was in force before the last promotion"))
    show = verb("show", "the ranker in force, the candidate, and those before")
    show.add_argument(
        "--records", action="store_true", help="print what was learned from, one learning-record.v1 a line"
    )
    _common(show)


def _common(parser: argparse.ArgumentParser) -> None:
    root(parser)
    as_json(parser, "print the answer as JSON")
