"""The flags of what is asked of the code: `ask`, `query` and both acts of `verify`."""

from __future__ import annotations

import argparse

from helix_lsp.cli.flags import as_json, count, jsonl, near, root
from helix_lsp.cli.fleet_arguments import fleet_flags
from helix_lsp.cli.machine_arguments import budget_flag, stale_flag


def ask_flags(parser: argparse.ArgumentParser) -> None:
    """`ask`."""
    stale_flag(parser)
    budget_flag(parser, "keep what fits into N tokens of the answer (characters by four), best first")
    parser.add_argument("question", metavar="QUESTION", nargs="*", help="the question, in plain words")
    root(parser)
    fleet_flags(parser)
    as_json(parser, "print the answer-envelope.v1, with --fleet the fleet-result.v1")
    parser.add_argument("--explain", action="store_true", help="also print what each step of the ladder did")
    parser.add_argument(
        "--verbosity",
        choices=("brief", "normal", "extended"),
        default="normal",
        help="how much to say (default: normal)",
    )
    parser.add_argument(
        "--slot", metavar="NAME", action="append", default=[], help="what the answer must cover; repeatable"
    )
    parser.add_argument(
        "--choose", metavar="N", default=None, help="pick meaning N of the question that came back last"
    )
    near(parser)
    parser.add_argument(
        "--hypothesis",
        action="store_true",
        help="have the model write a passage to search with instead of the answer, which is then quotations alone",
    )
    parser.add_argument("--dry-run", action="store_true", help="do everything except call the model")
    parser.add_argument(
        "--preview", action="store_true", help="show what would be sent to the model, and send nothing"
    )
    parser.add_argument(
        "--pack",
        action="store_true",
        help="show the numbered evidence that a model would get; no model is called",
    )
    parser.add_argument(
        "--session",
        metavar="ID",
        default="",
        help="use the pinned trees and the pending question of this session (default: command-line)",
    )
    jsonl(parser)


def query_flags(parser: argparse.ArgumentParser) -> None:
    """`query`."""
    stale_flag(parser)
    budget_flag(parser, "show the lines that matter of as many places as N tokens hold (characters by four)")
    parser.add_argument("text", metavar="TEXT", nargs="*", help="words, names or paths to look for")
    root(parser)
    fleet_flags(parser)
    parser.add_argument("-k", metavar="N", type=count, default=None, help="number of hits (default: 10)")
    as_json(parser, "print the query-result.v1, with --fleet the fleet-result.v1")
    parser.add_argument("--explain", action="store_true", help="also print why each hit is there")
    parser.add_argument(
        "--why-not",
        metavar="PATH",
        default="",
        help="say why this file is not among the hits; implies --explain",
    )
    near(parser)
    parser.add_argument(
        "--filter",
        metavar="K=V",
        action="append",
        default=[],
        dest="filters",
        help="keep only hits whose K is V; repeatable",
    )
    jsonl(parser)


def verify_claim_flags(parser: argparse.ArgumentParser) -> None:
    """`verify claim`."""
    parser.add_argument(
        "text", metavar="TEXT", nargs="+", help="the claim; (path:line) behind it names its source"
    )
    _min_grade(parser)
    _audited(parser)


def verify_answer_flags(parser: argparse.ArgumentParser) -> None:
    """`verify answer`."""
    parser.add_argument("file", metavar="FILE|-", help="the answer; - reads stdin")
    _min_grade(parser)
    _audited(parser)


def verify_file_flags(parser: argparse.ArgumentParser) -> None:
    """`verify file`."""
    parser.add_argument("path", metavar="PATH", help="the document")
    _audited(parser)


def _min_grade(parser: argparse.ArgumentParser) -> None:
    told = "least grade of a document from outside the repository that may bear a claim out (default: C; `helix-lsp evidence`)"
    parser.add_argument("--min-grade", choices=("A", "B", "C", "D", "E"), default="C", help=told)


def _audited(parser: argparse.ArgumentParser) -> None:
    stale_flag(parser)
    root(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the claim-audit.v2")
    form.add_argument("--sarif", action="store_true", help="print SARIF 2.1.0")
    form.add_argument("--html", action="store_true", help="print a page for a browser")
