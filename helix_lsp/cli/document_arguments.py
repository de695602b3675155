"""The flags of what is asked of documents and of a change: `align`, `docs`, `drift`, `mentions`, `pr explain`."""

from __future__ import annotations

import argparse

from helix_lsp.cli.flags import as_json, count, fraction, jsonl, root
from helix_lsp.cli.machine_arguments import stale_flag


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
