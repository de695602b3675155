"""`evidence.v1`: places that answer a query, cut to a budget; each item is a range reference with its text."""

from __future__ import annotations

from typing import Any

from helix_lsp.ask.evidence.find import Evidence, Found
from helix_lsp.wire.index_status import freshness_to_wire
from helix_lsp.wire.range_ref import source_to_wire
from helix_lsp.wire.readable import Exact

SCHEMA = "evidence.v1"


def evidence_to_wire(found: Found, snapshot: str, config_sha256: str) -> dict[str, Any]:
    """The evidence as plain JSON data, best first; `snapshot` and `config_sha256` are those of the view that
    was asked. What a reference is of is said once, in `source`, since each word of it costs.
    """
    return {
        "schema": SCHEMA,
        "query": found.request.query,
        "source": source_to_wire(snapshot, config_sha256),
        "budget": found.budget,
        "spent": found.spent,
        "found": found.found,
        "left_out": found.left_out,
        "items": [_item(one) for one in found.items],
        "near": list(found.near),
        "index": freshness_to_wire(found.freshness),
    }


def _item(one: Evidence) -> dict[str, Any]:
    return Exact(
        {
            "ref": {
                "path": one.path,
                "start_byte": one.span.start,
                "end_byte": one.span.end,
                "start_line": one.start_line,
                "end_line": one.end_line,
                "content_sha256": one.sha256,
            },
            "kind": one.kind,
            "name": one.name,
            "signature": one.signature,
            "unit": list(one.unit),
            "whole": one.whole,
            "text": one.text,
        }
    )
