"""Words above a block of code which say that the block is proposed, not quoted. Chosen by hand from answers of three
tools; with them `bench/citations.py` sends 1 of 718 right citations to review.
"""

from __future__ import annotations

PROPOSING = frozenset(
    "replace change changed becomes become should would could instead add fix fixed new write create rewritten example "
    "imagine suppose like after suggest suggested suggestion propose proposed try run usage".split()
)
