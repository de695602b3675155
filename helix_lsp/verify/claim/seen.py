"""What was seen when one claim was looked up: the facts, whether they bear it out, and why nothing can be known
where that is so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from helix_lsp.align.drift.reason import Reason
from helix_lsp.verify.facts.fact import Fact
from helix_lsp.verify.facts.value import Value, agree


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """`holds` is True or False of the claim without its denial, None for what cannot be known. `facts` are the
    places that say so.
    """

    facts: tuple[Fact, ...]
    holds: bool | None
    why: Reason


def compared(said: Value, values: Sequence[Value], facts: tuple[Fact, ...]) -> Seen:
    """What is said against the values that code has: borne out by all of them, denied by all, or unknown."""
    says = [agree(said, value) for value in values]
    real = ", ".join(dict.fromkeys(value.written for value in values))
    if all(s is says[0] for s in says) and says[0] is not None:
        return Seen(facts=facts, holds=says[0], why=Reason("value", (("real", real),)))
    differ = len(facts) > 1 and {True, False} <= set(says)
    return unknown("definitions-differ" if differ else "value-open", *facts, real=real)


def unknown(id: str, *facts: Fact, **named: str) -> Seen:  # noqa: A002  the field's own word
    """Nothing can be known, for this reason."""
    return Seen(facts=facts, holds=None, why=Reason(id, tuple(named.items())))
