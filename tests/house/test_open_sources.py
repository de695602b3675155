"""Whoever reads the code can open what it cites: no sentence rests on a document that is not in this repository."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRIVATE = re.compile(
    r"\b(?:[a-z]+-study|(?:ladder|verification)-facts|reliability-security|(?:trust|house|ladder|newcomer)-review)\b"
    r"|(?<![\w/.-])(?:house|product|decisions|frontier)\.md\b|[(;] ?decisions? \d+\b|\bissue \d\b(?! of)",
)
TEXT = (".py", ".md", ".ts", ".mjs", ".lua", ".toml", ".json", ".sh", ".yml")


def cited(text: str) -> list[str]:
    """What in the text names a document that nobody can open."""
    return [found[0] for found in PRIVATE.finditer(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Source: ranking-study 1.5.", "(ladder-facts 5.3)", "as product.md says", "kept for later (decision 16).", 'source="issue 5"',
        "see frontier.md",
    ],
)
def test_a_private_citation_is_found(text: str):
    assert cited(text)


@pytest.mark.parametrize(
    "text",
    [
        "[decision 0005](../adr/0005-pygls-hardened.md)", "Source: Robertson et al. 2009.", "docs/reference/ladder.md: Seed 2, phase 3",
        "bench/edges.py --seed 7",
    ],
)
def test_a_public_one_is_let_through(text: str):
    assert not cited(text)


def test_nothing_of_the_repository_cites_what_is_not_in_it():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    files = [ROOT / name for name in listed if name.endswith(TEXT) and name != "tests/house/test_open_sources.py" and (ROOT / name).is_file()]
    assert len(files) > 900
    assert {str(f.relative_to(ROOT)): found for f in files if (found := cited(f.read_text("utf-8", "replace")))} == {}
