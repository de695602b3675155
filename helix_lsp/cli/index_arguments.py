"""The flags of what machines rely on: references, bundles, and whether a stale index may be used."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from helix_lsp.cli.flags import as_json, count, jsonl, near, root

FAIL, WARN, IGNORE = "fail", "warn", "ignore"
POLICIES = (WARN, FAIL, IGNORE)
STORE = "a folder, or an address s3://, gs://, az:// or https:// (needs the extra `team`)"
LEAST = 20  # tokens: fewer hold no place


def stale_flag(parser: argparse.ArgumentParser) -> None:
    """`--stale-policy` of a verb that answers from the index."""
    parser.add_argument(
        "--stale-policy",
        choices=POLICIES,
        default=None,
        help="if the index may be older than the files: answer and warn, fail with exit code 1, or ignore it "
        "(default: fail with --json and --jsonl, else warn)",
    )


def budget_flag(parser: argparse.ArgumentParser, what: str) -> None:
    """`--budget` of a verb that shows evidence."""
    parser.add_argument("--budget", metavar="N", type=_tokens, default=None, help=what)


def range_get_flags(parser: argparse.ArgumentParser) -> None:
    """`helix-lsp range get`."""
    parser.add_argument(
        "--ref", metavar="FILE|-", default=None, help="a file that holds one range-ref.v1; - reads stdin"
    )
    parser.add_argument(
        "--jsonl",
        action="store_true",
        help="batch: one range-ref.v1 a line on stdin, one JSON answer a line on stdout",
    )
    parser.add_argument(
        "--manifest",
        metavar="FILE",
        default=None,
        help="take the bytes from the bundle of this bundle-manifest.v1 instead of the project's folder",
    )
    parser.add_argument(
        "--context",
        metavar="N",
        type=_lines,
        default=0,
        help="with --json and --jsonl also the N lines before and after",
    )
    root(parser)
    parser.add_argument(
        "--stale-policy",
        choices=POLICIES,
        default=None,
        help="bytes that are not those cited: fail with exit code 1 (the default), warn and give what the reference's "
        "commit or the file holds there, or ignore it",
    )
    as_json(parser, "print text, sha256, bytes, lines and provenance instead of the raw bytes")


def bundle_verbs(verb: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """`helix-lsp bundle create|verify|show|push|pull`; `verb` makes the parser of an act."""
    create = verb(
        "create", "write a bundle: the text of the project, its indexes, and a manifest that describes them"
    )
    create.add_argument(
        "--out", metavar="DIR", required=True, help="the bundle's folder; an existing bundle is replaced"
    )
    root(create)
    create.add_argument(
        "--gold", metavar="FILE", default=None, help="also the figures of these gold-queries.v1"
    )
    create.add_argument("--base", metavar="REV", default=None, help="also what changed since this commit")
    create.add_argument(
        "--stale-policy",
        choices=POLICIES,
        default=FAIL,
        help="what to do if the index may be older than the files (default: fail)",
    )
    as_json(create, "print the bundle-manifest.v1")
    for name, told, what in (
        (
            "verify",
            "name every difference between a bundle and its manifest; exit code 1 when there is one",
            "bundle-check.v1",
        ),
        ("show", "what a bundle holds, from its manifest alone", "bundle-manifest.v1"),
    ):
        act = verb(name, told)
        act.add_argument("manifest", metavar="MANIFEST", help="the manifest, or the bundle's folder")
        as_json(act, f"print the {what}")
    push = verb("push", "store the index of a clean checkout for others to take over (a build does this)")
    push.add_argument("url", metavar="URL", help=STORE)
    push.add_argument("--all", action="store_true", help="send also what the store has already")
    pull = verb(
        "pull", "take over the index of the nearest commit that a store has, where there is none here"
    )
    pull.add_argument("url", metavar="URL", help=STORE)
    for act in (push, pull):
        root(act)
        as_json(act, "print what was done")


def _tokens(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 7 and int(text) >= LEAST):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of tokens from {LEAST} on")
    return int(text)


def _lines(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)


# The flags of `helix-lsp fleet`, and those by which `ask` and `query` are put to a fleet.

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


# The flags of what is asked of the code: `ask`, `query` and both acts of `verify`.


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
