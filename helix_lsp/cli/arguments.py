"""The parser of the command line, made of `commands.txt`, where each command and flag is declared once. Its complaints
are one line with a hint.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NoReturn

from helix_lsp import __version__
from helix_lsp.cli.serve import SERVE, is_plain, with_verb
from helix_lsp.errors import UsageError
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import replaced_in

FOLDERS = frozenset({"DIR"})
FILES = frozenset({"FILE", "FILE|-", "FILE|FOLDER", "PATH", "MANIFEST"})
"""What a value is called that leads to a folder or a file: a shell completes it, and it may hold bytes that are not UTF-8."""
_LEAST = 20  # tokens: fewer hold no place
_MOST_CHOICES = 6
_NEAR_FLAG = 0.75  # without the dashes, which are alike in all
_CHOICE = regex(r"invalid choice: '?([^' ]*)'?")
_UNKNOWN = regex(r"unrecognized arguments: (\S+)")


class Parser(argparse.ArgumentParser):
    """Raises `UsageError` with one line instead of printing its usage and leaving."""

    def error(self, message: str) -> NoReturn:
        """Called by argparse."""
        raise UsageError(f"{_plain(self, message)}{_hint(self, message)}; see `{self.prog} --help`")


def count(text: str) -> int:
    """A whole number from 1 on."""
    if not re.fullmatch(r"\+?\d{1,9}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def fraction(text: str) -> float:
    """A number from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return value


def port(text: str) -> int:
    """A port of TCP."""
    if not re.fullmatch(r"\d{1,5}", text) or not 0 < int(text) < 65_536:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port (1 to 65535)")
    return int(text)


def tokens(text: str) -> int:
    """A number of tokens."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 7 and int(text) >= _LEAST):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of tokens from {_LEAST} on")
    return int(text)


def lines(text: str) -> int:
    """A whole number from 0 on."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)


def named(parser: argparse.ArgumentParser, verb: str) -> argparse.ArgumentParser:
    """The parser of a verb; the one given where there is no such verb."""
    return _choices(parser).get(verb, parser)


def _choices(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in parser._actions:  # pyright: ignore[reportPrivateUsage]
        if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage]
            return dict(action.choices)  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
    return {}


def _plain(parser: argparse.ArgumentParser, message: str) -> str:
    """The words of argparse, shortened: a long list of choices is left to the help."""
    if found := _CHOICE.search(message):
        spoken = message.removeprefix("argument ").partition(":")[0]
        known = [name.strip(" '") for name in message.partition("(choose from ")[2].rstrip(")").split(",")]
        offered = f"; choose from {', '.join(known)}" if known[0] and len(known) <= _MOST_CHOICES else ""
        return (
            f"{found.group(1)!r} is not a command"
            if _choices(parser)
            else f"invalid value {found.group(1)!r} for {spoken}{offered}"
        )
    return message.replace("unrecognized arguments", "unknown")


def _hint(parser: argparse.ArgumentParser, message: str) -> str:
    """`, did you mean X?` where something close exists."""
    from difflib import get_close_matches

    if found := _CHOICE.search(message):
        words = list(_choices(parser)) or [str(c) for action in parser._actions for c in action.choices or ()]  # pyright: ignore[reportPrivateUsage]
        close = get_close_matches(found.group(1), words, 1)
    elif found := _UNKNOWN.search(message):
        flags = {f.lstrip("-"): f for action in parser._actions for f in action.option_strings}  # pyright: ignore[reportPrivateUsage]
        close = [
            flags[name]
            for name in get_close_matches(found.group(1).partition("=")[0].lstrip("-"), flags, 1, _NEAR_FLAG)
        ]
    else:
        close = []
    return f", did you mean {close[0]}?" if close else ""


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
