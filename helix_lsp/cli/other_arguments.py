"""The flags of what is asked of documents and of a change: `align`, `docs`, `drift`, `mentions`, `pr explain`."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from helix_lsp.cli.flags import as_json, count, fraction, jsonl, root
from helix_lsp.cli.index_arguments import stale_flag
from helix_lsp.cli.init import CLIENTS


def align_flags(parser: argparse.ArgumentParser) -> None:
    """`align`."""
    stale_flag(parser)
    parser.add_argument(
        "--doc",
        metavar="FILE",
        default="",
        help="the document: Markdown, reStructuredText, AsciiDoc, or one sentence a line",
    )
    parser.add_argument(
        "--text",
        metavar="TEXT",
        default="",
        help="one sentence, section or requirement; with --doc a sentence of that document",
    )
    parser.add_argument(
        "--line", metavar="N", type=count, default=None, help="only this line of the document"
    )
    root(parser)
    as_json(parser, "print the alignment.v1")
    jsonl(parser)


def drift_flags(parser: argparse.ArgumentParser) -> None:
    """`docs check`, and `drift`, which is the same."""
    parser.add_argument(
        "paths", metavar="PATH", nargs="*", help="documents or folders to look at (default: all)"
    )
    root(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the drift-report.v1")
    form.add_argument("--sarif", action="store_true", help="print SARIF 2.1.0")
    form.add_argument(
        "--comment", action="store_true", help="print Markdown for a pull request, two proofs to a finding"
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="show what was weighed for and against each finding, and what was left out",
    )
    told = "least confidence of a finding that is shown, 0 to 1 (drift.min_confidence)"
    parser.add_argument("--min-confidence", metavar="X", type=fraction, default=None, help=told)
    parser.add_argument(
        "--baseline",
        metavar="FILE",
        default=None,
        help="known findings, which are not reported (default: .helix-drift-baseline.json in the root)",
    )
    parser.add_argument(
        "--write-baseline",
        action="store_true",
        help="record today's findings; later runs report only new ones",
    )
    jsonl(parser)


def coverage_flags(parser: argparse.ArgumentParser) -> None:
    """`docs coverage`."""
    stale_flag(parser)
    parser.add_argument(
        "paths", metavar="PATH", nargs="*", help="files or folders of code to look at (default: all)"
    )
    root(parser)
    as_json(parser, "print the docs-coverage.v1")


def mentions_flags(parser: argparse.ArgumentParser) -> None:
    """`mentions`."""
    stale_flag(parser)
    parser.add_argument(
        "symbol", metavar="SYMBOL", help="a name as code or documents write it: Flask.route, route"
    )
    root(parser)
    as_json(parser, "print the mentions.v1")


def pr_explain_flags(parser: argparse.ArgumentParser) -> None:
    """`pr explain`."""
    told = "what to compare with (default: the merge base with the default branch, else the parent commit)"
    parser.add_argument("--base", metavar="REV", default=None, help=told)
    parser.add_argument(
        "--head", metavar="REV", default=None, help="the commit to explain (default: what is on the disk now)"
    )
    root(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the pr-delta.v1")
    form.add_argument(
        "--sarif", action="store_true", help="print what it left stale, and flags, as SARIF 2.1.0"
    )
    form.add_argument("--comment", action="store_true", help="print Markdown for a pull request")


# The flags of `helix-lsp trees`.

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


# The flags of `uses`, `mcp` and `init`.


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


# The flags of the verbs that are about the installation itself: help, completion, the cache.

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


# The flags of `helix-lsp evidence`.


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
