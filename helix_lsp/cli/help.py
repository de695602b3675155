"""`helix-lsp help [TOPIC]`: the help of a command, or one of the pages that the installed package carries. Also
`helix-lsp completion` and `helix-lsp doctor`.
"""

from __future__ import annotations

import argparse
import os
import re
import textwrap
from argparse import Namespace
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from typing import Any

from helix_lsp.cli.arguments import FILES, FOLDERS, named
from helix_lsp.cli.opened import progress
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.errors import UsageError
from helix_lsp.session.disk.origin import root_of
from helix_lsp.session.doctor import doctor
from helix_lsp.session.settings.settings import Settings, load
from helix_lsp.session.shards.exchange import Pulled, push, take
from helix_lsp.session.shards.object_store import open_store, shown
from helix_lsp.text.data_file import read_toml
from helix_lsp.text.visible import counted
from helix_lsp.wire.status import diagnosis_to_wire

TOPICS: Mapping[str, str] = {
    "settings": "every option, its default and its meaning",
    "exit-codes": "what a script can rely on",
    "citations": "what `path:line` below a sentence promises",
    "languages": "what is read in which languages",
    "uninstall": "what is left on the disk, and how to remove it",
}
_WIDTH = 80


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints the page, or the help of a command. Raises UsageError for a word that is neither."""
    from helix_lsp.cli.arguments import build_parser

    words: list[str] = arguments.topic
    page = "-".join(words).lower()
    if not words or page in TOPICS:
        screen.text(page_of(page) if words else build_parser().format_help().rstrip() + "\n\n" + _list())
        return 0
    parser = build_parser()
    for word in words:
        inner = named(parser, word)
        if inner is parser:
            raise UsageError(
                f"there is no help on {' '.join(words)!r}; topics: {', '.join(TOPICS)}, or a command"
            )
        parser = inner
    screen.text(parser.format_help().rstrip())
    return 0


def page_of(topic: str) -> str:
    """The text of one of `TOPICS`; what the program itself knows is filled in."""
    text = (files("helix_lsp.cli") / "pages" / f"{topic}.txt").read_text(encoding="utf-8").rstrip()
    for field, fill in _FILLED.items():
        if f"{{{field}}}" in text:
            text = text.replace(f"{{{field}}}", fill())
    return text


def _list() -> str:
    lines = (f"  {name:<11} {about}" for name, about in TOPICS.items())
    return "pages (`helix-lsp help TOPIC`):\n" + "\n".join(lines)


def _user_file() -> str:
    from helix_lsp.session.settings.settings import user_files

    places = user_files()
    return next((place for place in places if os.path.isfile(place)), places[0])


@cache
def option_words() -> Mapping[str, tuple[str, str, str]]:
    """Place of each option's field (`align.shown_usages`) -> (unit, meaning, why this default)."""
    tables: dict[str, Any] = dict(read_toml((files("helix_lsp.config") / "options.toml").read_text("utf-8")))
    often = tables.pop("said_often")
    return {
        f"{section}.{name}": (unit, meaning, re.sub(r"^@(\w+)", lambda said: often[said[1]], why))
        for section, rows in tables.items()
        for name, (unit, meaning, why) in rows.items()
    }


def _options() -> str:
    from helix_lsp.config import SECTIONS
    from helix_lsp.config.whole import declared

    words = option_words()
    lines: list[str] = []
    section = ""
    for name, option in declared().items():
        head, _, rest = name.partition(".")
        if head != section:
            section = head
            lines += ["", f"[{section}]  {SECTIONS[section]}"]
        lines.append(f"  {rest} = {_shown(option.default)}")
        lines += textwrap.wrap(
            words[option.place][1], _WIDTH - 6, initial_indent=" " * 6, subsequent_indent=" " * 6
        )
    return "\n".join(lines)


def _shown(default: object) -> str:
    """As it would be in a file."""
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, tuple):
        return "[" + ", ".join(_shown(one) for one in default) + "]"  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return f'"{default}"' if isinstance(default, str) else str(default)


def _parsed() -> str:
    from helix_lsp.syntax.parse import LANGUAGES

    return _wrapped(LANGUAGES)


def _read() -> str:
    from helix_lsp.syntax.language import KNOWN
    from helix_lsp.syntax.parse import LANGUAGES

    return _wrapped(tuple(name for name in KNOWN if name not in LANGUAGES and name != "text"))


def _wrapped(names: tuple[str, ...]) -> str:
    return textwrap.fill(", ".join(names), _WIDTH - 2, initial_indent="  ", subsequent_indent="  ")


_FILLED = {"settings": _user_file, "options": _options, "parsed": _parsed, "read": _read}


# `helix-lsp bundle push|pull` and `index --from`: the index of a team in a store.


def push_index(arguments: Namespace, screen: Screen) -> int:
    """Stores the index of the checked-out commit."""
    root = root_of(arguments.root)
    settings = load(root)
    screen.notes(settings.problems)
    with progress(screen) as report:
        done = push(root, settings, open_store(arguments.url), report, again=arguments.all)
    if arguments.json:
        screen.json(asdict(done), indent=2)
        return 0
    screen.text(
        f"commit {done.commit[:12]}: {counted(done.files, 'file')}, {counted(done.bytes, 'byte')} in "
        f"{counted(done.pieces, 'piece')}, {done.sent:,} of them new, stored in {clean(shown(arguments.url))}"
    )
    return 0


def pull_index(arguments: Namespace, screen: Screen) -> int:
    """Takes over the index of the nearest commit; 1 where the store has none for this checkout."""
    root = root_of(arguments.root)
    settings = load(root)
    screen.notes(settings.problems)
    done = pulled(root, settings, arguments.url, screen)
    if arguments.json:
        screen.json(asdict(done), indent=2)
    else:
        screen.text(told(done, arguments.url))
    return 0 if done.commit else 1


def pulled(root: str, settings: Settings, url: str, screen: Screen) -> Pulled:
    """Take over what the store at this address has; StorageError where it fails."""
    with progress(screen) as report:
        return take(root, settings, open_store(url), report)


def told(done: Pulled, url: str) -> str:
    """What was taken over, or why nothing was, in a line."""
    if not done.commit:
        return f"nothing was taken over from {clean(shown(url))}: {done.why}"
    behind = f", {counted(done.behind, 'commit')} behind this checkout" if done.behind else ""
    return f"took over the index of commit {done.commit[:12]}{behind} ({counted(done.bytes, 'byte')})"


# `helix-lsp completion bash|zsh|fish`: a script that completes commands and flags in a shell.
#
# The script is made from the tree of verbs and asks nothing of us while it completes.


def run_completion(arguments: Namespace, screen: Screen) -> int:
    """Prints the script."""
    import shtab

    from helix_lsp.cli.arguments import build_parser

    parser = build_parser()
    for action in _actions(parser):
        if action.metavar in FOLDERS:
            action.complete = shtab.DIRECTORY  # pyright: ignore[reportAttributeAccessIssue]
        elif action.metavar in FILES:
            action.complete = shtab.FILE  # pyright: ignore[reportAttributeAccessIssue]
    screen.raw(shtab.complete(parser, arguments.shell).encode())
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:  # pyright: ignore[reportPrivateUsage]
        if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage]
            for below in action.choices.values():  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
                yield from _actions(below)  # pyright: ignore[reportUnknownArgumentType]
        else:
            yield action


# `helix-lsp doctor`: what is wrong with this set-up and how to mend it.

_MARKS = {"ok": "ok   ", "note": "note ", "wrong": "WRONG"}


def run_doctor(arguments: Namespace, screen: Screen) -> int:
    """One line a finding with its remedy below, or the doctor.v1 with `--json`; 1 when something is wrong."""
    diagnosis = doctor(root_of(arguments.root))
    if arguments.json:
        screen.json(diagnosis_to_wire(diagnosis), indent=2)
        return 0 if diagnosis.good else 1
    screen.text(f"{diagnosis.root}")
    for finding in diagnosis.findings:
        mark = _MARKS[finding.state]
        screen.styled(
            f"{screen.strong(mark) if finding.state == 'wrong' else mark}  {finding.name:<9} {clean(finding.text)}"
        )
        if finding.remedy:
            screen.text(f"{'':<17}-> {finding.remedy}")
    wrong = sum(finding.state == "wrong" for finding in diagnosis.findings)
    screen.text(
        "nothing is wrong" if diagnosis.good else f"{wrong} thing{'s are' if wrong > 1 else ' is'} wrong"
    )
    return 0 if diagnosis.good else 1
