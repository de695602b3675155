"""The folder of `tower.py` in a server that the tests of one file share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lsp.tower import Tower, serving, written
from tests.support.raw_client import ServerProcess


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("cache")) as server:
        yield server


@pytest.fixture
def bare(shared: ServerProcess, tmp_path: Path) -> Iterator[Tower]:
    """Not added yet."""
    made = Tower(shared, written(tmp_path / "tower"))
    yield made
    made.leave()


@pytest.fixture
def tower(bare: Tower) -> Tower:
    """Added, and whole."""
    bare.add()
    bare.settled()
    bare.nothing_says_less()
    return bare
