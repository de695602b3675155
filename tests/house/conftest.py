"""The syntax trees of the package are read before the forks part: each would read them again."""

from __future__ import annotations

import gc

import pytest

from tests.house.source import nodes, package_files


def pytest_collection_finish(session: pytest.Session) -> None:
    """Where the tests run in forks."""
    if session.config.getoption("forks", 0) and not session.config.option.collectonly:
        gc.disable()
        for path in package_files():
            nodes(path)
        gc.enable()
