"""Sizes, docstrings and the words that do not occur: the house rules that no linter knows. Carries I1 and I4."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.house.source import CORE, ROOT, files_of_tests, floor, name, nodes, package_files, tree

LONGEST = 400
OUTCOME = (".status", ".events", ".facts")
FORBIDDEN_NAMES = {"models", "types", "utils", "helpers", "manager", "common", "misc"}


def test_no_file_is_longer_than_400_lines():
    files = [
        *package_files(),
        *files_of_tests(),
        *sorted((ROOT / "scripts").glob("*.py")),
        *sorted((ROOT / "bench").glob("*.py")),
    ]
    long = {
        name(path): count
        for path in files
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST
    }
    assert long == {}


def test_no_file_has_a_name_that_says_nothing():
    assert [name(path) for path in package_files() if path.stem in FORBIDDEN_NAMES] == []


def test_every_module_says_what_it_is_for():
    silent = [
        name(path)
        for path in [*package_files(), *files_of_tests()]
        if not (ast.get_docstring(tree(path)) or "").strip()
    ]
    assert silent == []


def public(body: list[ast.stmt], inside: str = "") -> Iterator[tuple[str, ast.AST]]:
    for node in body:
        if isinstance(
            node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
        ) and not node.name.startswith("_"):
            yield inside + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body, f"{inside}{node.name}.")


def test_every_public_function_and_class_has_a_docstring():
    silent: list[str] = []
    for path in package_files():
        for called, node in public(tree(path).body):
            assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            # a member of a record that says its name: status, events, facts
            trivial = (
                isinstance(node, ast.FunctionDef)
                and "." in called
                and (len(node.body) == 1 or called.endswith(OUTCOME))
            )
            if not ast.get_docstring(node) and not trivial:
                silent.append(f"{name(path)}:{node.lineno} {called}")
    assert silent == []


def calls(path: Path) -> Iterator[tuple[int, str]]:
    for node in nodes(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.lineno, node.func.id


def test_nothing_depends_on_the_seed_of_the_builtin_hash():
    """I4: `hash()` differs between processes; digests come from text/digest.py."""
    inside = {
        (path, line)
        for path in package_files()
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef) and node.name == "__hash__"
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    found = [
        f"{name(path)}:{line}"
        for path in package_files()
        for line, called in calls(path)
        if called == "hash" and (path, line) not in inside
    ]
    assert found == []


def test_only_the_command_line_prints():
    found = [
        f"{name(path)}:{line}"
        for path in package_files()
        if floor(path) != "cli"
        for line, called in calls(path)
        if called in ("print", "input")
    ]
    assert found == []


def test_the_core_opens_no_file():
    """I1: what the core reads is handed to it."""
    words = {"open", "exec", "eval", "compile", "__import__", "breakpoint"}
    found = [
        f"{name(path)}:{line} {called}"
        for path in package_files()
        if floor(path) in CORE
        for line, called in calls(path)
        if called in words
    ]
    assert found == []


def test_no_unfinished_marks():
    marks = ("TO" + "DO", "FIX" + "ME", "X" + "XX", "NotImplemented" + "Error")
    found = [
        f"{name(path)}:{number}"
        for path in [*package_files(), *files_of_tests()]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if any(mark in line for mark in marks)
    ]
    assert found == []
