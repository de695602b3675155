"""Gate on ranges: generated hovers, definitions and lenses while buffers are edited, renamed in, turned to
other line ends, closed and opened.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from reliability_figure import Figure, count

from tests.support.generated_ranges import Judged, campaign, make
from tests.support.workspace import open_in

_WHOLE = 2_000  # hovers, definitions and lenses at scale 1; 100,000 at the scale of `make fuzz`
_FILES = 40
_AT_ONCE = 10_000


def ranges(scale: float, seed: int) -> list[Figure]:
    """Each range against the text of its moment: bytes, hash, code points, lines, and its place in three
    encodings.
    """
    total, dice, all_judged = int(_WHOLE * scale), random.Random(seed), Judged()
    while (
        sum(all_judged.asked.values()) < total
    ):  # a new tree now and then, so that edits do not wear all names away
        with tempfile.TemporaryDirectory(prefix="helix-ranges-") as folder:
            root = Path(folder) / "tree"
            texts = make(root, _FILES, dice)
            with open_in(Path(folder), root) as workspace:
                workspace.refresh()
                left = total - sum(all_judged.asked.values())
                judged = campaign(workspace, texts, min(_AT_ONCE, left), dice)
        for kind, number in judged.asked.items():
            all_judged.asked[kind] = all_judged.asked.get(kind, 0) + number
        all_judged.ranges += judged.ranges
        all_judged.wrong += judged.wrong
    for line in all_judged.wrong[:5]:
        print(f"      {line}")
    asked = sum(all_judged.asked.values())
    print(
        f"      {', '.join(f'{number:,} {kind}' for kind, number in sorted(all_judged.asked.items()))}; {all_judged.ranges:,} ranges"
    )
    return [
        count(
            "ranges that are not exact, of so many hovers, definitions and lenses",
            len(all_judged.wrong),
            of=asked,
        )
    ]
