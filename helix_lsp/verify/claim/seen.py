"""What was seen when one claim was looked up: the facts, whether they bear it out, and why nothing can be known
where that is so.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.align.drift.reason import Reason
from helix_lsp.verify.facts.fact import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """`holds` is True or False of the claim without its denial, None for what cannot be known. `facts` are the
    places that say so.
    """

    facts: tuple[Fact, ...]
    holds: bool | None
    why: Reason


def unknown(id: str, *facts: Fact, **named: str) -> Seen:  # noqa: A002  the field's own word
    """Nothing can be known, for this reason."""
    return Seen(facts=facts, holds=None, why=Reason(id, tuple(named.items())))
