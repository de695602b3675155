"""What a person sees fits the terminal, with links and colours; what a program reads is the same at any width."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.cli.screen import columns, folded
from tests.cli.run import Shell

LONG = " ".join(["the bell is rung by the warden at noon and again at dusk"] * 5)
LINK = re.compile(r"\x1b\]8;;(file://[^\x1b]+)\x1b\\\x1b\[36m([^\x1b]+)\x1b\[0m\x1b\]8;;\x1b\\")
WORDS = st.lists(st.text("ab>-`鐘\u0301", min_size=1, max_size=12), max_size=30)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a short line", "a short line"),
        ("- a bullet whose text goes on and on", "- a bullet whose text\n  goes on and on"),
        ("status   what is said of it goes on here", "status   what is said of\n         it goes on here"),
        ("    return one_name + other_name", "    return one_name +\n      other_name"),
        ("  > return one_name + other_name", "  > return one_name +\n      other_name"),
        ("averyveryverylongwordthatisnotcutatall", "averyveryverylongwordthatisnotcutatall"),
        ("\x1b[1mbold words that go on, and on\x1b[0m", "\x1b[1mbold words that go on,\nand on\x1b[0m"),
    ],
)
def test_what_follows_stands_below_what_it_belongs_to(line: str, expected: str):
    assert folded(line, 24) == expected


def test_a_link_is_not_cut():
    link = "\x1b]8;;file:///a%20b.md#1\x1b\\\x1b[36ma b c d e f.md:1\x1b[0m\x1b]8;;\x1b\\"
    assert folded(f"read {link} and {link}", 24) == f"read {link}\nand {link}"


@given(WORDS, st.integers(0, 8), st.integers(20, 70))
def test_no_word_is_lost_and_only_a_single_word_is_too_long(words: list[str], indent: int, width: int):
    line = " " * indent + " ".join(words)
    parts = folded(line, width).split("\n")
    assert " ".join(part.strip(" ") for part in parts).split() == line.split()
    assert all(columns(part) <= width or len(part.split()) == 1 for part in parts)


@pytest.fixture
def long_lines(shell: Shell) -> Shell:
    (shell.here / "bells" / "tower.py").write_text(
        f'def ring_bell(times):\n    """Rings: {LONG}."""\n    return [{", ".join(["times * 2"] * 40)}]\n',
        encoding="utf-8",
    )
    (shell.here / "docs" / "bells.md").write_text(
        f"# Bells\n\nCall `ring_bell` ([more](gone.md)). {LONG}.\n", encoding="utf-8"
    )
    return shell


def plain(text: str) -> str:
    return re.sub(r"\x1b\]8;;[^\x1b]*\x1b\\|\x1b\[[0-9;]*m", "", text)


COMMANDS = (
    ("ask", "what does ring_bell do?"),
    ("query", "ring_bell noon", "--explain"),
    ("uses", "ring_bell"),
    ("drift", "--explain"),
    ("doctor",),
    ("help", "settings"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_line_fits(long_lines: Shell, words: tuple[str, ...]):
    for width in (40, 160) if words[0] == "ask" else (40,):
        lines = plain(long_lines.at_terminal(*words, columns=width).text).split("\n")
        assert [line for line in lines if len(line) > width and " " in line.strip()] == []


def test_a_pipe_gets_its_lines_whole(long_lines: Shell):
    told = long_lines.run("ask", "what does ring_bell do?", env={"COLUMNS": "40"}).text
    assert max(map(len, told.split("\n"))) > 80


def test_drift_has_links_and_colours_on_a_terminal_alone(long_lines: Shell):
    seen = long_lines.at_terminal("drift", columns=100)
    assert LINK.findall(seen.text) == [
        ((long_lines.here / "docs" / "bells.md").as_uri() + "#3", "docs/bells.md:3:26")
    ]
    assert "\x1b[1mgone.md\x1b[0m" in seen.text
    assert "\x1b" not in long_lines.at_terminal("drift", columns=100, env={"NO_COLOR": "1"}).text
    assert "\x1b" not in long_lines.run("drift").text


def test_what_is_copied_is_not_folded(long_lines: Shell):
    seen = long_lines.at_terminal("query", "ring_bell", "--budget", "2000", columns=40)
    assert f"Rings: {LONG}." in seen.text
