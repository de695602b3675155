"""Where patterns are compiled, and what Python reads wrongly in them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.house.source import ROOT, name, package_files, tree

POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{[\d,]+\})\+(?!\+)")


def test_no_group_is_possessive():
    """A possessive quantifier behind a group matches wrongly in Python before 3.11.5 (CPython issue 106052): an
    atomic group says the same.
    """
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / "helix_lsp").rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"\br?b?r?[\"']", line) and POSSESSIVE_GROUP.search(line)
    ]
    assert found == []


def at_import(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when a module is imported: all but the bodies of functions."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from at_import(child)


def test_no_module_compiles_a_pattern_when_it_is_imported():
    """`regex` of helix_lsp/text/regex.py compiles at the first use: a question uses a third of the patterns."""
    found = [
        f"{name(path)}:{node.lineno}"
        for path in package_files()
        for node in at_import(tree(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile"
    ]
    assert found == []


def test_no_match_is_compared_with_the_pattern_of_a_module():
    """`match.re` is what was compiled, never the name of the module: `made` of helix_lsp/text/regex.py compares them."""
    found = [
        f"{name(path)}:{node.lineno}"
        for path in package_files()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Compare)
        and any(isinstance(op, ast.Is | ast.IsNot) for op in node.ops)
        and isinstance(node.left, ast.Attribute)
        and node.left.attr == "re"
    ]
    assert found == []
