"""Every range of generated hovers, definitions and lenses is exact: bytes, hash, code points, lines, in three
encodings. Carries I5.

A small share of the campaign that `make fuzz` runs in full (gate `ranges` of bench/reliability.py).
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.support.generated_ranges import campaign, make
from tests.support.workspace import open_in


@pytest.mark.parametrize("seed", [1, 2])
def test_every_range_is_exact_under_edits(seed: int, tmp_path: Path):
    dice = random.Random(seed)
    texts = make(tmp_path / "tree", 12, dice)
    with open_in(tmp_path, tmp_path / "tree") as workspace:
        workspace.refresh()
        judged = campaign(workspace, texts, 700, dice)
    assert judged.wrong == []
    assert judged.ranges > 500
    assert min(judged.asked[kind] for kind in ("hover", "definition", "lens")) > 30
