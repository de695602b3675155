"""What project files declare: dependencies and commands."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.manifest import commands, dependencies, read_command
from helix_lsp.syntax.extract import extract


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("requirements.txt", "requests>=2\n# words here\n-r other.txt\nkombu[redis]==5\n", {"requests", "kombu"}),
        ("pyproject.toml", '[project]\nkeywords = ["postgres"]\ndependencies = ["requests>=2", "kombu"]\n', {"requests", "kombu"}),
        ("pyproject.toml", '[dependency-groups]\ndev = ["ruff"]\n[tool.poetry.dependencies]\nkombu = "^5"\n', {"ruff", "kombu"}),
        ("setup.py", 'setup(name="kiln", keywords=["postgres"], install_requires=["requests>=2", "kombu"],\n)\n', {"requests", "kombu"}),
        ("package.json", '{"keywords": ["oven"], "dependencies": {"left-pad": "1"}, "scripts": {"build": "x"}}', {"left_pad"}),
        ("go.mod", "module a.b/kiln\n\nrequire (\n\tgithub.com/spf13/cobra v1.0.0\n)\n", {"cobra"}),
        ("environment.yml", "dependencies:\n  - numpy>=1\n", {"numpy"}),
        ("Gemfile", "source 'https://kiln.example'\ngem 'left-pad', '~> 1'\n", {"left_pad"}),
        ("kiln.gemspec", '  s.add_runtime_dependency("left-pad", "~> 1")\n  s.add_dependency "clay"\n', {"left_pad", "clay"}),
        ("kiln.py", "requests\n", set[str]()),
    ],
)
def test_dependencies_are_names_of_distributions_only(path: str, text: str, expected: set[str]) -> None:
    assert dependencies(path, text.encode(), extract(path, text.encode())) == expected


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("Makefile", "NAME := kiln\ndocs html: all\n\techo\nall:\n", {"make docs", "make html", "make all"}),
        ("Makefile", "all:\ninclude more.mk\n", {"make all", "make *"}),
        ("Makefile", "%.o: %.c\n\tcc\n", {"make *"}),
        ("package.json", '{"scripts": {"build": "x", "test:unit": "y"}}', {"run build", "run test:unit"}),
        ("noxfile.py", "@nox.session(python=3)\ndef lint(session):\n    pass\n", {"nox lint"}),
        ("tox.ini", "[testenv:docs]\n", {"tox docs"}),
        ("kiln.py", "docs:\n", set[str]()),
    ],
)
def test_commands(path: str, text: str, expected: set[str]) -> None:
    assert commands(path, text.encode(), extract(path, text.encode())) == expected


def test_commands_are_read_out_of_inline_code() -> None:
    assert [read_command(t) for t in ("make docs", "$ npm run build", "nox -s lint", "tox -e docs")] == [
        "make docs",
        "run build",
        "nox lint",
        "tox docs",
    ]
    assert [read_command(t) for t in ("make", "make sure it works", "make_docs", "npm install", "make X=1 docs")] == [""] * 5
