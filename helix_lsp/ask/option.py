"""What is offered when a question is given back: a meaning with its evidence, or a way to go on without
choosing.
"""

from __future__ import annotations

import msgspec

from helix_lsp.search.ranking.hit import Place

WIDER = "wider"
ANYWAY = "anyway"


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """`question` is what will be asked when it is picked; `place` is its evidence (None for `wider`, `anyway`
    and names without a place).
    """

    id: str
    label: str
    detail: str
    question: str
    place: Place | None
    strength: float
