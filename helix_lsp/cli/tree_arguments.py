"""The flags of `helix-lsp trees`."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from helix_lsp.cli.flags import as_json, root

Adds = Callable[[str, str], argparse.ArgumentParser]


def tree_verbs(verb: Adds) -> None:
    """Add the acts; `verb` makes the parser of one from its name and its line of help."""
    _common(verb("list", "the knowledge trees and concept cards of the project"))
    walk = verb("walk", "walk the trees that speak of a question, each node with its proof")
    walk.add_argument("question", metavar="QUESTION", nargs="+", help="the question, in plain words")
    walk.add_argument(
        "--mode",
        choices=("root_to_anchor", "full_path"),
        help="how far: to the nodes that match, or on to what they lead to (default: the tree's own)",
    )
    walk.add_argument(
        "--topic",
        metavar="TOPIC",
        action="append",
        default=[],
        dest="topics",
        help="also ask the trees of this topic; repeatable",
    )
    walk.add_argument(
        "--tree",
        metavar="ID",
        action="append",
        default=[],
        dest="trees",
        help="walk this tree whether it fits or not; repeatable",
    )
    walk.add_argument("--session", metavar="ID", help="walk what this session has locked")
    _common(walk)
    lock = verb("lock", "look at, set or clear the trees that a session has locked")
    lock.add_argument("--session", metavar="ID", required=True, help="the session, any short name")
    act = lock.add_mutually_exclusive_group()
    act.add_argument("--show", action="store_true", help="print the lock (the default)")
    act.add_argument("--pin", metavar="TREE", nargs="+", help="lock exactly these trees")
    act.add_argument("--merge", metavar="TREE", nargs="+", help="lock these trees too")
    act.add_argument("--clear", action="store_true", help="let go of all of them")
    _common(lock)
    check = verb("check", "the full-access checklist; exit 1 when a claim does not hold or a file is broken")
    check.add_argument(
        "name", metavar="TREE|NODE", nargs="?", default="", help="a tree, a node, or tree/node (default: all)"
    )
    _common(check)
    _common(verb("diff", "what changed between the last two generations of the index"))
    export = verb(
        "export", "training records, one JSON object a line: each links a node to the hash of a range"
    )
    root(export)


def _common(parser: argparse.ArgumentParser) -> None:
    root(parser)
    as_json(parser, "print the answer as JSON")
