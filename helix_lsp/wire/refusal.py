"""`refusal.v1`: what a command prints instead of an answer that it does not give, with the reason as data."""

from __future__ import annotations

from typing import Any

from helix_lsp.align.drift.reason import Reason, because
from helix_lsp.index.freshness import Freshness
from helix_lsp.wire.index_status import freshness_to_wire
from helix_lsp.wire.range_ref import reason_to_wire

SCHEMA = "refusal.v1"


def refusal_to_wire(
    code: str, reason: Reason, message: str, freshness: Freshness | None = None
) -> dict[str, Any]:
    """`code` as in the errors of a batch; `message` is the reason in words; `index` where it is about the
    index.
    """
    return {
        "schema": SCHEMA,
        "code": code,
        "reason": reason_to_wire(reason),
        "message": message,
        "index": None if freshness is None else freshness_to_wire(freshness),
    }


def staleness(freshness: Freshness) -> Reason | None:
    """Why an index may not be relied on, None when it may: so many files differ, or it cannot be said whether
    any does.
    """
    if freshness.fresh:
        return None
    kind = "files_differ" if freshness.behind else "undeterminable"
    facts = {"generation": str(freshness.generation), "state": freshness.state, "why": freshness.reason}
    return because(kind, **facts, behind=str(freshness.behind), files=str(freshness.files))
