"""A small project of its own for every test of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import Shell

FILES = {
    "bells/tower.py": '''"""The tower and its bells."""

SECRET = "brass"


def ring_bell(times: int) -> str:
    """Rings the great bell `times` times and returns the sound."""
    check_rope(times)
    return "dong" * times


def check_rope(times: int) -> None:
    """Raises ValueError when the rope would not hold."""
    if times > 12:
        raise ValueError("the rope is old")
''',
    "docs/bells.md": """# Bells

## Ringing

Call `ring_bell` at noon. It rings the great bell twelve times at most, because the rope is old.

## Cleaning

The bells are cleaned in spring.
""",
    "README.md": "# Tower\n\nA tower with bells.\n",
}


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    here = tmp_path / "tower"
    for name, text in FILES.items():
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        (here / name).write_text(text, encoding="utf-8")
    return Shell(here=here, cache=tmp_path / "cache")
