"""The parser of the command line, made of `commands.txt`, where each command and flag is declared once."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from helix_lsp import __version__
from helix_lsp.cli.flags import FILES, FOLDERS, Parser, count, fraction, lines, named, port, tokens
from helix_lsp.cli.serving import SERVE, is_plain, with_verb
from helix_lsp.text.visible import replaced_in

_CHECKS: Mapping[str, Callable[[str], object]] = {
    check.__name__: check for check in (count, fraction, lines, port, tokens)
}
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
    """The call as a namespace with its `verb`; no verb means `serve`.

    Raises `UsageError`, or SystemExit after `--help`.
    """
    words = with_verb(list(argv))
    if is_plain(words):  # an editor waits: no parser is needed for this
        return argparse.Namespace(
            verb=SERVE, stdio=len(words) > 1, socket=None, pipe=None, client_process=None, test_hooks=False
        )
    found, rest = build_parser(words[0]).parse_known_args(words)
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
    return named(named(build_parser(arguments.verb), arguments.verb), getattr(arguments, "act", ""))


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return parser._actions  # pyright: ignore[reportPrivateUsage]


@cache
def build_parser(spoken: str = "") -> argparse.ArgumentParser:
    """The tree of commands, made once in a process; where a word was `spoken`, only the command of this name has its
    acts and flags, since to make those of all takes ten milliseconds. docs/reference/cli.md is checked against it.
    """
    parser = Parser(
        prog="helix-lsp",
        description=_ABOUT,
        epilog=_AFTER,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("-V", "--version", action="version", version=f"helix-lsp {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="COMMAND", required=True, parser_class=Parser)
    groups = {"": verbs}
    for head, rows in _blocks().items():
        words, _, told = head.partition(": ")
        words, _, acts = words.partition(" [")
        above, _, name = words.rpartition(" ")
        if head.startswith("@") or (above and above not in groups):
            continue
        made = groups[above].add_parser(
            name, help=told, description=told[0].upper() + told[1:] + ".", allow_abbrev=False
        )
        if spoken and words.partition(" ")[0] != spoken:
            continue
        if acts:
            groups[name] = made.add_subparsers(
                dest="act", metavar=acts.rstrip("]"), required=True, parser_class=Parser
            )
        group: Any = None
        for row in rows:
            beside = row.startswith("| ")
            group = (group or made.add_mutually_exclusive_group()) if beside else None
            _add(group or made, row.removeprefix("| "))
    return parser


@cache
def _blocks() -> dict[str, list[str]]:
    """The lines below each head of `commands.txt`, sets put in."""
    place = os.path.join(os.path.dirname(__file__), "commands.txt")
    blocks: dict[str, list[str]] = {}
    rows: list[str] = []
    with open(place, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line.startswith("  @"):
                rows += blocks[line.strip()]
            elif line.startswith("  "):
                rows.append(line.strip())
            elif line and not line.startswith("#"):
                rows = blocks[line] = []
    return blocks


def _add(parser: Any, row: str) -> None:
    """One flag, or the words of one name."""
    spec, _, told = row.partition(": ")
    name, *marks = spec.split(" ")
    given = dict(_read(marks)) | {"help": told.replace("%", "%%")}
    many = given.pop("many", "")
    if not name.startswith("-"):
        given |= {"nargs": many} if many else {}
    elif "metavar" not in given and "choices" not in given:
        given["action"] = "store_true"
    elif many == "*":
        given |= {"action": "append", "default": []}
    elif many:
        given["nargs"] = many
    if "type" in given and "default" in given:
        given["default"] = given["type"](given["default"])
    parser.add_argument(name, **given)


def _read(marks: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """What each mark of a line says, as `add_argument` has it; `many` is `?`, `*` or `+`."""
    for mark in marks:
        if mark.startswith("="):
            yield "default", mark[1:]
        elif mark.startswith("->"):
            yield "dest", mark[2:]
        elif mark.startswith("{"):
            yield "choices", tuple(mark[1:-1].split("|"))
        elif mark == "!":
            yield "required", True
        elif mark in _CHECKS:
            yield "type", _CHECKS[mark]
        else:
            yield "metavar", mark.rstrip("?*+")
            yield "many", mark[-1] if mark[-1] in "?*+" else ""
