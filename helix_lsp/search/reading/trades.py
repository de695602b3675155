"""What a file is for, where its path says so only to who knows the trade: `.github/workflows` is the CI,
`.golangci.yml` the linter's.
"""

from __future__ import annotations

import re
from functools import lru_cache

from helix_lsp.index.surface import Surface
from helix_lsp.text.regex import regex
from helix_lsp.text.words import stem

CI = frozenset({"ci"})
_ASIDE: tuple[tuple[re.Pattern[str], str], ...] = (
    (regex(r"(?:^|/)(?:scripts?|tools?|hack)/", re.I), "script tool maintainer"),
    (regex(r"(?:^|/)bench(?:mark)?s?/", re.I), "benchmark bench performance"),
)
_TRADES: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        regex(
            r"(?:^|/)(?:\.github/workflows/|\.circleci/|\.buildkite/|\.gitlab-ci|\.travis|\.?appveyor|azure-pipelines|jenkinsfile)",
            re.I,
        ),
        "ci pipeline workflow",
    ),
    (
        regex(
            r"\b(?:eslint|golangci|flake8|pylint|rubocop|stylelint|phpcs|phpstan|credo|clippy|ruff|swiftlint|checkstyle|pmd)\b",
            re.I,
        ),
        "linter lint",
    ),
    (
        regex(
            r"(?:^|/)(?:pyproject\.toml|setup\.cfg|(?:package|composer)\.json|cargo\.toml|go\.mod|gemfile|pom\.xml|mix\.exs)\Z",
            re.I,
        ),
        "dependency requirement manifest package",
    ),
    (
        regex(r"(?:^|/)(?:dockerfile|containerfile|(?:docker-)?compose\.ya?ml)", re.I),
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


@lru_cache(20_000)
def beside_product(path: str) -> frozenset[str]:
    """Stems of the words by which one asks for what is beside the product: scripts of its maintainers, benchmarks;
    empty for anything else.
    """
    return frozenset(
        stem(word) for pattern, words in _ASIDE if pattern.search(path) for word in words.split()
    )


def role_words(path: str, surface: Surface) -> frozenset[str]:
    """The same for every role that is not the product's: its tests, its CI, what shows or repeats it as well."""
    roles = (
        (surface.test, "test"),
        (surface.example, "example sample demo tutorial"),
        (surface.generated or surface.vendored, "generate build bundle vendor"),
        (trade_terms(path) >= CI, "ci pipeline workflow test build job"),
    )
    return beside_product(path) | {stem(word) for held, words in roles if held for word in words.split()}
