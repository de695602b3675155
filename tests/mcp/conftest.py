"""The project that the doors of these tests serve."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mcp.door import Place, made


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return made(tmp_path)
