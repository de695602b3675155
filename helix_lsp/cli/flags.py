"""What the flags of every command are made of: a parser whose complaints are one line with a hint, and the checks of
the values that flags take.
"""

from __future__ import annotations

import argparse
import re
from typing import NoReturn

from helix_lsp.errors import UsageError
from helix_lsp.text.regex import regex

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
