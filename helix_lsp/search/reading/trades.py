"""What a file is for, where its path says so only to who knows the trade: `.github/workflows` is the CI,
`.golangci.yml` the linter's.
"""

from __future__ import annotations

import re
from functools import lru_cache

from helix_lsp.text.words import stem

_TRADES: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            r"(?:^|/)(?:\.github/workflows/|\.circleci/|\.buildkite/|\.gitlab-ci|\.travis|\.?appveyor|azure-pipelines|jenkinsfile)",
            re.I,
        ),
        "ci pipeline workflow",
    ),
    (
        re.compile(
            r"\b(?:eslint|golangci|flake8|pylint|rubocop|stylelint|phpcs|phpstan|credo|clippy|ruff|swiftlint|checkstyle|pmd)\b",
            re.I,
        ),
        "linter lint",
    ),
    (
        re.compile(
            r"(?:^|/)(?:pyproject\.toml|setup\.cfg|(?:package|composer)\.json|cargo\.toml|go\.mod|gemfile|pom\.xml|mix\.exs)\Z",
            re.I,
        ),
        "dependency requirement manifest package",
    ),
    (
        re.compile(r"(?:^|/)(?:dockerfile|containerfile|(?:docker-)?compose\.ya?ml)", re.I),
        "container docker image",
    ),
)


@lru_cache(20_000)
def trade_terms(path: str) -> frozenset[str]:
    """Stems of the words for what a file, or a table of configuration, is for; empty where its name says it
    in plain words or not at all.
    """
    return frozenset(
        stem(word) for pattern, words in _TRADES if pattern.search(path) for word in words.split()
    )
