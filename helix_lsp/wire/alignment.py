"""`alignment.v1`: which files, symbols and spans a document or sentence talks about."""

from __future__ import annotations

from typing import Any

from helix_lsp.align.components.aligner import Alignment
from helix_lsp.index.freshness import Freshness
from helix_lsp.wire.index_status import freshness_to_wire
from helix_lsp.wire.range_ref import range_ref_to_wire

SCHEMA = "alignment.v1"


def links_to_wire(found: Alignment) -> dict[str, Any]:
    """The fields of a batch answer: committed sets, surest first."""
    return {
        "files": [{"path": f.path, "confidence": f.confidence, "why": f.why} for f in found.files],
        "symbols": [
            {"name": s.name, "path": s.path, "confidence": s.confidence, "why": s.why} for s in found.symbols
        ],
        "spans": [
            range_ref_to_wire(
                path=s.path,
                start_byte=s.span.start,
                end_byte=s.span.end,
                start_line=s.start_line,
                end_line=s.end_line,
                sha256=s.sha256,
            )
            for s in found.spans
        ],
    }


def alignment_to_wire(found: Alignment, document: str, freshness: Freshness) -> dict[str, Any]:
    """The whole answer; `evidence` are bytes of `document`, of the text itself where that is empty."""
    out: dict[str, Any] = {
        "schema": SCHEMA,
        "document": "" if found.of_text else document,
        **links_to_wire(found),
        "index": freshness_to_wire(freshness),
    }
    for kind, links in (("files", found.files), ("symbols", found.symbols)):
        for row, link in zip(out[kind], links, strict=True):
            row["evidence"] = {"start_byte": link.evidence.start, "end_byte": link.evidence.end}
    return out
