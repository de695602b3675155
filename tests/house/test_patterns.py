"""A possessive quantifier behind a group matches wrongly in Python before 3.11.5 (CPython issue 106052): an
atomic group says the same.
"""

from __future__ import annotations

import re

from tests.house.source import ROOT

POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{[\d,]+\})\+(?!\+)")


def test_no_group_is_possessive():
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / "helix_lsp").rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"\br?b?r?[\"']", line) and POSSESSIVE_GROUP.search(line)
    ]
    assert found == []
