"""Real git repositories for tests: made with git itself, untouched by the machine's own configuration."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.support.tree import Tree, write_tree

_ENVIRONMENT = {
    "PATH": os.defpath,
    "HOME": os.devnull,
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "t",
    "GIT_AUTHOR_EMAIL": "t@example.org",
    "GIT_COMMITTER_NAME": "t",
    "GIT_COMMITTER_EMAIL": "t@example.org",
}


def git(root: Path, *arguments: str) -> str:
    """Run git in a folder; raises on failure."""
    done = subprocess.run(
        ["git", "-C", str(root), *arguments],
        env=_ENVIRONMENT,
        capture_output=True,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    return done.stdout.decode("utf-8", "surrogateescape")


def make_repository(root: Path, tree: Tree | str, *, commit: bool = True) -> Path:
    """A repository with these files committed."""
    root.mkdir(parents=True, exist_ok=True)
    git(root, "init", "-q", "-b", "main")
    write_tree(root, tree)
    if commit:
        git(root, "add", "-A")
        git(root, "commit", "-q", "--allow-empty", "-m", "one")
    return root
