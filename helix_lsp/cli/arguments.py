"""The flags: the contract of docs/reference/cli.md as an argparse tree whose complaints are one line with a hint."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import NoReturn

from helix_lsp import __version__
from helix_lsp.cli.serving import SERVE, is_plain, with_verb
from helix_lsp.cli.tree_arguments import tree_verbs
from helix_lsp.errors import UsageError

VERBS = ("ask", "query", "align", "index", "status", "range", "eval", "trees", "verify", "drift", "mentions", "pr", "trace", "doctor", "serve")
_ABOUT = "Helix Ask: questions about a repository, answered with evidence."
_AFTER = """\
examples:
  helix-lsp ask "how are error handlers registered and looked up?"
  helix-lsp query "session cookie signing" -k 5 --json
  helix-lsp ask --jsonl < questions.jsonl

The index lives in your cache directory and is brought up to date by each command.
Exit codes: 0 done, 1 a check said no, 2 wrong use or bad input. Settings: docs/reference/configuration.md
"""
_MOST_CHOICES = 6
_NEAR_FLAG = 0.75  # without the dashes, which are alike in all
_CHOICE = re.compile(r"invalid choice: '?([^' ]*)'?")
_UNKNOWN = re.compile(r"unrecognized arguments: (\S+)")


class _Parser(argparse.ArgumentParser):
    """Raises `UsageError` with one line instead of printing its usage and leaving."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{_plain(message)}{_hint(self, message)}; see `{self.prog} --help`")


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The call as a namespace whose `verb` is one of `VERBS`; no verb means `serve`.

    Raises `UsageError`, or SystemExit after `--help`.
    """
    words = with_verb(list(argv))
    if is_plain(words):  # an editor waits: the tree of all verbs would take longer to build than all else here
        return argparse.Namespace(verb=SERVE, stdio=len(words) > 1, socket=None, pipe=None, client_process=None, test_hooks=False)
    parser = build_parser()
    found, rest = parser.parse_known_args(words)
    if rest:
        named = _named(parser, words[0])
        named.error(f"unrecognized arguments: {' '.join(rest)}")
    return found


def build_parser() -> argparse.ArgumentParser:
    """The whole tree; docs/reference/cli.md is checked against it."""
    parser = _Parser(
        prog="helix-lsp",
        description=_ABOUT,
        epilog=_AFTER,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("-V", "--version", action="version", version=f"helix-lsp {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="COMMAND", required=True, parser_class=_Parser)
    _ask(_verb(verbs, "ask", "answer a question with cited evidence"))
    _query(_verb(verbs, "query", "find places only: ranked hits, no answer"))
    _align(_verb(verbs, "align", "which files and symbols a document or sentence talks about, each with reason and confidence"))
    _index(_verb(verbs, "index", "build or refresh the index, and say what was skipped and why"))
    _status(_verb(verbs, "status", "freshness, counts, sizes and problems of the index"))
    ranges = _verb(verbs, "range", "exact bytes behind a citation").add_subparsers(
        dest="act",
        metavar="get",
        required=True,
        parser_class=_Parser,
    )
    _range_get(_verb(ranges, "get", "print the bytes that a range reference names, checked against its hash"))
    _eval(_verb(verbs, "eval", "gold questions as a gate: figures, hits, misses with their reasons"))
    trees = _verb(verbs, "trees", "knowledge trees and concept cards: list, walk, lock, check, diff, export").add_subparsers(
        dest="act", metavar="ACT", required=True, parser_class=_Parser,
    )  # fmt: skip
    tree_verbs(lambda name, text: _verb(trees, name, text))
    checks = _verb(verbs, "verify", "citation audit: does the repository say what is claimed?").add_subparsers(
        dest="act", metavar="claim|answer", required=True, parser_class=_Parser,
    )  # fmt: skip
    _verify_claim(_verb(checks, "claim", "look for a place that carries one claim, or check the one it cites"))
    _verify_answer(_verb(checks, "answer", "check every claim of an answer, in Markdown or as answer-envelope.v1"))
    _drift(_verb(verbs, "drift", "references of documents that the code no longer backs"))
    _mentions(_verb(verbs, "mentions", "which documents mention a symbol"))
    requests = _verb(verbs, "pr", "a change of the repository, explained").add_subparsers(
        dest="act", metavar="explain", required=True, parser_class=_Parser,
    )  # fmt: skip
    _pr_explain(_verb(requests, "explain", "what a change touches: definitions, documents, uses, tests, references it left stale"))
    traces = _verb(verbs, "trace", "past questions and what each step of the ladder did with them").add_subparsers(
        dest="act", metavar="show|export", required=True, parser_class=_Parser,
    )  # fmt: skip
    _trace_show(_verb(traces, "show", "show the latest question, or an earlier one"))
    _root(_verb(traces, "export", "print all that are kept as JSON lines, the oldest first"))
    _doctor(_verb(verbs, "doctor", "what is wrong with this set-up and how to mend it"))
    _serve(_verb(verbs, "serve", "run the language server (also without any command)"))
    return parser


def _verb(group: argparse._SubParsersAction[_Parser], name: str, text: str) -> _Parser:  # pyright: ignore[reportPrivateUsage]
    return group.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".", allow_abbrev=False)


def _root(parser: _Parser) -> None:
    parser.add_argument("--root", metavar="DIR", help="the project's folder (default: the repository around the current folder)")


def _ask(parser: _Parser) -> None:
    parser.add_argument("question", metavar="QUESTION", nargs="*", help="the question, in plain words")
    _root(parser)
    parser.add_argument("--json", action="store_true", help="print the answer-envelope.v1")
    parser.add_argument("--explain", action="store_true", help="also print what each step of the ladder did")
    parser.add_argument("--verbosity", choices=("brief", "normal", "extended"), default="normal", help="how much to say (default: normal)")
    parser.add_argument("--slot", metavar="NAME", action="append", default=[], help="what the answer must speak of; repeatable")
    parser.add_argument("--choose", metavar="N", default=None, help="pick option N of the question that was given back last")
    parser.add_argument("--near", metavar="PATH", action="append", default=[], help="a file you are working on; weighs a little; repeatable")
    parser.add_argument("--dry-run", action="store_true", help="everything but the model")
    parser.add_argument("--preview", action="store_true", help="show what would be sent to the model, and send nothing")
    parser.add_argument("--pack", action="store_true", help="show the evidence that a model would get, numbered, without any model")
    parser.add_argument("--session", metavar="ID", default="", help="whose locked trees and open clarification count (default: command-line)")
    parser.add_argument("--jsonl", action="store_true", help="batch: one JSON request a line on stdin, one JSON answer a line on stdout")


def _query(parser: _Parser) -> None:
    parser.add_argument("text", metavar="TEXT", nargs="*", help="words, names or paths to look for")
    _root(parser)
    parser.add_argument("-k", metavar="N", type=_count, default=None, help="number of hits (default: 10)")
    parser.add_argument("--json", action="store_true", help="print the query-result.v1")
    parser.add_argument("--explain", action="store_true", help="also print why each hit is there")
    parser.add_argument("--why-not", metavar="PATH", default="", help="say why this file is not among the hits; implies --explain")
    parser.add_argument("--near", metavar="PATH", action="append", default=[], help="a file you are working on; weighs a little; repeatable")
    parser.add_argument(
        "--filter",
        metavar="K=V",
        action="append",
        default=[],
        dest="filters",
        help="keep only hits whose K is V; repeatable",
    )
    parser.add_argument("--jsonl", action="store_true", help="batch: one JSON request a line on stdin, one JSON answer a line on stdout")


def _align(parser: _Parser) -> None:
    parser.add_argument("--doc", metavar="FILE", default="", help="the document: Markdown, reStructuredText, AsciiDoc, or one sentence a line")
    parser.add_argument("--text", metavar="TEXT", default="", help="one sentence, section or requirement; with --doc a sentence of that document")
    parser.add_argument("--line", metavar="N", type=_count, default=None, help="only this line of the document")
    _root(parser)
    parser.add_argument("--json", action="store_true", help="print the alignment.v1")
    parser.add_argument("--jsonl", action="store_true", help="batch: one JSON request a line on stdin, one JSON answer a line on stdout")


def _index(parser: _Parser) -> None:
    _root(parser)
    parser.add_argument("--full", action="store_true", help="read every file again, also those that look unchanged")
    parser.add_argument("--json", action="store_true", help="print the index-status.v1")


def _status(parser: _Parser) -> None:
    _root(parser)
    parser.add_argument("--telemetry", action="store_true", help="how answers ended, as counted on this machine; nothing is ever sent")
    parser.add_argument("--json", action="store_true", help="print the index-status.v1, with --telemetry the telemetry.v1")


def _range_get(parser: _Parser) -> None:
    parser.add_argument("--ref", metavar="FILE|-", required=True, help="a file that holds one range-ref.v1; - reads stdin")
    _root(parser)
    parser.add_argument("--json", action="store_true", help="print text, sha256, bytes, lines and provenance instead of the raw bytes")


def _eval(parser: _Parser) -> None:
    parser.add_argument("--gold", metavar="FILE", required=True, help="a gold-queries.v1: questions and the places that answer them")
    _root(parser)
    parser.add_argument("--k", metavar="N", type=_count, default=None, help="hits looked at for each question (default: 10)")
    parser.add_argument("--json", action="store_true", help="print the retrieval-eval.v1")


def _verify_claim(parser: _Parser) -> None:
    parser.add_argument("text", metavar="TEXT", nargs="+", help="the claim; (path:line) behind it names its source")
    _audited(parser)


def _verify_answer(parser: _Parser) -> None:
    parser.add_argument("file", metavar="FILE|-", help="the answer; - reads stdin")
    _audited(parser)


def _drift(parser: _Parser) -> None:
    parser.add_argument("paths", metavar="PATH", nargs="*", help="documents or folders to look at (default: all)")
    _root(parser)
    parser.add_argument("--json", action="store_true", help="print the drift-report.v1")
    parser.add_argument("--sarif", action="store_true", help="print SARIF 2.1.0")
    parser.add_argument("--explain", action="store_true", help="show what was weighed for and against each finding, and what it silenced")
    told = "show findings from here on, 0 to 1 (drift.min_confidence)"
    parser.add_argument("--min-confidence", metavar="X", type=_fraction, default=None, help=told)
    parser.add_argument("--baseline", metavar="FILE", default=None, help="findings that are known (default: .helix-drift-baseline.json of the root)")
    parser.add_argument("--write-baseline", action="store_true", help="write the findings of now to the baseline and say nothing of them again")
    parser.add_argument("--jsonl", action="store_true", help="batch: one JSON request a line on stdin, one JSON answer a line on stdout")


def _mentions(parser: _Parser) -> None:
    parser.add_argument("symbol", metavar="SYMBOL", help="a name as code or documents write it: Flask.route, route")
    _root(parser)
    parser.add_argument("--json", action="store_true", help="print the mentions.v1")


def _pr_explain(parser: _Parser) -> None:
    told = "what to compare with (default: where the head parted from the default branch, else what came before it)"
    parser.add_argument("--base", metavar="REV", default=None, help=told)
    parser.add_argument("--head", metavar="REV", default=None, help="the commit to explain (default: what is on the disk now)")
    _root(parser)
    parser.add_argument("--json", action="store_true", help="print the pr-delta.v1")


def _trace_show(parser: _Parser) -> None:
    parser.add_argument("which", metavar="N|DIGEST", nargs="?", default="1", help="1 for the latest (the default), 2 for the one before, or a digest")
    parser.add_argument("--list", action="store_true", help="list all that are kept, the latest first")
    _root(parser)
    parser.add_argument("--json", action="store_true", help="print the trace-record.v1; with --list one line each, without the steps")


def _doctor(parser: _Parser) -> None:
    _root(parser)
    parser.add_argument("--json", action="store_true", help="print the doctor.v1")


def _audited(parser: _Parser) -> None:
    _root(parser)
    parser.add_argument("--json", action="store_true", help="print the claim-audit.v1")


def _serve(parser: _Parser) -> None:
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--stdio", action="store_true", help="speak on stdin and stdout (the default)")
    way.add_argument(
        "--socket",
        metavar="PORT",
        type=_port,
        help="connect to an editor that listens on 127.0.0.1:PORT, else listen there for one",
    )
    way.add_argument("--pipe", metavar="NAME", help="connect to the Unix socket on which an editor listens")
    parser.add_argument("--clientProcessId", metavar="PID", type=_count, dest="client_process", help="stop when this process is gone")
    parser.add_argument("--test-hooks", action="store_true", help="add the helix/test/* requests, for protocol tests only")


def _count(text: str) -> int:
    if not re.fullmatch(r"\+?\d{1,9}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def _fraction(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return value


def _port(text: str) -> int:
    if not re.fullmatch(r"\d{1,5}", text) or not 0 < int(text) < 65_536:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port (1 to 65535)")
    return int(text)


def _named(parser: argparse.ArgumentParser, verb: str) -> argparse.ArgumentParser:
    return _choices(parser).get(verb, parser)


def _choices(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in parser._actions:  # pyright: ignore[reportPrivateUsage]
        if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage]
            return dict(action.choices)  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
    return {}


def _plain(message: str) -> str:
    """The words of argparse, shortened: a long list of choices is left to the help."""
    if found := _CHOICE.search(message):
        flag = re.match(r"argument (--?[\w-]+)", message)
        known = [name.strip(" '") for name in message.partition("(choose from ")[2].rstrip(")").split(",")]
        offered = f": {', '.join(known)}" if known[0] and len(known) <= _MOST_CHOICES else ""
        return f"{found.group(1)!r} is no value of {flag.group(1)}{offered}" if flag else f"{found.group(1)!r} is not a command"
    return message.replace("unrecognized arguments", "unknown")


def _hint(parser: argparse.ArgumentParser, message: str) -> str:
    """`, did you mean X?` where something close exists."""
    from difflib import get_close_matches

    if found := _CHOICE.search(message):
        words = list(_choices(parser)) or [str(c) for action in parser._actions for c in action.choices or ()]  # pyright: ignore[reportPrivateUsage]
        close = get_close_matches(found.group(1), words, 1)
    elif found := _UNKNOWN.search(message):
        flags = {f.lstrip("-"): f for action in parser._actions for f in action.option_strings}  # pyright: ignore[reportPrivateUsage]
        close = [flags[name] for name in get_close_matches(found.group(1).partition("=")[0].lstrip("-"), flags, 1, _NEAR_FLAG)]
    else:
        close = []
    return f", did you mean {close[0]}?" if close else ""
