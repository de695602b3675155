"""`mentions.v1`: the documents that mention a symbol."""

from __future__ import annotations

from typing import Any

from helix_lsp.align.mentions.mentions import Mentions
from helix_lsp.wire.index_status import freshness_to_wire

SCHEMA = "mentions.v1"


def mentions_to_wire(found: Mentions) -> dict[str, Any]:
    """The mentions as plain JSON data, in the order of (path, byte)."""
    return {
        "schema": SCHEMA,
        "symbol": found.asked,
        "definitions": [{"path": path, "qualified": qualified} for path, qualified in found.definitions],
        "mentions": [
            {
                "path": p.path,
                "line": p.line,
                "start_byte": p.span.start,
                "end_byte": p.span.end,
                "text": p.text,
                "section": p.section,
                "symbol": p.symbol,
                "defined_in": p.defined_in,
                "confidence": p.confidence,
                "said": p.said,
            }
            for p in found.places
        ],
        "index": freshness_to_wire(found.freshness),
    }
