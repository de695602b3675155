"""What becomes of the claims of a sentence in an indexed world."""

from __future__ import annotations

from collections.abc import Iterable

from helix_lsp.align.live import Live
from helix_lsp.verify.claim.claim import Claim
from helix_lsp.verify.claim.judge import Ruling, rule
from tests.support.check import World


def rulings(claims: Iterable[Claim], world: World) -> tuple[Ruling, ...]:
    """Each claim with its ruling, in one request."""
    live = Live(world.snapshot, world.texts)
    return tuple(rule(claim, live) for claim in claims)
