"""Reasons are data: no module takes an English sentence apart again to learn what it says."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.house.source import name, package_files, tree

PROSE = frozenset({"reason", "why", "detail", "says", "explanation"})
TAKES_APART = frozenset(
    "startswith endswith partition rpartition removeprefix removesuffix split find index replace".split()
)
NOT_PROSE = {  # module: what the attribute of that name holds there
    "helix_lsp/cli/status.py": "such a word",
    "helix_lsp/cli/drift.py": "one of the words that `session/disk/disk.py` gives for a file that cannot be read",
    "helix_lsp/session/history/change.py": "such a word",
    "helix_lsp/session/disk/walk.py": "such a word",
    "helix_lsp/session/refresh.py": "such a word",
    "helix_lsp/session/settings/settings.py": "such a word",
    "helix_lsp/session/open_index.py": "such a word",
    "helix_lsp/ide/hover.py": "known: a count that the reason begins with is not said twice, and Freshness has no field for it",
    "helix_lsp/ask/ladder.py": "the id of what the arbiter found",
    "helix_lsp/syntax/language.py": "what Python's own decoder says, which has no id",
}


def read_back(source: ast.AST) -> list[int]:
    """Lines where a reason is taken apart or compared with a text."""
    found: list[int] = []
    for node in ast.walk(source):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in TAKES_APART
            and _is_prose(node.func.value)
        ):
            found.append(node.lineno)
        if isinstance(node, ast.Compare) and any(_is_prose(one) for one in (node.left, *node.comparators)):
            texts = [
                one.value
                for one in (node.left, *node.comparators)
                if isinstance(one, ast.Constant) and isinstance(one.value, str)
            ]
            found.extend(node.lineno for text in texts if text)
    return found


def _is_prose(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in PROSE


@pytest.mark.parametrize("path", package_files(), ids=name)
def test_no_reason_is_read_back(path: Path) -> None:
    lines = read_back(tree(path)) if name(path) not in NOT_PROSE else []
    assert lines == [], f"{name(path)}: a reason is an id with facts; read those"


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("told.why.endswith('heat')", True), ("said.reason == 'a label of some page'", True), ("one.detail.partition(': ')", True),
        ("'gone' in said.reason", True), ("said.reason == ''", False), ("said.reason.id == LABEL", False), ("name.startswith('a')", False),
    ],
)  # fmt: skip
def test_the_check_can_fail(line: str, wrong: bool) -> None:
    assert bool(read_back(ast.parse(line))) is wrong
