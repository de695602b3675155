"""Which commit took the declaration of a thing away, over real repositories."""

from __future__ import annotations

from pathlib import Path

import pytest

from helix_lsp.session.git.git import Git
from tests.session.past import commit, opened
from tests.support.repository import git, make_repository

KILN = """
    //- /kiln.py
    x = 1
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "work", KILN)


def head(root: Path) -> str:
    return git(root, "rev-parse", "HEAD").strip()


@pytest.mark.parametrize(
    ("path", "before", "after", "thing", "new"),
    [
        (
            "package.json",
            '{"scripts":{"a":"x 1","b":"y"}}',
            '{"scripts":{"c":"x 1","d":"z","b":"y"}}',
            "run a",
            "c",
        ),
        ("package.json", '{"scripts":{"a":"x 1","b":"y"}}', '{"scripts":{"b":"y"}}', "run a", ""),
        ("justfile", "fire:\n    echo\n", "heat:\n    echo hot\n", "just fire", "heat"),
        ("deploy/x.yml", "a: ${KILN_HEAT:3}\n", "a: 3\n", "env KILN_HEAT", ""),
        ("Dockerfile", "ENV KILN_HEAT=3\n", "ENV KILN_WARM=3\n", "env KILN_HEAT", "KILN_WARM"),
        (
            "main.go",
            'x = &cobra.Command{Use: "fire"}\n',
            'x = &cobra.Command{Use: "heat"}\n',
            "sub fire",
            "heat",
        ),
        (
            "main.go",
            'f.Flags().Bool("hot", false, "")\n',
            'f.Flags().Bool("warm", false, "")\n',
            "option --hot",
            "warm",
        ),
        (
            "src/a.rs",
            "#[derive(Subcommand)]\nenum A {\n    CoolDown,\n    Fire,\n}\n",
            "#[derive(Subcommand)]\nenum A {\n    Fire,\n}\n",
            "sub cool-down",
            "",
        ),
    ],
)
def test_which_commit_took_a_declaration_away(
    asked: Git, root: Path, path: str, before: str, after: str, thing: str, new: str
) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(before)
    commit(root)
    (root / path).write_text(after)
    commit(root)
    history = opened(asked, root)
    dropped = history.dropped(thing)
    assert dropped is not None
    assert (dropped.commit, dropped.path, dropped.new.lstrip("-")) == (head(root), path, new)
    assert history.dropped(f"{thing}x") is None
    assert history.dropped("nothing x") is None


def test_what_a_template_declares_is_the_reader_s(asked: Git, root: Path) -> None:
    path = root / "installer" / "templates" / "package.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"scripts":{"a":"x"}}')
    commit(root)
    path.write_text('{"scripts":{}}')
    commit(root)
    assert opened(asked, root).dropped("run a") is None
