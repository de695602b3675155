"""Docstrings and comments say `does not have` and `is not a`, and a thing that is somewhere is there: it does not
stand there.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

import pytest

from tests.house.source import ROOT

_LIFT = re.compile(
    r"(?<![Tt]here )(?<![Hh]ere )\b(?:is|are|has|have|had) no (?!longer\b|more\b|less\b|such\b|telling\b|other\b|one\b|matter\b|two\b"
    r"|(?:smaller|stricter|greater|worse|better|further|fewer|need|doubt|later|wider|deeper|larger|bigger|earlier|slower)\b)[A-Za-z`]"
    r"|\bstands (?:in(?! for)|at|on|under|before|behind|between|below|around|inside|there|here|nowhere|above|beside|outside"
    r"|elsewhere|anywhere|somewhere|everywhere|directly|among|over)\b"
)


def told(text: str) -> Iterator[tuple[int, str]]:
    """(line, text) of each docstring and comment."""
    for node in ast.walk(ast.parse(text)):
        for one in getattr(node, "body", ()) if isinstance(getattr(node, "body", ()), list) else ():
            if (
                isinstance(one, ast.Expr)
                and isinstance(one.value, ast.Constant)
                and isinstance(one.value.value, str)
            ):
                yield one.lineno, one.value.value
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def lifted(text: str) -> list[tuple[int, str]]:
    return [(line, found[0]) for line, said in told(text) if (found := _LIFT.search(said)) is not None]


def test_the_package_speaks_plain_english() -> None:
    files = sorted((ROOT / "helix_lsp").rglob("*.py"))
    assert len(files) > 300
    found = {str(file.relative_to(ROOT)): lifted(file.read_text(encoding="utf-8")) for file in files}
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "said",
    [
        '"""It has no order."""',
        "# a file that is no test",
        '"""What stands at a place."""',
        "x = 1  # it stands nowhere",
    ],
)
def test_the_rule_fires(said: str) -> None:
    assert lifted(said) != []


@pytest.mark.parametrize(
    "said",
    [
        '"""There is no order."""',
        "# it is no longer there",
        '"""It stands for its folder."""',
        "x = 'it stands nowhere'",
    ],
)
def test_the_rule_is_silent(said: str) -> None:
    assert lifted(said) == []
