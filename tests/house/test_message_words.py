"""What a person reads is plain English: no "is no X" for "is not an X", no number beside a noun of its own
plural (`counted` makes both agree), and no package to install by a name that nobody of this project owns.

Looked at are the strings of the package, its docstrings apart: a message is a string, and so is an option's
meaning. A number is only found where the text itself says that it counts: `{len(...)}` before a plural.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

import pytest

from tests.house.source import ROOT, nodes, package_files, repository_files

_IS_NO = re.compile(r"(?<!here )\b(?:is|are) no (?!longer\b|more\b|smaller\b)")
_COUNTS = re.compile(r"(?<!of )\{len\([^{}]*\)(?::,)?\} (?:\w+ )?[a-z]{3,}s\b(?! (?:on|of)\b)")
_INSTALL = re.compile(
    r"(?:pip3? install|pipx install|pipx run|uv tool install|uv add|uvx)(?: +-{1,2}[\w-]+)* +['\"]?helix[-_](?:lsp|ask)"
)
NEVER_ONE = {
    "{len(places)} places",  # the branch of more than one
    "{len(paths)} files",  # the same
    "all {len(LANGUAGES)} languages can be parsed",  # a constant
    "{len(stated)} facts are stated while there is no evidence",  # the words of a gate, kept in traces and tests
}
_LIMIT = re.compile(r"the limit is|give at most|a session can lock")  # more than a limit is never one


def strings(all_nodes: Sequence[ast.AST]) -> Iterator[tuple[int, str]]:
    """(line, text) of every string that is no docstring; what is put into an f-string stands in braces."""
    passed: set[int] = set()
    for node in all_nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            passed.add(id(node.value))
        if isinstance(node, ast.JoinedStr):
            passed |= {id(part) for part in node.values}
    for node in all_nodes:
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, "".join(_part(part) for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed:
            yield node.lineno, node.value


def _part(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    assert isinstance(node, ast.FormattedValue)
    return "{" + ast.unparse(node.value) + "}"


def faults(all_nodes: Sequence[ast.AST]) -> Iterator[tuple[int, str]]:
    for line, words in strings(all_nodes):
        if _IS_NO.search(words):
            yield line, f"say `is not a`: {words}"
        if _COUNTS.search(words) and words not in NEVER_ONE and not _LIMIT.search(words):
            yield line, f"say it with `counted`: {words}"


def test_messages_are_plain_english():
    found = [
        f"{path.relative_to(ROOT)}:{line}: {said}"
        for path in package_files()
        for line, said in faults(nodes(path))
    ]
    assert not found, "\n".join(found)


def test_every_exception_is_still_in_use():
    said = {words for path in package_files() for _, words in strings(nodes(path))}
    assert not NEVER_ONE - said


@pytest.mark.parametrize(
    "text",
    [
        'f"{name} is no file"',
        'x = "they are no lists"',
        'f"{len(found)} findings written"',
        'f"{len(x)} bad lines"',
    ],
)
def test_a_fault_is_seen(text: str):
    assert list(faults(tuple(ast.walk(ast.parse(text)))))


@pytest.mark.parametrize(
    "text",
    [
        'x = "there is no file"',
        'x = "it is no longer there"',
        '"""A word that is no name."""',
        'f"1 of {len(x)} files"',
    ],
)
def test_good_words_pass(text: str):
    assert not list(faults(tuple(ast.walk(ast.parse(text)))))


def test_no_package_is_to_be_installed_by_a_name_that_a_stranger_could_register():
    """The project is on no registry: its name there could become anybody's."""
    told = [
        p for p in repository_files() if p.suffix in {".md", ".py", ".txt", ".ts", ".lua", ".json", ".sh"}
    ]
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in told
        if not path.is_relative_to(ROOT / "tests")
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").split("\n"), 1)
        if _INSTALL.search(line)
    ]
    assert not found, "\n".join(found)
