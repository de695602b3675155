"""A link from one Markdown page to another is meant from where it stands, or from a folder above."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.history import NoHistory
from tests.support.drifted import drifted

TREE = """
//- /kiln/oven.py
x = 1
"""
PAGES = {"docs/ref/observe.md": "# O\n", "docs/top.md": "# T\n", "docs/best/sub/deep.md": "# D\n"}


@pytest.mark.parametrize(
    ("target", "tier"),
    [
        ("../ref/observe.md", ""),
        ("ref/observe.md", ""),
        ("top.md", ""),
        ("docs/top.md", ""),
        ("sub/deep.md", ""),
        ("observe.md", "A"),
        ("deep.md", "A"),
        ("../observe.md", "A"),
        ("nowhere.md", "A"),
        ("nowhere.txt", ""),
    ],
)
def test_a_page_that_does_not_stand_where_the_link_leads(target: str, tier: str) -> None:
    rows = drifted(TREE, f"# G\n\n[x]({target})\n", NoHistory(), "docs/best/guide.md", PAGES)
    assert rows == [(target, tier)]
