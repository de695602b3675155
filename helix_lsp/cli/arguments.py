"""The tree of verbs: the contract of docs/reference/cli.md. Flags of the larger verbs are beside it, in
`question_arguments`, `document_arguments` and `tree_arguments`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import cache

from helix_lsp import __version__
from helix_lsp.cli.flags import FILES, FOLDERS, Parser, as_json, count, named, port, root
from helix_lsp.cli.index_arguments import (
    STORE,
    ask_flags,
    bundle_verbs,
    fleet_verbs,
    query_flags,
    range_get_flags,
    verify_answer_flags,
    verify_claim_flags,
    verify_file_flags,
)
from helix_lsp.cli.other_arguments import (
    align_flags,
    cache_verbs,
    completion_arguments,
    coverage_flags,
    drift_flags,
    evidence_verbs,
    help_arguments,
    init_arguments,
    mcp_arguments,
    mentions_flags,
    pr_explain_flags,
    resident_verbs,
    tree_verbs,
    uses_arguments,
)
from helix_lsp.cli.serving import SERVE, is_plain, with_verb
from helix_lsp.text.visible import replaced_in

# The flags of `helix-lsp learn`.

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


VERBS = (
    "ask",
    "query",
    "align",
    "index",
    "status",
    "range",
    "bundle",
    "eval",
    "trees",
    "learn",
    "verify",
    "evidence",
    "docs",
    "drift",
    "mentions",
    "uses",
    "pr",
    "trace",
    "doctor",
    "serve",
    "mcp",
    "init",
    "fleet",
    "resident",
    "cache",
    "completion",
    "help",
)
_ABOUT = "Helix Ask: questions about a repository, answered with evidence."
_AFTER = """\
examples:
  helix-lsp ask "how are error handlers registered and looked up?"
  helix-lsp query "session cookie signing" -k 5 --json
  helix-lsp ask --jsonl < questions.jsonl

The index lives in your cache directory and is brought up to date by each command.
Exit codes: 0 done, 1 nothing found or a check said no, 2 wrong use or bad input.
More: helix-lsp help settings | exit-codes | citations | languages | uninstall
"""


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The call as a namespace whose `verb` is one of `VERBS`; no verb means `serve`.

    Raises `UsageError`, or SystemExit after `--help`.
    """
    words = with_verb(list(argv))
    if is_plain(
        words
    ):  # an editor waits: the tree of all verbs would take longer to build than all else here
        return argparse.Namespace(
            verb=SERVE, stdio=len(words) > 1, socket=None, pipe=None, client_process=None, test_hooks=False
        )
    parser = build_parser()
    found, rest = parser.parse_known_args(words)
    spoken = _spoken(found)
    if rest:
        spoken.error(f"unrecognized arguments: {' '.join(rest)}")
    leads = {one.dest for one in _actions(spoken) if one.metavar in FOLDERS | FILES}
    for field, value in vars(found).items():
        if (
            field not in leads
        ):  # bytes of an argument that are not UTF-8 lead to a file, and mean nothing else
            setattr(found, field, replaced_in(value))
    return found


def others(arguments: argparse.Namespace, *fine: str) -> list[str]:
    """What a call sets beside the arguments of the names `fine`, as it is written: `--near`, or `QUESTION` for words
    without a flag.
    """
    return [
        one.option_strings[0] if one.option_strings else str(one.metavar)
        for one in _actions(_spoken(arguments))
        if one.dest not in fine and (value := getattr(arguments, one.dest, None)) and value != one.default
    ]


def _spoken(arguments: argparse.Namespace) -> argparse.ArgumentParser:
    return named(named(build_parser(), arguments.verb), getattr(arguments, "act", ""))


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return parser._actions  # pyright: ignore[reportPrivateUsage]


@cache
def build_parser() -> argparse.ArgumentParser:
    """The whole tree, made once in a process; docs/reference/cli.md is checked against it."""
    parser = Parser(
        prog="helix-lsp",
        description=_ABOUT,
        epilog=_AFTER,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("-V", "--version", action="version", version=f"helix-lsp {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="COMMAND", required=True, parser_class=Parser)
    ask_flags(_verb(verbs, "ask", "answer a question with cited evidence"))
    query_flags(_verb(verbs, "query", "find places only: ranked hits, without an answer"))
    align_flags(
        _verb(
            verbs,
            "align",
            "which files and symbols a document or sentence talks about, each with reason and confidence",
        )
    )
    _index(_verb(verbs, "index", "build or refresh the index, and report what was skipped and why"))
    _status(_verb(verbs, "status", "freshness, counts, sizes and problems of the index"))
    ranges = _verb(verbs, "range", "exact bytes behind a citation").add_subparsers(
        dest="act", metavar="get", required=True, parser_class=Parser
    )
    range_get_flags(
        _verb(ranges, "get", "print the bytes that a range reference names, checked against its hash")
    )
    bundles = _verb(
        verbs, "bundle", "all that is known of a project in one folder, for programs"
    ).add_subparsers(dest="act", metavar="create|verify|show|push|pull", required=True, parser_class=Parser)
    bundle_verbs(lambda name, text: _verb(bundles, name, text))
    _eval(_verb(verbs, "eval", "gold questions as a gate: figures, hits, misses with their reasons"))
    trees = _verb(
        verbs, "trees", "knowledge trees and concept cards: list, walk, lock, check, diff, export"
    ).add_subparsers(dest="act", metavar="ACT", required=True, parser_class=Parser)
    tree_verbs(lambda name, text: _verb(trees, name, text))
    taught = _verb(
        verbs, "learn", "a ranker that the project trains on itself: build, compare, promote, roll back, show"
    ).add_subparsers(
        dest="act", metavar="build|compare|promote|rollback|show", required=True, parser_class=Parser
    )
    learn_verbs(lambda name, text: _verb(taught, name, text))
    checks = _verb(
        verbs, "verify", "check claims against the repository: supported, contradicted or unknown"
    ).add_subparsers(dest="act", metavar="claim|answer|file", required=True, parser_class=Parser)
    verify_claim_flags(
        _verb(checks, "claim", "look for a place that carries one claim, or check the one it cites")
    )
    verify_answer_flags(
        _verb(checks, "answer", "check every claim of an answer, in Markdown or as answer-envelope.v1")
    )
    verify_file_flags(_verb(checks, "file", "check every sentence of a document against the code"))
    outside = _verb(
        verbs, "evidence", "documents from outside the repository that a claim may be held against"
    ).add_subparsers(dest="act", metavar="add|list|remove", required=True, parser_class=Parser)
    evidence_verbs(lambda name, text: _verb(outside, name, text))
    documents = _verb(verbs, "docs", "documents against the code: what is no longer true, what is missing")
    about = documents.add_subparsers(dest="act", metavar="check|coverage", required=True, parser_class=Parser)
    drift_flags(_verb(about, "check", "find what documents say that the code no longer backs or contradicts"))
    coverage_flags(_verb(about, "coverage", "list the public definitions that no document mentions"))
    drift_flags(_verb(verbs, "drift", "the same as `docs check`"))
    mentions_flags(_verb(verbs, "mentions", "which documents mention a symbol"))
    used = _verb(verbs, "uses", "every place that uses a name, counted, by file and function")
    uses_arguments(used, count)
    root(used)
    requests = _verb(verbs, "pr", "a change of the repository, explained").add_subparsers(
        dest="act", metavar="explain", required=True, parser_class=Parser
    )
    pr_explain_flags(
        _verb(
            requests,
            "explain",
            "what a change touches: definitions, documents, uses, tests, references it left stale",
        )
    )
    traces = _verb(
        verbs, "trace", "past questions and what each step of the ladder did with them"
    ).add_subparsers(dest="act", metavar="show|export", required=True, parser_class=Parser)
    _trace_show(_verb(traces, "show", "show the latest question, or an earlier one"))
    root(_verb(traces, "export", "print all that are kept as JSON lines, the oldest first"))
    _doctor(_verb(verbs, "doctor", "diagnose the installation and suggest fixes"))
    _serve(_verb(verbs, "serve", "run the language server (also without any command)"))
    mcp_arguments(_verb(verbs, "mcp", "answer agents over the Model Context Protocol (read only)"))
    setup = _verb(verbs, "init", "set a coding agent up to use these tools in a project")
    init_arguments(setup)
    root(setup)
    fleet = _verb(verbs, "fleet", "many repositories that are asked together").add_subparsers(
        dest="act", metavar="build|show", required=True, parser_class=Parser
    )
    fleet_verbs(lambda name, text: _verb(fleet, name, text))
    stays = _verb(verbs, "resident", "a process that stays, so that commands answer at once").add_subparsers(
        dest="act", metavar="start|stop|status", required=True, parser_class=Parser
    )
    resident_verbs(lambda name, text: _verb(stays, name, text))
    kept = _verb(verbs, "cache", "the indexes that are kept on this machine").add_subparsers(
        dest="act", metavar="show|clear", required=True, parser_class=Parser
    )
    cache_verbs(lambda name, text: _verb(kept, name, text))
    completion_arguments(
        _verb(verbs, "completion", "print a script that completes commands and flags in a shell")
    )
    help_arguments(_verb(verbs, "help", "help on a command, or a page: settings, exit codes, uninstall ..."))
    return parser


def _verb(group: argparse._SubParsersAction[Parser], name: str, text: str) -> Parser:  # pyright: ignore[reportPrivateUsage]
    return group.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".", allow_abbrev=False)


def _index(parser: Parser) -> None:
    root(parser)
    parser.add_argument(
        "--full", action="store_true", help="read every file again, also those that look unchanged"
    )
    parser.add_argument(
        "--from",
        dest="source",
        metavar="URL",
        default=None,
        help="where there is no index yet, begin with the one of the nearest commit in a store: " + STORE,
    )
    as_json(parser, "print the index-status.v1")


def _status(parser: Parser) -> None:
    root(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--sources",
        action="store_true",
        help="list what is indexed: grade, hash, date, passages and title of each source",
    )
    what.add_argument(
        "--telemetry",
        action="store_true",
        help="how answers ended, as counted on this machine; nothing is ever sent",
    )
    as_json(parser, "print the index-status.v1, with --telemetry the telemetry.v1")


def _eval(parser: Parser) -> None:
    parser.add_argument(
        "--gold",
        metavar="FILE",
        required=True,
        help="a gold-queries.v1: questions and the places that answer them",
    )
    parser.add_argument(
        "--compare",
        metavar="FILE",
        default="",
        help="a retrieval-eval.v1 of before: what was lost, won and moved since",
    )
    root(parser)
    parser.add_argument(
        "--k", metavar="N", type=count, default=None, help="hits looked at for each question (default: 10)"
    )
    as_json(parser, "print the retrieval-eval.v1")


def _trace_show(parser: Parser) -> None:
    parser.add_argument(
        "which",
        metavar="N|DIGEST",
        nargs="?",
        default="1",
        help="1 for the latest (the default), 2 for the one before, or a digest",
    )
    parser.add_argument("--list", action="store_true", help="list all that are kept, the latest first")
    root(parser)
    as_json(parser, "print the trace-record.v1; with --list one line each, without the steps")


def _doctor(parser: Parser) -> None:
    root(parser)
    as_json(parser, "print the doctor.v1")


def _serve(parser: Parser) -> None:
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--stdio", action="store_true", help="speak on stdin and stdout (the default)")
    way.add_argument(
        "--socket",
        metavar="PORT",
        type=port,
        help="connect to an editor that listens on 127.0.0.1:PORT, else listen there for one",
    )
    way.add_argument("--pipe", metavar="PATH", help="connect to the Unix socket on which an editor listens")
    parser.add_argument(
        "--clientProcessId",
        metavar="PID",
        type=count,
        dest="client_process",
        help="stop when this process is gone",
    )
    parser.add_argument(
        "--test-hooks", action="store_true", help="add the helix/test/* requests, for protocol tests only"
    )
