"""Only `text/` knows where a sentence ends and where an identifier comes apart: no other module has a pattern
that does so again.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.house.source import PACKAGE, name, nodes, package_files

_SMALL = r"\[(?:a-z(?:0-9)?|\^\\W\\d_A-Z)\]"
_CAPITAL = r"\[A-Z(?:0-9)?\]"
_STOPS = r"\[[!?;:,]*\.[!?;:,]*[!?;:][!?;:,]*\]|\[[!?;:,]*[!?;:][!?;:,]*\.[!?;:,]*\]"
SPLITS = {
    "an identifier": re.compile(
        rf"{_CAPITAL}\?{_SMALL}\+|{_CAPITAL}\+\(\?!{_SMALL}\)|{_CAPITAL}\+\(\?={_CAPITAL}{_SMALL}\)|\(\?<={_SMALL}\)\(?(?:\?=)?{_CAPITAL}"
    ),
    "a sentence": re.compile(  # a blank behind a stop: `(?<=[.!?])\s`, `[.!?][")]*\s`, `[.;](?=\s|$)`
        rf"\(\?<=(?:{_STOPS})\)[^|]{{0,60}}?(?:\\s| )|(?:{_STOPS})\+?(?:\[(?:\\.|[^\]])*\][*+]\+?)?(?:\(\?=)?\\s"
    ),
}
NO_SPLIT = {  # file: what its pattern does instead
    "helix_lsp/align/drift/rules/past.py": "finds the clause that leads a list in, which a semicolon ends as well",
    "helix_lsp/ask/question/topics.py": "looks whether a capital letter says anything: behind a colon it says as little as at the start of a text",
    "helix_lsp/ask/slots.py": "parts a question where a new question word follows, at `and` as well as at a stop",
    "helix_lsp/verify/frame.py": "takes the writer's own opening words out of an answer",
    "helix_lsp/verify/reading.py": "ends the reach of a negation, at `, but` as well as at a stop",
}


def splitters(path: Path) -> list[str]:
    """(what, the pattern) of each string of a module that parts sentences or names."""
    strings = [
        node.value
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    ]
    texts = [text.decode("latin-1") if isinstance(text, bytes) else text for text in strings]
    return [f"{what}: {text}" for text in texts for what, pattern in SPLITS.items() if pattern.search(text)]


def test_there_is_one_splitter_of_each() -> None:
    found = {
        f"{name(path)} {one}"
        for path in package_files()
        if path.parent != PACKAGE / "text" and not name(path).startswith(tuple(NO_SPLIT))
        for one in splitters(path)
    }
    assert found == set()


@pytest.mark.parametrize("place", NO_SPLIT)
def test_what_is_excused_is_still_there(place: str) -> None:
    assert any(splitters(path) for path in package_files() if name(path).startswith(place)), (
        f"take {place} out of the list"
    )


@pytest.mark.parametrize(
    "line",
    [
        '_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\\d+")',
        '_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[^\\W\\d_A-Z]+\\d*")',
        '_PART = re.compile(rb"[A-Z]?[a-z]+")',
        '_HUMP = re.compile(r"(?<=[a-z0-9])([A-Z])")',
        'words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name)',
        '_SENTENCE = re.compile(r"(?<=[.!?])\\s+")',
        '_SENTENCE = re.compile(r"(?<=[.;])\\s")',
        '_SENTENCE = re.compile(r"(?<=[.!?;:])\\s+|\\n\\s*\\n")',
        '_END = re.compile(r"(?<=[.!?])(?<!e\\.g\\.)[\\"\')*_]*\\s+(?=[A-Z])")',
        '_END = re.compile(rb"[.!?][\\"\')\\]]*(?=\\s|\\Z)")',
        'last = re.split(r"[.;]\\s", lead)[-1]',
    ],
)
def test_a_planted_splitter_is_noticed(line: str, tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text(f"import re\n\n{line}\n", encoding="utf-8")
    assert splitters(planted)


@pytest.mark.parametrize(
    "line",
    [
        '_SHAPED = re.compile(r"[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]")',  # looks whether a word is one of code
        '_NAME = re.compile(r"[A-Z][a-z]+[a-z0-9]{2,}")',
        '_PARTS = re.compile(r";\\s+|,\\s+(?:while|whereas)\\s+")',  # clauses of a sentence
        '_STOP = re.compile(r"[.!?:;{}\\])]\\W*\\Z")',  # looks whether a line is finished
    ],
)
def test_what_only_looks_is_left_alone(line: str, tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text(f"import re\n\n{line}\n", encoding="utf-8")
    assert splitters(planted) == []
