"""`helix-lsp help`: the pages that an installed user has, and the help of every command."""

from __future__ import annotations

import argparse
import re

import pytest

from helix_lsp.cli.arguments import build_parser
from helix_lsp.cli.help import TOPICS, page_of
from helix_lsp.config.whole import declared
from helix_lsp.syntax.parse import LANGUAGES
from tests.cli.run import Shell
from tests.house.source import ROOT

_WORD = re.compile(r"[\w./-]+")
_TARGET = re.compile(r"\bmake [a-z]+\b(?! it)")


def source_only(text: str) -> list[str]:
    """What only a checkout has: files of the source, targets of its Makefile."""
    paths = {
        word.strip(".") for word in _WORD.findall(text) if "/" in word.strip("/") or word.endswith(".md")
    }
    return sorted(path for path in paths if (ROOT / path).is_file()) + _TARGET.findall(text)


def helps(parser: argparse.ArgumentParser) -> list[str]:
    found = [parser.format_help()]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found += [text for below in action.choices.values() for text in helps(below)]
    return found


@pytest.mark.parametrize("topic", TOPICS)
def test_a_page_fits_a_terminal_and_names_only_what_is_installed(shell: Shell, topic: str):
    done = shell.run("help", *topic.split("-"))
    assert (done.code, done.err) == (0, "")
    assert done.text.rstrip() == page_of(topic)
    assert "{" not in done.text
    assert source_only(done.text) == []
    long = [
        line
        for line in done.text.splitlines()
        if len(line) > 80 and not re.match(r"  (?:\w+ = \[|2\. )", line)
    ]
    assert long == []


def test_the_help_of_no_command_names_a_file_of_the_source():
    texts = helps(build_parser())
    assert len(texts) > 30
    assert [found for text in texts for found in source_only(text)] == []


def test_the_pages_say_what_the_program_knows():
    settings, languages = page_of("settings"), page_of("languages")
    assert [n for n in declared() if f"\n  {n.partition('.')[2]} = " not in settings] == []
    assert [n for n in LANGUAGES if n not in languages] == []


def test_the_codes_are_those_of_the_reference():
    table = re.findall(r"^\| (\d+) \|", (ROOT / "docs/reference/cli.md").read_text("utf-8"), re.MULTILINE)
    assert re.findall(r"^  (\d+) ", page_of("exit-codes"), re.MULTILINE) == table


def test_help_on_a_command_is_its_help(shell: Shell):
    assert shell.run("help", "pr", "explain").text == shell.run("pr", "explain", "--help").text


def test_help_alone_lists_commands_and_pages(shell: Shell):
    text = shell.run("help").text
    assert text.startswith(shell.run("--help").text.rstrip())
    assert all(topic in text for topic in TOPICS)


@pytest.mark.parametrize("words", [("bogus",), ("pr", "bogus"), ("ask", "settings")])
def test_an_unknown_topic_is_wrong_use(shell: Shell, words: tuple[str, ...]):
    done = shell.run("help", *words)
    assert (done.code, done.out) == (2, b"")
    assert "exit-codes" in done.complaint


def test_a_server_without_an_editor_says_so(shell: Shell):
    done = shell.started(stdin=b"")
    assert (done.code, done.out) == (1, b"")
    assert "helix-lsp --help" in done.complaint
