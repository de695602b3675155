"""The flags of `helix-lsp evidence`."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from helix_lsp.cli.flags import as_json, root

Adds = Callable[[str, str], argparse.ArgumentParser]


def evidence_verbs(verb: Adds) -> None:
    """Add the acts; `verb` makes the parser of one from its name and its line of help."""
    add = verb("add", "keep a copy of a document, or of every document in a folder")
    add.add_argument("file", metavar="FILE|FOLDER", help="the document, or a folder of documents")
    add.add_argument(
        "--grade",
        choices=("A", "B", "C", "D", "E"),
        required=True,
        help="what it is worth: A a standard or specification, B a reference, C a guide, D an example or article, E anything else",
    )
    add.add_argument("--title", metavar="TEXT", default="", help="its title (default: its first heading)")
    add.add_argument(
        "--source",
        metavar="URL|PATH",
        default="",
        help="where it came from, kept as text; nothing is fetched (default: its path)",
    )
    add.add_argument(
        "--date", metavar="YYYY-MM-DD", default="", help="when it was published (default: not known)"
    )
    root(add)
    as_json(add, "print what was added, known and refused")
    listed = verb("list", "the documents that are kept")
    root(listed)
    as_json(listed, "print them, without their texts")
    remove = verb("remove", "take a document out")
    remove.add_argument(
        "source", metavar="SOURCE", help="its source, or the first 8 digits or more of its hash"
    )
    root(remove)
    as_json(remove, "print what was taken out")
