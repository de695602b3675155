"""docs/adr/0008-a-companion-process.md lists what passes between the two processes: every kind of message and every
call has a point at which it can be held back, and every point a law that holds it back there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.house.source import ROOT

PAGE = ROOT / "docs" / "adr" / "0008-a-companion-process.md"
COMPANION = ROOT / "helix_lsp" / "lsp" / "companion"
ROWS = re.findall(r"^\| (`.+?`) \| .+? \| (`.+?`) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
LAWS = {
    point: tuple(re.findall(r"`([^`]+)`", laws))
    for points, laws in ROWS
    for point in re.findall(r"`([^`]+)`", points)
}


GENERIC = r".+\ .+"
"""Whatever the companion sends."""


def texts(tree: ast.AST) -> Iterator[str]:
    """Patterns of the constant texts in this code, `.+` for what is filled in."""
    if isinstance(tree, ast.Constant) and isinstance(tree.value, str):
        yield re.escape(tree.value)
    elif isinstance(tree, ast.JoinedStr):
        parts = (one.value if isinstance(one, ast.Constant) else None for one in tree.values)
        yield "".join(".+" if part is None else re.escape(str(part)) for part in parts)
    else:
        for node in ast.iter_child_nodes(tree):
            yield from texts(node)


def first_arguments(*names: str) -> set[str]:
    """Of the calls of these functions in the code of the companion."""
    found: set[str] = set()
    for path in COMPANION.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in names:
                    found |= set(texts(node.args[0]))
    return found


def test_every_place_at_which_something_can_be_held_is_listed() -> None:
    held = first_arguments("hold") - {GENERIC}
    assert {pattern for pattern in held if not any(re.fullmatch(pattern, point) for point in LAWS)} == set()
    assert [point for point in LAWS if not any(re.fullmatch(one, point) for one in (*held, GENERIC))] == []


def test_every_call_and_every_message_of_the_companion_is_listed() -> None:
    calls = {one.replace("\\", "") for one in first_arguments("Request")}
    assert calls >= {"ask", "refresh", "close"}
    assert {f"{name} {kind}" for name in calls for kind in ("result", "error")} - LAWS.keys() == set()
    kinds = {one.replace("\\", "") for one in first_arguments("tell", "end")} - {".+"}
    assert kinds >= {"line", "share", "model", "give up"}
    assert {kind for kind in kinds if not any(point.endswith(f" {kind}") for point in LAWS)} == set()


@pytest.mark.parametrize("point", LAWS)
def test_the_law_of_a_point_exists_and_holds_it_back(point: str) -> None:
    for law in LAWS[point]:
        place, _, name = law.partition("::")
        tree = ast.parse((ROOT / place).read_text(encoding="utf-8"))
        tests = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert name in {test.name for test in tests}, law
        module = [node for node in tree.body if not isinstance(node, ast.FunctionDef)]
        own = next(test for test in tests if test.name == name)
        patterns = {one for node in (*module, own) for one in texts(node)}
        named = any(re.fullmatch(pattern, point) for pattern in patterns - {".+", GENERIC})
        assert named or (GENERIC in patterns and set(point.split()) <= patterns), law
