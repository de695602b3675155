"""Only `session/git/git_process.py` starts git, and only `session/git/git_verbs.py` says with which words."""

from __future__ import annotations

import ast

from helix_lsp.session.git import git_verbs
from tests.house.source import name, nodes, package_files

STARTERS = {  # who may start a process at all, and what
    "helix_lsp/session/git/git_process.py": "git",
    "helix_lsp/session/processes/pool.py": "workers",
    "helix_lsp/session/looker.py": "the looker",
    "helix_lsp/session/model/command.py": "the model's program",
    "helix_lsp/lsp/companion/spawn.py": "the companion",
    "helix_lsp/cli/resident.py": "the resident process",
}
TABLE = "helix_lsp/session/git/git_verbs.py"
WORDS = {
    "rev-parse", "rev-list", "ls-files", "ls-tree", "diff-tree", "diff-index", "diff-files", "cat-file", "merge-base", "check-ignore", "for-each-ref",
    "symbolic-ref", "show-ref", "worktree", "log", "--no-ext-diff", "--end-of-options", "--exclude-standard", "GIT_DIR", "GIT_CONFIG_NOSYSTEM",
}  # fmt: skip


def test_processes_are_started_where_it_is_known() -> None:
    found: set[str] = set()
    for path in package_files():
        for node in nodes(path):
            calls = (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
            )
            if calls and (node.func.value.id, node.func.attr) in {  # type: ignore[union-attr]
                ("subprocess", "Popen"),
                ("subprocess", "run"),
                ("subprocess", "check_output"),
                ("os", "system"),
                ("os", "popen"),
                ("os", "execv"),
                ("os", "posix_spawn"),
                ("asyncio", "create_subprocess_exec"),
            }:
                found.add(name(path))
    assert found == set(STARTERS)


def test_no_other_module_has_a_word_of_gits() -> None:
    """As a list item or an argument: the name of a folder (`worktrees`) is no word for git."""
    found: list[str] = []
    for path in package_files():
        if name(path) == TABLE:
            continue
        for node in nodes(path):
            parts = (
                node.args
                if isinstance(node, ast.Call)
                else node.elts
                if isinstance(node, ast.List | ast.Tuple)
                else []
            )
            words = [
                part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)
            ]
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
                continue
            found += [f"{name(path)} {word}" for word in words if word in WORDS]
    assert found == []


def test_every_verb_stands_in_the_table_and_is_plumbing() -> None:
    plumbing = {
        "rev-parse",
        "rev-list",
        "ls-files",
        "ls-tree",
        "diff-tree",
        "diff-index",
        "cat-file",
        "merge-base",
        "config",
    }
    assert {verb.words[0] for verb in git_verbs.VERBS.values()} <= plumbing
    built = [
        f"{name(path)}:{node.lineno}"
        for path in package_files()
        for node in nodes(path)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Verb"
        and name(path) != TABLE
    ]
    assert built == []
