"""The repository's own files, as the house tests read them."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "helix_lsp"
MADE = {
    ".venv",
    ".cache",
    ".git",
    "__pycache__",
    ".ruff_cache",
    ".hypothesis",
    ".import_linter_cache",
    "build",
    "dist",
}
OUTSIDE = ("__main__", "cli", "lsp", "mcp", "session")
"""The floors that may touch the world; every other one is core from its first day (contract `world`)."""
CORE = tuple(
    sorted(
        {
            path.name.removesuffix(".py")
            for path in PACKAGE.iterdir()
            if path.suffix == ".py" or (path / "__init__.py").is_file()
        }
        - set(OUTSIDE)
    )
)


@cache
def package_files() -> tuple[Path, ...]:
    return tuple(sorted(PACKAGE.rglob("*.py")))


@cache
def files_of_tests() -> tuple[Path, ...]:
    return tuple(
        path
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if "fixtures" not in path.parts and "data" not in path.parts
    )


@cache
def repository_files() -> tuple[Path, ...]:
    """What git tracks or would track; outside a checkout (an unpacked archive) all files but what the targets
    make.
    """
    command = [
        "git",
        "-c",
        "safe.directory=*",
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if done.returncode == 0:
        found = [ROOT / name for name in set(done.stdout.decode().split("\0")) if name]
    else:
        found = [path for path in ROOT.rglob("*") if not MADE.intersection(path.relative_to(ROOT).parts)]
    return tuple(sorted(path for path in found if path.is_file()))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a file, as `ast.walk` gives them."""
    return tuple(ast.walk(tree(path)))


def floor(path: Path) -> str:
    """First part below helix_lsp: `search`, `errors`, ..."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def complete(missing: Iterable[str]) -> None:
    """Fails with these sentences alone, each of which names a file and what to do there."""
    if told := list(missing):
        pytest.fail("\n".join(told), pytrace=False)


@cache
def tuning_sources() -> dict[str, dict[str, list[str]]]:
    """Record of `helix_lsp/tuning` -> name of a number -> [unit, meaning, source], the sources whole."""
    tables = tomllib.loads((PACKAGE / "tuning" / "sources.toml").read_text(encoding="utf-8"))
    often = tables.pop("said_often")
    for rows in tables.values():
        for row in rows.values():
            row[2] = re.sub(r"^@(\w+)", lambda found: often[found[1]], row[2])
    return tables
